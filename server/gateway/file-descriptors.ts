/** How many file descriptors the process has for connections and their targets. */

/** Descriptors that are for neither: listeners, the database, DNS, the log. */
const RESERVED = 200;

/** @returns Infinity where the system sets no limit. */
export function freeDescriptors(): number {
  // The machine's network interfaces, which take long to look up, are of no interest here.
  Object.assign(process.report, { excludeNetwork: true });
  const report = process.report.getReport() as { userLimits?: { open_files?: { soft?: number | 'unlimited' } } };
  const limit = report.userLimits?.open_files?.soft;
  return typeof limit === 'number' ? Math.max(2, limit - RESERVED) : Number.POSITIVE_INFINITY;
}
