/** What browsers are given, built from shared/vault/pages/browser; tools/bundle-pages.ts makes it. */
declare module 'turnout:pages' {
  export const pages: import('./built-pages.ts').BuiltPages;
}
