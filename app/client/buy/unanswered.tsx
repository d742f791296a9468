'use client';
/** A purchase whose answer got lost: sending it again finds out, and makes it at most once. */
import { Button } from '@mantine/core';
import { Notice } from '#app/_ui/notice.tsx';
import { countryNames } from '#server/kernel/countries.ts';
import type { Attempt } from './attempt.ts';
import classes from './unanswered.module.css';

interface Props {
  attempt: Attempt;
  onAskAgain: (attempt: Attempt) => void;
  onForget: () => void;
}

export function Unanswered({ attempt, onAskAgain, onForget }: Props) {
  return (
    <Notice tone="warn" alert>
      <strong>
        The answer to your last purchase is missing: {attempt.qty} × {countryNames[attempt.country]}.
      </strong>
      <span>
        It may have been made or not. Send it again: if it was made, you get the same order and nothing is debited a second time;
        if not, it is made now.
      </span>
      <div className={classes.actions}>
        <Button size="xs" onClick={() => onAskAgain(attempt)}>
          Send it again
        </Button>
        <Button size="xs" variant="default" onClick={onForget}>
          Leave it
        </Button>
      </div>
      <span>If you leave it, look at the last orders on the overview before you buy the same again.</span>
    </Notice>
  );
}
