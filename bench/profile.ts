import path from 'node:path';
import { root } from './deployment.ts';
import { callingFor } from './http-callers.ts';
import { startedSwitch } from './http-candidates.ts';
import { sharesOf } from './profile-shares.ts';
import { profiledThreads } from './profiled-threads.ts';
import { newToken } from './script.ts';
import type { Program } from './started-program.ts';

const callers = 4;
/** As many run before the profile, so that V8 has compiled the profiled code. */
const lifecycles = 150;

/** The switch as `npm start` runs it, with its inspector open. */
export const inspectedStart: Program = {
  directory: root,
  command: process.execPath,
  parameters: ['--import', path.join(import.meta.dirname, 'open-inspector.ts'), 'scripts/start.ts'],
};

/** Profiles all threads of the switch while it makes lifecycles. Returns tables. */
export async function profileLifecycles(interrupted: AbortSignal): Promise<string> {
  const one = await startedSwitch('switch', root, interrupted, inspectedStart);
  try {
    if (one.inspectorUrl === undefined) throw new Error('The switch opened no inspector.');
    const threads = await profiledThreads(one.inspectorUrl);
    const calling = async () => {
      const work = Array.from({ length: lifecycles }, () => {
        const token = newToken();
        return () => one.run('lifecycle', token);
      });
      const { ms, errors } = await callingFor(work, { callers, forMs: Number.POSITIVE_INFINITY });
      if (errors.length > 0) throw errors[0];
      return ms.length;
    };
    await calling();
    await threads.start();
    const done = await calling();
    const tables = sharesOf(await threads.stop(), root, done);
    threads.close();
    return tables;
  } finally {
    await one.stop();
  }
}
