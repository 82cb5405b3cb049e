import type { PaymentOutcome } from '#connectors/interface/payments.ts';
import { SwitchError } from '#platform/errors.ts';
import { firstThatApplies } from '#platform/first-that-applies.ts';
import { newId } from '#platform/ids.ts';
import type { Increment, Payment } from '../payment.ts';
import { isPastSync, scheduleFirstSync } from '../pending-sync.ts';
import { maxAmountMinor } from '../request/net-amount.ts';
import { partialErrorOf } from './connector-error.ts';
import { refusalIn } from './lifecycle.ts';
import { withReportedMetadata } from './reported-metadata.ts';
import { withTransition } from './transitions.ts';

/** How many increments a payment may have, failed ones included, so that its item stays small. */
const maxIncrements = 20;

/** The increment that was sent to the connector and has no final outcome yet. */
export const openIncrement = ({ increments = [] }: Pick<Payment, 'increments'>) =>
  increments.find(({ status }) => status === 'processing');

/** The number of successful increments; undefined when none was ever requested. */
export const authorizationCount = ({ increments }: Payment): number | undefined =>
  increments?.filter(({ status }) => status === 'success').length;

/**
 * Throws when the authorization cannot be incremented: wrong status, wrong amount, or another
 * change is in progress. `totalMinor` is the new total. The order of the refusals is part of the
 * API.
 *
 * @throws SwitchError `payment_unexpected_state`, `precondition_failed`,
 * `mandate_validation_failed`, `concurrent_update`
 */
export function checkIncrement(payment: Payment, totalMinor: number): void {
  const refusal = firstThatApplies(incrementRefusals, payment, totalMinor);
  if (refusal) throw refusal;
}

type IncrementRefusal = (payment: Payment, totalMinor: number) => SwitchError | undefined;

const wrongStatus: IncrementRefusal = ({ status }) =>
  refusalIn('incremental_authorization', status);

const notAllowed: IncrementRefusal = ({ attempt }) =>
  attempt.incrementAllowed === true
    ? undefined
    : precondition(
        'You cannot increment authorization this payment because it is not allowed for incremental_authorization',
      );

const tooLarge: IncrementRefusal = (_, totalMinor) =>
  totalMinor > maxAmountMinor
    ? precondition(`amount should not be more than ${maxAmountMinor}`)
    : undefined;

const noIncrease: IncrementRefusal = ({ attempt }, totalMinor) =>
  totalMinor <= attempt.amountMinor
    ? precondition('Amount should be greater than original authorized amount')
    : undefined;

const beyondMandate: IncrementRefusal = (payment, totalMinor) =>
  totalMinor > mandateLimitMinor(payment)
    ? new SwitchError('mandate_validation_failed', {
        reason: 'request amount is greater than mandate amount',
      })
    : undefined;

const otherChange: IncrementRefusal = (payment) =>
  openIncrement(payment) || payment.voidAskedAt ? new SwitchError('concurrent_update') : undefined;

const tooMany: IncrementRefusal = ({ increments = [] }) =>
  increments.length >= maxIncrements
    ? precondition(`Authorization cannot be incremented more than ${maxIncrements} times`)
    : undefined;

export const incrementRefusals: readonly IncrementRefusal[] = [
  wrongStatus,
  notAllowed,
  tooLarge,
  noIncrease,
  beyondMandate,
  otherChange,
  tooMany,
];

/**
 * The highest total that the charged mandate allows, in minor units. For a single-use mandate it is
 * the whole limit. For a multi-use mandate it is the amount already reserved, because other
 * payments may have taken the rest.
 */
function mandateLimitMinor({ mandate }: Payment): number {
  if (mandate?.role !== 'charged' || mandate.limitMinor === undefined) {
    return Number.POSITIVE_INFINITY;
  }
  return mandate.kind === 'single_use' ? mandate.limitMinor : mandate.amountMinor;
}

const precondition = (message: string) => new SwitchError('precondition_failed', { message });

/** The new total in minor units, and the reason. */
export interface IncrementInput {
  readonly totalMinor: number;
  readonly reason?: string | undefined;
}

/**
 * The payment as it is saved before the increment is sent. Until its outcome is known, nothing is
 * captured or voided, because the authorized amount is unknown.
 */
export function startIncrement(
  payment: Payment,
  { totalMinor, reason }: IncrementInput,
  now: Date,
): { readonly payment: Payment; readonly increment: Increment } {
  const at = now.toISOString();
  const increment: Increment = {
    id: `${newId('auth')}_${(authorizationCount(payment) ?? 0) + 1}`,
    status: 'processing',
    amountMinor: totalMinor,
    previousMinor: payment.attempt.amountMinor,
    ...(reason !== undefined && { reason }),
    askedAt: at,
    modifiedAt: at,
  };
  const { error: _, ...attempt } = payment.attempt;
  return {
    increment,
    payment: {
      ...payment,
      attempt,
      increments: [...(payment.increments ?? []), increment],
      pendingSync: scheduleFirstSync(now),
      modifiedAt: at,
    },
  };
}

/** Applies the response to an increment. */
export function applyIncrementOutcome(
  stored: Payment,
  incrementId: string,
  outcome: PaymentOutcome,
  now: Date,
): Payment {
  const payment = withReportedMetadata(stored, outcome, now);
  const open = openIncrement(payment);
  if (open?.id !== incrementId) return payment;
  switch (outcome.result) {
    case 'authorized':
      return closeIncrement(payment, open, { status: 'success' }, now);
    case 'declined':
    case 'not_sent':
      return closeIncrement(
        payment,
        open,
        { status: 'failure', error: partialErrorOf(outcome) },
        now,
      );
    case 'unknown':
      return withIncrement(payment, { ...open, error: partialErrorOf(outcome) }, true, now);
    default:
      // Not a result of the increment, so a sync has to find that.
      return payment;
  }
}

/**
 * Applies a sync or a webhook to the pending increment, by comparing the authorized amounts. Once
 * the increment is decided it is closed, and the caller applies the rest of the outcome. Until then
 * the same object is returned.
 */
export function applySyncToIncrement(
  payment: Payment,
  outcome: PaymentOutcome,
  now: Date,
  isFromWebhook: boolean,
): Payment {
  const open = openIncrement(payment);
  if (!open || !speaksOfMoney(outcome)) return payment;
  if (outcome.amountMinor === open.amountMinor) {
    return closeIncrement(payment, open, { status: 'success' }, now);
  }
  // A webhook may be older than the increment. After a minute, an increment that the connector does
  // not know never will arrive.
  if (isFromWebhook || !isPastSync(open.askedAt, outcome, now)) return payment;
  const status = outcome.amountMinor === undefined ? 'unresolved' : 'failure';
  return closeIncrement(payment, open, { status }, now);
}

const speaksOfMoney = (outcome: PaymentOutcome) =>
  outcome.result === 'authorized' ||
  outcome.result === 'captured' ||
  outcome.result === 'voided' ||
  outcome.result === 'expired';

/** Closes the increment of a payment in conflict: no further sync asks about it. */
export function withoutOpenIncrement(payment: Payment, now: Date): Payment {
  const open = openIncrement(payment);
  return open ? withIncrement(payment, { ...open, status: 'unresolved' }, false, now) : payment;
}

function closeIncrement(
  payment: Payment,
  open: Increment,
  end: Pick<Increment, 'status' | 'error'>,
  now: Date,
): Payment {
  const { error: _, ...known } = open;
  const next = withIncrement(payment, { ...known, ...end }, false, now);
  return end.status === 'success' ? withIncrementedAmount(next, open) : next;
}

/** Shipping, tax and other parts stay as they are; the order amount grows by the increment. */
const withIncrementedAmount = (payment: Payment, { amountMinor }: Increment): Payment => ({
  ...payment,
  amountMinor: payment.amountMinor + amountMinor - payment.attempt.amountMinor,
  amountCapturableMinor: amountMinor,
  attempt: { ...payment.attempt, amountMinor },
});

function withIncrement(
  payment: Payment,
  increment: Increment,
  isPending: boolean,
  now: Date,
): Payment {
  const at = now.toISOString();
  const increments = (payment.increments ?? []).map((one) =>
    one.id === increment.id ? { ...increment, modifiedAt: at } : one,
  );
  return withTransition({ ...payment, increments }, isPending, now);
}

/**
 * A webhook may be older than an increment, so the amount from before the increment is accepted
 * too.
 */
export function withPresentAmount(
  { increments = [], attempt }: Payment,
  outcome: PaymentOutcome,
): PaymentOutcome {
  if (!('amountMinor' in outcome)) return outcome;
  const isEarlier = increments.some(
    ({ status, previousMinor }) => status === 'success' && previousMinor === outcome.amountMinor,
  );
  return isEarlier ? { ...outcome, amountMinor: attempt.amountMinor } : outcome;
}
