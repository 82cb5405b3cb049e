import type { paths } from '../api.js';
import type {
  Answer,
  BodyIn,
  CallOptions,
  Method,
  OperationAt,
  RequiredKeys,
  UntypedCall,
  UntypedInit,
} from './calls.ts';
import { type EntriesOf, isListName, iterate, type ListName } from './lists.ts';
import { operations } from './operations.ts';

type Table = typeof operations;

/**
 * A method for each operation, by its name in the description: `payments.create` is `POST
 * /payments`. It takes the identifiers of the path in their order, then the body or the query, then
 * options. A list is iterated over.
 */
export type NamedOperations = {
  readonly [G in keyof Table]: { readonly [N in keyof Table[G]]: NamedOperation<Table[G][N]> };
};

type NamedOperation<E> = E extends readonly [
  infer M extends Method,
  infer P extends keyof paths,
  infer C,
  unknown,
]
  ? `${Uppercase<M>} ${P}` extends infer L extends ListName
    ? (...given: Given<P, OperationAt<P, M>, C>) => EntriesOf<L>
    : (...given: Given<P, OperationAt<P, M>, C>) => Promise<Answer<OperationAt<P, M>>>
  : never;

type Given<P extends string, O, C> = C extends 'body'
  ? [...Identifiers<P>, ...BodyAndOptions<O>]
  : C extends 'query'
    ? [...Identifiers<P>, ...QueryAndOptions<QueryOf<O>>]
    : [...Identifiers<P>, options?: CallOptions];

type Identifiers<P extends string> = P extends `${string}{${string}}${infer Rest}`
  ? [id: string, ...Identifiers<Rest>]
  : [];

type QueryOf<O> = O extends { readonly parameters: { readonly query?: infer Q } }
  ? NonNullable<Q>
  : never;

type QueryAndOptions<Q> = [RequiredKeys<Q>] extends [never]
  ? [query?: Q, options?: CallOptions]
  : [query: Q, options?: CallOptions];

type BodyAndOptions<O> = [QueryOf<O>] extends [never]
  ? O extends { readonly requestBody: { readonly content: infer C } }
    ? [body: BodyIn<C>, options?: CallOptions]
    : [body?: OptionalBody<O>, options?: CallOptions]
  : [body: OptionalBody<O>, options: CallOptions & { readonly query: QueryOf<O> }];

type OptionalBody<O> = O extends { readonly requestBody: { readonly content: infer C } }
  ? BodyIn<C>
  : O extends { readonly requestBody?: { readonly content: infer C } }
    ? BodyIn<C> | undefined
    : undefined;

type Entry = readonly [Method, string, 'body' | 'query' | 'none', 'json' | 'text'];

/** The methods, which send their requests by `call`. */
export function namedOperations(call: UntypedCall): NamedOperations {
  const groups = Object.entries<Readonly<Record<string, Entry>>>(operations).map(
    ([group, entries]) => {
      const methods = Object.entries(entries).map(
        ([name, entry]) => [name, methodOf(entry, call)] as const,
      );
      return [group, Object.fromEntries(methods)] as const;
    },
  );
  // The types of the methods are those of the entries, which no function can compute.
  return Object.fromEntries(groups) as NamedOperations;
}

function methodOf([method, path, content, parseAs]: Entry, call: UntypedCall) {
  const names = [...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name);
  const place = `${method.toUpperCase()} ${path}`;
  return (...given: readonly unknown[]) => {
    const identifiers = Object.fromEntries(names.map((name, at) => [name, given[at]]));
    const rest = given.slice(names.length);
    const [part, options] = content === 'none' ? [undefined, rest[0]] : rest;
    const init = initOf(options, identifiers, { [content]: part }, parseAs);
    return isListName(place) ? iterate(place, init, call) : call(method, path, init);
  };
}

function initOf(
  options: unknown,
  path: Readonly<Record<string, unknown>>,
  { body, query }: Readonly<Record<string, unknown>>,
  parseAs: 'json' | 'text',
): UntypedInit {
  const { query: ofOptions, ...stated }: { readonly query?: unknown } = { ...Object(options) };
  return { parseAs, ...stated, params: { path, query: query ?? ofOptions }, body };
}
