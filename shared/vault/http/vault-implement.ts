import type * as v from 'valibot';
import type { RawResponse } from '../../http/raw-response.ts';
import type { Actor } from '../audit/audit-trail.ts';
import type { VaultAuth, VaultOperation } from './vault-operation.ts';

/** Who is calling, after the key was checked. */
export type VaultCaller =
  | { readonly kind: 'anyone' }
  | { readonly kind: 'operator' }
  | {
      readonly kind: 'tenant';
      readonly tenant: string;
      /** Of the API key; never the key itself. */
      readonly keyId: string;
    };

type CallerOf<A extends VaultAuth> = A extends 'api key'
  ? { kind: 'tenant' }
  : A extends 'api key or admin key'
    ? { kind: 'tenant' | 'operator' }
    : { kind: 'anyone' };

type OutputOf<S> = S extends v.GenericSchema ? v.InferOutput<S> : undefined;

export interface VaultRequest<O extends VaultOperation = VaultOperation> {
  readonly params: OutputOf<O['params']>;
  readonly query: OutputOf<O['query']>;
  /** Of an operation that takes bytes, the bytes. */
  readonly body: O extends { readonly bodyAs: 'bytes' } ? Uint8Array : OutputOf<O['body']>;
  /** Names in lower case; without `api-key` and `cookie`. */
  readonly headers: Readonly<Record<string, string>>;
  readonly caller: Extract<VaultCaller, CallerOf<O['auth']>>;
  readonly requestId: string;
  /** Of this invocation: the same when the platform makes one twice. */
  readonly invocationId: string;
  readonly sourceIp: string;
  readonly now: Date;
  /** Milliseconds until this function is stopped. */
  remainingMs(): number;
}

export interface VaultImplemented<O extends VaultOperation, Services> {
  readonly operation: O;
  run(
    request: VaultRequest<O>,
    services: Services,
  ): Promise<
    (O['response'] extends v.GenericSchema ? v.InferInput<O['response']> : never) | RawResponse
  >;
}

/** Joins an operation of the vault with the code that serves it. */
export const implementVault = <O extends VaultOperation, Services>(
  operation: O,
  run: VaultImplemented<O, Services>['run'],
): VaultImplemented<O, Services> => ({ operation, run });

/** Who the audit trail says it was, and from where. */
export const auditFieldsOf = ({
  caller,
  sourceIp,
  requestId,
  now,
}: {
  readonly caller: VaultCaller;
  readonly sourceIp: string;
  readonly requestId: string;
  readonly now: Date;
}) => ({ actor: actorOf(caller), origin: sourceIp, requestId, now });

function actorOf(caller: VaultCaller): Actor {
  switch (caller.kind) {
    case 'tenant':
      return { kind: 'api key', id: caller.keyId };
    case 'operator':
      return { kind: 'operator', id: 'admin key' };
    case 'anyone':
      return { kind: 'anyone', id: '' };
  }
}
