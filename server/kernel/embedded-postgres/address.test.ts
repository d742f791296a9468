/** What a start makes of a PostgreSQL that another process is just stopping or starting. */
import { once } from 'node:events';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { connect } from './address.ts';

let folder: string;
let server: Server;

afterEach(async () => {
  server.close();
  await rm(folder, { recursive: true, force: true });
});

/** A cluster whose PostgreSQL answers whoever connects with an error. @returns its data directory. */
async function clusterThatSays(code: string, message: string): Promise<string> {
  folder = await mkdtemp(path.join(os.tmpdir(), 'isp-'));
  const [data, socket] = [path.join(folder, 'postgres/data'), path.join(folder, 'postgres/socket')];
  await mkdir(data, { recursive: true });
  await mkdir(socket, { mode: 0o700 });
  await writeFile(path.join(data, 'postmaster.pid'), ['1', data, '1', '5432', socket, ''].join('\n'));
  const fields = Buffer.from(`SFATAL\0VFATAL\0C${code}\0M${message}\0\0`);
  const head = Buffer.alloc(5, 'E');
  head.writeUInt32BE(fields.length + 4, 1);
  server = createServer((client) => client.once('data', () => client.end(Buffer.concat([head, fields]))));
  await once(server.listen(path.join(socket, '.s.PGSQL.5432')), 'listening');
  return folder;
}

test.for([
  ['57P03', 'the database system is starting up'],
  ['57P01', 'terminating connection due to administrator command'],
  ['57P02', 'terminating connection because of crash of another server process'],
])('one that says %s on the way in is waited for', async ([code = '', message = '']) => {
  expect(await connect(await clusterThatSays(code, message))).toBe('busy');
});

test('any other refusal is told', async () => {
  const dataDir = await clusterThatSays('28000', 'no entry');
  await expect(connect(dataDir)).rejects.toThrow('no entry');
});
