/** The landing page: what the site sells, for how much, and how many there are. */
import { IconApi, IconBolt, IconPlugConnected } from '@tabler/icons-react';
import Link from 'next/link';
import { getFormatter, getTranslations } from 'next-intl/server';
import { procedureContext } from '#app/_procedures/context.ts';
import { pageQueries } from '#app/_procedures/prefetch.ts';
import { ButtonLink } from '#app/_ui/button-link.tsx';
import { CodeLine } from '#app/_ui/code-line.tsx';
import { Money } from '#app/_ui/money.tsx';
import { Panel } from '#app/_ui/panel.tsx';
import { Cell, Row, Table } from '#app/_ui/table.tsx';
import { API_BASE_PATH } from '#server/kernel/api-path.ts';
import { limits } from '#server/kernel/limits.ts';
import classes from './page.module.css';
import { priceListOf } from './price-list.ts';

export default async function LandingPage() {
  const { queryClient, procedures } = await pageQueries();
  const [t, country, format] = await Promise.all([getTranslations('landing'), getTranslations('countries'), getFormatter()]);
  const [tiers, stock, { services, principal }] = await Promise.all([
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
          <h1>{t('title')}</h1>
          <p>
            {t('pitch', {
              countries: format.list(rows.map((row) => country(row.country))),
              days: limits.proxyDays,
              price: format.number(lowest, 'money'),
            })}
          </p>
          <div className={classes.actions}>
            <ButtonLink href={principal ? '/client/buy' : '/sign-up'} size="md">
              {principal ? t('buy') : t('open')}
            </ButtonLink>
            <ButtonLink href="/docs" size="md" variant="default">
              {t('read')}
            </ButtonLink>
          </div>
        </div>
        <CodeLine
          what={t('curl')}
          code={`curl ${services.env.SITE_URL}${API_BASE_PATH}/buy \\
  -H "Authorization: Bearer $API_KEY" \\
  -H "Idempotency-Key: order-1001" \\
  -H "Content-Type: application/json" \\
  -d '{"country": "fr", "qty": 3}'`}
        />
      </section>

      <Panel id="prices" title={t('prices')} description={t('pricesNote', { days: limits.proxyDays })}>
        <Table
          caption={t('prices')}
          columns={[
            { label: t('country') },
            ...quantities.map((quantity) => ({ label: t('from', { quantity }), numeric: true })),
            { label: t('inStock'), numeric: true },
          ]}
        >
          {rows.map(({ country: code, unitPrices, available }) => (
            <Row key={code}>
              <Cell label={t('country')} inCard="lead">
                <span className={classes.country}>{country(code)}</span> <code>{code}</code>
              </Cell>
              {unitPrices.map((unitPrice, at) => (
                <Cell key={quantities[at]} label={t('from', { quantity: quantities[at] ?? 1 })} numeric inCard="third">
                  {unitPrice === null ? '–' : <Money euros={unitPrice / 100} />}
                </Cell>
              ))}
              <Cell label={t('inStock')} numeric>
                {available === 0 ? t('soldOut') : format.number(available)}
              </Cell>
            </Row>
          ))}
        </Table>
      </Panel>

      <ul className={classes.points}>
        <li>
          <IconBolt size={20} aria-hidden />
          <h2>{t('delivered')}</h2>
          <p>{t('deliveredWhy')}</p>
        </li>
        <li>
          <IconPlugConnected size={20} aria-hidden />
          <h2>{t('onePort')}</h2>
          <p>{t('onePortWhy')}</p>
        </li>
        <li>
          <IconApi size={20} aria-hidden />
          <h2>{t('repeat')}</h2>
          <p>{t.rich('repeatWhy', { docs: (text) => <Link href="/docs">{text}</Link> })}</p>
        </li>
      </ul>
    </>
  );
}
