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
