'use client';
/** Short messages at the edge of the page, with a way to undo what they tell of. */
import '@mantine/notifications/styles.css';
import { Button } from '@mantine/core';
import { Notifications, notifications } from '@mantine/notifications';
import { useTranslations } from 'next-intl';
import classes from './toasts.module.css';

/** Where they appear; once in a page. */
export function Toasts() {
  return <Notifications position="bottom-center" limit={3} />;
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
  return ({ text, undo }) => {
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
}
