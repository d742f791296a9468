/** How a delivered credential is used: lines to try, what refusals mean, and the limits. */
import { CodeLine } from '#app/_ui/code-line.tsx';
import { Cell, Row, Table } from '#app/_ui/table.tsx';
import type { CredentialGuide } from '#server/rest/credential-guide.ts';
import classes from './page.module.css';
import { Paragraphs, Prose } from './prose.tsx';

export function UsingACredential({ guide: { introduction, lines, check, refusals, limits } }: { guide: CredentialGuide }) {
  return (
    <section className={classes.section} aria-labelledby="credential">
      <h2 id="credential">Using a credential</h2>
      <Paragraphs texts={introduction} />
      {lines.map(({ title, code }) => (
        <div key={title} className={classes.part}>
          <h3>{title}</h3>
          <CodeLine what={`curl line over ${title}`} code={code} />
        </div>
      ))}
      <Paragraphs texts={check} />
      <div className={classes.part}>
        <h3>Refusals</h3>
        <div className={classes.bare}>
          <Table
            caption="Refusals of the entry point"
            columns={[{ label: 'What it means' }, { label: 'SOCKS5 reply', width: 17 }, { label: 'HTTP status', width: 15 }]}
          >
            {refusals.map(({ meaning, socks5, http }) => (
              <Row key={meaning}>
                <Cell label="What it means" inCard="lead">
                  {meaning}
                </Cell>
                <Cell label="SOCKS5 reply">{socks5}</Cell>
                <Cell label="HTTP status">{http}</Cell>
              </Row>
            ))}
          </Table>
        </div>
      </div>
      <div className={classes.part}>
        <h3>Limits of the entry point</h3>
        <div className={classes.bare}>
          <Table caption="Limits of the entry point" columns={[{ label: 'Limit' }, { label: 'Value', width: 32 }]}>
            {limits.map(({ limit, value }) => (
              <Row key={limit}>
                <Cell label="Limit" inCard="lead">
                  <Prose text={limit} />
                </Cell>
                <Cell label="Value" inCard="below">
                  <Prose text={value} />
                </Cell>
              </Row>
            ))}
          </Table>
        </div>
      </div>
    </section>
  );
}
