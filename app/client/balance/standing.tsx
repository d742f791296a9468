/** How a top-up stands, in a word. */
import { useTranslations } from 'next-intl';
import { Badge, type Tone } from '#app/_ui/badge.tsx';
import type { Payment } from '#server/plugins/payments/schema.ts';

const tones: Record<Payment['standing'], Tone> = {
  created: 'plain',
  processing: 'accent',
  paid: 'good',
  failed: 'bad',
  expired: 'plain',
  held: 'warn',
  closed: 'plain',
  partly_refunded: 'plain',
  refunded: 'plain',
  disputed: 'warn',
  charged_back: 'bad',
};

export function Standing({ of: standing }: { of: Payment['standing'] }) {
  const t = useTranslations('balance');
  return <Badge tone={tones[standing]}>{t(`standings.${standing}`)}</Badge>;
}
