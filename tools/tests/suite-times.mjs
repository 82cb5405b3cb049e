import { appendFileSync, readFileSync } from 'node:fs';
import { relative } from 'node:path';

/** The file of `npm test -- --times FILE`, which every worker appends to. */
const file = process.env.TURNOUT_TEST_TIMES;

export const heading = 'suite\twall ms\tCPU ms\tCPU ms of started processes\n';

/**
 * Begins to measure a suite; the returned function writes its line. The CPU time is that of the
 * worker with all its threads. Processes count that the suite started and that ended, on Linux.
 */
export function measureSuite(suite) {
  if (!file) return () => {};
  const [wall, cpu, started] = [performance.now(), process.cpuUsage(), endedProcessesMs()];
  return () => {
    const { user, system } = process.cpuUsage(cpu);
    const numbers = [
      performance.now() - wall,
      (user + system) / 1_000,
      endedProcessesMs() - started,
    ];
    const name = relative(process.cwd(), suite).replaceAll('\\', '/');
    appendFileSync(file, `${[name, ...numbers.map(Math.round)].join('\t')}\n`);
  };
}

/** The CPU time of this process's ended children: see proc_pid_stat(5), cutime and cstime. */
function endedProcessesMs() {
  if (process.platform !== 'linux') return 0;
  const stat = readFileSync('/proc/self/stat', 'utf8');
  // The name of the program, in parentheses, may contain spaces.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  const [user, system] = [Number(fields[13]), Number(fields[14])];
  // The kernel counts in hundredths of a second for programs, whatever its own clock is.
  return (user + system) * 10;
}
