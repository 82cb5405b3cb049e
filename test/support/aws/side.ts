import type { KeyManagement } from '../../../shared/aws/kms.ts';
import type { Database } from '../../../shared/table/database.ts';

/** One of the two clients that must do the same. Both read the environment at their first call. */
export interface Side {
  database(): Database;
  keys(): KeyManagement;
  /** The SDK's error classes as this side has them, by the SDK's name for each. */
  readonly errors: Readonly<Record<string, abstract new (...given: never[]) => Error>>;
}
