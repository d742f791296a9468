/** The task that puts a month of invoices into one file. Run again after a crash, it makes the same file anew. */
import type { z } from 'zod';
import type { TaskKind } from '../../tasks/port.ts';
import { periodOfMonth } from '../rules.ts';
import { invoiceMonthInput } from '../schema.ts';
import { invoice, invoiceNumbers } from '../store/invoices.ts';

export const invoiceMonthTask: TaskKind<z.infer<typeof invoiceMonthInput>> = {
  name: 'billing.month',
  input: invoiceMonthInput,
  async run({ services: { db }, accountId, input, progress, signal, writeFile }) {
    const { month, language } = input;
    // What makes PDFs is large, and of no use before the first month is asked for.
    const { monthZip } = await import('./invoice-month.ts');
    const numbers = await invoiceNumbers(db, accountId, { search: null, kind: null, ...periodOfMonth(month) });
    let done = 0;
    const read = async (number: string) => {
      signal.throwIfAborted();
      const found = await invoice(db, accountId, number);
      if (!found) throw new Error(`invoice ${number} is gone, which no invoice ever is`);
      await progress(done, numbers.length);
      done += 1;
      return found;
    };
    const bytes = monthZip({ month, numbers, language, read });
    await writeFile({ name: `invoices-${month}.zip`, type: 'application/zip', bytes });
    await progress(numbers.length, numbers.length);
    return { count: numbers.length, month };
  },
};
