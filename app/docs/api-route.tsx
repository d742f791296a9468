/** One route: what it takes, what it answers, and programs that call it. */
import { CodeLine } from '#app/_ui/code-line.tsx';
import type { Field, ReferenceRoute } from '#server/rest/reference.ts';
import { errorAnchor } from './error-table.tsx';
import { ExampleTabs } from './example-tabs.tsx';
import { FieldTable } from './field-table.tsx';
import classes from './page.module.css';
import { Paragraphs, Prose } from './prose.tsx';

export function ApiRoute({ route }: { route: ReferenceRoute }) {
  const { id, method, path, summary, description, requestHeaders, query, body, outcomes, refusals, examples } = route;
  return (
    <section className={classes.section} aria-labelledby={id}>
      <div>
        <h2 id={id} className={classes.route}>
          <span className={classes.method} data-method={method}>
            {method}
          </span>
          <code>{path}</code>
        </h2>
        <p className={classes.summary}>{summary}</p>
      </div>
      <Paragraphs texts={description} />
      <ExampleTabs name={`${method} ${path}`} examples={examples} />
      <Fields title="Request headers" route={route} fields={requestHeaders} />
      <Fields title="Query" route={route} fields={query} />
      <Fields title="Body" route={route} fields={body} />
      {outcomes.map(({ status, meaning, headers, fields, example }) => (
        <div key={status} className={classes.part}>
          <h3>
            Answer <code>{status}</code>
          </h3>
          <p>
            <Prose text={meaning} />
            {headers.length > 0 && (
              <>
                {' '}
                With <Prose text={headers.map((header) => `\`${header}\``).join(', ')} />.
              </>
            )}
          </p>
          <CodeLine what={`answer ${status} of ${path}`} code={example} />
          <details className={classes.details}>
            <summary>Fields of this answer</summary>
            <FieldTable caption={`Fields of answer ${status} of ${path}`} fields={fields} />
          </details>
        </div>
      ))}
      <div className={classes.part}>
        <h3>Refusals, in the order of the checks</h3>
        <ul className={classes.refusals}>
          {refusals.map((code) => (
            <li key={code}>
              <a href={`#${errorAnchor(code)}`}>
                <code>{code}</code>
              </a>
            </li>
          ))}
        </ul>
      </div>
    </section>
  );
}

function Fields({ title, route, fields }: { title: string; route: ReferenceRoute; fields: readonly Field[] }) {
  if (fields.length === 0) return null;
  return (
    <div className={classes.part}>
      <h3>{title}</h3>
      <FieldTable
        caption={`${title} of ${route.method} ${route.path}`}
        fields={fields.map(({ required, ...field }) => ({ ...field, note: required ? 'required' : 'optional' }))}
      />
    </div>
  );
}
