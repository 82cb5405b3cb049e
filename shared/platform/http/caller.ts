/** The caller of a request, after its key was checked. */
export type Caller =
  | { readonly kind: 'anyone' }
  | { readonly kind: 'admin' }
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
 * Who asks, as every line of the request names it: the id of an API key, `operator`, or `payer` for
 * a customer's browser or app, whatever key it has.
 */
export function nameOfCaller({ kind }: Caller, keyId: () => string): string {
  switch (kind) {
    case 'admin':
      return 'operator';
    case 'merchant':
      return keyId();
    case 'client':
    case 'page':
    case 'customer':
      return 'payer';
    default:
      return kind;
  }
}
