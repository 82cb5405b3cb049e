import type * as v from 'valibot';
import type { ErrorKind } from '../../errors.ts';
import type { Access } from './access.ts';
import type { Route } from './route.ts';

/** The callers of an operation, in the words of the API's description. */
export type Auth =
  /** Every caller. */
  | 'none'
  /** The operator's key only. */
  | 'admin key'
  /** The secret key of the merchant that the path names, or the admin key. */
  | 'merchant of the path'
  /** A merchant's secret key. */
  | 'secret key'
  /** A merchant's secret key, or its publishable key together with a payment's client_secret. */
  | 'secret key or client secret'
  /**
   * A publishable key together with a payment's client_secret: only a customer's browser or app.
   */
  | 'client secret'
  /** A publishable key. A client_secret beside it must be a valid one of a payment. */
  | 'publishable key'
  /** A merchant's secret key, or an ephemeral key that it created for one customer and an hour. */
  | 'secret key or ephemeral key'
  /** Any of the three keys. */
  | 'secret key, client secret or ephemeral key'
  /** A test's key for the sandbox processor: any key, and each key has a ledger of its own. */
  | 'processor key';

/** Whether an operation takes operators' keys. */
export const mayBeAdmin = (auth: Auth): boolean =>
  auth === 'admin key' || auth === 'merchant of the path';

/**
 * One route, declared once: validation, types, API description, Lambda, permissions and test row.
 */
export interface Operation extends Route {
  readonly auth: Auth;
  readonly bodyAs?: 'json' | 'text' | 'form';
  /**
   * The effect of an `Idempotency-Key`. By default the answer is stored. A create whose id is
   * derived from the key stores none, and a request that only reads changes nothing.
   */
  readonly repeats?: 'derive the same identifier' | 'only read';
  /**
   * Whether the request may move money. Then a member that could change how much or to whom is
   * never ignored.
   */
  readonly movesMoney?: true;
  readonly status?: 202;
  readonly response: v.GenericSchema;
  /** The operation's own errors, beside those that every route shares. */
  readonly errors: readonly ErrorKind[];
  /** The error for a path whose ids are malformed or too long. */
  readonly notFound?: ErrorKind;
  /** Whether customers' browsers show the answer. Then 404 and server errors are HTML pages. */
  readonly isPage?: boolean;
  readonly access: Access;
}

/** @lazy */
export const defineOperation = <const O extends Operation>(operation: O): O => operation;

/**
 * A second route of the same operation, which differs in these properties only.
 *
 * @lazy
 */
export const variantOf = <
  O extends Operation,
  const Differences extends Pick<Operation, 'name' | 'path' | 'summary'> & Partial<Operation>,
>(
  operation: O,
  differences: Differences,
): Omit<O, keyof Differences> & Differences => ({ ...operation, ...differences });

/** Whether the switch stores this operation's answers for repeated requests. */
export const storesResponse = ({
  method,
  auth,
  repeats,
}: Pick<Operation, 'method' | 'auth' | 'repeats'>): boolean =>
  method === 'POST' && auth !== 'none' && auth !== 'processor key' && repeats === undefined;

/**
 * Whether an operation needs no key, so that any caller may send it any number of requests. A
 * session token of the vault is good for one page, and any text may be sent as one.
 */
export const isKeyless = ({ auth }: { readonly auth: string }): boolean =>
  auth === 'none' || auth === 'session token';

/**
 * The methods of an operation, its own first. A `GET` without a key, as all pages are, answers `HEAD`
 * too.
 *
 * @see https://www.rfc-editor.org/rfc/rfc9110#section-9.1
 */
export const methodsOf = (route: {
  readonly method: string;
  readonly auth: string;
}): readonly string[] =>
  route.method === 'GET' && isKeyless(route) ? ['GET', 'HEAD'] : [route.method];
