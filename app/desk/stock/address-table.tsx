'use client';
/** The addresses of a page of the list, each with its state and the proxy that leaves from it. */
import { Button, Checkbox } from '@mantine/core';
import dynamic from 'next/dynamic';
import { useState } from 'react';
import { Badge, type Tone } from '#app/_ui/badge.tsx';
import { Moment } from '#app/_ui/moment.tsx';
import { Cell, Row, Table } from '#app/_ui/table.tsx';
import { countryNames } from '#server/kernel/countries.ts';
import type { AddressState } from '#server/plugins/proxies/rules.ts';
import type { Address } from '#server/plugins/support/schema/stock.ts';
import classes from './address-table.module.css';
import { stateNames } from './state-names.ts';

const ReplaceDialog = dynamic(() => import('./replace-dialog.tsx').then((file) => file.ReplaceDialog));

const tones: Readonly<Record<AddressState, Tone>> = { free: 'good', leased: 'accent', resting: 'warn', retired: 'plain' };

interface Props {
  addresses: readonly Address[];
  /** Ids. */
  chosen: ReadonlySet<number>;
  onChoose: (chosen: ReadonlySet<number>) => void;
}

export function AddressTable({ addresses, chosen, onChoose }: Props) {
  const [replacing, setReplacing] = useState<Address | null>(null);
  const choose = (id: number) => onChoose(chosen.symmetricDifference(new Set([id])));
  return (
    <>
      <Table
        caption="Addresses"
        columns={[
          { label: 'Choose', width: 7 },
          { label: 'Address', width: 18 },
          { label: 'Country', width: 12 },
          { label: 'State', width: 22 },
          { label: 'Proxy' },
        ]}
      >
        {addresses.map((one) => (
          <Row key={one.id}>
            <Cell label="Choose">
              <Checkbox aria-label={`Choose ${one.ip}`} checked={chosen.has(one.id)} onChange={() => choose(one.id)} />
            </Cell>
            <Cell label="Address" inCard="lead">
              <code className={classes.ip}>{one.ip}</code>
            </Cell>
            <Cell label="Country">{countryNames[one.country]}</Cell>
            <Cell label="State">
              <div className={classes.state}>
                <Badge tone={tones[one.state]}>{stateNames[one.state]}</Badge>
                <Until address={one} />
              </div>
            </Cell>
            <Cell label="Proxy" inCard="below">
              {one.proxy ? (
                <div className={classes.proxy}>
                  <code>{one.proxy.proxy_id}</code>
                  <span>order {one.proxy.order_id}</span>
                  <Button variant="default" size="compact-sm" onClick={() => setReplacing(one)} aria-label={`Replace ${one.ip}`}>
                    Replace
                  </Button>
                </div>
              ) : (
                <span className={classes.none}>none</span>
              )}
            </Cell>
          </Row>
        ))}
      </Table>
      {replacing && <ReplaceDialog address={replacing} onClose={() => setReplacing(null)} />}
    </>
  );
}

/** When a state ends. */
function Until({ address: { state, free_at, proxy } }: { address: Address }) {
  if (state === 'retired') {
    return proxy ? (
      <span>
        proxy ends <Moment at={proxy.expires_at} />
      </span>
    ) : null;
  }
  return free_at ? (
    <span>
      free <Moment at={free_at} />
    </span>
  ) : null;
}
