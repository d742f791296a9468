/** The signals by which a process is told to end: from a terminal, from what supervises it, or from the npm that started it. */

/** A second signal sooner than this, in milliseconds, is the first one twice: from the terminal, and from the npm above. */
const ECHO_MS = 1_000;

/**
 * Calls `stop` at the first of them. Another one comes from somebody who will not wait: the process ends at once, with code 1.
 */
export function onStopSignal(stop: () => Promise<void>): void {
  let first: number | null = null;
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    process.on(signal, async () => {
      if (first !== null) {
        if (Date.now() - first > ECHO_MS) process.exit(1);
        return;
      }
      first = Date.now();
      await stop();
    });
  }
}
