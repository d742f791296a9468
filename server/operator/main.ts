/** `npm run -s operator -- <command>`: runs one command and ends with its exit code. */
import { CommanderError } from 'commander';
import { EnvironmentError } from '#server/kernel/environment.ts';
import { PublicError } from '#server/kernel/errors.ts';
import { Refusal } from './answer.ts';
import { buildProgram } from './program.ts';
import { Interrupted } from './site-services.ts';

const json = process.argv.includes('--json');

try {
  await buildProgram(json).parseAsync();
} catch (error) {
  process.exitCode = tell(error);
}
// Interrupted work may still be under way.
process.stdout.write('', () => process.exit());

/** Says what went wrong and what to do. @returns the exit code. */
function tell(error: unknown): number {
  // Commander has said it already, but for JSON; its exit code 0 is that of --help.
  if (error instanceof CommanderError) {
    if (error.exitCode === 0) return 0;
    if (json) say({ message: error.code === 'commander.help' ? 'a command is missing' : error.message.replace(/^error: /, '') });
    return 2;
  }
  if (error instanceof Interrupted) {
    say(error);
    return 130;
  }
  if (error instanceof Refusal) say(error, error.details);
  else if (error instanceof PublicError) say(error, { code: error.code, ...error.extra });
  else if (error instanceof EnvironmentError) say(error);
  else unexpected(error);
  return 1;
}

function say({ message }: { message: string }, details: object = {}): void {
  if (json) process.stdout.write(`${JSON.stringify({ ok: false, error: message, ...details })}\n`);
  else process.stderr.write(`error: ${message}\n`);
}

/** Tells the gist of what nobody expected, and where the rest is. */
function unexpected(error: unknown): void {
  const message = error instanceof Error ? error.message : String(error);
  // Prisma puts an excerpt of the source first.
  const gist = message.trim().split('\n').at(-1) ?? '';
  say({ message: `${gist} (for more: LOG_LEVEL=debug)` });
  if (process.env.LOG_LEVEL === 'debug') console.error(error);
}
