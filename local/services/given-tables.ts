import { MessagePort } from 'node:worker_threads';
import type { EmulatorAddress } from '../aws/aws-call.ts';
import { httpCalls } from '../aws/http-calls.ts';
import { portCalls } from '../aws/port-calls.ts';
import type { ServiceCalls } from '../aws/proxy-response.ts';
import type { RunningTables, TablesEnded, WayToTables } from './running-tables.ts';
import { namingIterators } from './shard-iterators.ts';

/** A database that another program runs; this program owns only the connections to it. */
export function givenTables(address: EmulatorAddress): RunningTables {
  const { call, close } = callsAt(address);
  const failure = Promise.withResolvers<TablesEnded>();
  return { call, connect: () => address, failure: failure.promise, stop: async () => close() };
}

/** Makes calls of DynamoDB on the way that another thread has given to this one. */
export const callsOver = (way: WayToTables): ServiceCalls =>
  way instanceof MessagePort ? tableCallsOver(way) : callsAt(way).call;

export const tableCallsOver = (port: MessagePort): ServiceCalls =>
  portCalls(port, 'The emulator of DynamoDB');

function callsAt(address: EmulatorAddress) {
  const { call, close } = httpCalls(address);
  return { call: namingIterators(call), close };
}
