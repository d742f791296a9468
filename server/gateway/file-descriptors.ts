/** How many connections the process has file descriptors for. */

/** Descriptors that are not of tunnels: listeners, the database, DNS, the log. */
const RESERVED = 200;

/** @returns `wanted`, or fewer where the limit of open files allows only those: a tunnel takes two. */
export function mostConnections(wanted: number): number {
  // The machine's network interfaces, which take long to look up, are of no interest here.
  Object.assign(process.report, { excludeNetwork: true });
  const report = process.report.getReport() as { userLimits?: { open_files?: { soft?: number | 'unlimited' } } };
  const limit = report.userLimits?.open_files?.soft;
  return typeof limit === 'number' ? Math.min(wanted, Math.max(1, Math.floor((limit - RESERVED) / 2))) : wanted;
}
