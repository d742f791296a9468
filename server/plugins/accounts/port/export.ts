/** The account's data to take along: a task that packs what each plugin keeps into a ZIP of JSON files. */
import { z } from 'zod';
import type { AccountId, TaskId } from '#server/kernel/ids.ts';
import type { Services } from '#server/kernel/services.ts';
import { start, type TaskKind, type TaskRun } from '../../tasks/port.ts';
import { jsonArchive } from '../adapters/json-archive.ts';
import { accountData } from './deletion.ts';

const input = z.object({});

/** Reads only, so that it may be repeated. */
export const exportKind: TaskKind<unknown> = {
  name: 'accounts.export',
  input,
  async run(work) {
    const bytes = jsonArchive(documentsOf(work));
    await work.writeFile({ name: `account-${work.accountId}.zip`, type: 'application/zip', bytes });
    return {};
  },
};

async function* documentsOf({ services, accountId, progress }: TaskRun<unknown>) {
  const all = services.extensions.all(accountData);
  for (const [at, data] of all.entries()) {
    yield { name: data.name, content: await data.export(services, accountId) };
    await progress(at + 1, all.length);
  }
}

/** Begins an export; its file is among the account's tasks. */
export function startExport({ db, extensions }: Services, accountId: AccountId): Promise<TaskId> {
  return start(db, accountId, exportKind.name, {}, extensions.all(accountData).length);
}
