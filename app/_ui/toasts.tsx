'use client';
/** Short messages at the edge of the page, with a way to undo what they tell of. */
import '@mantine/notifications/styles.css';
import { Button } from '@mantine/core';
import dynamic from 'next/dynamic';
import { useTranslations } from 'next-intl';
import { useSyncExternalStore } from 'react';
import classes from './toasts.module.css';

// Loaded with the first message, so that no page is slower for what it may never have to tell.
const load = () => import('@mantine/notifications');
const Stage = dynamic(() => load().then((library) => library.Notifications));

const stage = {
  wanted: false,
  listeners: new Set<() => void>(),
  subscribe: (listener: () => void) => {
    stage.listeners.add(listener);
    return () => stage.listeners.delete(listener);
  },
};

/** Where they appear; once in a page. */
export function Toasts() {
  const wanted = useSyncExternalStore(
    stage.subscribe,
    () => stage.wanted,
    () => false,
  );
  return wanted && <Stage position="bottom-center" limit={3} />;
}

interface Toast {
  text: string;
  /** @returns false where it could not be undone. */
  undo?: () => Promise<boolean>;
}

/** Time to read and to reach for the button. */
const SHOWN_MS = 15_000;

/** @returns what shows a message; one that can be undone says so once it was. */
export function useToast(): (toast: Toast) => void {
  const t = useTranslations('ui');
  const show = async ({ text, undo }: Toast) => {
    stage.wanted = true;
    for (const listener of stage.listeners) listener();
    const { notifications } = await load();
    const id = notifications.show({
      message: (
        <div className={classes.toast}>
          <span>{text}</span>
          {undo && (
            <Button
              size="compact-sm"
              variant="light"
              onClick={async () => {
                notifications.hide(id);
                notifications.show({ message: t((await undo()) ? 'undone' : 'notUndone') });
              }}
            >
              {t('undo')}
            </Button>
          )}
        </div>
      ),
      autoClose: SHOWN_MS,
      withBorder: true,
      closeButtonProps: { 'aria-label': t('close') },
    });
  };
  return (toast) => {
    void show(toast);
  };
}
