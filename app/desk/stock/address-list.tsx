'use client';
/** Every address of the pool: searched, filtered, chosen, and what can be done with it. */
import { NativeSelect, TextInput } from '@mantine/core';
import { IconNetwork } from '@tabler/icons-react';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { listPath } from '#app/_lists/address.ts';
import { FilterForm } from '#app/_lists/filter-form.tsx';
import { LoadingLines } from '#app/_lists/loading-lines.tsx';
import { NothingFound } from '#app/_lists/nothing-found.tsx';
import { useProcedures } from '#app/_procedures/provider.tsx';
import { Pages } from '#app/_ui/pages.tsx';
import { Empty, Panel } from '#app/_ui/panel.tsx';
import { Problem } from '#app/_ui/problem.tsx';
import { countries, countryNames } from '#server/kernel/countries.ts';
import { addressStates } from '#server/plugins/proxies/rules.ts';
import type { AddressFilter } from '#server/plugins/support/schema/stock.ts';
import { AddressTable } from './address-table.tsx';
import { ChosenBar } from './chosen-bar.tsx';
import { stateNames } from './state-names.ts';

const PATH = '/desk/stock';

export function AddressList({ filter, page }: { filter: AddressFilter; page: number }) {
  const procedures = useProcedures();
  const [chosen, setChosen] = useState<ReadonlySet<number>>(new Set());
  const { data, isPending, isFetching, refetch } = useQuery({
    ...procedures.support.stock.addresses.queryOptions({ ...filter, page }),
    placeholderData: keepPreviousData,
  });
  // What is chosen and has gone out of sight is not meant any more.
  const shown = data?.addresses.filter(({ id }) => chosen.has(id)) ?? [];
  return (
    <Panel
      id="addresses"
      title="Addresses"
      actions={
        data && (
          <Pages
            page={page}
            pageSize={data.page_size}
            total={data.total}
            address={(other) => listPath(PATH, filter, other)}
            previous="Lower addresses"
            next="Higher addresses"
          />
        )
      }
    >
      <FilterForm label="Filter the addresses" path={PATH} state={filter}>
        <TextInput
          type="search"
          name="search"
          label="Address"
          placeholder="203.0.113. or 203.0.113.0/28"
          size="xs"
          maxLength={50}
          autoComplete="off"
          defaultValue={filter.search ?? ''}
        />
        <NativeSelect
          name="country"
          label="Country"
          size="xs"
          data={[{ value: '', label: 'All' }, ...countries.map((value) => ({ value, label: countryNames[value] }))]}
          defaultValue={filter.country ?? ''}
        />
        <NativeSelect
          name="state"
          label="State"
          size="xs"
          data={[{ value: '', label: 'All' }, ...addressStates.map((value) => ({ value, label: stateNames[value] }))]}
          defaultValue={filter.state ?? ''}
        />
      </FilterForm>
      {isPending ? (
        <LoadingLines />
      ) : !data ? (
        <Problem what="The addresses" retrying={isFetching} onRetry={() => refetch()} />
      ) : data.addresses.length > 0 ? (
        <>
          <ChosenBar chosen={shown} onDone={() => setChosen(new Set())} />
          <AddressTable addresses={data.addresses} chosen={chosen} onChoose={setChosen} />
        </>
      ) : data.total === 0 && Object.keys(filter).length === 0 ? (
        <Empty icon={<IconNetwork size={20} />} title="No address yet">
          Import the addresses that proxies are to leave from, with the button at the top of the page.
        </Empty>
      ) : (
        <NothingFound what="address" total={data.total} first={listPath(PATH, filter)} all={PATH} />
      )}
    </Panel>
  );
}
