'use client';
/** One task: how far it is, or what it has come to. */
import { ActionIcon, Anchor, Button } from '@mantine/core';
import { IconDownload, IconX } from '@tabler/icons-react';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useFormatter, useTranslations } from 'next-intl';
import { useProcedures } from '#app/_procedures/provider.tsx';
import { useBytes } from '#app/_ui/bytes.ts';
import type { ShownTask } from '#server/plugins/tasks/schema.ts';
import classes from './task-line.module.css';

export function isUnderWay({ status }: ShownTask): boolean {
  return status === 'waiting' || status === 'running';
}

export function TaskLine({ task }: { task: ShownTask }) {
  const procedures = useProcedures();
  const queries = useQueryClient();
  const t = useTranslations('tasks');
  const says = useTaskTexts();
  const bytes = useBytes();
  const refresh = { onSettled: () => queries.invalidateQueries({ queryKey: procedures.tasks.list.queryKey() }) };
  const cancel = useMutation(procedures.tasks.cancel.mutationOptions(refresh));
  const remove = useMutation(procedures.tasks.remove.mutationOptions(refresh));
  const name = says.name(task);
  const underWay = isUnderWay(task);
  return (
    <li className={classes.task}>
      <div className={classes.head}>
        <p className={classes.name}>{name}</p>
        {underWay ? (
          <Button
            size="compact-xs"
            variant="subtle"
            color="gray"
            loading={cancel.isPending}
            disabled={task.cancelling}
            aria-label={t('cancelOne', { name })}
            onClick={() => cancel.mutate({ task_id: task.task_id })}
          >
            {t('cancel')}
          </Button>
        ) : (
          <ActionIcon
            size="sm"
            variant="subtle"
            color="gray"
            loading={remove.isPending}
            aria-label={t('remove', { name })}
            title={t('remove', { name })}
            onClick={() => remove.mutate({ task_ids: [task.task_id] })}
          >
            <IconX size={15} aria-hidden />
          </ActionIcon>
        )}
      </div>
      {underWay && (
        <progress className={classes.bar} aria-label={name} {...(task.total > 0 ? { value: task.done, max: task.total } : {})} />
      )}
      <p className={classes.state} data-bad={task.status === 'failed' || undefined} role="status">
        {says.state(task)}
      </p>
      {task.file && (
        // Not a page: the browser is to fetch it once, when it is asked for.
        <Anchor href={`/client/tasks/${task.task_id}/file`} download className={classes.file} size="sm">
          <IconDownload size={15} aria-hidden />
          {t('download', { name: task.file.name, size: bytes(task.file.bytes) })}
        </Anchor>
      )}
    </li>
  );
}

type Key = Parameters<ReturnType<typeof useTranslations<'tasks'>>>[0];

/** What is said of a task. Its kind names the texts: `kinds.renewals.renew`, and `results.renewals.renew` with the members of its result. */
function useTaskTexts() {
  const t = useTranslations('tasks');
  const format = useFormatter();
  const known = (key: string): Key | null => (t.has(key as Key) ? (key as Key) : null);
  return {
    name(task: ShownTask): string {
      return t(known(`kinds.${task.kind}`) ?? 'otherKind');
    },
    state(task: ShownTask): string {
      switch (task.status) {
        case 'waiting':
          return t('waiting');
        case 'running':
          if (task.cancelling) return t('cancelling');
          return task.total === 0 ? t('underWay') : t('progress', { done: task.done, total: task.total });
        case 'cancelled':
          return t('cancelled', { done: format.number(task.done), total: format.number(task.total) });
        case 'failed':
          return t(known(`problems.${task.problem}`) ?? 'problems.server_error');
        case 'finished': {
          const key = known(`results.${task.kind}`);
          return key && task.result ? t(key, task.result as never) : t('finished');
        }
      }
    },
  };
}
