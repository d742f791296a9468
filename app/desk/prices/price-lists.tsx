'use client';
/** The price list of a country: its steps, what each quantity costs, and the lists that begin later. */
import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import dynamic from 'next/dynamic';
import Link from 'next/link';
import { useState } from 'react';
import { LoadingLines } from '#app/_lists/loading-lines.tsx';
import { useProcedures } from '#app/_procedures/provider.tsx';
import { Panel, PanelBody } from '#app/_ui/panel.tsx';
import { Problem } from '#app/_ui/problem.tsx';
import { type Country, countries, countryNames } from '#server/kernel/countries.ts';
import type { CountryPrices } from '#server/plugins/support/schema/prices.ts';
import { Costs } from './costs.tsx';
import classes from './prices.module.css';
import { Scheduled } from './scheduled.tsx';
import { Steps } from './steps.tsx';

const ListDialog = dynamic(() => import('./list-dialog.tsx').then((file) => file.ListDialog));

export function PriceLists({ country }: { country: Country }) {
  const procedures = useProcedures();
  const { data, isPending, isFetching, refetch } = useQuery(procedures.support.prices.lists.queryOptions());
  const list = data?.find((one) => one.country === country);
  return (
    <Panel
      id="lists"
      title="Price list"
      description="The step that a quantity reaches prices the whole order."
      actions={
        <nav className={classes.countries} aria-label="Country">
          {countries.map((one) => (
            <Link
              key={one}
              href={`/desk/prices?country=${one}`}
              scroll={false}
              aria-current={one === country ? 'page' : undefined}
            >
              {countryNames[one]}
            </Link>
          ))}
        </nav>
      }
    >
      {isPending ? (
        <LoadingLines />
      ) : list ? (
        <OneCountry key={country} prices={list} />
      ) : (
        <Problem what="The price list" retrying={isFetching} onRetry={() => refetch()} />
      )}
    </Panel>
  );
}

function OneCountry({ prices }: { prices: CountryPrices }) {
  const [editing, setEditing] = useState(false);
  return (
    <>
      <PanelBody>
        <div className={classes.pair}>
          <div className={classes.column}>
            <h3>In force</h3>
            <Steps caption={`Prices in force in ${countryNames[prices.country]}`} steps={prices.steps} />
            <div>
              <Button onClick={() => setEditing(true)}>Change the prices</Button>
            </div>
          </div>
          <div className={classes.column}>
            <h3>What each quantity costs</h3>
            <Costs steps={prices.steps} />
          </div>
        </div>
      </PanelBody>
      <Scheduled prices={prices} />
      {editing && <ListDialog prices={prices} onClose={() => setEditing(false)} />}
    </>
  );
}
