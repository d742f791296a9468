/** Structured logs: one JSON line an event on standard output, with secrets cut out whatever a caller passes. */
import { type LoggerOptions, pino } from 'pino';

export type Log = import('pino').Logger;

/** Members that may hold a secret, wherever they stand in what is logged. */
const secretNames = ['authorization', 'cookie', 'set-cookie', 'x-api-key', 'password', 'apiKey', 'api_key', 'token'];

/**
 * @param level pino's: `silent`, `error`, `warn`, `info`, `debug`.
 * @param buffered lines leave in batches, within a second or when the process ends: for one that writes many.
 */
export function createLog(level: string, { buffered = false } = {}): Log {
  const options: LoggerOptions = {
    level,
    base: null,
    timestamp: () => `,"time":"${new Date().toISOString()}"`,
    formatters: { level: (label) => ({ level: label }) },
    redact: { paths: secretNames.flatMap((name) => [`["${name}"]`, `*["${name}"]`, `*.*["${name}"]`]), censor: '[secret]' },
    // A driver's error carries the statement's parameters and detail text, among them hashes: only what it is and where.
    serializers: { err: (error: unknown) => describeError(error) },
  };
  return buffered ? pino(options, pino.destination({ sync: false, minLength: 4_096, periodicFlush: 1_000 })) : pino(options);
}

/** Kind, message and stack of an error, without the values that drivers and parsers hang on it. */
function describeError(error: unknown): object {
  if (!(error instanceof Error)) return { message: 'not an error', type: typeof error };
  const { name, stack } = error;
  const code = 'code' in error && typeof error.code === 'string' ? error.code : undefined;
  return { name, code, message: error.message, stack, ...(error.cause ? { cause: describeError(error.cause) } : {}) };
}
