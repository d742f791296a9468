/** Secrets that a command is given: on standard input, since every user of a machine may read the arguments of its processes. */
import { createInterface } from 'node:readline';
import { Writable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { Refusal } from './answer.ts';

/** Asks for a secret where somebody types, without showing it; else it is all of standard input. @throws Refusal where there is none. */
export async function readSecret(what: string): Promise<string> {
  const secret = (process.stdin.isTTY ? await typed(what) : await text(process.stdin)).trim();
  if (secret === '' || /\s/.test(secret)) throw new Refusal(`Give the ${what} on standard input, and nothing else there.`);
  return secret;
}

/** @returns the line that somebody types, empty where he stops instead. */
function typed(what: string): Promise<string> {
  process.stderr.write(`${what}, which is not shown: `);
  const unseen = new Writable({ write: (_chunk, _encoding, done) => done() });
  const lines = createInterface({ input: process.stdin, output: unseen, terminal: true });
  return new Promise((resolve) => {
    let line = '';
    lines.once('line', (given) => {
      line = given;
      lines.close();
    });
    lines.once('close', () => {
      process.stderr.write('\n');
      resolve(line);
    });
  });
}
