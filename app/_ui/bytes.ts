/** Amounts of data as people read them. */

const units = ['B', 'kB', 'MB', 'GB', 'TB'] as const;

/** `0 B`, `512 B`, `1.5 kB`, `23.4 MB`, `120 GB`: in steps of 1000 and with three figures, as long as there are units. */
export function formatBytes(bytes: number): string {
  // Rounded first: 999,950 bytes are 1 MB, not 1000 kB.
  const rounded = Number(bytes.toPrecision(3));
  const step = Math.min(Math.floor(Math.log10(Math.max(rounded, 1)) / 3), units.length - 1);
  return `${Number((rounded / 1_000 ** step).toPrecision(6))} ${units[step]}`;
}
