/** Strict JSON bodies (decision 13): one object in UTF-8, no member name twice at any depth. */

/** Throws on bytes that are not UTF-8 and skips a leading byte-order mark. */
const utf8 = new TextDecoder('utf-8', { fatal: true });

/**
 * The object that a body holds, or null where the body is not what decision 13 calls valid JSON. A member whose number a double cannot hold
 * (`1.0000000000000000001`) keeps its text instead, so that schemas refuse it: rounding would be interpreting.
 */
export function parseJsonObject(body: Uint8Array): Readonly<Record<string, unknown>> | null {
  let text: string;
  let value: unknown;
  try {
    text = utf8.decode(body);
    value = JSON.parse(text);
  } catch {
    return null;
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return null;
  const members = value as Record<string, unknown>;
  const inexact = inspect(text);
  if (!inexact) return null;
  for (const [name, literal] of inexact) members[name] = literal;
  return members;
}

/** The names that an object has had so far; most objects are small, so it starts without a set. */
interface OpenObject {
  kind: 'object';
  first: string | null;
  names: Set<string> | null;
}
type Open = OpenObject | 'array';

const QUOTE = 0x22;
const BACKSLASH = 0x5c;

/**
 * Walks once through text that is valid JSON, without recursion. @returns the top-level members whose number a double cannot hold, with
 * their literals; null where some object has a name twice.
 */
function inspect(text: string): Map<string, string> | null {
  const inexact = new Map<string, string>();
  const outer: Open[] = [];
  let inside: Open = 'array';
  let name = '';
  let nameNext = false;
  for (let at = 0; at < text.length; at += 1) {
    switch (text[at]) {
      case '{':
        outer.push(inside);
        inside = { kind: 'object', first: null, names: null };
        nameNext = true;
        break;
      case '[':
        outer.push(inside);
        inside = 'array';
        nameNext = false;
        break;
      case '}':
      case ']':
        inside = outer.pop() as Open;
        break;
      case ',':
        nameNext = inside !== 'array';
        break;
      case '"': {
        const end = endOfString(text, at);
        if (nameNext && inside !== 'array') {
          name = nameOf(text.slice(at, end + 1));
          if (!addName(inside, name)) return null;
          nameNext = false;
        }
        at = end;
        break;
      }
      case '-':
      case '0':
      case '1':
      case '2':
      case '3':
      case '4':
      case '5':
      case '6':
      case '7':
      case '8':
      case '9': {
        const end = endOfNumber(text, at);
        if (outer.length === 1 && inside !== 'array') {
          const literal = text.slice(at, end);
          if (!isExact(literal)) inexact.set(name, literal);
        }
        at = end - 1;
        break;
      }
    }
  }
  return inexact;
}

/** Position of the quote that closes the string opened at `at`. */
function endOfString(text: string, at: number): number {
  let end = at + 1;
  while (text.charCodeAt(end) !== QUOTE) end += text.charCodeAt(end) === BACKSLASH ? 2 : 1;
  return end;
}

/** Position after the number that starts at `at`. */
function endOfNumber(text: string, at: number): number {
  let end = at + 1;
  while (end < text.length && NUMBER_CHARACTERS.includes(text[end] as string)) end += 1;
  return end;
}
const NUMBER_CHARACTERS = '0123456789.eE+-';

/** What a quoted name says: `"\u0061"` and `"a"` are the same. */
function nameOf(quoted: string): string {
  return quoted.includes('\\') ? (JSON.parse(quoted) as string) : quoted.slice(1, -1);
}

/** False where the object has the name already. */
function addName(object: OpenObject, name: string): boolean {
  if (object.first === null) {
    object.first = name;
    return true;
  }
  object.names ??= new Set([object.first]);
  if (object.names.has(name)) return false;
  object.names.add(name);
  return true;
}

/** Whether the double that a literal is read as says the same number again, as 12.34 and 1e1 do. */
function isExact(literal: string): boolean {
  const read = String(Number(literal));
  return read === literal || sameNumber(literal, read);
}

const DECIMAL = /^-?(\d+)(?:\.(\d+))?(?:e([+-]?\d+))?$/i;

/** Compares two decimals of the same sign by their digits. */
function sameNumber(a: string, b: string): boolean {
  const left = canonical(a);
  return left !== null && left === canonical(b);
}

/** `digits e exponent` without zeros at either end; null for what is not a decimal (Infinity). */
function canonical(literal: string): string | null {
  const [, whole = '', fraction = '', exponent = '0'] = DECIMAL.exec(literal) ?? [];
  if (whole === '') return null;
  const digits = (whole + fraction).replace(/^0+/, '');
  const significant = digits.replace(/0+$/, '');
  if (significant === '') return '0';
  return `${significant}e${Number(exponent) - fraction.length + digits.length - significant.length}`;
}
