import type { KeyManagement } from '#platform/aws/kms.ts';
import type { MessageQueue } from '#platform/queues/message-queue.ts';
import type { Database } from '#platform/table/database.ts';
import type { FileStore } from '#switch/files/file-store.ts';

/** The calls through the SDK's own clients. */
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
