/** Amounts of data as people read them. */
import { useLocale } from 'next-intl';

const prefixes = ['', 'k', 'M', 'G', 'T'] as const;

/** Writes amounts of bytes in the reader's form: `23.4 MB`, and `23,4 Mo` in French. */
export function useBytes(): (bytes: number) => string {
  const locale = useLocale();
  return (bytes) => formatBytes(bytes, locale);
}

/** `0 B`, `512 B`, `1.5 kB`, `23.4 MB`, `120 GB`: in steps of 1000 and with three figures, as long as there are units. */
export function formatBytes(bytes: number, locale: string): string {
  // Rounded first: 999,950 bytes are 1 MB, not 1000 kB.
  const rounded = Number(bytes.toPrecision(3));
  const step = Math.min(Math.floor(Math.log10(Math.max(rounded, 1)) / 3), prefixes.length - 1);
  const figures = new Intl.NumberFormat(locale, { maximumSignificantDigits: 6 }).format(rounded / 1_000 ** step);
  // French counts octets. The space does not break.
  return `${figures}\u00a0${prefixes[step]}${locale.startsWith('fr') ? 'o' : 'B'}`;
}
