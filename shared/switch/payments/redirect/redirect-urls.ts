import { SwitchError } from '#platform/errors.ts';
import type { Payment } from '../payment.ts';
import { isPageToken, type Page, withPageToken } from './page-token.ts';

/**
 * The addresses of a payment's redirects. `start` leads the customer to the processor, which
 * returns the customer to `back`, or to `complete` with the data that finishes the payment. A
 * separate 3-D Secure server returns the customer to `authorize`. All are the switch's own, so they
 * do not depend on the processor's addresses. Each contains the token of its page and attempt.
 * Undefined for a payment that was confirmed before the switch had a public address.
 */
export function redirectUrlsOf(payment: Payment) {
  const { switchUrl, id, merchantId, attempt } = payment;
  const { connectorName } = attempt;
  if (!switchUrl || connectorName === undefined) return undefined;
  const base = `${switchUrl}/payments`;
  const own = `${base}/${id}/${merchantId}`;
  const tokenFacts = [attempt.id, connectorName];
  const start = `${base}/redirect/${id}/${merchantId}/${attempt.id}`;
  return {
    start: withPageToken(start, payment, 'start', [attempt.id]),
    back: withPageToken(`${own}/redirect/response/${connectorName}`, payment, 'return', tokenFacts),
    complete: withPageToken(
      `${own}/redirect/complete/${connectorName}`,
      payment,
      'return',
      tokenFacts,
    ),
    authorize: withPageToken(`${own}/authorize/${connectorName}`, payment, 'authorize', tokenFacts),
  };
}

/** A customer's visit to a page: the facts that its address contains. */
export interface Visit {
  readonly page: Page;
  readonly token: string | undefined;
  /** The facts that the path names beside the payment and its merchant. */
  readonly attemptId?: string;
  readonly connectorName?: string;
}

/**
 * Whether the address belongs to the current attempt, or to an earlier one, which needs no action
 * any more.
 *
 * @throws SwitchError `payment_not_found` without the token of either, so that a visitor without a
 * token learns nothing
 */
export function attemptOfVisit(
  payment: Payment,
  { page, token, attemptId, connectorName }: Visit,
): 'current' | 'earlier' {
  const { attempt, attemptCount } = payment;
  const named = connectorName === undefined ? [] : [connectorName];
  const opens = (id: string) =>
    (attemptId === undefined || attemptId === id) &&
    isPageToken(token, payment, page, [id, ...named]);
  const isOurs = connectorName === undefined || connectorName === attempt.connectorName;
  if (isOurs && opens(attempt.id)) return 'current';
  const numbers = Array.from({ length: attemptCount - 1 }, (_, before) => before + 1);
  if (numbers.some((number) => opens(`${payment.id}_${number}`))) return 'earlier';
  throw new SwitchError('payment_not_found');
}
