import { randomBytes } from 'node:crypto';
import { mkdirSync } from 'node:fs';
import path from 'node:path';
import { Worker } from 'node:worker_threads';
import { emulatorAt } from '../aws/aws-call.ts';
import type { Log } from '../log.ts';
import { threadEnvironment } from '../thread-environment.ts';
import { type TableEmulator, TablesEnded } from './running-tables.ts';

const title = 'The built-in emulator of DynamoDB';

/**
 * Starts our own emulator of DynamoDB, in a thread of this process. It answers only calls with an
 * access key that is drawn for each start.
 *
 * @param kept the folder that keeps the tables; undefined keeps them in memory
 */
export async function startBuiltInTables(
  kept: string | undefined,
  region: string,
  log: Log,
): Promise<TableEmulator> {
  if (kept !== undefined) mkdirSync(kept, { recursive: true, mode: 0o700 });
  const accessKeyId = `AKIA${randomBytes(10).toString('hex').toUpperCase()}`;
  const thread = new Worker(new URL('../tables/table-thread.ts', import.meta.url), {
    execArgv: ['--disable-warning=ExperimentalWarning'],
    env: threadEnvironment(),
  });
  const ended = new Promise<TablesEnded>((resolve) => {
    thread.once('error', (error: unknown) => {
      resolve(new TablesEnded(title, error instanceof Error ? error.message : String(error)));
    });
    thread.once('exit', (code) => resolve(new TablesEnded(title, `its thread ended (${code}).`)));
  });
  const file = kept && path.join(kept, 'tables.db');
  const started = new Promise<number>((resolve) => thread.once('message', resolve));
  thread.postMessage({ region, accessKeyId, file });
  const port = await Promise.race([started, ended]);
  if (port instanceof TablesEnded) throw port;

  const emulator = emulatorAt(`http://127.0.0.1:${port}`, accessKeyId, region);
  const failure = Promise.withResolvers<TablesEnded>();
  let stopping = false;
  void ended.then((error) => {
    if (stopping) return;
    log({ level: 'error', source: 'tables', message: error.message });
    failure.resolve(error);
  });
  return {
    emulator,
    failure: failure.promise,
    async stop() {
      stopping = true;
      emulator.close();
      thread.postMessage('stop');
      await ended;
    },
  };
}
