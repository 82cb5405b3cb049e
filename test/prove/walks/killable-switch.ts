import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { type Call, callerOf } from '../../support/switch/switch.ts';
import { type Clocks, FromSwitch, Start, type ToSwitch } from './switch-messages.ts';

/** A started switch that can be killed and started again with its data. */
export interface KillableSwitch {
  /** Where the API listens; changes with each start. */
  readonly url: string;
  /** Where the processor listens, past everything that stands before it. */
  readonly sandboxUrl: string;
  /** Rejects while the switch is dead. */
  readonly call: Call;
  /** All items whose key begins so, as plain values. */
  items(beginning: string): Promise<readonly unknown[]>;
  /** Sends due items to their queues, as the schedule does each minute. */
  findDue(): Promise<void>;
  readonly clocks: Clocks;
  setClocks(clocks: Clocks): Promise<void>;
  /** Kills the whole switch at once, with the processor, the tables and the queues. */
  kill(): Promise<void>;
  /** Starts it again with the data that it had. */
  start(): Promise<void>;
  stop(): Promise<void>;
}

type Asked = ToSwitch extends infer One ? (One extends ToSwitch ? Omit<One, 'id'> : never) : never;

/**
 * Starts the switch in a process of its own, whose data survives a kill.
 *
 * @param processorUrl where its functions reach the processor
 */
export async function killableSwitch(processorUrl: string): Promise<KillableSwitch> {
  const dataDirectory = mkdtempSync(path.join(tmpdir(), 'turnout-walks-'));
  let clocks: Clocks = { seed: 0, aheadMs: 0 };
  let child: ChildProcess | undefined;
  let addresses = { url: '', sandboxUrl: '' };
  const waiting = new Map<number, PromiseWithResolvers<unknown>>();
  let asked = 0;

  async function start() {
    const settings = Start.text({ dataDirectory, processorUrl, clocks });
    const started = Promise.withResolvers<void>();
    const process_ = spawn(
      process.execPath,
      [fileURLToPath(new URL('./switch-process.ts', import.meta.url)), settings],
      { stdio: ['ignore', 'ignore', 'inherit', 'ipc'] },
    );
    child = process_;
    process_.on('message', (received) => {
      const message = FromSwitch.parse(received);
      if ('started' in message) {
        addresses = message.started;
        started.resolve();
        return;
      }
      const asker = waiting.get(message.id);
      waiting.delete(message.id);
      if ('error' in message) asker?.reject(new Error(message.error));
      else asker?.resolve(message.answer);
    });
    process_.once('exit', () => {
      const ended = new Error('The switch has ended.');
      started.reject(ended);
      for (const { reject } of waiting.values()) reject(ended);
      waiting.clear();
    });
    await started.promise;
  }

  function ask(question: Asked): Promise<unknown> {
    if (!child?.connected) return Promise.reject(new Error('The switch has ended.'));
    asked += 1;
    const answer = Promise.withResolvers<unknown>();
    waiting.set(asked, answer);
    child.send({ ...question, id: asked });
    return answer.promise;
  }

  async function kill() {
    if (!child || child.exitCode !== null || child.signalCode !== null) return;
    const ended = once(child, 'exit');
    child.kill('SIGKILL');
    await ended;
  }

  await start();
  return {
    get url() {
      return addresses.url;
    },
    get sandboxUrl() {
      return addresses.sandboxUrl;
    },
    call: (...given) => callerOf(addresses.url)(...given),
    async items(beginning) {
      const items = await ask({ ask: 'items', beginning });
      return Array.isArray(items) ? items : [];
    },
    async findDue() {
      await ask({ ask: 'find due' });
    },
    get clocks() {
      return clocks;
    },
    async setClocks(next) {
      clocks = next;
      await ask({ ask: 'set clocks', clocks });
    },
    kill,
    start,
    async stop() {
      await kill();
      rmSync(dataDirectory, { recursive: true, force: true });
    },
  };
}
