/**
 * The scripts of the pages of payment links and of payees, built from
 * shared/switch/checkout/browser and shared/switch/payee-pages/browser by
 * tools/bundle/bundle-pages.ts.
 */
declare module 'turnout:checkout' {
  export const checkoutScript: () => string;
  export const mountScript: () => string;
  export const statusScript: () => string;
  export const payeeScript: () => string;
}

/** The marks of payment methods and of card networks by the names of their files, as SVG. */
declare module 'turnout:marks' {
  export const marks: () => Readonly<Record<string, string>>;
}
