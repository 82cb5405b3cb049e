import type { VaultCaller } from './vault-implement.ts';
import type { VaultAuth } from './vault-operation.ts';

/** What a request shows to say who is asking. */
export interface VaultPresented {
  /** In the query. */
  readonly queryKey: string | undefined;
  /** In the header `api-key`. */
  readonly headerKey: string | undefined;
  readonly sourceIp: string;
  readonly requestId: string;
  readonly now: Date;
}

export interface VaultAuthenticator {
  /**
   * Reads the key on every request and keeps it nowhere. Throws VaultError `unauthorized`,
   * `bad_request` when two different keys are shown, and `http_too_many_requests`.
   */
  identify(auth: VaultAuth, presented: VaultPresented): Promise<VaultCaller>;
}
