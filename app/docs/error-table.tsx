/** Every code: when it comes, and what a client does about it. */
import { Cell, Row, Table } from '#app/_ui/table.tsx';
import type { Reference } from '#server/rest/reference.ts';
import classes from './page.module.css';
import { Prose } from './prose.tsx';

const columns = [
  { label: 'Code', width: 27 },
  { label: 'HTTP', width: 9 },
  { label: 'When' },
  { label: 'What to do', width: 27 },
];

/** Where an error stands on the page. */
export function errorAnchor(code: string): string {
  return `error-${code}`;
}

export function ErrorTable({ errors }: { errors: Reference['errors'] }) {
  return (
    <div className={classes.bare}>
      <Table caption="Errors" columns={columns}>
        {errors.map(({ code, statuses, meaning, action, extraFields }) => (
          <Row key={code}>
            <Cell label="Code" inCard="lead">
              <code id={errorAnchor(code)}>{code}</code>
            </Cell>
            <Cell label="HTTP" inCard="below">
              {statuses.join(', ')}
            </Cell>
            <Cell label="When" inCard="below">
              <Prose text={meaning} />
              {extraFields.length > 0 && (
                <>
                  {' '}
                  Also says <Prose text={extraFields.map((field) => `\`${field}\``).join(', ')} />.
                </>
              )}
            </Cell>
            <Cell label="What to do" inCard="below">
              <Prose text={action} />
            </Cell>
          </Row>
        ))}
      </Table>
    </div>
  );
}
