// Holds the tables, in a thread of its own so that requests to them wait for no other work. Calls
// come as messages; those of other programs, over HTTP.
import { setImmediate as nextTurn } from 'node:timers/promises';
import { type MessagePort, parentPort } from 'node:worker_threads';
import { answerCalls } from '../aws/port-calls.ts';
import type { TableThreadInput } from '../services/built-in-tables.ts';
import { type TableCalls, tableCalls } from './calls.ts';
import { answerTo, serveTables, type TableServer } from './server.ts';

/** How often expired items, old changes and old tokens are removed, in ms. */
const tidyEveryMs = 10 * 60_000;

let calls: TableCalls | undefined;
let tidying: NodeJS.Timeout | undefined;
let isTidying = false;
let isStopping = false;
let isBroken = false;
const ports: MessagePort[] = [];
const servers: TableServer[] = [];

parentPort?.on('message', async (message: TableThreadInput) => {
  switch (message.kind) {
    case 'start':
      calls = tableCalls(message.region, message.file);
      tidying = setInterval(tidy, tidyEveryMs);
      parentPort?.postMessage('started');
      return;
    case 'connect':
      ports.push(message.port);
      answerCalls(message.port, ({ target, text }) => answered(target, text));
      return;
    case 'listen': {
      const server = await serveTables(answered, message.accessKeyId);
      servers.push(server);
      parentPort?.postMessage(server.port);
      return;
    }
    case 'stop':
      clearInterval(tidying);
      isStopping = true;
      for (const port of ports) port.close();
      for (const server of servers) server.close();
      calls?.close();
      parentPort?.close();
  }
});

/**
 * The answer to a call; undefined when the database itself has failed, after which nothing can be
 * relied on: the thread ends by this error, its parent gets the error, and no further call is
 * answered.
 */
function answered(target: string, text: string) {
  if (!calls || isBroken) return undefined;
  try {
    return answerTo(calls, target, text);
  } catch (error) {
    isBroken = true;
    setImmediate(() => {
      throw error;
    });
    return undefined;
  }
}

async function tidy() {
  if (!calls || isTidying) return;
  isTidying = true;
  // Calls that have arrived are answered before the next step.
  for (const _ of calls.tidy()) {
    await nextTurn();
    if (isStopping) return;
  }
  isTidying = false;
}
