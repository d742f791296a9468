/** Fields of a request or an answer, or headers. */
import { Cell, Row, Table } from '#app/_ui/table.tsx';
import classes from './page.module.css';
import { Prose } from './prose.tsx';

interface FieldLine {
  readonly name: string;
  readonly type: string;
  readonly description: string;
  /** `required`, `optional`, `always`, … */
  readonly note?: string;
}

const columns = [{ label: 'Name', width: 27 }, { label: 'Type', width: 23 }, { label: 'Meaning' }];

export function FieldTable({ caption, fields }: { caption: string; fields: readonly FieldLine[] }) {
  return (
    <div className={classes.bare}>
      <Table caption={caption} columns={columns}>
        {fields.map(({ name, type, description, note }) => (
          <Row key={name}>
            <Cell label="Name" inCard="lead">
              <code>{name}</code>
              {note && <span className={classes.note}>{note}</span>}
            </Cell>
            <Cell label="Type" inCard="below">
              <span className={classes.type}>{type}</span>
            </Cell>
            <Cell label="Meaning" inCard="below">
              <Prose text={description} />
            </Cell>
          </Row>
        ))}
      </Table>
    </div>
  );
}
