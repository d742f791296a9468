/** The operator's command about the entry point: what one on another machine has to know. */
import type { Command } from 'commander';
import { prepareGatewayRole } from '#server/gateway/launch/role.ts';
import type { Services } from '#server/kernel/services.ts';
import { type Answer, Refusal, respond } from './answer.ts';

export function addGatewayCommands(program: Command): void {
  const gateway = program.command('gateway').description('the entry point: the host and port that delivered credentials name');

  gateway
    .command('env')
    .description('print the environment of an entry point on another machine; it holds secrets')
    .addHelpText(
      'after',
      '\nMakes the entry point’s role on the database where it is not there yet. There, on the machine of the exit addresses:\n' +
        '  node --env-file=gateway.env server/gateway/main.ts\n' +
        'and here GATEWAY=0 and GATEWAY_HOST=<that machine> for the site.\n\n' +
        'Example:\n  gateway env > gateway.env',
    )
    .action((_options: object, command: Command) => respond(command, environment));
}

async function environment({ env, secrets }: Services): Promise<Answer> {
  if (!env.DATABASE_URL) {
    throw new Refusal('The embedded PostgreSQL cannot be reached from another machine. Set DATABASE_URL to one that can.');
  }
  const { gatewayKey, gatewayRolePassword } = secrets;
  const variables = {
    SITE_URL: env.SITE_URL,
    GATEWAY_PORT: String(env.GATEWAY_PORT),
    GATEWAY_DATABASE_URL: env.GATEWAY_DATABASE_URL ?? (await prepareGatewayRole(env.DATABASE_URL, gatewayRolePassword)),
    GATEWAY_KEY: gatewayKey.toString('base64'),
  };
  const lines = Object.entries(variables).map(([name, value]) => `${name}=${value}`);
  return { text: lines.join('\n'), json: variables };
}
