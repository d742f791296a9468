/** Structured logs: one JSON line an event on standard output, with secrets cut out whatever a caller passes. */
import { type DestinationStream, type LoggerOptions, pino } from 'pino';

export type Log = import('pino').Logger;

/** Members that may hold a secret, wherever they stand in what is logged. */
const secretNames = ['authorization', 'cookie', 'set-cookie', 'x-api-key', 'password', 'apiKey', 'api_key', 'token'];

/**
 * @param level pino's: `silent`, `error`, `warn`, `info`, `debug`.
 * @param busy for a process that writes many lines: they leave in batches, within a second or when it ends, and secrets are
 * looked for at the top of a line only, since looking deeper costs several times the line itself.
 */
export function createLog(level: string, { busy = false } = {}): Log {
  const options: LoggerOptions = {
    level,
    base: null,
    timestamp: () => `,"time":"${new Date().toISOString()}"`,
    formatters: { level: (label) => ({ level: label }) },
    redact: { paths: secretNames.flatMap((name) => secretPaths(name, busy ? 1 : 3)), censor: '[secret]' },
    // A driver's error carries the statement's parameters and detail text, among them hashes: only what it is and where.
    serializers: { err: (error: unknown) => describeError(error) },
  };
  return pino(options, standardOutput(busy ? { minLength: 4_096, periodicFlush: 1_000 } : {}));
}

/** Tries to write the last lines, a tenth of a second apart, before a process ends without them. */
const LAST_TRIES = 20;

/** Lines that wait to be read; where there are more, the newest are lost. */
const MOST_BYTES = 16 * 1024 * 1024;

/** Standard output. A process that is to end does so also where nobody reads its last lines. */
function standardOutput(batches: { minLength?: number; periodicFlush?: number }): DestinationStream {
  let tries = Number.POSITIVE_INFINITY;
  const output = pino.destination({ ...batches, sync: false, maxLength: MOST_BYTES, retryEAGAIN: () => --tries > 0 });
  const writeAll = output.flushSync.bind(output);
  // Called when the process ends, and at no other time.
  output.flushSync = () => {
    tries = LAST_TRIES;
    try {
      writeAll();
    } catch {
      // There is nobody to tell.
    }
  };
  return output;
}

/** Where a member may stand: at the top, and in what is nested below it. */
function secretPaths(name: string, levels: number): string[] {
  return Array.from({ length: levels }, (_, depth) => `${'*.'.repeat(depth)}["${name}"]`.replace('.[', '['));
}

/** Kind, message and stack of an error, without the values that drivers and parsers hang on it. */
function describeError(error: unknown): object {
  if (!(error instanceof Error)) return { message: 'not an error', type: typeof error };
  const { name, stack } = error;
  const code = 'code' in error && typeof error.code === 'string' ? error.code : undefined;
  return { name, code, message: error.message, stack, ...(error.cause ? { cause: describeError(error.cause) } : {}) };
}
