/** The operator's command that checks the books. */
import type { Command } from 'commander';
import { EnvironmentError } from '#server/kernel/environment.ts';
import type { Secrets } from '#server/kernel/secrets.ts';
import type { Services } from '#server/kernel/services.ts';
import { type Answer, respond } from './answer.ts';
import { counted, facts, table } from './layout.ts';
import { progressBar } from './progress.ts';
import { type Verification, verify } from './verify.ts';

export function addVerifyCommand(program: Command): void {
  program
    .command('verify')
    .description('check every invariant of money, stock, orders and invoices on the live database')
    .addHelpText(
      'after',
      '\nReads one snapshot and writes nothing, so it may run at any time; a million orders take about a minute.\n' +
        'Where the secrets are at hand it also opens a sample of the sealed passwords.\n' +
        'Exit code 0 where all is well, 1 with each violation otherwise.\n\n' +
        'Example:\n  verify --json',
    )
    .action((_options: object, command: Command) => respond(command, check));
}

async function check(services: Services): Promise<Answer> {
  let progress: ((done: number) => void) | undefined;
  const verification = await verify(services.db, {
    secrets: secretsAtHand(services),
    onProgress(done, total) {
      progress ??= progressBar('Checking', total);
      progress(done);
    },
  });
  return { text: told(verification), json: verification, failed: !verification.ok };
}

function secretsAtHand(services: Services): Secrets | null {
  try {
    return services.secrets;
  } catch (error) {
    if (error instanceof EnvironmentError) return null;
    throw error;
  }
}

function told({ ok, checked, violations }: Verification): string {
  const lines = [facts(Object.entries(checked).map(([what, count]) => [what.replaceAll('_', ' '), String(count)]))];
  if (ok) lines.push('', 'All is well.');
  else {
    const rules = new Set(violations.map(({ rule }) => rule)).size;
    lines.push(
      '',
      `NOT WELL: ${counted(rules, 'rule is', 'rules are')} broken.`,
      '',
      table(
        [{ title: 'rule' }, { title: 'what breaks it' }],
        violations.map(({ rule, detail }) => [rule, detail]),
      ),
    );
  }
  return lines.join('\n');
}
