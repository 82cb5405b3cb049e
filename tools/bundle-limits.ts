/** Retrieves that read the table and ask no processor. */
const plainRetrieves: ReadonlySet<string> = new Set([
  'api-keys/retrieve',
  'customers/retrieve',
  'gsm/retrieve',
  'organizations/retrieve',
]);

/** Functions that take payments. */
const taking: ReadonlySet<string> = new Set([
  'payments/create',
  'payments/confirm',
  'payments/update',
]);

/**
 * How large the `index.cjs` of a function may be, in KB, minified, with what it has of the AWS client:
 * all that a cold start loads. The parts beside it are loaded when a request needs them.
 */
export function bundleLimitKb(name: string): number {
  if (plainRetrieves.has(name)) return 130;
  return taking.has(name) ? 340 : 450;
}

/** How large a part may be, in KB. */
export const partLimitKb = 320;
