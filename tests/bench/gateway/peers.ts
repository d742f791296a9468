/**
 * Proxy servers of others that a Debian machine has packages of, each with the least configuration
 * that lets the benchmark through.
 */
import { access, constants, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { freePort } from '../../harness/free-port.ts';
import { type Contender, type Login, type Program, runServer } from './contender.ts';

interface Peer {
  readonly name: string;
  readonly debianPackage: string;
  readonly protocol: Contender['protocol'];
  readonly login: Login | null;
  /** @returns the arguments; may write files into `folder`. */
  prepare(port: number, folder: string): Promise<readonly string[]>;
}

const login: Login = { username: 'isp0123456789', password: '0123456789abcdefghijkl' };
const asRoot = process.getuid?.() === 0;

const peers: readonly Peer[] = [
  {
    name: 'microsocks',
    debianPackage: 'microsocks',
    protocol: 'socks5',
    login,
    prepare: async (port) => ['-i', '127.0.0.1', '-p', String(port), '-u', login.username, '-P', login.password],
  },
  {
    name: 'tinyproxy',
    debianPackage: 'tinyproxy-bin',
    protocol: 'http',
    login,
    prepare: async (port, folder) => {
      const lines = [
        `Port ${port}`,
        'Listen 127.0.0.1',
        'Timeout 600',
        'MaxClients 100000',
        'LogLevel Critical',
        'LogFile "/dev/null"',
        `BasicAuth ${login.username} ${login.password}`,
      ];
      return ['-d', '-c', await writeConfig(folder, 'tinyproxy.conf', lines)];
    },
  },
  {
    // It knows passwords of system accounts only, which the benchmark does not make: it runs without.
    name: 'danted',
    debianPackage: 'dante-server',
    protocol: 'socks5',
    login: null,
    prepare: async (port, folder) => {
      const lines = [
        'logoutput: /dev/null',
        `internal: 127.0.0.1 port = ${port}`,
        'external: 127.0.0.1',
        'clientmethod: none',
        'socksmethod: none',
        ...(asRoot ? ['user.privileged: root', 'user.unprivileged: nobody'] : []),
        'client pass { from: 0.0.0.0/0 to: 0.0.0.0/0 }',
        'socks pass { from: 0.0.0.0/0 to: 0.0.0.0/0 }',
      ];
      return ['-f', await writeConfig(folder, 'danted.conf', lines), '-p', path.join(folder, 'danted.pid')];
    },
  },
];

/** The peers of this machine, and for each that it lacks how to install it. */
export async function installedPeers(): Promise<{ programs: Program[]; missing: string[] }> {
  const programs: Program[] = [];
  const missing: string[] = [];
  for (const peer of peers) {
    const command = await findCommand(peer.name);
    if (command) programs.push({ name: peer.name, start: (folder) => startPeer(peer, command, folder) });
    else missing.push(`${peer.name}: apt-get install ${peer.debianPackage}`);
  }
  return { programs, missing };
}

async function startPeer(peer: Peer, command: string, folder: string): Promise<Contender> {
  const port = await freePort();
  const server = await runServer(command, await peer.prepare(port, folder), port);
  return { name: peer.name, protocol: peer.protocol, logins: peer.login ? [peer.login] : [], port, ...server };
}

async function findCommand(name: string): Promise<string | undefined> {
  // Servers lie in folders that an ordinary account does not search.
  for (const folder of [...(process.env.PATH ?? '').split(':'), '/usr/sbin', '/usr/local/sbin']) {
    const file = path.join(folder, name);
    const executable = await access(file, constants.X_OK).then(
      () => true,
      () => false,
    );
    if (executable) return file;
  }
  return undefined;
}

async function writeConfig(folder: string, name: string, lines: readonly string[]): Promise<string> {
  const file = path.join(folder, name);
  await writeFile(file, `${lines.join('\n')}\n`);
  return file;
}
