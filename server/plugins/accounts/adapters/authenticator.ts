/** Authenticator apps: codes of six digits that change every 30 seconds (TOTP, RFC 6238), and the QR code by which an app learns the secret. */
import { Secret, TOTP } from 'otpauth';
import { create } from 'qrcode';

/** Codes of the 30 seconds before and after are taken too: clocks differ, and people type slowly. */
const WINDOW = 1;

/** A fresh secret in base32: 160 bits. */
export function newAuthenticatorSecret(): string {
  return new Secret({ size: 20 }).base32;
}

/** The address that a QR code holds for the app. @param issuer names the site, `label` the account within it. */
export function authenticatorUri(secret: string, issuer: string, label: string): string {
  return new TOTP({ issuer, label, secret }).toString();
}

/** Which 30 seconds since 1970 a code belongs to, null where it is none of about now. */
export function stepOfCode(secret: string, code: string, now = Date.now()): number | null {
  const totp = new TOTP({ secret });
  const delta = totp.validate({ token: code, timestamp: now, window: WINDOW });
  return delta === null ? null : totp.counter({ timestamp: now }) + delta;
}

/** A QR code to be drawn: dark modules as the `d` of an SVG path, in a square of `size` units. */
export interface QrCode {
  readonly size: number;
  readonly path: string;
}

export function qrCodeOf(text: string): QrCode {
  const { modules } = create(text, { errorCorrectionLevel: 'M' });
  const dark = Array.from(modules.data, (module, at) => ({ module, x: at % modules.size, y: Math.floor(at / modules.size) }));
  const path = dark.flatMap(({ module, x, y }) => (module ? [`M${x} ${y}h1v1h-1z`] : [])).join('');
  return { size: modules.size, path };
}
