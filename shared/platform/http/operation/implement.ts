import type * as v from 'valibot';
import type { Caller } from '../callers/caller.ts';
import type { RawResponse } from '../response/raw-response.ts';
import type { IdempotentRequest } from './idempotency.ts';
import type { Auth, Operation } from './operation.ts';
import type { Route } from './route.ts';

type CallerOf<A extends Auth> = A extends 'none'
  ? { kind: 'anyone' }
  : A extends 'admin key'
    ? { kind: 'admin' }
    : A extends 'merchant of the path'
      ? { kind: 'admin' | 'merchant' }
      : A extends 'secret key'
        ? { kind: 'merchant' }
        : A extends 'secret key or client secret'
          ? { kind: 'merchant' | 'client' }
          : A extends 'client secret'
            ? { kind: 'client' }
            : A extends 'publishable key'
              ? { kind: 'page' }
              : A extends 'secret key or ephemeral key'
                ? { kind: 'merchant' | 'customer' }
                : A extends 'secret key, client secret or ephemeral key'
                  ? { kind: 'merchant' | 'client' | 'customer' }
                  : { kind: 'processor user' };

type OutputOf<S> = S extends v.GenericSchema ? v.InferOutput<S> : undefined;

/** A handler's input: a parsed request, from a caller who may make it. */
export interface RequestOf<O extends Route, CallerOfRoute> {
  readonly params: OutputOf<O['params']>;
  readonly query: OutputOf<O['query']>;
  readonly body: O extends { readonly bodyAs: 'bytes' } ? Uint8Array : OutputOf<O['body']>;
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  readonly caller: CallerOfRoute;
  readonly requestId: string;
  /**
   * Names this invocation. It is the same when AWS invokes a function twice for one request, and
   * when a client repeats a request with its `Idempotency-Key`.
   */
  readonly invocationId: string;
  /** The caller's IP address. */
  readonly sourceIp: string;
  readonly now: Date;
  /** Milliseconds until this function is stopped. */
  remainingMs(): number;
}

export interface Request<O extends Operation = Operation>
  extends RequestOf<O, Extract<Caller, CallerOf<O['auth']>>> {
  /** Recognizes a repeated request; present when the request has an `Idempotency-Key`. */
  readonly idempotentRequest?: IdempotentRequest | undefined;
}

/** An operation with the code that serves it, as the edge of any service calls it. */
export interface ImplementedRoute<O extends Route, Services, Loaded = undefined> {
  readonly operation: O;
  /** Makes the page that browsers get instead of a refusal; absent where they get JSON. */
  readonly errorPage?: MakeErrorPage;
  precheck?(body: never): void;
  load?(request: never, services: Services): Promise<Loaded>;
  run(request: never, services: Services, loaded: Loaded): Promise<unknown>;
}

/** A request before its key has been checked. */
export type EarlyRequest<O extends Operation = Operation> = Pick<
  Request<O>,
  'params' | 'query' | 'body' | 'headers'
> & { readonly merchantId: string };

export interface Implementation<O extends Operation, Services, Loaded> {
  /**
   * Checks of a body beside its schema that hold for every caller. They run before the key is read.
   */
  precheck?(body: Request<O>['body']): void;
  /**
   * Reads the operation's data. In a container that has seen the key before, this starts together
   * with the check of the key. The result is discarded when the key is refused, so `load` must only
   * read.
   */
  load?(request: EarlyRequest<O>, services: Services): Promise<Loaded>;
  run(
    request: Request<O>,
    services: Services,
    loaded: Loaded,
  ): Promise<v.InferInput<O['response']> | RawResponse>;
}

export interface Implemented<O extends Operation, Services, Loaded = undefined>
  extends Implementation<O, Services, Loaded> {
  readonly operation: O;
  /** Makes the page that browsers get instead of a refusal; absent where they get JSON. */
  readonly errorPage?: MakeErrorPage;
}

export type MakeErrorPage = (status: number, acceptLanguage: string | undefined) => RawResponse;

type Run<O extends Operation, Services> = (
  request: Request<O>,
  services: Services,
) => Promise<v.InferInput<O['response']> | RawResponse>;

/** Joins an operation with the code that serves it. */
export function implement<O extends Operation, Services>(
  operation: O,
  run: Run<O, Services>,
): Implemented<O, Services>;
export function implement<O extends Operation, Services, Loaded>(
  operation: O,
  implementation: Implementation<O, Services, Loaded>,
): Implemented<O, Services, Loaded>;
export function implement<O extends Operation, Services, Loaded>(
  operation: O,
  given: Run<O, Services> | Implementation<O, Services, Loaded>,
): Implemented<O, Services, Loaded> {
  return typeof given === 'function'
    ? { operation, run: (request, services) => given(request, services) }
    : { operation, ...given };
}
