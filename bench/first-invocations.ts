import path from 'node:path';
import type { LocalFunction } from '../local/assembly/functions.ts';
import type { Invoke } from '../local/run-assembly.ts';
import { operationOf } from '../test/scenarios/scenario.ts';
import { functionNamed } from '../test/support/deployment/function-names.ts';
import { startWebhookReceiver } from '../test/support/receivers/webhook-receiver.ts';
import { ordinaryWork } from '../test/support/requests/exercise-scenarios.ts';
import { type StartOptions, startSwitch } from '../test/support/switch/switch.ts';
import { answerOf, isSuccess, type StartedBundle, type starter } from './first-call.ts';
import type { Exchange, TlsFront } from './tls-front.ts';

/** An invocation that a fresh process served, with its requests to other systems. */
export interface FirstInvocation extends StartedBundle {
  readonly exchanges: readonly Exchange[];
  /** See `answerOf`. */
  readonly answer: string;
}

/** Functions whose work is to refuse. */
const refusing = /\.not-found$/;

/** Functions that call merchants' own servers. */
const callsReceivers = /^(queues\.(deliver-webhook|notify-from-sandbox)|vault\.)/;

export interface Recorder {
  /**
   * Records the first invocation of a function or of a case. Of several that succeed, it is the one
   * with the most requests. Throws where none succeeds.
   */
  record(name: string): Promise<FirstInvocation>;
  stop(): Promise<void>;
}

type Start = ReturnType<typeof starter>;

/**
 * Runs the ordinary work of functions in a running switch, by the exercises of the tests of grants.
 * A fresh process serves the invocation instead of the switch, and it is recorded.
 */
export async function startRecorder(
  front: TlsFront,
  start: Start,
  options: StartOptions,
): Promise<Recorder> {
  let replacing: ((target: LocalFunction, event: string) => ReturnType<Invoke>) | undefined;
  let wanted = '';
  const running = await startSwitch({
    ...options,
    invoking: (ordinary) => (target, event) =>
      replacing && functionNamed(target.logicalId) === wanted
        ? replacing(target, event)
        : ordinary(target, event),
  });
  const receiver = await startWebhookReceiver();
  const tlsReceiver = { ...receiver, url: await front.addressOf(receiver.url) };
  const work = ordinaryWork();

  /** Plays a function's work once, and returns its invocations by fresh processes. */
  async function play(name: string): Promise<readonly FirstInvocation[]> {
    const found: FirstInvocation[] = [];
    let earlier: Promise<unknown> = Promise.resolve();
    const serve = async (target: LocalFunction, event: string): ReturnType<Invoke> => {
      const bundle = {
        name,
        file: path.join(target.codeDirectory, 'index.cjs'),
        event: JSON.parse(event),
        environment: await front.environment(running.assembly.inside.environmentOf(target)),
      };
      const recorded = await recordedStart(bundle);
      found.push(recorded.invocation);
      const { result, error } = recorded.started;
      if (error === undefined) return { kind: 'result', payload: result ?? 'null' };
      return { kind: 'failure', error: JSON.stringify({ errorType: error, errorMessage: error }) };
    };
    const exercise = work[name];
    if (!exercise) throw new Error(`No test support knows the work of ${name}.`);
    const act = await exercise({
      running,
      receiver: callsReceivers.test(name) ? tlsReceiver : receiver,
      withoutGrant: false,
      wasRefused: () => false,
    });
    wanted = operationOf(name);
    // One at a time: requests of another process would count as this one's.
    replacing = (target, event) => {
      const ending = earlier.then(() => serve(target, event));
      earlier = ending.catch(() => undefined);
      return ending;
    };
    try {
      if (!(await act())) throw new Error(`${name} did not do its work.`);
    } finally {
      replacing = undefined;
      await earlier;
    }
    return found;
  }

  async function recordedStart(bundle: StartedBundle) {
    const ending = Promise.withResolvers<Awaited<ReturnType<typeof start>>>();
    const at = Date.now();
    const exchanges = await front.record(async () => {
      ending.resolve(await start(bundle, { isCalled: true }));
    });
    const started = await ending.promise;
    return { started, invocation: { ...bundle, at, exchanges, answer: answerOf(started) } };
  }

  return {
    async record(name) {
      const all = await play(name);
      const [found] = all
        .filter(({ answer }) => isSuccess(answer) || refusing.test(name))
        .toSorted((one, other) => other.exchanges.length - one.exchanges.length);
      if (found) return found;
      throw new Error(
        `${name} answered ${all.map(({ answer }) => answer).join(', ') || 'nothing'}.`,
      );
    },
    async stop() {
      await running.stop();
      await receiver.stop();
    },
  };
}
