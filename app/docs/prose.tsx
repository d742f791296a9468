/** Text with `code` in backticks. */
import { Fragment } from 'react';
import classes from './page.module.css';

export function Prose({ text }: { text: string }) {
  // Every second part stood between backticks. The order of the parts never changes, so their place is their key.
  return text.split('`').map((part, at) => {
    const key = `${at}`;
    return at % 2 === 1 ? <code key={key}>{part}</code> : <Fragment key={key}>{part}</Fragment>;
  });
}

export function Paragraphs({ texts }: { texts: readonly string[] }) {
  return (
    <div className={classes.paragraphs}>
      {texts.map((text) => (
        <p key={text}>
          <Prose text={text} />
        </p>
      ))}
    </div>
  );
}
