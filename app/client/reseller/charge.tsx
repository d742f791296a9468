'use client';
/** «Was I charged?»: what to look up, and the answer. */
import { Button, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useRouter } from 'next/navigation';
import { useTranslations } from 'next-intl';
import { type FormEvent, useState, useTransition } from 'react';
import { listPath } from '#app/_lists/address.ts';
import { LoadingLines } from '#app/_lists/loading-lines.tsx';
import { useProcedures } from '#app/_procedures/provider.tsx';
import { Notice } from '#app/_ui/notice.tsx';
import { Panel, PanelBody } from '#app/_ui/panel.tsx';
import { Problem } from '#app/_ui/problem.tsx';
import { referenceOf } from '#server/plugins/records/rules.ts';
import type { CallFilterInput } from '#server/plugins/records/schema.ts';
import classes from './charge.module.css';
import { ChargeAnswer } from './charge-answer.tsx';
import { RESELLER_PATH } from './reseller-path.ts';

interface Props {
  /** What is looked up now. */
  asked: string | undefined;
  /** What the log below shows, kept in the address. */
  filter: CallFilterInput;
}

export function WasICharged({ asked, filter }: Props) {
  const t = useTranslations('reseller.charge');
  return (
    <Panel id="charge" title={t('title')} description={t('lead')}>
      <PanelBody>
        {/* Another address brings another question: going back shows what was asked then. */}
        <Question key={asked} asked={asked} filter={filter} />
        {asked !== undefined && <Answer asked={asked} />}
      </PanelBody>
    </Panel>
  );
}

function Question({ asked = '', filter }: Props) {
  const t = useTranslations('reseller.charge');
  const router = useRouter();
  const [pending, start] = useTransition();
  const [typed, setTyped] = useState(asked);
  const [empty, setEmpty] = useState(false);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const { text } = referenceOf(typed.slice(0, 300));
    setEmpty(text === '');
    if (text !== '') start(() => router.push(listPath(RESELLER_PATH, { ...filter, charge: text }), { scroll: false }));
  };
  return (
    <form className={classes.question} onSubmit={submit} aria-label={t('title')}>
      <TextInput
        label={t('label')}
        description={t('hint')}
        value={typed}
        onChange={(event) => {
          setTyped(event.currentTarget.value);
          setEmpty(false);
        }}
        error={empty && t('empty')}
        autoComplete="off"
        autoCapitalize="off"
        spellCheck={false}
        classNames={{ root: classes.field ?? '', input: classes.typed ?? '' }}
      />
      <Button type="submit" loading={pending}>
        {t('ask')}
      </Button>
    </form>
  );
}

function Answer({ asked }: { asked: string }) {
  const t = useTranslations('reseller.charge');
  const procedures = useProcedures();
  const { data, isPending, isFetching, refetch } = useQuery(procedures.records.charge.queryOptions({ reference: asked }));
  if (isPending) return <LoadingLines />;
  if (!data) return <Problem what={t('what')} retrying={isFetching} onRetry={() => refetch()} />;
  return (
    <section aria-label={t('what')} aria-live="polite" className={classes.answers}>
      {data.charges.map((charge) => (
        <ChargeAnswer
          key={charge.order?.order_id ?? charge.key}
          charge={charge}
          lookAgain={
            charge.verdict === 'in_progress' && (
              <Button variant="default" size="xs" loading={isFetching} onClick={() => refetch()}>
                {t('lookAgain')}
              </Button>
            )
          }
        />
      ))}
      {data.taken_as === 'order' && <Unknown sentence={t('noOrder')} why={t('noOrderWhy')} />}
      {data.taken_as === 'proxy' && <Unknown sentence={t('noProxy')} why={t('noProxyWhy')} />}
      {data.taken_as === 'nothing' && <Unknown sentence={t('nothing')} why={t('nothingWhy')} />}
    </section>
  );
}

function Unknown({ sentence, why }: { sentence: string; why: string }) {
  return (
    <Notice tone="plain">
      <h3>{sentence}</h3>
      <p>{why}</p>
    </Notice>
  );
}
