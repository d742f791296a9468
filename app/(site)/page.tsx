/** The landing page: what the site sells, for how much, and how many there are. */
import { IconApi, IconBolt, IconPlugConnected } from '@tabler/icons-react';
import Link from 'next/link';
import { procedureContext } from '#app/_procedures/context.ts';
import { pageQueries } from '#app/_procedures/prefetch.ts';
import { ButtonLink } from '#app/_ui/button-link.tsx';
import { CodeLine } from '#app/_ui/code-line.tsx';
import { formatMoney, Money } from '#app/_ui/money.tsx';
import { Panel } from '#app/_ui/panel.tsx';
import { Cell, Row, Table } from '#app/_ui/table.tsx';
import { countryNames } from '#server/kernel/countries.ts';
import { limits } from '#server/kernel/limits.ts';
import { API_BASE_PATH } from '#server/plugins/reseller/rules.ts';
import classes from './page.module.css';
import { priceListOf } from './price-list.ts';

export default async function LandingPage() {
  const { queryClient, procedures } = await pageQueries();
  const [tiers, stock, { services }] = await Promise.all([
    queryClient.fetchQuery(procedures.pricing.list.queryOptions()),
    queryClient.fetchQuery(procedures.proxies.available.queryOptions()),
    procedureContext(),
  ]);
  const { quantities, rows } = priceListOf(tiers, stock);
  const lowest = Math.min(...tiers.map((tier) => tier.unitPriceCents)) / 100;

  return (
    <>
      <section className={classes.hero}>
        <div className={classes.pitch}>
          <h1>ISP proxies that your program can buy by itself</h1>
          <p>
            Addresses of internet providers in{' '}
            {rows
              .map((row) => countryNames[row.country])
              .join(', ')
              .replace(/, ([^,]*)$/, ' and $1')}
            , {limits.proxyDays} days each, from {formatMoney(lowest)}. One call debits your balance, and its answer holds the
            credentials.
          </p>
          <div className={classes.actions}>
            <ButtonLink href="/sign-up" size="md">
              Open an account
            </ButtonLink>
            <ButtonLink href="/docs" size="md" variant="default">
              Read the API reference
            </ButtonLink>
          </div>
        </div>
        <CodeLine
          what="Purchase by curl"
          code={`curl ${services.env.SITE_URL}${API_BASE_PATH}/buy \\
  -H "Authorization: Bearer $API_KEY" \\
  -H "Idempotency-Key: order-1001" \\
  -H "Content-Type: application/json" \\
  -d '{"country": "fr", "qty": 3}'`}
        />
      </section>

      <Panel
        id="prices"
        title="Prices and stock"
        description={`For one proxy and ${limits.proxyDays} days, VAT included. As of now.`}
      >
        <Table
          caption="Prices and stock"
          columns={[
            { label: 'Country' },
            ...quantities.map((quantity) => ({ label: `From ${quantity}`, numeric: true })),
            { label: 'In stock', numeric: true },
          ]}
        >
          {rows.map(({ country, unitPrices, available }) => (
            <Row key={country}>
              <Cell label="Country" inCard="lead">
                <span className={classes.country}>{countryNames[country]}</span> <code>{country}</code>
              </Cell>
              {unitPrices.map((unitPrice, at) => (
                <Cell key={quantities[at]} label={`From ${quantities[at]}`} numeric inCard="third">
                  {unitPrice === null ? '–' : <Money euros={unitPrice / 100} />}
                </Cell>
              ))}
              <Cell label="In stock" numeric>
                {available === 0 ? 'Sold out' : available.toLocaleString('en')}
              </Cell>
            </Row>
          ))}
        </Table>
      </Panel>

      <ul className={classes.points}>
        <li>
          <IconBolt size={20} aria-hidden />
          <h2>Delivered in the answer</h2>
          <p>Host, port, username and password come with the purchase itself: nothing to poll, nothing to wait for.</p>
        </li>
        <li>
          <IconPlugConnected size={20} aria-hidden />
          <h2>SOCKS5 and HTTP, one port</h2>
          <p>The entry point is the same for all of your proxies; the username says which of them a connection takes.</p>
        </li>
        <li>
          <IconApi size={20} aria-hidden />
          <h2>Safe to repeat</h2>
          <p>
            An idempotency key makes one order, however often a request is sent. <Link href="/docs">Three routes</Link> are all
            there is to learn.
          </p>
        </li>
      </ul>
    </>
  );
}
