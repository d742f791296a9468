'use client';
/** The same call in several languages. All examples of the page follow the language chosen last; without a script all are shown. */
import { type KeyboardEvent, useId, useRef } from 'react';
import { CodeLine } from '#app/_ui/code-line.tsx';
import classes from './example-tabs.module.css';
import { useLanguage } from './language.ts';

interface Example {
  readonly language: string;
  readonly code: string;
}

export function ExampleTabs({ name, examples }: { name: string; examples: readonly Example[] }) {
  const id = useId();
  const list = useRef<HTMLDivElement>(null);
  const [chosen, choose] = useLanguage();
  const current = examples.find(({ language }) => language === chosen) ?? examples[0];

  const onKeyDown = (event: KeyboardEvent) => {
    const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    if (!step || !current) return;
    event.preventDefault();
    const at = (examples.indexOf(current) + step + examples.length) % examples.length;
    choose(examples[at]?.language ?? null);
    list.current?.querySelectorAll('button')[at]?.focus();
  };

  return (
    <div className={classes.tabs}>
      <div ref={list} role="tablist" aria-label={`Languages of ${name}`} className={classes.list} onKeyDown={onKeyDown}>
        {examples.map((example) => (
          <button
            key={example.language}
            type="button"
            role="tab"
            id={`${id}-${example.language}`}
            aria-controls={`${id}-${example.language}-panel`}
            aria-selected={example === current}
            tabIndex={example === current ? 0 : -1}
            className={classes.tab}
            onClick={() => choose(example.language)}
          >
            {example.language}
          </button>
        ))}
      </div>
      {examples.map((example) => (
        <div
          key={example.language}
          role="tabpanel"
          id={`${id}-${example.language}-panel`}
          aria-labelledby={`${id}-${example.language}`}
          className={classes.panel}
          data-hidden={example === current ? undefined : true}
        >
          <p className={classes.language}>{example.language}</p>
          <CodeLine what={`${name} in ${example.language}`} code={example.code} />
        </div>
      ))}
    </div>
  );
}
