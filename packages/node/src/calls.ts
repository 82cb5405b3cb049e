import type { paths } from '../api.js';

export type Method = 'get' | 'post' | 'put' | 'patch' | 'delete';

/** The paths that have a method. */
type PathWith<M extends Method> = {
  [P in keyof paths]: paths[P] extends { readonly [K in M]: unknown } ? P : never;
}[keyof paths];

export type OperationAt<P extends keyof paths, M extends Method> = paths[P] extends {
  readonly [K in M]: infer O;
}
  ? O
  : never;

/** Options of one call; unless stated, also by `undefined`, they are those of the client. */
export interface CallOptions {
  /** Another key than the client's: a publishable key, or a customer's ephemeral key. */
  readonly apiKey?: string;
  /**
   * The name of a POST, by which the switch does it once. The client makes one for each call; state
   * one to repeat a call after a restart of the program.
   */
  readonly idempotencyKey?: string;
  readonly timeoutMs?: number;
  readonly maxRetries?: number;
  readonly headers?: Readonly<Record<string, string | undefined>>;
  readonly signal?: AbortSignal;
  /** `text` where the operation answers with a page or a text. */
  readonly parseAs?: 'json' | 'text';
}

export type RequiredKeys<T> = {
  [K in keyof T]-?: object extends Pick<T, K> ? never : K;
}[keyof T];

type ParametersOf<O> = O extends { readonly parameters: infer P }
  ? [RequiredKeys<P>] extends [never]
    ? { readonly params?: P }
    : { readonly params: P }
  : { readonly params?: undefined };

/** A form is sent as it is made. */
export type BodyIn<C> = C extends { readonly 'multipart/form-data': unknown }
  ? FormData
  : C[keyof C];

type BodyOf<O> = O extends { readonly requestBody: { readonly content: infer C } }
  ? { readonly body: BodyIn<C> }
  : O extends { readonly requestBody?: { readonly content: infer C } }
    ? { readonly body?: BodyIn<C> }
    : { readonly body?: undefined };

/** The parameters and the body of an operation, with options. */
type Init<O> = ParametersOf<O> & BodyOf<O> & CallOptions;

/** What an operation answers. A newer switch may add members and values. */
export type Answer<O> = O extends {
  readonly responses: { readonly 200: { readonly content: infer C } };
}
  ? C[keyof C]
  : undefined;

/** The arguments after the path: they may be absent where nothing is required. */
export type Rest<O> = object extends Init<O> ? [init?: Init<O>] : [init: Init<O>];

/** Calls an operation by its path. */
export type Call<M extends Method> = <P extends PathWith<M>>(
  path: P,
  ...rest: Rest<OperationAt<P, M>>
) => Promise<Answer<OperationAt<P, M>>>;

/** A call without the types of its operation. */
export interface UntypedInit extends CallOptions {
  readonly params?: unknown;
  readonly body?: unknown;
}
export type UntypedCall = (method: Method, path: string, init?: UntypedInit) => Promise<unknown>;
