import type { Operator } from './operator-key.ts';

/** The caller of a request, after its key was checked. */
export type Caller =
  | { readonly kind: 'anyone' }
  | ({ readonly kind: 'admin' } & Operator)
  | { readonly kind: 'merchant'; readonly merchantId: string; readonly profileId?: string }
  /** A customer's browser or app, with a publishable key and the secret of one payment. */
  | {
      readonly kind: 'client';
      readonly merchantId: string;
      readonly clientSecret: string;
      readonly profileId?: string;
    }
  /** A customer's browser or app, with a publishable key and perhaps the secret of one payment. */
  | {
      readonly kind: 'page';
      readonly merchantId: string;
      readonly clientSecret?: string;
      readonly profileId?: string;
    }
  /** A customer's app, with a key that the merchant made for this customer. */
  | {
      readonly kind: 'customer';
      readonly merchantId: string;
      readonly customerId: string;
      readonly profileId?: string;
    }
  /** A test that calls the sandbox processor. */
  | { readonly kind: 'processor user'; readonly keyHash: string };

/**
 * Who asks, as every line of the request names it: the id of an API key, `operator` with the name of
 * its key, or `payer` for a customer's browser or app, whatever key it has.
 */
export function nameOfCaller(caller: Caller, keyId: () => string): string {
  switch (caller.kind) {
    case 'admin':
      return nameOfOperator(caller);
    case 'merchant':
      return keyId();
    case 'client':
    case 'page':
    case 'customer':
      return 'payer';
    default:
      return caller.kind;
  }
}

/** An operator in a line of the log: `operator ana.lima`, and `operator` with the shared key. */
export const nameOfOperator = ({ operator }: Operator): string =>
  operator === undefined ? 'operator' : `operator ${operator}`;
