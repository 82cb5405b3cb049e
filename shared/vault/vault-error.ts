// Shared with parts: `instanceof` recognizes an error by its class.
import type { Hint } from '#platform/http/hints/hint.ts';

/** Every error of the vault, with its HTTP status and title. */
export const vaultErrors = {
  bad_request: [400, 'Bad Request'],
  unauthorized: [401, 'Unauthorized'],
  /** A session token of the pages that is used, expired or unknown; the same status as above. */
  session_expired: [401, 'Session Expired'],
  forbidden: [403, 'Forbidden'],
  destination_not_allowed: [403, 'Destination Not Allowed'],
  scope_mismatch: [403, 'Scope Mismatch'],
  resource_not_found: [404, 'Resource Not Found'],
  method_not_allowed: [405, 'Method Not Allowed'],
  service_code_in_use: [409, 'Service Code In Use'],
  payload_too_large: [413, 'Payload Too Large'],
  unsupported_media_type: [415, 'Unsupported Media Type'],
  validation_error: [422, 'Validation Error'],
  last_active_key: [422, 'Last Active Key'],
  idempotency_mismatch: [422, 'Idempotency Mismatch'],
  service_code_unavailable: [422, 'Service Code Unavailable'],
  http_too_many_requests: [429, 'Too Many Requests'],
  internal_error: [500, 'Internal Error'],
  destination_error: [502, 'Destination Error'],
  service_unavailable: [503, 'Service Unavailable'],
  destination_timeout: [504, 'Destination Timeout'],
} as const satisfies Record<string, readonly [status: number, title: string]>;
export type VaultErrorCode = keyof typeof vaultErrors;

/** Error messages by field. They never repeat the value sent. */
export type VaultErrorDetails = Readonly<Record<string, readonly string[]>>;

interface Options extends ErrorOptions {
  /** Help for the developer of the client, from the place that refused the request. */
  readonly help?: Hint;
}

/** A refusal of the vault. Any other thrown error becomes a 500 without details. */
export class VaultError extends Error {
  readonly code: VaultErrorCode;
  readonly details: VaultErrorDetails;
  readonly help: Hint | undefined;

  constructor(code: VaultErrorCode, details: VaultErrorDetails = {}, options?: Options) {
    super(code, options);
    this.name = 'VaultError';
    this.code = code;
    this.details = details;
    this.help = options?.help;
  }
}

/** A refusal that states when to retry, in whole seconds. */
export class TooManyRequests extends VaultError {
  readonly retryAfterSeconds: number;

  constructor(retryAfterMs: number) {
    super('http_too_many_requests');
    this.retryAfterSeconds = Math.max(Math.ceil(retryAfterMs / 1_000), 1);
  }
}

export const isVaultError = (error: unknown, code?: VaultErrorCode): error is VaultError =>
  error instanceof VaultError && (code === undefined || error.code === code);
