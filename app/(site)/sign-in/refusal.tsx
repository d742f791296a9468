'use client';
/** Why a sign-in did not succeed, and what to do. */
import { useTranslations } from 'next-intl';
import type { SignInAnswer } from '#app/_session/session-calls.ts';
import { useWaitInWords } from '#app/_session/wait.ts';
import { Notice } from '#app/_ui/notice.tsx';

export function Refusal({ answer, left }: { answer: SignInAnswer | null; left: number }) {
  const t = useTranslations('signIn');
  const inWords = useWaitInWords();
  switch (answer?.outcome) {
    case 'wrong':
      return (
        <Notice tone="bad" alert>
          {t('wrong')}
        </Notice>
      );
    case 'code_wrong':
      return (
        <Notice tone="bad" alert>
          {t('codeWrong')}
        </Notice>
      );
    case 'locked':
      return (
        <Notice tone="bad" alert>
          {t('locked')}
        </Notice>
      );
    case 'wait':
      return left === 0 ? null : (
        <Notice tone="warn" alert>
          <strong>{t('tooMany')}</strong>
          {/* Said once, not with every second. */}
          <span>{t('tryAgainIn', { wait: inWords(answer.seconds) })}</span>
        </Notice>
      );
    case 'unavailable':
      return (
        <Notice tone="bad" alert>
          {t('unavailable')}
        </Notice>
      );
    default:
      return null;
  }
}
