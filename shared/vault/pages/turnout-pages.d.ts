/** The files for browsers, built from shared/vault/pages/browser by tools/bundle/bundle-pages.ts. */
declare module 'turnout:pages' {
  export const pages: import('./built-pages.ts').BuiltPages;
}
