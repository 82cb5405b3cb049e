/** The members of an error of the API. */
interface Refusal {
  /** `invalid_request`, `api`, `blocked` or `connector`; a newer switch may send another. */
  readonly type: string;
  /** For programs to compare, such as `IR_04`. */
  readonly code: string;
  readonly message: string;
  /** The path of the wrong member, such as `payment_method_data.card.card_number`. */
  readonly param?: string;
  /** One sentence for a developer on the request to send instead. */
  readonly hint?: string;
  /** The page about the error. */
  readonly doc_url?: string;
  /** For the operator, who finds the request by it. */
  readonly request_id?: string;
}

/** The class of all errors of the client. */
export class TurnoutError extends Error {
  override readonly name: string = 'TurnoutError';
}

/** The switch, or a server in front of it, refused a request or failed. */
export class TurnoutApiError extends TurnoutError implements Refusal {
  override readonly name: string = 'TurnoutApiError';
  readonly status: number;
  /** Method and path of the call, such as `POST /payments`. */
  readonly call: string;
  readonly type: string;
  readonly code: string;
  readonly param?: string;
  readonly hint?: string;
  readonly doc_url?: string;
  readonly request_id?: string;
  /** The error as it was sent, with members that are not named here. */
  readonly raw: Readonly<Record<string, unknown>>;
  /** How long to wait before the same request is sent again. */
  readonly retryAfterSeconds?: number;

  constructor(
    status: number,
    raw: Readonly<Record<string, unknown>>,
    { call = '', fallback, requestId, retryAfterSeconds }: ErrorContext,
  ) {
    super(textOf(raw.message) ?? fallback);
    this.status = status;
    this.call = call;
    this.raw = raw;
    this.type = textOf(raw.type) ?? 'api';
    this.code = textOf(raw.code) ?? '';
    this.param = textOf(raw.param);
    this.hint = textOf(raw.hint);
    this.doc_url = textOf(raw.doc_url);
    this.request_id = textOf(raw.request_id) ?? requestId;
    this.retryAfterSeconds = retryAfterSeconds;
  }
}

interface ErrorContext {
  readonly call?: string;
  /** The message where the answer has none. */
  readonly fallback: string;
  readonly requestId?: string;
  readonly retryAfterSeconds?: number;
}

const textOf = (value: unknown) => (typeof value === 'string' ? value : undefined);

/** No answer came, or it was cut, or it was not the JSON of the switch. */
export class TurnoutConnectionError extends TurnoutError {
  override readonly name: string = 'TurnoutConnectionError';
}

/** The answer took longer than `timeoutMs`. */
export class TurnoutTimeoutError extends TurnoutConnectionError {
  override readonly name: string = 'TurnoutTimeoutError';
}

/** A webhook that the switch did not send, or not at this time. Answer it with 400. */
export class TurnoutWebhookError extends TurnoutError {
  override readonly name: string = 'TurnoutWebhookError';
}
