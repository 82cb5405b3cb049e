import type * as v from 'valibot';
import { nameOfOperator } from '#platform/http/callers/caller.ts';
import type { Operator } from '#platform/http/callers/operator-key.ts';
import type { RequestOf } from '#platform/http/operation/implement.ts';
import type { RawResponse } from '#platform/http/response/raw-response.ts';
import type { Actor } from '../audit/audit-trail.ts';
import type { VaultAuth, VaultOperation } from './vault-operation.ts';

/** The caller, after its key was checked. */
export type VaultCaller =
  | { readonly kind: 'anyone' }
  | ({ readonly kind: 'operator' } & Operator)
  | {
      readonly kind: 'tenant';
      readonly tenant: string;
      /** The id of the API key, never the key itself. */
      readonly keyId: string;
    };

/**
 * Who asks, as every line of the request names it: the id of an API key, `operator` with the name of
 * its key, or `anyone`.
 */
export function nameOfVaultCaller(caller: VaultCaller): string {
  if (caller.kind === 'operator') return nameOfOperator(caller);
  return caller.kind === 'tenant' ? caller.keyId : caller.kind;
}

type CallerOf<A extends VaultAuth> = A extends 'api key'
  ? { kind: 'tenant' }
  : A extends 'api key or admin key'
    ? { kind: 'tenant' | 'operator' }
    : { kind: 'anyone' };

/** Of its headers, `api-key` and `cookie` are left out. */
type VaultRequest<O extends VaultOperation = VaultOperation> = RequestOf<
  O,
  Extract<VaultCaller, CallerOf<O['auth']>>
>;

export interface VaultImplemented<O extends VaultOperation, Services> {
  readonly operation: O;
  run(
    request: VaultRequest<O>,
    services: Services,
  ): Promise<
    (O['response'] extends v.GenericSchema ? v.InferInput<O['response']> : never) | RawResponse
  >;
}

/** Joins a vault operation with the function that implements it. */
export const implementVault = <O extends VaultOperation, Services>(
  operation: O,
  run: VaultImplemented<O, Services>['run'],
): VaultImplemented<O, Services> => ({ operation, run });

/** The actor and origin for the audit trail. */
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
      return { kind: 'operator', id: caller.operator ?? 'admin key' };
    case 'anyone':
      return { kind: 'anyone', id: '' };
  }
}
