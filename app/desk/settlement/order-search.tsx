'use client';
/** Any order by its number, failed or not. */
import { Button, TextInput } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';
import { useRouter } from 'next/navigation';
import classes from './order-search.module.css';

export function OrderSearch() {
  const router = useRouter();
  return (
    <form
      className={classes.form}
      onSubmit={(event) => {
        event.preventDefault();
        const number = new FormData(event.currentTarget).get('order');
        const id = typeof number === 'string' ? number.replace(/[#\s]/g, '') : '';
        if (/^[1-9]\d{0,8}$/.test(id)) router.push(`/desk/settlement/${id}`);
      }}
    >
      <TextInput
        name="order"
        aria-label="Number of an order"
        placeholder="Number of any order"
        inputMode="numeric"
        autoComplete="off"
        maxLength={12}
        leftSection={<IconSearch size={16} aria-hidden />}
      />
      <Button type="submit" variant="default">
        Show
      </Button>
    </form>
  );
}
