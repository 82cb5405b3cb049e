import type { MessagePort } from 'node:worker_threads';
import { portCalls } from '../aws/port-calls.ts';
import type { ServiceCalls } from '../aws/proxy-response.ts';

/** The target of a call for all messages of a queue, which no caller of AWS can make. */
export const inspection = 'Emulator.InspectQueue';

/** Calls the queue emulator over a port to its thread. */
export const queueCalls = (port: MessagePort): ServiceCalls =>
  portCalls(port, 'The queue emulator');
