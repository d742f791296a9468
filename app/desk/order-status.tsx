/** How an order stands, in a word. */
import { useTranslations } from 'next-intl';
import { Badge, type Tone } from '#app/_ui/badge.tsx';
import type { OrderStatus as Status } from '#prisma/generated/enums.ts';

const tones: Readonly<Record<Status, Tone>> = { processing: 'accent', completed: 'good', failed: 'bad', refunded: 'plain' };

export function OrderStatus({ status }: { status: Status }) {
  const t = useTranslations('overview.orders');
  return <Badge tone={tones[status]}>{t(`states.${status}`)}</Badge>;
}
