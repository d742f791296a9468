/** Connects a client's target: checked by the rules, from the exit of the client's proxy and from nowhere else. */
import net from 'node:net';
import type { Refusal } from '#server/kernel/refusals.ts';
import type { Exit } from '../exit.ts';
import type { Target } from '../protocol/handshake.ts';
import { type ConnectOutcome, connect } from './connect.ts';
import { readHost } from './host.ts';
import type { Names } from './names.ts';
import type { TargetRules } from './target-rules.ts';
import { type ConnectThrough, createUpstreams } from './upstream.ts';

/** Addresses of one target that are tried, one after the other. */
const TRIES_PER_TARGET = 3;

export interface Dialer {
  /**
   * @param done called once, possibly before `dial` returns. The socket is connected, has no listeners,
   * and is to be taken over at once.
   * @returns ends the attempt: `done` is not called any more. Of no effect after `done`.
   */
  dial(exit: Exit, target: Target, done: (outcome: ConnectOutcome) => void): () => void;
}

export interface DialerOptions {
  readonly rules: TargetRules;
  readonly names: Names;
  /** GATEWAY_CONNECT_SECONDS: for the name and all tries together. */
  readonly connectSeconds: number;
}

export function createDialer(options: DialerOptions): Dialer {
  const parts = { ...options, connectThrough: createUpstreams() };
  return {
    dial(exit, target, done) {
      const attempt = new Dial(parts, exit, target.port, done);
      attempt.start(target.host);
      return () => attempt.cancel();
    },
  };
}

interface Parts extends DialerOptions {
  readonly connectThrough: ConnectThrough;
}

/** One target being connected. An object rather than nested functions: thousands may start in a second. */
class Dial {
  private readonly parts: Parts;
  private readonly exit: Exit;
  private readonly port: number;
  private readonly done: (outcome: ConnectOutcome) => void;
  /** The families that the exit can reach, in the order in which names are asked for. */
  private readonly families: readonly (4 | 6)[];
  private addresses: readonly string[] = [];
  private tried = 0;
  private over = false;
  private timer: NodeJS.Timeout | null = null;
  /** Ends what is being waited for; null while that is a name. */
  private stop: (() => void) | null = null;

  constructor(parts: Parts, exit: Exit, port: number, done: (outcome: ConnectOutcome) => void) {
    this.parts = parts;
    this.exit = exit;
    this.port = port;
    this.done = done;
    this.families = familiesOf(exit);
  }

  start(asked: string): void {
    const { rules, connectSeconds } = this.parts;
    const host = readHost(asked);
    if (this.families.length === 0) this.refuse('exit_unavailable');
    else if (host === 'invalid') this.refuse('forbidden_target');
    else if (rules.site.matches(host, this.port)) rules.site.addresses((addresses) => this.open(addresses));
    else if (rules.refusesPort(this.port)) this.refuse('forbidden_target');
    else if (host.kind === 'address') this.check([host.ip], host.family);
    else if (rules.refusesName(host.name)) this.refuse('forbidden_target');
    else this.resolve(host.name, 0);
    if (!this.over) this.timer = setTimeout(expire, connectSeconds * 1_000, this);
  }

  cancel(): void {
    if (this.over) return;
    this.over = true;
    if (this.timer) clearTimeout(this.timer);
    this.stop?.();
  }

  expire(): void {
    this.stop?.();
    if (this.stop === null) this.refuse('name_timeout');
    else this.refuse(this.exit.kind === 'upstream' ? 'upstream_failed' : 'connect_timeout');
  }

  /** Asks for the name in the families of the exit, until one has addresses. */
  private resolve(name: string, index: number): void {
    const family = this.families[index];
    if (family === undefined) {
      this.refuse('unknown_name');
      return;
    }
    this.parts.names.resolve(name, family, (answer) => {
      if (this.over) return;
      if (answer === 'unknown_name') this.resolve(name, index + 1);
      else if (answer === 'name_timeout') this.refuse(answer);
      else this.check(answer, family);
    });
  }

  /** Drops what the rules forbid. The site's addresses are asked for only where they could make a difference. */
  private check(addresses: readonly string[], family: 4 | 6): void {
    const { rules } = this.parts;
    const allowed = addresses.filter((ip) => !rules.refusesAddress(ip, family));
    if (allowed.length > 0) this.open(allowed);
    else if (this.port !== rules.site.port) this.refuse('forbidden_target');
    else {
      rules.site.addresses((known) => {
        const site = addresses.filter((ip) => known.includes(ip));
        if (site.length > 0) this.open(site);
        else this.refuse('forbidden_target');
      });
    }
  }

  /** @param addresses all of them checked. */
  private open(addresses: readonly string[]): void {
    if (this.over) return;
    this.addresses = addresses.filter((ip) => this.families.includes(net.isIPv4(ip) ? 4 : 6));
    this.next(addresses.length === 0 ? 'unknown_name' : 'network_unreachable');
  }

  /** @param refusal what the try before came to, for when there is none left. */
  private next(refusal: Refusal): void {
    const { exit, port, parts } = this;
    const ip = this.tried < TRIES_PER_TARGET ? this.addresses[this.tried] : undefined;
    if (ip === undefined) {
      this.refuse(refusal);
      return;
    }
    this.tried += 1;
    const done = (connection: ConnectOutcome) => this.settle(connection);
    this.stop = exit.kind === 'address' ? connect(ip, port, exit.ip, done) : parts.connectThrough(exit, ip, port, done);
  }

  private settle(connection: ConnectOutcome): void {
    if ('socket' in connection) this.finish(connection);
    else if (ABOUT_EXIT.has(connection.refusal)) this.refuse(connection.refusal);
    else this.next(connection.refusal);
  }

  private refuse(refusal: Refusal): void {
    this.finish({ refusal });
  }

  private finish(outcome: ConnectOutcome): void {
    if (this.over) return;
    this.over = true;
    if (this.timer) clearTimeout(this.timer);
    this.done(outcome);
  }
}

/** Another address of the target would not help. */
const ABOUT_EXIT: ReadonlySet<Refusal> = new Set<Refusal>(['exit_unavailable', 'upstream_failed', 'overloaded']);

const BOTH_FAMILIES = [4, 6] as const;
const IPV4_ONLY = [4] as const;
const IPV6_ONLY = [6] as const;

/** None where the exit is no address that traffic could leave from: binding to 0.0.0.0 or :: would leave from any. */
function familiesOf(exit: Exit): readonly (4 | 6)[] {
  if (exit.kind === 'upstream') return BOTH_FAMILIES;
  if (/^[0:.]+$|^::ffff:/i.test(exit.ip)) return [];
  const family = net.isIP(exit.ip);
  return family === 4 ? IPV4_ONLY : family === 6 ? IPV6_ONLY : [];
}

function expire(dial: Dial): void {
  dial.expire();
}
