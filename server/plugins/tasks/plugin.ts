/** Tasks: long work that survives a reload of the page and a crash of the site. */
import { definePlugin } from '#server/kernel/plugin.ts';
import type { Services } from '#server/kernel/services.ts';
import { runTasks } from './adapters/runner.ts';
import { taskErrors } from './errors.ts';
import { tasksRouter } from './router.ts';
import { taskLimits } from './rules.ts';
import { forget } from './store/tasks.ts';

export const tasks = definePlugin({
  id: 'tasks',
  needs: [],
  router: tasksRouter,
  errors: taskErrors,
  jobs: [
    { name: 'run tasks', everySeconds: 1, run: runTasks },
    { name: 'forget ended tasks', everySeconds: 15 * 60, run: ({ db }: Services) => forget(db, taskLimits.keptHours) },
  ],
});
