'use client';
/** Imports addresses: a list or a file, what it would come to, and then the import itself. */
import { Button, FileButton, NativeSelect, Textarea } from '@mantine/core';
import { IconFileText } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { useProcedures } from '#app/_procedures/provider.tsx';
import { Notice } from '#app/_ui/notice.tsx';
import { useToast } from '#app/_ui/toasts.tsx';
import { type Country, countries, countryNames } from '#server/kernel/countries.ts';
import { DESK_STOCK } from '#server/plugins/support/rules.ts';
import { OutcomeDialog } from '../outcome-dialog.tsx';
import { counted } from './counted.ts';
import classes from './import-dialog.module.css';
import { ImportPreview } from './import-preview.tsx';
import { useStockChanged } from './use-stock-changed.ts';

const TOO_LONG = `That list is too long: ${DESK_STOCK.listLength / 1_000} kB fit at once. Import it in parts, or as blocks.`;

export function ImportDialog({ onClose }: { onClose: () => void }) {
  const procedures = useProcedures();
  const toast = useToast();
  const stockChanged = useStockChanged();
  const [country, setCountry] = useState<Country>('fr');
  const [text, setText] = useState('');
  const preview = useMutation(procedures.support.stock.preview.mutationOptions());
  const add = useMutation(procedures.support.stock.import.mutationOptions());
  const tooLong = text.length > DESK_STOCK.listLength;
  const seen = preview.data;
  const edit = (typed: string) => {
    setText(typed);
    preview.reset();
  };
  const change = async (reason: string) => {
    const { added } = await add.mutateAsync({ country, text, reason });
    await stockChanged();
    toast({ text: `${counted(added)} ${added === 1 ? 'was' : 'were'} added in ${countryNames[country]}.` });
    return null;
  };
  return (
    <OutcomeDialog
      title="Import addresses"
      submit={`Add ${counted(seen?.fresh ?? 0)}`}
      ready={seen !== undefined && seen.fresh > 0}
      change={change}
      onClose={onClose}
    >
      <NativeSelect
        label="Country"
        data={countries.map((value) => ({ value, label: countryNames[value] }))}
        value={country}
        onChange={(event) => setCountry(countries.find((one) => one === event.currentTarget.value) ?? country)}
      />
      <Textarea
        label="Addresses"
        description="Addresses and CIDR blocks, IPv4 or IPv6, between lines, commas or spaces; # begins a comment. All of a block is added, its first and last address too."
        placeholder={'203.0.113.0/28\n198.51.100.7  # a single one'}
        classNames={{ input: classes.list ?? '' }}
        data-autofocus
        autosize
        minRows={4}
        maxRows={10}
        spellCheck={false}
        error={tooLong && TOO_LONG}
        value={text}
        onChange={(event) => edit(event.currentTarget.value)}
      />
      <div className={classes.actions}>
        <FileButton accept="text/plain,.txt,.csv,.list" onChange={(file) => file && void file.text().then(edit)}>
          {(props) => (
            <Button {...props} variant="default" leftSection={<IconFileText size={16} aria-hidden />}>
              Read a file
            </Button>
          )}
        </FileButton>
        <Button
          variant={seen ? 'default' : 'filled'}
          disabled={text.trim() === '' || tooLong}
          loading={preview.isPending}
          onClick={() => preview.mutate({ country, text })}
        >
          Preview
        </Button>
      </div>
      {preview.isError && (
        <Notice tone="bad" alert>
          The list could not be looked at just now. Try again in a few seconds.
        </Notice>
      )}
      {seen && <ImportPreview preview={seen} country={country} />}
    </OutcomeDialog>
  );
}
