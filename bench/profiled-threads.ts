import * as v from 'valibot';
import { type CpuProfile, Profile } from './profile-shares.ts';

/** The threads of a program whose inspector is open, the main one and its workers. */
export interface ProfiledThreads {
  start(): Promise<void>;
  /** Ends the profiles, and returns them by thread. */
  stop(): Promise<readonly CpuProfile[]>;
  close(): void;
}

/** Microseconds between two samples. */
const sampledEveryUs = 500;

const Answer = v.object({ id: v.number(), result: v.optional(v.unknown()) });
const Attached = v.object({
  method: v.literal('NodeWorker.attachedToWorker'),
  params: v.object({ sessionId: v.string(), workerInfo: v.object({ title: v.string() }) }),
});
const FromWorker = v.object({
  method: v.literal('NodeWorker.receivedMessageFromWorker'),
  params: v.object({ sessionId: v.string(), message: v.string() }),
});
const Stopped = v.object({ profile: Profile });

/**
 * Speaks the inspector's protocol with a program, as a debugger does. Workers are reached through
 * the domain `NodeWorker`.
 *
 * @see https://chromedevtools.github.io/devtools-protocol/v8/Profiler/
 */
export async function profiledThreads(url: string): Promise<ProfiledThreads> {
  const socket = new WebSocket(url.replace('http:', 'ws:'));
  const open = new Map<string, (result: unknown) => void>();
  const workers = new Map<string, string>();
  let last = 0;
  const take = (text: string, session: string) => {
    const message: unknown = JSON.parse(text);
    if (v.is(Answer, message)) {
      open.get(`${session} ${message.id}`)?.(message.result);
      open.delete(`${session} ${message.id}`);
    } else if (v.is(Attached, message)) {
      // Its title is `[worker 2] functions`: threads of one name are shown as one.
      const { sessionId, workerInfo } = message.params;
      workers.set(sessionId, workerInfo.title.replace(/^\[worker \d+\] /, ''));
    } else if (v.is(FromWorker, message)) take(message.params.message, message.params.sessionId);
  };
  socket.addEventListener('message', ({ data }) => take(String(data), ''));
  await new Promise((resolve, reject) => {
    socket.addEventListener('open', resolve);
    socket.addEventListener('error', reject);
  });

  /** Asks the main thread, whose session has no name, or a worker. */
  function ask(session: string, method: string, params: object = {}): Promise<unknown> {
    last += 1;
    const message = JSON.stringify({ id: last, method, params });
    const answer = new Promise((resolve) => open.set(`${session} ${last}`, resolve));
    if (session === '') socket.send(message);
    else void ask('', 'NodeWorker.sendMessageToWorker', { sessionId: session, message });
    return answer;
  }
  await ask('', 'NodeWorker.enable', { waitForDebuggerOnStart: false });
  const threads = () => [['', 'main'] as const, ...workers];

  return {
    async start() {
      for (const [session] of threads()) {
        await ask(session, 'Profiler.enable');
        await ask(session, 'Profiler.setSamplingInterval', { interval: sampledEveryUs });
        await ask(session, 'Profiler.start');
      }
    },
    async stop() {
      const profiles: CpuProfile[] = [];
      for (const [session, thread] of threads()) {
        const { profile } = v.parse(Stopped, await ask(session, 'Profiler.stop'));
        profiles.push({ thread, profile });
      }
      return profiles;
    },
    close: () => socket.close(),
  };
}
