/** Runs the operator's command as people and scripts do: as a process of its own. */
import { execFile } from 'node:child_process';
import path from 'node:path';
import { vi } from 'vitest';

// Every command is a process of its own, and slow to start on a busy machine: whoever runs some has the time for it.
vi.setConfig({ testTimeout: 300_000 });

const projectFolder = path.join(import.meta.dirname, '../..');

export interface CommandResult {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

/** An operator beside the site whose environment this is. @param input what stands on standard input. */
export function operatorOf(env: Readonly<Record<string, string>>, input = '') {
  const run = (...args: string[]): Promise<CommandResult> =>
    new Promise((resolve) => {
      const child = execFile(
        process.execPath,
        ['server/operator/main.ts', ...args],
        { cwd: projectFolder, env: { PATH: process.env.PATH, NODE_ENV: 'production', ...env }, maxBuffer: 64 * 1024 * 1024 },
        (_error, stdout, stderr) => resolve({ code: child.exitCode ?? -1, stdout, stderr }),
      );
      // Whoever refuses its command line is gone before it reads this.
      child.stdin?.on('error', () => undefined).end(input);
    });

  /** Runs with --json. @returns the exit code and what standard output holds, which is JSON and nothing else. */
  const json = async <T = Record<string, unknown>>(...args: string[]): Promise<{ code: number; answer: T }> => {
    const { code, stdout } = await run(...args, '--json');
    return { code, answer: JSON.parse(stdout) as T };
  };

  return { run, json };
}
