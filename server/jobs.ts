/** Runs the plugins' background jobs: each on its own interval, never twice at once. */
import type { Job } from './kernel/plugin.ts';
import type { Services } from './kernel/services.ts';

/** @returns what stops them: it waits for runs under way, then gives every job a last one. */
export function startJobs(jobs: readonly Job[], services: Services): () => Promise<void> {
  const stopping = new AbortController();
  const stops = jobs.map((job) => {
    let running: Promise<void> = Promise.resolve();
    let idle = true;
    const run = (): Promise<void> => {
      if (!idle) return running;
      idle = false;
      running = job
        .run(services, stopping.signal)
        .catch((error) => services.log.error({ err: error, job: job.name }, 'a job failed'))
        .finally(() => {
          idle = true;
        });
      return running;
    };
    const timer = setInterval(run, job.everySeconds * 1_000);
    return async () => {
      clearInterval(timer);
      await running;
      await run();
    };
  });
  return async () => {
    stopping.abort();
    await Promise.all(stops.map((stop) => stop()));
  };
}
