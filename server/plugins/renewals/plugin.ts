/** Renewals: proxies are paid for another while, on demand or by themselves. */
import { definePlugin, extend } from '#server/kernel/plugin.ts';
import { taskKinds } from '../tasks/port.ts';
import { renewalTask } from './adapters/renewal-task.ts';
import { renewalErrors } from './errors.ts';
import { renewalsRouter } from './router.ts';

export const renewals = definePlugin({
  id: 'renewals',
  needs: ['accounts', 'billing', 'pricing', 'proxies', 'tasks'],
  router: renewalsRouter,
  errors: renewalErrors,
  extensions: [extend(taskKinds, renewalTask)],
});
