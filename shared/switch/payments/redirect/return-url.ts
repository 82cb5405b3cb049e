import { createHmac } from 'node:crypto';
import { manualRetryAllowed } from '../lifecycle/manual-retry.ts';
import type { Payment } from '../payment.ts';

/** How a customer returns to the merchant's page, with the payment's result. */
export interface Return {
  /** The page as its merchant stated it. */
  readonly returnUrl: string;
  /** The parameters added to the page's query, in this order. */
  readonly params: readonly Pair[];
  /** The page's address with these parameters. */
  readonly url: string;
}

type Pair = readonly [name: string, value: string];

export interface ReturnRules {
  /** An absolute address, http or https. */
  readonly returnUrl: string;
  /** Whether the result is posted in a form instead of the query; then without the amount. */
  readonly byPost: boolean;
  /** The key that signs the result, if the merchant enabled that. */
  readonly hashKey?: string | undefined;
}

/** The return for the customer of a payment in its current state. */
export const returnOf = (payment: Payment, rules: ReturnRules): Return =>
  returnWith(
    [
      ['status', payment.status],
      ['payment_id', payment.id],
      ['payment_intent_client_secret', payment.clientSecret],
      ...(rules.byPost ? [] : [['amount', String(payment.amountMinor)] as const]),
      ['manual_retry_allowed', String(manualRetryAllowed(payment) ?? false)],
    ],
    rules,
  );

/** The return with these facts. */
export function returnWith(
  facts: readonly Pair[],
  { returnUrl, hashKey }: Omit<ReturnRules, 'byPost'>,
): Return {
  const unsigned = withPairs(returnUrl, facts);
  const params = hashKey === undefined ? facts : [...facts, ...signatureOf(unsigned, hashKey)];
  return { returnUrl, params, url: withPairs(returnUrl, params).href };
}

/** Appends parameters; the existing query stays in front, unchanged. */
function withPairs(address: string, pairs: readonly Pair[]): URL {
  const url = new URL(address);
  const added = new URLSearchParams(
    pairs.map(([name, value]): [string, string] => [name, value]),
  ).toString();
  url.search = url.search === '' ? added : `${url.search}&${added}`;
  return url;
}

/**
 * HMAC-SHA512 over all query parameters, the merchant's own included: decoded, sorted by their
 * bytes, and joined without encoding.
 */
function signatureOf({ searchParams }: URL, hashKey: string): readonly Pair[] {
  const message = [...searchParams]
    .sort(([a, x], [b, y]) => byBytes(a, b) || byBytes(x, y))
    .map(([name, value]) => `${name}=${value}`)
    .join('&');
  return [
    ['signature', createHmac('sha512', hashKey).update(message).digest('hex')],
    ['signature_algorithm', 'HMAC-SHA512'],
  ];
}

const byBytes = (one: string, other: string) =>
  Buffer.compare(Buffer.from(one), Buffer.from(other));
