// Holds the tables, in a thread of its own so that requests to them wait for no other work.
import { setImmediate as nextTurn } from 'node:timers/promises';
import { parentPort } from 'node:worker_threads';
import { isObject, optionalString, stringOf } from '../assembly/json.ts';
import { tableCalls } from './calls.ts';
import { serveTables } from './server.ts';

/** How often expired items, old changes and old tokens are removed, in ms. */
const tidyEveryMs = 10 * 60_000;

parentPort?.once('message', async (settings: unknown) => {
  const { region, accessKeyId, file } = isObject(settings) ? settings : {};
  const calls = tableCalls(stringOf(region, 'region'), optionalString(file));
  const server = await serveTables(calls, stringOf(accessKeyId, 'accessKeyId'), (error) => {
    // The thread ends by this error: its parent gets the error, and no further call is answered.
    setImmediate(() => {
      throw error;
    });
  });
  let isTidying = false;
  let isStopping = false;
  const tidy = async () => {
    if (isTidying) return;
    isTidying = true;
    // Calls that have arrived are answered before the next step.
    for (const _ of calls.tidy()) {
      await nextTurn();
      if (isStopping) return;
    }
    isTidying = false;
  };
  const tidying = setInterval(tidy, tidyEveryMs);
  // The only other message asks to stop.
  parentPort?.once('message', () => {
    clearInterval(tidying);
    isStopping = true;
    server.close();
    calls.close();
    parentPort?.close();
  });
  parentPort?.postMessage(server.port);
});
