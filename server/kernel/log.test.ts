/** The log of a process whose output nobody reads any more. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { expect, test } from 'vitest';

test.each([false, true])('lets the process end, busy or not: %s', async (busy) => {
  const script = `import { createLog } from ${JSON.stringify(path.join(import.meta.dirname, 'log.ts'))};
    const log = createLog('info', { busy: ${busy} });
    process.stdin.once('data', () => {
      log.info('a line under way');
      setImmediate(() => {
        log.info('the last line');
        process.exit(0);
      });
    });
    process.stderr.write('ready');`;
  const child = spawn(process.execPath, ['--input-type=module', '--eval', script], { stdio: 'pipe' });
  try {
    await once(child.stderr, 'data');
    child.stdout.destroy();
    await once(child.stdout, 'close');
    child.stdin.write('go');
    const [code] = await once(child, 'exit', { signal: AbortSignal.timeout(50_000) });
    expect(code).toBe(0);
  } finally {
    child.kill('SIGKILL');
  }
});
