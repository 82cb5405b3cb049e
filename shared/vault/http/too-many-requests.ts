import { VaultError } from '../vault-error.ts';

/** A refusal that states when to retry, in whole seconds. */
export class TooManyRequests extends VaultError {
  readonly retryAfterSeconds: number;

  constructor(retryAfterMs: number) {
    super('http_too_many_requests');
    this.retryAfterSeconds = Math.max(Math.ceil(retryAfterMs / 1_000), 1);
  }
}
