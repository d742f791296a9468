/** How an order stands, in a word. */

import { Badge, type Tone } from '#app/_ui/badge.tsx';
import type { OrderStatus as Status } from '#prisma/generated/enums.ts';

const states: Readonly<Record<Status, { tone: Tone; word: string }>> = {
  processing: { tone: 'accent', word: 'Under way' },
  completed: { tone: 'good', word: 'Completed' },
  failed: { tone: 'bad', word: 'Failed' },
  refunded: { tone: 'plain', word: 'Refunded' },
};

export function OrderStatus({ status }: { status: Status }) {
  const { tone, word } = states[status];
  return <Badge tone={tone}>{word}</Badge>;
}
