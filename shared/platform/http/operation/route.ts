import type * as v from 'valibot';
import type { OperationAbout } from './operation-about.ts';

type Schema = v.GenericSchema;

/** One route of a service, declared once: what the edge needs of it, and what its alarm states. */
export interface Route {
  /** Also the file that serves it: `payments.confirm` is functions/payments/confirm.ts. */
  readonly name: `${string}.${string}`;
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  readonly path: `/${string}`;
  readonly summary: string;
  readonly about?: OperationAbout;
  /** The callers of the operation, in the words of the service's description. */
  readonly auth: string;
  readonly params?: Schema;
  readonly query?: Schema;
  /** Schema of the body; an optional schema means that the body may be left out. */
  readonly body?: Schema;
  /**
   * The form in which the handler gets the body: JSON by default, the text or the bytes exactly as
   * sent, or the parts of a form by name, texts and files (`UploadedFile`).
   */
  readonly bodyAs?: 'json' | 'text' | 'form' | 'bytes';
  /** The largest body, in bytes; absent: that of all operations of the service. */
  readonly bodyLimit?: number;
  /** The status of a success: 200 unless stated. */
  readonly status?: number;
  /** The schema of a JSON answer; absent where all answers have another form. */
  readonly response?: Schema;
  /** The consequence of a failure of the operation; the alarm shows it to the operator. */
  readonly impact: string;
  /** A valid request, with which the suites that run over all routes begin. */
  readonly example: {
    readonly params?: Readonly<Record<string, string>>;
    readonly query?: Readonly<Record<string, string>>;
    readonly body?: unknown;
  };
}
