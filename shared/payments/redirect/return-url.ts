import { createHmac } from 'node:crypto';
import { manualRetryAllowed } from '../lifecycle/manual-retry.ts';
import type { Payment } from '../payment.ts';

/** How customers come back to a merchant's page, and what it is told of their payment. */
export interface Return {
  /** The page as its merchant named it. */
  readonly returnUrl: string;
  /** What is added to the query that the page's address may have, in this order. */
  readonly params: readonly Pair[];
  /** The page's address with all of that. */
  readonly url: string;
}

type Pair = readonly [name: string, value: string];

export interface ReturnRules {
  /** An absolute address, http or https. */
  readonly returnUrl: string;
  /** Whether the merchant wants to be told by a form instead of the address; it leaves out the amount. */
  readonly byPost: boolean;
  /** The key to sign with, where the merchant wants what it is told to be signed. */
  readonly hashKey?: string | undefined;
}

/** The way back for the customer of a payment as it stands. */
export function returnOf(payment: Payment, { returnUrl, byPost, hashKey }: ReturnRules): Return {
  const facts: readonly Pair[] = [
    ['status', payment.status],
    ['payment_id', payment.id],
    ['payment_intent_client_secret', payment.clientSecret],
    ...(byPost ? [] : [['amount', String(payment.amountMinor)] as const]),
    ['manual_retry_allowed', String(manualRetryAllowed(payment) ?? false)],
  ];
  const unsigned = withPairs(returnUrl, facts);
  const params = hashKey === undefined ? facts : [...facts, ...signatureOf(unsigned, hashKey)];
  return { returnUrl, params, url: withPairs(returnUrl, params).href };
}

/** What the address already asks for stays in front, exactly as it is. */
function withPairs(address: string, pairs: readonly Pair[]): URL {
  const url = new URL(address);
  const added = new URLSearchParams(
    pairs.map(([name, value]): [string, string] => [name, value]),
  ).toString();
  url.search = url.search === '' ? added : `${url.search}&${added}`;
  return url;
}

/**
 * HMAC-SHA512 over all pairs of the query, the merchant's own included: decoded, in the order of
 * their bytes, and joined without being encoded again.
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
