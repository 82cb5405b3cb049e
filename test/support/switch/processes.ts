import { execFileSync } from 'node:child_process';
import path from 'node:path';

/** A process of this machine that runs; one that ended and that its parent did not fetch is none. */
export interface RunningProcess {
  readonly pid: number;
  readonly parent: number;
  /** The name of its program, without the folder. */
  readonly name: string;
  /** Resident memory. */
  readonly rssKb: number;
  /** Its whole command line. */
  readonly command: string;
}

/** All processes, by the program that POSIX has for it: a Mac has no /proc. */
export function runningProcesses(): readonly RunningProcess[] {
  const list = (column: string) =>
    new Map(
      execFileSync('ps', ['-A', '-ww', '-o', `pid=,ppid=,rss=,stat=,${column}=`], {
        encoding: 'utf8',
        maxBuffer: 64 * 1024 * 1024,
      })
        .split('\n')
        .flatMap((line) => {
          const [, pid, parent, rssKb, state = '', rest = ''] =
            /^\s*(\d+)\s+(\d+)\s+(\d+)\s+(\S+)\s+(.*)$/.exec(line) ?? [];
          if (pid === undefined || /^[ZX]/.test(state)) return [];
          return [
            [
              Number(pid),
              { parent: Number(parent), rssKb: Number(rssKb), rest: rest.trim() },
            ] as const,
          ];
        }),
    );
  const commands = list('command');
  return [...list('comm')].map(([pid, { parent, rssKb, rest }]) => ({
    pid,
    parent,
    rssKb,
    name: path.basename(rest),
    command: commands.get(pid)?.rest ?? '',
  }));
}

/** A process and all that descend from it. */
export function familyOf(top: number): readonly RunningProcess[] {
  const all = runningProcesses();
  const below = (one: RunningProcess): readonly RunningProcess[] => [
    one,
    ...all.filter(({ parent }) => parent === one.pid).flatMap(below),
  ];
  return all.filter(({ pid }) => pid === top).flatMap(below);
}
