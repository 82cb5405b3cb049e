import type { Emulator } from '../aws/aws-call.ts';

/** A DynamoDB for a laptop, while it runs. */
export interface TableEmulator {
  readonly emulator: Emulator;
  /** Resolves with the reason when it ends before it is stopped. */
  readonly failure: Promise<TablesEnded>;
  stop(): Promise<void>;
}

/** The tables' emulator ended, though this program did not stop it. The message is one line. */
export class TablesEnded extends Error {
  constructor(title: string, why: string) {
    super(`${title}, which holds the tables, ended: ${why}`);
    this.name = 'TablesEnded';
  }
}
