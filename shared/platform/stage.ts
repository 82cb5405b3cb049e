/** `production`, `sandbox` or `laptop`: the deployment that a function belongs to. */
export const stageName = (): string => process.env.STAGE || 'unknown';

/**
 * The number of the published version that runs, such as `12`; undefined for a function without
 * versions. Each line of the log states it, so that those of a version that takes over are counted.
 */
export const publishedVersion = (): string | undefined =>
  process.env.AWS_LAMBDA_FUNCTION_VERSION?.match(/\d+/)?.[0];

/** `snd` in a sandbox, `prd` in production: the beginning of every key and key identifier. */
export const environment = (): string => process.env.KEY_ENVIRONMENT ?? 'snd';

/** Whether the simulated processors may be used: nowhere near real money. */
export const sandboxUrl = (): string | undefined => process.env.SANDBOX_URL || undefined;

/** Where customers and processors reach the switch, without a slash at its end. */
export const publicUrl = (): string | undefined =>
  process.env.PUBLIC_URL?.replace(/(?<!\/)\/+$/, '') || undefined;

/** Where developers read the pages that refusals link, without a slash at its end. */
export const docsUrl = (): string | undefined =>
  process.env.DOCS_URL?.replace(/(?<!\/)\/+$/, '') || undefined;

/** On a laptop a merchant's server may be the laptop itself. */
export const loopbackAllowed = (): boolean => process.env.LOOPBACK_ALLOWED === 'true';

/**
 * How often a payment may be refunded, and for how many days, unless the deployment sets other
 * limits.
 */
export const refundLimits = (): { readonly most: number; readonly days: number } => ({
  most: wholeNumber(process.env.REFUND_LIMIT) ?? 10,
  days: wholeNumber(process.env.REFUND_DAYS) ?? 365,
});

/**
 * How many functions may wait for one processor: half of those that the account may run at once,
 * so that a processor that hangs leaves the other half to the others.
 */
export const mostWaiting = (): number =>
  Math.max(1, Math.floor((wholeNumber(process.env.CONCURRENCY) ?? 1_000) / 2));

const wholeNumber = (given = ''): number | undefined =>
  /^\d{1,6}$/.test(given) ? Number(given) : undefined;

/** The most refunds of a payment: all of them are read with it. */
export const maxRefunds = 100;

/** A share from 0 to 1, such as `0.05`, with at most six decimals; undefined for another text. */
export function parseShare(given: string): number | undefined {
  const share = /^[01](\.\d{1,6})?$/.test(given) ? Number(given) : Number.NaN;
  return share <= 1 ? share : undefined;
}
