/**
 * The scripts of a payment link's pages, built from shared/switch/payment-links/browser by
 * tools/bundle-pages.ts.
 */
declare module 'turnout:checkout' {
  export const checkoutScript: () => string;
  export const statusScript: () => string;
}
