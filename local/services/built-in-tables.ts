import { randomBytes } from 'node:crypto';
import { mkdirSync } from 'node:fs';
import path from 'node:path';
import { MessageChannel, type MessagePort, Worker } from 'node:worker_threads';
import { type Emulator, emulatorAt } from '../aws/aws-call.ts';
import type { Log } from '../log.ts';
import { threadEnvironment } from '../thread-environment.ts';
import { tableCallsOver } from './given-tables.ts';
import { type RunningTables, TablesEnded } from './running-tables.ts';

/** Our own emulator of DynamoDB, in a thread of this process, which is asked by messages. */
export interface BuiltInTables extends RunningTables {
  /**
   * Answers other programs over HTTP from now on, on a free port of this machine. Only calls with
   * an access key that is drawn here are answered.
   */
  listen(): Promise<Emulator>;
}

/** A message to the thread of the tables. */
export type TableThreadInput =
  | { readonly kind: 'start'; readonly region: string; readonly file: string | undefined }
  /** Answers the calls that come over this port. */
  | { readonly kind: 'connect'; readonly port: MessagePort }
  /** Answers calls with this access key over HTTP; its port is posted. */
  | { readonly kind: 'listen'; readonly accessKeyId: string }
  | { readonly kind: 'stop' };

/** How long the thread may take to close its file, in ms; one that hangs is ended after that. */
const closesWithinMs = 1_000;

/** @param folder the folder that keeps the tables; undefined keeps them in memory */
export async function startBuiltInTables(
  region: string,
  folder: string | undefined,
  log: Log,
): Promise<BuiltInTables> {
  if (folder !== undefined) mkdirSync(folder, { recursive: true, mode: 0o700 });
  const thread = new Worker(new URL('../tables/table-thread.ts', import.meta.url), {
    execArgv: ['--disable-warning=ExperimentalWarning'],
    env: threadEnvironment(),
    name: 'tables',
  });
  const title = 'The built-in emulator of DynamoDB';
  const ended = new Promise<TablesEnded>((resolve) => {
    thread.once('error', (error: unknown) => {
      resolve(new TablesEnded(title, error instanceof Error ? error.message : String(error)));
    });
    thread.once('exit', (code) => resolve(new TablesEnded(title, `its thread ended (${code}).`)));
  });
  const post = (message: TableThreadInput) =>
    thread.postMessage(message, message.kind === 'connect' ? [message.port] : []);
  /** Posts a message, and resolves with the answer to it. */
  const ask = async (message: TableThreadInput) => {
    const answered = new Promise<unknown>((resolve) => thread.once('message', resolve));
    post(message);
    const answer = await Promise.race([answered, ended]);
    if (answer instanceof TablesEnded) throw answer;
    return answer;
  };
  await ask({ kind: 'start', region, file: folder && path.join(folder, 'tables.db') });

  const failure = Promise.withResolvers<TablesEnded>();
  let isStopping = false;
  void ended.then((error) => {
    if (isStopping) return;
    log({ level: 'error', source: 'tables', message: error.message });
    failure.resolve(error);
  });
  const connect = () => {
    const { port1, port2 } = new MessageChannel();
    post({ kind: 'connect', port: port1 });
    return port2;
  };
  const own = connect();
  const listening: Emulator[] = [];
  return {
    call: tableCallsOver(own),
    connect,
    failure: failure.promise,
    async listen() {
      const accessKeyId = `AKIA${randomBytes(10).toString('hex').toUpperCase()}`;
      const port = await ask({ kind: 'listen', accessKeyId });
      const emulator = emulatorAt(`http://127.0.0.1:${port}`, accessKeyId, region);
      listening.push(emulator);
      return emulator;
    },
    async stop() {
      isStopping = true;
      for (const { close } of listening) close();
      post({ kind: 'stop' });
      const late = setTimeout(() => void thread.terminate(), closesWithinMs);
      await ended;
      clearTimeout(late);
      own.close();
    },
  };
}
