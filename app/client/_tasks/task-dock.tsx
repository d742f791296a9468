'use client';
/** What is under way for the account, at the edge of every page of the client area, and what it has come to. */
import { ActionIcon } from '@mantine/core';
import { IconChevronDown, IconChevronUp } from '@tabler/icons-react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useTranslations } from 'next-intl';
import { useEffect, useRef, useState } from 'react';
import { useProcedures } from '#app/_procedures/provider.tsx';
import type { ShownTask } from '#server/plugins/tasks/schema.ts';
import classes from './task-dock.module.css';
import { isUnderWay, TaskLine } from './task-line.tsx';

/** While something runs, it is looked at so often. */
const LOOK_MS = 1_000;

/** @param atFirst what the server knew when it made the page. */
export function TaskDock({ atFirst }: { atFirst: ShownTask[] }) {
  const procedures = useProcedures();
  const queries = useQueryClient();
  const t = useTranslations('tasks');
  const [folded, setFolded] = useState(false);
  const { data: tasks } = useQuery({
    ...procedures.tasks.list.queryOptions(),
    initialData: atFirst,
    refetchInterval: ({ state }) => (state.data?.some(isUnderWay) ? LOOK_MS : false),
  });
  const running = tasks.filter(isUnderWay).length;

  // What a task has changed may stand anywhere on the page.
  const ranBefore = useRef(running);
  useEffect(() => {
    if (running < ranBefore.current) void queries.invalidateQueries();
    ranBefore.current = running;
  }, [running, queries]);

  if (tasks.length === 0) return null;
  const Chevron = folded ? IconChevronUp : IconChevronDown;
  return (
    <aside className={classes.dock} aria-label={t('title')} data-folded={folded || undefined}>
      <div className={classes.head}>
        <h2 className={classes.title}>{running > 0 ? t('running', { count: running }) : t('title')}</h2>
        <ActionIcon
          variant="subtle"
          color="gray"
          size="sm"
          aria-expanded={!folded}
          aria-label={folded ? t('unfold') : t('fold')}
          onClick={() => setFolded(!folded)}
        >
          <Chevron size={16} aria-hidden />
        </ActionIcon>
      </div>
      {!folded && (
        <ul className={classes.list}>
          {tasks.map((task) => (
            <TaskLine key={task.task_id} task={task} />
          ))}
        </ul>
      )}
    </aside>
  );
}
