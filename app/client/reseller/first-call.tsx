'use client';
/** Where the API is, and lines that try it. */
import { ButtonLink } from '#app/_ui/button-link.tsx';
import { CodeLine } from '#app/_ui/code-line.tsx';
import { Panel, PanelBody } from '#app/_ui/panel.tsx';
import { limits } from '#server/kernel/limits.ts';
import classes from './first-call.module.css';

/** A shell goes on reading on the next line. */
const lineBreak = '\\\n  ';

/** @param apiKey put into the lines while it is on screen anyway. */
export function FirstCall({ baseUrl, apiKey }: { baseUrl: string; apiKey: string | null }) {
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
      title="Call it"
      description={`Up to ${limits.requestsPerMinutePerKey} requests a minute and ${limits.proxiesPerOrder} proxies an order.`}
      actions={
        <ButtonLink href="/docs" variant="default" size="xs">
          API reference
        </ButtonLink>
      }
    >
      <PanelBody>
        <div className={classes.part}>
          <h3>Base address</h3>
          <CodeLine what="base address" code={baseUrl} />
        </div>
        <div className={classes.part}>
          <h3>Try the key: read the balance</h3>
          <CodeLine what="curl line that reads the balance" code={`curl ${baseUrl}/balance ${lineBreak}${authorization}`} />
        </div>
        <div className={classes.part}>
          <h3>Buy one proxy</h3>
          <p>This is a real purchase: it debits the balance, and the answer holds the proxy's credentials.</p>
          <CodeLine what="curl line that buys a proxy" code={purchase.join(` ${lineBreak}`)} />
        </div>
      </PanelBody>
    </Panel>
  );
}
