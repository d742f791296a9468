/** The messages of a SOCKS5 client, as bytes (RFC 1928, RFC 1929). */
import ipaddr from 'ipaddr.js';
import { Wire } from './wire.ts';

export interface Login {
  readonly username: string;
  readonly password: string;
}

/** Offers methods; by default the one for username and password. */
export function greeting(...methods: number[]): Buffer {
  const offered = methods.length > 0 ? methods : [0x02];
  return Buffer.from([0x05, offered.length, ...offered]);
}

export function login({ username, password }: Login): Buffer {
  const name = Buffer.from(username);
  const secret = Buffer.from(password);
  return Buffer.concat([Buffer.from([0x01, name.length]), name, Buffer.from([secret.length]), secret]);
}

/** Asks for a target: an IPv4 or IPv6 literal as an address, all else as a name. @param command 1 is CONNECT. */
export function request(host: string, port: number, command = 0x01): Buffer {
  const portBytes = Buffer.from([port >> 8, port & 0xff]);
  return Buffer.concat([Buffer.from([0x05, command, 0x00]), address(host), portBytes]);
}

/** The target as a name, even where it looks like an address. */
export function requestName(name: string, port: number): Buffer {
  const bytes = Buffer.from(name, 'latin1');
  return Buffer.concat([Buffer.from([0x05, 0x01, 0x00, 0x03, bytes.length]), bytes, Buffer.from([port >> 8, port & 0xff])]);
}

function address(host: string): Buffer {
  if (ipaddr.IPv4.isValidFourPartDecimal(host)) return Buffer.from([0x01, ...ipaddr.parse(host).toByteArray()]);
  if (ipaddr.IPv6.isValid(host)) return Buffer.from([0x04, ...ipaddr.parse(inGroups(host)).toByteArray()]);
  const bytes = Buffer.from(host);
  return Buffer.concat([Buffer.from([0x03, bytes.length]), bytes]);
}

/** An IPv6 address without an IPv4 one at its end, for which ipaddr.js takes ::1.2.3.4 to be mapped. */
function inGroups(host: string): string {
  const group = (high: string, low: string) => (Number(high) * 256 + Number(low)).toString(16);
  return host.replace(/(\d+)\.(\d+)\.(\d+)\.(\d+)$/, (_, a, b, c, d) => `${group(a, b)}:${group(c, d)}`);
}

/** Replies of RFC 1928, section 6. */
export const reply = {
  succeeded: 0,
  generalFailure: 1,
  notAllowed: 2,
  networkUnreachable: 3,
  hostUnreachable: 4,
  refused: 5,
  expired: 6,
  commandNotSupported: 7,
  addressNotSupported: 8,
} as const;

/** Goes as far as the request, and tells the reply. The connection is open where it is `reply.succeeded`. */
export async function ask(port: number, who: Login, asked: Buffer, from?: string): Promise<{ wire: Wire; code: number }> {
  const wire = await Wire.open(port, from);
  wire.send(Buffer.concat([greeting(), login(who), asked]));
  await wire.take(2);
  const [, verdict] = await wire.take(2);
  if (verdict !== 0) {
    wire.close();
    throw new Error('the credential was refused');
  }
  const answer = await wire.take(10);
  return { wire, code: answer[1] ?? -1 };
}

/** Opens a tunnel. @throws Error where it is refused. */
export async function openTunnel(port: number, who: Login, host: string, targetPort: number, from?: string): Promise<Wire> {
  const { wire, code } = await ask(port, who, request(host, targetPort), from);
  if (code === reply.succeeded) return wire;
  wire.close();
  throw new Error(`the entry point answered ${code}`);
}

/** Whether the entry point takes the credential. */
export async function isAccepted(port: number, who: Login): Promise<boolean> {
  const wire = await Wire.open(port);
  try {
    wire.send(Buffer.concat([greeting(), login(who)]));
    const answer = await wire.take(4);
    return answer[3] === 0;
  } finally {
    wire.close();
  }
}
