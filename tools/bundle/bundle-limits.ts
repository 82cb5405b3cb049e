import { allAbouts } from '#connectors/abouts.ts';

/** Functions that read the table and call no processor. */
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
 * The size limit of a function's `index.cjs` in KB: minified, with its share of the AWS client. A
 * cold start loads this file whole. The parts beside it are loaded when a request needs them.
 */
export function bundleLimitKb(name: string): number {
  if (plainRetrieves.has(name)) return 94;
  return taking.has(name) ? 318 : 285;
}

/** The size limit of a part in KB: a connector's is smaller than any other. */
export const partLimitKb = (part: string): number =>
  connectorNames.has(part.replace(/\.part\.cjs$/, '')) ? 72 : 320;

const connectorNames: ReadonlySet<string> = new Set(
  allAbouts()
    .map(({ name }) => name)
    .concat('sandbox'),
);
