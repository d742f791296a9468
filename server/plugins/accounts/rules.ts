/** Pure rules of the door: how long to wait after too many tries, what a code looks like, and where one may go after signing in. */

/** Characters of a password. */
export const PASSWORD_LENGTH = { min: 10, max: 200 };

/** Tries counted against one subject. */
export interface Tries {
  readonly count: number;
  readonly lastAt: Date;
}

/** How many tries are free, and how long each further one has to wait: twice as long each time, up to a ceiling. */
export interface Patience {
  readonly free: number;
  readonly firstWaitSeconds: number;
  readonly longestWaitSeconds: number;
  /** After so long without a try, all are forgotten. */
  readonly forgottenAfterSeconds: number;
}

/**
 * Signing in is throttled in three widths. Nobody is locked out for ever: each wait has a ceiling, a refused try does not lengthen it,
 * and a browser that signed in to the account before is counted apart from strangers, whatever they do to the account.
 */
export const signInPatience = {
  /** One account from one network, or from one browser that it knows. */
  visitor: { free: 5, firstWaitSeconds: 30, longestWaitSeconds: 15 * 60, forgottenAfterSeconds: 60 * 60 },
  /** All accounts from one network. */
  network: { free: 20, firstWaitSeconds: 30, longestWaitSeconds: 15 * 60, forgottenAfterSeconds: 60 * 60 },
  /** One account from everywhere; from the browsers that it knows apart, and so for codes of the second factor. */
  account: { free: 50, firstWaitSeconds: 5, longestWaitSeconds: 60, forgottenAfterSeconds: 60 * 60 },
} as const satisfies Record<string, Patience>;

/** Accounts opened, or tried to, from one network. */
export const signUpPatience: Patience = {
  free: 20,
  firstWaitSeconds: 60,
  longestWaitSeconds: 60 * 60,
  forgottenAfterSeconds: 60 * 60,
};

/** Links for a forgotten password: to one address, and asked for from one network. */
export const forgotPatience = {
  email: { free: 3, firstWaitSeconds: 60, longestWaitSeconds: 60 * 60, forgottenAfterSeconds: 60 * 60 },
  network: { free: 20, firstWaitSeconds: 60, longestWaitSeconds: 60 * 60, forgottenAfterSeconds: 60 * 60 },
} as const satisfies Record<string, Patience>;

/** Mails that confirm an address, for one account. */
export const confirmationPatience: Patience = {
  free: 3,
  firstWaitSeconds: 60,
  longestWaitSeconds: 60 * 60,
  forgottenAfterSeconds: 60 * 60,
};

/** The longest time for which any tries are remembered. */
export const longestMemorySeconds = Math.max(
  ...[...Object.values(signInPatience), ...Object.values(forgotPatience), signUpPatience, confirmationPatience].map(
    (patience) => patience.forgottenAfterSeconds,
  ),
);

/** Seconds for which a sign-in lasts. */
export const SESSION_SECONDS = 14 * 24 * 60 * 60;
/** Seconds for which a mailed link works. */
export const RESET_LINK_SECONDS = 60 * 60;
export const CONFIRM_LINK_SECONDS = 3 * 24 * 60 * 60;
/** Seconds that the answer to a forgotten password takes at least, so that its time does not tell who has an account. */
export const FORGOT_SECONDS = 0.5;

/** Recovery codes of a second factor: how many, and characters of each, 5 bits a character. */
export const RECOVERY_CODES = { count: 10, length: 16 };

/** A code that somebody typed: six digits of an app, or a recovery code. Null where it is neither. */
export function codeOf(typed: string): { kind: 'app' | 'recovery'; text: string } | null {
  const text = typed.replace(/[\s-]/g, '').toLowerCase();
  if (/^\d{6}$/.test(text)) return { kind: 'app', text };
  return text.length === RECOVERY_CODES.length ? { kind: 'recovery', text } : null;
}

/** Long codes as people read them: `abcd-efgh-…`. */
export function inFours(code: string): string {
  return code.replace(/.{4}(?=.)/g, '$&-');
}

const secondsSince = (moment: Date, now: Date) => (now.getTime() - moment.getTime()) / 1_000;

function remembered(tries: Tries, patience: Patience, now: Date): number {
  return secondsSince(tries.lastAt, now) >= patience.forgottenAfterSeconds ? 0 : tries.count;
}

/** Whole seconds until the next try is admitted; 0 where it is now. */
export function secondsToWait(tries: Tries, patience: Patience, now: Date): number {
  const over = remembered(tries, patience, now) - patience.free;
  if (over < 0) return 0;
  const wait = Math.min(patience.firstWaitSeconds * 2 ** over, patience.longestWaitSeconds);
  return Math.max(0, Math.ceil(wait - secondsSince(tries.lastAt, now)));
}

/** The count once a try of this moment is added. */
export function countWithOneMore(tries: Tries, patience: Patience, now: Date): number {
  return remembered(tries, patience, now) + 1;
}

/** Marks of browsers in a User-Agent, the more special first: most of them call themselves Chrome and Safari as well. */
const browsers: readonly [RegExp, string][] = [
  [/\bEdgA?\//, 'Edge'],
  [/\bOPR\//, 'Opera'],
  [/\b(Firefox|FxiOS)\//, 'Firefox'],
  [/\b(Chrome|CriOS|HeadlessChrome)\//, 'Chrome'],
  [/\bSafari\//, 'Safari'],
];
const systems: readonly [RegExp, string][] = [
  [/\b(iPhone|iPad)\b/, 'iOS'],
  [/\bAndroid\b/, 'Android'],
  [/\bWindows\b/, 'Windows'],
  [/\bMac OS X\b/, 'macOS'],
  [/\b(Linux|CrOS)\b/, 'Linux'],
];

/** What a User-Agent says of a device, for its owner to recognise it; null where it says nothing known. */
export function deviceOf(userAgent: string): { browser: string | null; system: string | null } {
  const named = (marks: typeof browsers) => marks.find(([mark]) => mark.test(userAgent))?.[1] ?? null;
  return { browser: named(browsers), system: named(systems) };
}

/** Where somebody lands who did not ask for a page. */
const HOME = '/client';

/**
 * The page to show after signing in: `asked` where it is a path of this site, the client area otherwise. Whatever a browser would read as
 * another site (`//evil.example`, `/\evil.example`, a scheme) is not a path.
 */
export function returnPath(asked: string | undefined): string {
  if (!asked?.startsWith('/')) return HOME;
  const here = 'http://site.invalid';
  const url = URL.parse(asked, here);
  const path = url && url.origin === here ? url.pathname + url.search + url.hash : HOME;
  // Dots are gone by now: `/.//evil.example` would have become another site's address.
  return path.startsWith('//') ? HOME : path;
}
