import * as v from 'valibot';
import { inspectedThreads } from './inspected-threads.ts';
import { type CpuProfile, Profile } from './profile-shares.ts';

/** Profiles all threads of a program whose inspector is open. */
export interface ProfiledThreads {
  start(): Promise<void>;
  /** Ends the profiles, and returns them by thread. */
  stop(): Promise<readonly CpuProfile[]>;
  close(): void;
}

/** Microseconds between two samples. */
const sampledEveryUs = 500;

const Stopped = v.object({ profile: Profile });

/** @see https://chromedevtools.github.io/devtools-protocol/v8/Profiler/ */
export async function profiledThreads(url: string): Promise<ProfiledThreads> {
  const { askAll, close } = await inspectedThreads(url);
  return {
    async start() {
      await askAll('Profiler.enable');
      await askAll('Profiler.setSamplingInterval', { interval: sampledEveryUs });
      await askAll('Profiler.start');
    },
    async stop() {
      const stopped = await askAll('Profiler.stop');
      return stopped.map(({ thread, result }) => ({
        thread,
        profile: v.parse(Stopped, result).profile,
      }));
    },
    close,
  };
}
