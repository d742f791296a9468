/** The API's reference, rendered from the contract that the API itself works by. Readable without a script. */
import type { Metadata } from 'next';
import { procedureContext } from '#app/_procedures/context.ts';
import { CodeLine } from '#app/_ui/code-line.tsx';
import { Panel } from '#app/_ui/panel.tsx';
import { SiteFrame } from '#app/_ui/site-frame.tsx';
import { Cell, Row, Table } from '#app/_ui/table.tsx';
import { type CredentialGuide, credentialGuide } from '#server/rest/credential-guide.ts';
import { type Reference, reference } from '#server/rest/reference.ts';
import { ApiRoute } from './api-route.tsx';
import { Contents } from './contents.tsx';
import { UsingACredential } from './credential-guide.tsx';
import { ErrorTable } from './error-table.tsx';
import { FieldTable } from './field-table.tsx';
import classes from './page.module.css';
import { Paragraphs, Prose } from './prose.tsx';

export const metadata: Metadata = {
  title: 'API reference',
  description: 'Balance, stock and purchase: the three routes of the reseller API, with examples in curl, TypeScript and Python.',
};

/** It depends on the site's address alone, which does not change while the process runs. */
const made = new Map<string, Reference>();

async function siteReference(): Promise<Reference & { credential: CredentialGuide }> {
  const { SITE_URL, GATEWAY_HOST, GATEWAY_PORT } = (await procedureContext()).services.env;
  const found = made.get(SITE_URL) ?? reference(SITE_URL);
  made.set(SITE_URL, found);
  return { ...found, credential: credentialGuide(SITE_URL, { host: GATEWAY_HOST, port: GATEWAY_PORT }) };
}

export default async function DocsPage() {
  const { baseUrl, openApiUrl, authentication, routes, answerHeaders, errors, limits, advice, credential } =
    await siteReference();
  /** One that says more than its code. */
  const sample = errors.find((error) => error.extraFields.length > 0);
  const sections = [
    { id: 'start', label: 'Start' },
    { id: 'authentication', label: 'Authentication' },
    ...routes.map(({ id, method, path }) => ({ id, label: `${method} ${path}`, code: true })),
    { id: 'headers', label: 'Headers of answers' },
    { id: 'errors', label: 'Errors' },
    { id: 'limits', label: 'Limits' },
    { id: 'credential', label: 'Using a credential' },
    { id: 'advice', label: 'Good to know' },
  ];
  return (
    <SiteFrame wide>
      <div className={classes.page}>
        <Contents sections={sections} />
        <div className={classes.content}>
          <section className={classes.section} aria-labelledby="start">
            <h1 id="start">API reference</h1>
            <p className={classes.lead}>
              Let your program read the balance, check stock and price, and buy proxies. JSON over HTTPS, amounts in euros, times
              in UTC.
            </p>
            <CodeLine what="base address" code={baseUrl} />
            <p>
              For tools and generated clients there is the{' '}
              <a href={openApiUrl} className={classes.plainLink}>
                OpenAPI 3.1 document
              </a>
              .
            </p>
          </section>

          <section className={classes.section} aria-labelledby="authentication">
            <h2 id="authentication">Authentication</h2>
            <Paragraphs texts={authentication} />
          </section>

          {routes.map((route) => (
            <ApiRoute key={route.id} route={route} />
          ))}

          <section className={classes.section} aria-labelledby="headers">
            <h2 id="headers">Headers of answers</h2>
            <FieldTable
              caption="Headers of answers"
              fields={answerHeaders.map(({ always, ...header }) => ({ ...header, note: always ? 'always' : 'sometimes' }))}
            />
          </section>

          <section className={classes.section} aria-labelledby="errors">
            <h2 id="errors">Errors</h2>
            <p>
              An error is JSON with <code>ok: false</code>, a <code>code</code> that never changes its meaning, and a text for
              people in <code>error</code>.
            </p>
            {sample && <CodeLine what={`answer ${sample.code}`} code={sample.example} />}
            <ErrorTable errors={errors} />
          </section>

          <section className={classes.section} aria-labelledby="limits">
            <h2 id="limits">Limits</h2>
            <div className={classes.bare}>
              <Table caption="Limits" columns={[{ label: 'Limit' }, { label: 'Value' }, { label: 'If exceeded' }]}>
                {limits.map(({ limit, value, exceeded }) => (
                  <Row key={limit}>
                    <Cell label="Limit" inCard="lead">
                      <Prose text={limit} />
                    </Cell>
                    <Cell label="Value" inCard="below">
                      <Prose text={value} />
                    </Cell>
                    <Cell label="If exceeded" inCard="below">
                      <Prose text={exceeded} />
                    </Cell>
                  </Row>
                ))}
              </Table>
            </div>
            <p>Support grants higher limits to accounts that need them.</p>
          </section>

          <UsingACredential guide={credential} />

          <Panel id="advice" title="Good to know">
            <ul className={classes.advice}>
              {advice.map((text) => (
                <li key={text}>
                  <Prose text={text} />
                </li>
              ))}
            </ul>
          </Panel>
        </div>
      </div>
    </SiteFrame>
  );
}
