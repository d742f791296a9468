'use client';
/** Where the API is, and lines that try it. */
import { useTranslations } from 'next-intl';
import { ButtonLink } from '#app/_ui/button-link.tsx';
import { CodeLine } from '#app/_ui/code-line.tsx';
import { Panel, PanelBody } from '#app/_ui/panel.tsx';
import { limits } from '#server/kernel/limits.ts';
import classes from './first-call.module.css';

/** A shell goes on reading on the next line. */
const lineBreak = '\\\n  ';

/** @param apiKey put into the lines while it is on screen anyway. */
export function FirstCall({ baseUrl, apiKey }: { baseUrl: string; apiKey: string | null }) {
  const t = useTranslations('reseller.call');
  const authorization = `-H "Authorization: Bearer ${apiKey ?? '$API_KEY'}"`;
  const purchase = [
    `curl ${baseUrl}/buy`,
    authorization,
    '-H "Idempotency-Key: order-1001"',
    '-H "Content-Type: application/json"',
    `-d '{"country": "fr", "qty": 1}'`,
  ];
  return (
    <Panel
      id="first-call"
      title={t('title')}
      description={t('lead', { requests: limits.requestsPerMinutePerKey, proxies: limits.proxiesPerOrder })}
      actions={
        <ButtonLink href="/docs" variant="default" size="xs">
          {t('reference')}
        </ButtonLink>
      }
    >
      <PanelBody>
        <div className={classes.part}>
          <h3>{t('base')}</h3>
          <CodeLine what={t('baseWhat')} code={baseUrl} />
        </div>
        <div className={classes.part}>
          <h3>{t('try')}</h3>
          <CodeLine what={t('tryWhat')} code={`curl ${baseUrl}/balance ${lineBreak}${authorization}`} />
        </div>
        <div className={classes.part}>
          <h3>{t('buy')}</h3>
          <p>{t('buyWhy')}</p>
          <CodeLine what={t('buyWhat')} code={purchase.join(` ${lineBreak}`)} />
        </div>
      </PanelBody>
    </Panel>
  );
}
