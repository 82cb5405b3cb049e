import type { KeyManagement } from '../../../shared/aws/kms.ts';
import type { FileStore } from '../../../shared/files/file-store.ts';
import type { MessageQueue } from '../../../shared/queues/message-queue.ts';
import type { Database } from '../../../shared/table/database.ts';

/** What goes through the SDK's own clients. */
export interface OtherServices {
  readonly queue: MessageQueue<unknown>;
  readonly files: FileStore;
  secret(id: string): Promise<unknown>;
}

/** One of the two clients that must do the same. Both read the environment at their first call. */
export interface Side {
  database(): Database;
  keys(): KeyManagement;
  others(queueUrl: string): OtherServices;
  /** The SDK's error classes as this side has them, by the SDK's name for each. */
  readonly errors: Readonly<Record<string, abstract new (...given: never[]) => Error>>;
}
