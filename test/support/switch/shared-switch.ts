import { closeAfterSuites } from '../../../tools/tests/end-of-worker.ts';
import { type RunningSwitch, type StartedSwitch, startSwitchForSeveral } from './switch.ts';

/** A switch that does not answer for so long is stuck, on any machine. */
const patienceMs = 120_000;

/**
 * A switch that suites of a process share, as each of them sees it. The first suite starts it. A switch
 * that has failed, or that does not answer, is replaced. Work on the payments of earlier suites may go
 * on: a retry of a webhook, a sync. It is about merchants that the suite does not see.
 */
export function sharedSwitches(start: () => Promise<StartedSwitch>): () => Promise<RunningSwitch> {
  let shared: Promise<StartedSwitch> | undefined;

  const forget = (one: Promise<StartedSwitch>) => {
    if (shared === one) shared = undefined;
  };

  function startShared(): Promise<StartedSwitch> {
    const starting = start();
    shared = starting;
    starting.then(
      ({ assembly, stop }) => {
        closeAfterSuites(stop);
        void assembly.failure.then(() => forget(starting));
      },
      () => forget(starting),
    );
    return starting;
  }

  return async () => {
    const starting = shared ?? startShared();
    const started = await starting;
    try {
      await expectAnswer(started.assembly.apis[0]?.url ?? '');
      return started.look();
    } catch (error) {
      process.stdout.write(`A shared switch is replaced. ${String(error)}\n`);
      forget(starting);
      await started.stop();
      return (await (shared ?? startShared())).look();
    }
  };
}

/** The one of this process. */
export const lookAtSharedSwitch = sharedSwitches(startSwitchForSeveral);

async function expectAnswer(url: string): Promise<void> {
  const { status } = await fetch(`${url}/health`, { signal: AbortSignal.timeout(patienceMs) });
  if (status >= 500) throw new Error(`Its health is ${status}.`);
}
