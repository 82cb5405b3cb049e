import type { MessagePort } from 'node:worker_threads';
import type { EmulatorAddress } from '../aws/aws-call.ts';
import type { ServiceCalls } from '../aws/proxy-response.ts';

/** A DynamoDB for a laptop, while it runs. */
export interface RunningTables {
  /** Makes calls of DynamoDB from this thread. */
  readonly call: ServiceCalls;
  /** The way to the tables for another thread: see `callsOver`. */
  connect(): WayToTables;
  /** Resolves with the reason when it ends before it is stopped. */
  readonly failure: Promise<TablesEnded>;
  stop(): Promise<void>;
}

/** A port to the thread of the tables, or the address of another program that holds them. */
export type WayToTables = MessagePort | EmulatorAddress;

/** The tables' emulator ended, though this program did not stop it. The message is one line. */
export class TablesEnded extends Error {
  constructor(title: string, why: string) {
    super(`${title}, which holds the tables, ended: ${why}`);
    this.name = 'TablesEnded';
  }
}
