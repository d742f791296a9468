/** Requests of HTTP clients to the entry point, as texts that hold a byte a character. */
import { converse, type Dialogue, type Verdicts } from './dialogue.ts';

/** The value of a Basic credential. */
export const basic = (text: string): string => Buffer.from(text).toString('base64');

export const AUTHORIZATION = `Proxy-Authorization: Basic ${basic('me:pwd')}`;

/** The head that these lines make. */
export const head = (...lines: string[]): string => `${[...lines, ''].join('\r\n')}\r\n`;

/** What comes of a text that is sent in one piece. */
export const talk = (text: string, verdicts?: Verdicts): Dialogue => converse([Buffer.from(text, 'latin1')], verdicts);

/** What comes of a request without a body that brings a credential. */
export const ask = (requestLine: string, ...fields: string[]): Dialogue => talk(head(requestLine, AUTHORIZATION, ...fields));
