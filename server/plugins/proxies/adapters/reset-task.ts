/** New passwords for many proxies, as a task. Each proxy remembers which task it had its password from: a repeated run leaves it alone. */
import { z } from 'zod';
import type { TaskKind } from '../../tasks/port.ts';
import { resetPasswords } from '../port.ts';
import { countResetBy } from '../store/passwords.ts';

const inputSchema = z.object({ ids: z.array(z.string()) });

type Input = z.infer<typeof inputSchema>;

export const RESET_TASK = 'proxies.reset';

/** Proxies whose passwords are replaced by one statement. */
const AT_ONCE = 100;

export const resetTask: TaskKind<Input> = {
  name: RESET_TASK,
  input: inputSchema,
  async run({ services, accountId, taskId, input: { ids }, progress }) {
    for (let from = 0; from < ids.length; from += AT_ONCE) {
      await progress(from, ids.length);
      await resetPasswords(services, accountId, ids.slice(from, from + AT_ONCE), taskId);
    }
    await progress(ids.length, ids.length);
    const reset = await countResetBy(services.db, accountId, taskId);
    return { reset, skipped: ids.length - reset };
  },
};
