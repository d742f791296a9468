/** What a process and all that it has started cost: CPU time and memory, from /proc. Linux only. */
import { readdir, readFile } from 'node:fs/promises';

/** Microseconds in a tick of /proc/PID/stat. */
const TICK_US = 10_000;

/**
 * CPU microseconds that the tree of `pid` has used so far: all threads, and children that have ended and were waited for.
 * In steps of 10 ms.
 */
export async function cpuMicroseconds(pid: number): Promise<number> {
  return (await overTree(pid, cpuOfProcess)) * TICK_US;
}

/** Kilobytes of memory of the tree of `pid`; what processes share is counted once. */
export function memoryKilobytes(pid: number): Promise<number> {
  return overTree(pid, async (one) => {
    const rollup = await readFile(`/proc/${one}/smaps_rollup`, 'utf8');
    return Number(/^Pss:\s+(\d+) kB/m.exec(rollup)?.[1] ?? 0);
  });
}

/** How many files the process may have open. */
export async function openFilesLimit(pid: number): Promise<number> {
  const limits = await readFile(`/proc/${pid}/limits`, 'utf8');
  const limit = /^Max open files\s+(\S+)/m.exec(limits)?.[1];
  return limit === 'unlimited' ? Number.POSITIVE_INFINITY : Number(limit);
}

/** utime, stime, cutime and cstime; the name in parentheses may hold spaces. */
async function cpuOfProcess(pid: number): Promise<number> {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8');
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return fields.slice(11, 15).reduce((sum, ticks) => sum + Number(ticks), 0);
}

async function overTree(pid: number, measure: (pid: number) => Promise<number>): Promise<number> {
  const children = await childrenOf(pid);
  const parts = await Promise.all([measure(pid), ...children.map((child) => overTree(child, measure).catch(gone))]);
  return parts.reduce((sum, part) => sum + part, 0);
}

async function childrenOf(pid: number): Promise<number[]> {
  const threads = await readdir(`/proc/${pid}/task`);
  const lists = await Promise.all(
    threads.map((thread) => readFile(`/proc/${pid}/task/${thread}/children`, 'utf8').catch(() => '')),
  );
  return lists.flatMap((list) => list.split(' ').filter(Boolean).map(Number));
}

/** A child that has ended meanwhile counts nothing of its own. */
function gone(error: NodeJS.ErrnoException): number {
  if (error.code === 'ENOENT' || error.code === 'ESRCH') return 0;
  throw error;
}
