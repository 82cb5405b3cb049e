import { globSync, readFileSync } from 'node:fs';

/** A process as the kernel counts it. */
export interface Process {
  readonly pid: number;
  /** The program's name, such as `node` or `java`; the kernel keeps 15 characters of it. */
  readonly name: string;
  /** CPU time since its start, of all its threads, in ms. */
  readonly cpuMs: number;
  /** Resident memory; pages that two processes share count twice. */
  readonly rssKb: number;
}

/** The kernel counts CPU time in hundredths of a second. */
const msPerTick = 10;

/** The process and all its descendants. Works on Linux only; empty elsewhere. */
export function processTree(top: number): readonly Process[] {
  const all = globSync('/proc/[0-9]*/stat').flatMap((file) => {
    const [, pid, name = '', rest = ''] = /^(\d+) \((.*)\) \S (.*)/s.exec(textOf(file)) ?? [];
    if (pid === undefined) return [];
    // The first of them is field 4 of proc_pid_stat(5): the parent. Fields 14 and 15 are its time.
    const fields = rest.split(' ').map(Number);
    const [parent = 0, user = 0, system = 0] = [fields[0], fields[10], fields[11]];
    return [{ pid: Number(pid), name, parent, cpuMs: (user + system) * msPerTick }];
  });
  const below = (one: (typeof all)[number]): typeof all => [
    one,
    ...all.filter(({ parent }) => parent === one.pid).flatMap(below),
  ];
  return all
    .filter(({ pid }) => pid === top)
    .flatMap(below)
    .map(({ pid, name, cpuMs }) => ({ pid, name, cpuMs, rssKb: rssKb(pid) }));
}

function rssKb(pid: number): number {
  const [, kilobytes = '0'] = /^VmRSS:\s+(\d+)/m.exec(textOf(`/proc/${pid}/status`)) ?? [];
  return Number(kilobytes);
}

export const rssKbOf = (processes: readonly Process[]): number =>
  processes.reduce((sum, { rssKb }) => sum + rssKb, 0);

/** A process may end while this function reads its files. */
function textOf(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return '';
  }
}
