import type * as v from 'valibot';
import type { ErrorKind } from '../errors.ts';
import type { IndexName } from '../table/port.ts';
import type { TableAction } from '../table/table-action.ts';
import type { VaultUse } from '../vault/switch/vault-uses.ts';

/** Who may call an operation, in the words of the API's description. */
export type Auth =
  /** Anyone. */
  | 'none'
  /** The operator's key alone. */
  | 'admin key'
  /** The secret key of the merchant that the path names, or the admin key. */
  | 'merchant of the path'
  /** A merchant's secret key. */
  | 'secret key'
  /** A merchant's secret key, or its publishable key together with a payment's client_secret. */
  | 'secret key or client secret'
  /** A publishable key together with a payment's client_secret: a customer's browser or app alone. */
  | 'client secret'
  /** A publishable key; whoever shows a payment's client_secret beside it must show the right one. */
  | 'publishable key'
  /** A merchant's secret key, or a key that it made for one customer and an hour. */
  | 'secret key or ephemeral key'
  /** Any of the three. */
  | 'secret key, client secret or ephemeral key'
  /** The sandbox processor's own callers: any key, and each key has a ledger of its own. */
  | 'processor key';

/** What an operation may do to the files that were uploaded. */
export type FileUse = 'write' | 'read' | 'delete';

/**
 * What an operation may reach beside the request it was handed. Its role grants exactly this, and what
 * `auth` takes: see `tableActionsOf`.
 */
export interface Access {
  readonly table?: readonly TableAction[];
  /** Indexes it may query. */
  readonly indexes?: readonly IndexName[];
  /** Whether it makes a merchant's key, or uses one to seal or open that merchant's secrets. */
  readonly secrets?: readonly ('make key' | 'use key')[];
  /** Whether it talks to processors. */
  readonly connectors?: boolean;
  /** Whether it talks to merchants' own servers. */
  readonly webhooks?: boolean;
  /** Whether it has to know how often and how long payments may be refunded. */
  readonly refundLimits?: boolean;
  /** Whether it has to know of the sandbox processor, without talking to it. */
  readonly sandbox?: boolean;
  /** Whether it may have the sandbox processor send webhooks of its own. */
  readonly notifies?: boolean;
  /** Whether it tells customers or processors where they find the switch. */
  readonly publicUrl?: boolean;
  /** What it may do with the files that merchants upload. */
  readonly files?: readonly FileUse[];
  /** What it may do with the cards of the vault. */
  readonly vault?: readonly VaultUse[];
}

type Schema = v.GenericSchema;

/** A request that the operation accepts, with which the suites that run over all routes begin. */
export interface Example {
  readonly params?: Readonly<Record<string, string>>;
  readonly query?: Readonly<Record<string, string>>;
  readonly body?: unknown;
}

/** One route, declared once: validation, types, API description, Lambda, permissions and test row. */
export interface Operation {
  /** `group.verb`, which is also its file: `payments.confirm` is functions/payments/confirm.ts. */
  readonly name: `${string}.${string}`;
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  readonly path: `/${string}`;
  readonly summary: string;
  readonly auth: Auth;
  readonly params?: Schema;
  readonly query?: Schema;
  /** Of JSON; an optional schema says that the body may be left out. */
  readonly body?: Schema;
  /**
   * As what the body is handed on: JSON unless stated, the text exactly as it came, or the parts of a
   * form by name, texts and files (`UploadedFile`).
   */
  readonly bodyAs?: 'json' | 'text' | 'form';
  /**
   * What an `Idempotency-Key` does where the operation has a use for it, unsaid: the answer is kept.
   * A create whose identifier follows from the key needs nothing kept, and a question changes nothing.
   */
  readonly repeats?: 'derive the same identifier' | 'only read';
  readonly response: Schema;
  /** The refusals of its own, beside those that every route shares. */
  readonly errors: readonly ErrorKind[];
  /** What a path that names nothing we could hold (malformed, too long) is answered with. */
  readonly notFound?: ErrorKind;
  /** Whether customers' browsers show what it answers: then what is not there and what failed is a page. */
  readonly isPage?: boolean;
  readonly access: Access;
  /** What an alarm about it tells whoever it wakes. */
  readonly impact: string;
  readonly example: Example;
}

export const defineOperation = <const O extends Operation>(operation: O): O => operation;
