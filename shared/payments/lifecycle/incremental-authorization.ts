import type { PaymentOutcome } from '../../connectors/interface/payments.ts';
import { SwitchError } from '../../errors.ts';
import { newId } from '../../ids.ts';
import type { Increment, Payment } from '../payment.ts';
import { isPastArrival, scheduleFirstSync } from '../pending-sync.ts';
import { maxAmountMinor } from '../request/net-amount.ts';
import { partialErrorOf } from './connector-error.ts';
import { checkAccepted } from './lifecycle.ts';
import { withTransition } from './transitions.ts';

/** An item stays small: nobody raises one reservation more often, whatever came of it. */
const maxIncrements = 20;

/** The wish for more that the connector was asked for and has not answered for good. */
export const openIncrement = ({ increments = [] }: Pick<Payment, 'increments'>) =>
  increments.find(({ status }) => status === 'processing');

/** How often more was reserved, as merchants know it; undefined where nobody ever asked. */
export const authorizationCount = ({ increments }: Payment): number | undefined =>
  increments?.filter(({ status }) => status === 'success').length;

/**
 * Throws what a merchant hears who cannot have more reserved (now). `totalMinor` is the new total. The
 * order of checks is part of the API.
 *
 * @throws SwitchError `payment_unexpected_state`, `precondition_failed`, `mandate_validation_failed`,
 * `concurrent_update`
 */
export function checkIncrement(payment: Payment, totalMinor: number): void {
  checkAccepted('incremental_authorization', payment.status);
  const { attempt, increments = [] } = payment;
  if (attempt.incrementAllowed !== true) {
    throw precondition(
      'You cannot increment authorization this payment because it is not allowed for incremental_authorization',
    );
  }
  if (totalMinor > maxAmountMinor)
    throw precondition(`amount should not be more than ${maxAmountMinor}`);
  if (totalMinor <= attempt.amountMinor) {
    throw precondition('Amount should be greater than original authorized amount');
  }
  if (totalMinor > mandateLimitMinor(payment)) {
    const reason = 'request amount is greater than mandate amount';
    throw new SwitchError('mandate_validation_failed', { reason });
  }
  if (openIncrement(payment) || payment.voidAskedAt) throw new SwitchError('concurrent_update');
  if (increments.length >= maxIncrements) {
    throw precondition(`Authorization cannot be incremented more than ${maxIncrements} times`);
  }
}

/**
 * What the mandate that is charged lets a payment come to, in minor units. Of one that serves once all
 * of it; of one that serves again, what the payment took: others may have taken the rest.
 */
function mandateLimitMinor({ mandate }: Payment): number {
  if (mandate?.role !== 'charged' || mandate.limitMinor === undefined) {
    return Number.POSITIVE_INFINITY;
  }
  return mandate.kind === 'single_use' ? mandate.limitMinor : mandate.amountMinor;
}

const precondition = (message: string) => new SwitchError('precondition_failed', { message });

/** What a merchant asks for: the new total in minor units, and why. */
export interface IncrementInput {
  readonly totalMinor: number;
  readonly reason?: string | undefined;
}

/**
 * The payment as it is saved before its connector is asked for more. Until there is an answer nothing
 * of it is captured or voided: the amount that would be is not known.
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

/** The payment after its connector's answer to the wish of this name. */
export function applyIncrementOutcome(
  payment: Payment,
  incrementId: string,
  outcome: PaymentOutcome,
  now: Date,
): Payment {
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
      // What cannot be an answer to this says nothing of it: it has to be asked after.
      return payment;
  }
}

/**
 * What a look at the connector's books, or its own word, says of a wish for more that has no answer.
 * The amount there tells. The payment comes back without the wish being open once that is certain, and
 * the rest of the news can be applied; the very same payment while it is not.
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
  // News may be older than the wish, and by a minute later the connector has it or never will.
  if (isFromWebhook || !isPastArrival(open.askedAt, now)) return payment;
  const status = outcome.amountMinor === undefined ? 'unresolved' : 'failure';
  return closeIncrement(payment, open, { status }, now);
}

const speaksOfMoney = (outcome: PaymentOutcome) =>
  outcome.result === 'authorized' ||
  outcome.result === 'captured' ||
  outcome.result === 'voided' ||
  outcome.result === 'expired';

/** A payment in conflict with its books keeps no wish open: nobody asks after it any more. */
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

/** Shipping, tax and what else was added stay as they are: the order grows by what is new. */
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
 * What a connector tells by itself may have been under way since before a reservation was raised: an
 * amount that was right then is right.
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
