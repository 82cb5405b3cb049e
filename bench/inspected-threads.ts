import * as v from 'valibot';

/** The threads of a program whose inspector is open, the main one and its workers. */
export interface InspectedThreads {
  /** Asks every thread the same. Resolves with their answers and the threads' names. */
  askAll(method: string, params?: object): Promise<readonly ThreadAnswer[]>;
  close(): void;
}

interface ThreadAnswer {
  /** Threads of one kind have the same name. */
  readonly thread: string;
  readonly result: unknown;
}

const Answer = v.object({ id: v.number(), result: v.optional(v.unknown()) });
const Attached = v.object({
  method: v.literal('NodeWorker.attachedToWorker'),
  params: v.object({ sessionId: v.string(), workerInfo: v.object({ title: v.string() }) }),
});
const FromWorker = v.object({
  method: v.literal('NodeWorker.receivedMessageFromWorker'),
  params: v.object({ sessionId: v.string(), message: v.string() }),
});

/**
 * Uses the inspector's protocol with a program, as a debugger does. Workers are reached through the
 * domain `NodeWorker`.
 *
 * @see https://chromedevtools.github.io/devtools-protocol/v8/
 */
export async function inspectedThreads(url: string): Promise<InspectedThreads> {
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

  return {
    askAll: (method, params) =>
      Promise.all(
        [['', 'main'] as const, ...workers].map(async ([session, thread]) => ({
          thread,
          result: await ask(session, method, params),
        })),
      ),
    close: () => socket.close(),
  };
}
