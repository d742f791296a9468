/** The check of all invariants that the desk asks for. What checks stands beyond the plugins, which server/main.ts hands in. */
import type { Job } from '#server/kernel/plugin.ts';
import type { Services } from '#server/kernel/services.ts';
import { claimVerification, finishVerification, type Verification } from '../store/verifications.ts';

/** Makes the job that checks when somebody at the desk asks for it, and once a day by itself; of several processes one does. */
export function verificationJob(verify: (services: Services) => Promise<Verification>): Job {
  return {
    name: 'check the invariants',
    everySeconds: 2,
    async run(services, stopping) {
      if (stopping.aborted || !(await claimVerification(services.db))) return;
      try {
        await finishVerification(services.db, await verify(services));
      } catch (error) {
        const detail = 'The check did not come to its end; the log of the site says why.';
        await finishVerification(services.db, { ok: false, checked: {}, violations: [{ rule: 'verification', detail }] });
        throw error;
      }
    },
  };
}
