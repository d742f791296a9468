/** How numbers and moments are written, by name: `format.number(1.5, 'money')`. The locale does the rest. */
import type { Formats } from 'next-intl';

export const formats = {
  number: {
    /** `€1,234.50`: always with the sign and two decimals. */
    money: { style: 'currency', currency: 'EUR' },
    /** A movement: what comes in has a plus. */
    movement: { style: 'currency', currency: 'EUR', signDisplay: 'exceptZero' },
    /** `1234.50`, as it stands in a field. */
    typed: { minimumFractionDigits: 2, maximumFractionDigits: 2, useGrouping: false },
    percent: { style: 'percent', maximumFractionDigits: 2 },
  },
  dateTime: {
    /** `21 Nov 2026`, of UTC unless another zone is given. */
    day: { dateStyle: 'medium' },
    /** `21 Nov 2026, 14:05`. */
    minute: { dateStyle: 'medium', timeStyle: 'short' },
    /** `14:05`. */
    time: { timeStyle: 'short' },
    month: { month: 'long', year: 'numeric' },
  },
} as const satisfies Formats;
