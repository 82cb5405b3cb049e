import { SwitchError } from '../../errors.ts';
import type { Payment } from '../payment.ts';
import { isPageToken, type Page, withPageToken } from './page-token.ts';

/**
 * Where a payment's customer goes: `start` sends them on to the processor, which sends them `back`, and
 * a server that authenticates them beside the processor sends them to `authorize`. All are ours, so they
 * stay the same whatever the processor's address is, and each carries the token of its page and attempt.
 * Undefined for a payment that was confirmed before the switch knew its own address.
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
    authorize: withPageToken(`${own}/authorize/${connectorName}`, payment, 'authorize', tokenFacts),
  };
}

/** What a customer's browser comes with. */
export interface Visit {
  readonly page: Page;
  readonly token: string | undefined;
  /** What the path names beside the payment and its merchant. */
  readonly attemptId?: string;
  readonly connectorName?: string;
}

/**
 * Whether the address leads to the attempt that runs, or to one before it, where nobody has anything to
 * do any more.
 *
 * @throws SwitchError `payment_not_found` without the token of one of them: such a visitor learns nothing
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
