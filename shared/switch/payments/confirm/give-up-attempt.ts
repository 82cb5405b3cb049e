// Loaded late: few customers leave an attempt.
import type { Configuration } from '#merchants/accounts/merchant-account.ts';
import { isSwitchError, SwitchError } from '#platform/errors.ts';
import type { CardServices } from '../card-services.ts';
import { connectorOfPayment, referenceOf } from '../connector-access.ts';
import { givenUp, wayToGiveUp } from '../lifecycle/given-up.ts';
import { openUntil } from '../lifecycle/open-until.ts';
import { applyVoidOutcome, startVoid } from '../lifecycle/voids.ts';
import type { Payment } from '../payment.ts';
import type { PaymentServices } from '../payment-services.ts';
import {
  attachedCardToDelete,
  auditContextOf,
  deleteVaultCard,
} from '../payment-source/attached-card.ts';
import { syncWithConnector } from '../sync-payment.ts';
import { acceptConfirm, type StatedConfirm } from './accept-confirm.ts';

type Services = PaymentServices & Pick<CardServices, 'vault'>;

interface GivingUp extends StatedConfirm {
  /** The open attempt that the customer has left. */
  readonly attemptId: string;
  readonly configuration: Configuration;
  remainingMs(): number;
  readonly requestId: string;
}

interface LeftPayment {
  readonly payment: Payment;
  /**
   * Whether the attempt has taken the payment after all, or nothing is known yet: no other attempt
   * may follow, and the payment as it is answers the request.
   */
  readonly isDecided: boolean;
}

/**
 * Gives up the open attempt of a payment, so that its customer can pay in another way: the
 * processor is asked for the outcome, and then for a void. Only after a definite void does the
 * payment require a payment method again. Each step is saved before it is sent, so that the sync
 * finishes it after a crash.
 *
 * A payment whose open attempt is another one is returned as it is.
 *
 * @throws SwitchError those of `acceptConfirm`, before anything is sent; `attempt_kept_open`,
 * `concurrent_update`
 */
export async function giveUpAttempt(
  payment: Payment,
  { attemptId, configuration, ...stated }: GivingUp,
  services: Services,
): Promise<LeftPayment> {
  // The answer to an earlier request of this kind was lost.
  const isAwaited = payment.voidAskedAt !== undefined && payment.attempt.isGivenUp === true;
  const isLeft = payment.status === 'requires_customer_action';
  if (payment.attempt.id !== attemptId || !(isLeft || isAwaited)) {
    return { payment, isDecided: false };
  }
  const asIfOver = { ...payment, status: 'requires_payment_method' } as const;
  await acceptConfirm(asIfOver, configuration, stated, services);
  const after = isAwaited
    ? await syncWithConnector(payment, stated, services)
    : await leaveAttempt(payment, stated, services);
  if (after.status === 'requires_customer_action') throw keptOpen(after);
  return { payment: after, isDecided: !isPayable.has(after.status) };
}

/** Where another attempt may follow: of a failed payment as far as the profile allows that. */
const isPayable: ReadonlySet<Payment['status']> = new Set(['requires_payment_method', 'failed']);

async function leaveAttempt(
  payment: Payment,
  request: Pick<GivingUp, 'remainingMs' | 'requestId' | 'now'>,
  services: Services,
): Promise<Payment> {
  switch (wayToGiveUp(payment)) {
    case 'at once': {
      const saved = await services.payments.saveProgress(givenUp(payment, services.clock()));
      const { merchantId, id: paymentId } = payment;
      const auditContext = auditContextOf({ ...request, merchantId, paymentId });
      await deleteVaultCard(attachedCardToDelete(payment), auditContext, services);
      return saved;
    }
    case 'void': {
      const known = await syncWithConnector(payment, request, services);
      return known.status === 'requires_customer_action'
        ? voidAttempt(known, request, services)
        : known;
    }
    case undefined:
      return payment;
  }
}

/** The payment after the void; where that was refused, after one more sync, which says why. */
async function voidAttempt(
  payment: Payment,
  request: Pick<GivingUp, 'remainingMs' | 'requestId'>,
  services: Services,
): Promise<Payment> {
  const { payments, connectors, clock } = services;
  const access = await connectorOfPayment(payment, 'void', services);
  const attempt = { ...payment.attempt, isGivenUp: true };
  const asked = startVoid({ ...payment, attempt }, undefined, clock());
  let saved: Payment;
  try {
    saved = await payments.saveProgress(asked);
  } catch (error) {
    if (!isSwitchError(error, 'concurrent_update')) throw error;
    const current = await payments.get(payment.merchantId, payment.id);
    if (current.status === 'requires_customer_action') throw error;
    // Another request has learnt the outcome, or gives the attempt up itself.
    return current;
  }
  const outcome = await connectors(request).void(access, referenceOf(saved));
  const settled = await payments.settle(saved, (current) =>
    applyVoidOutcome(current, outcome, clock()),
  );
  return settled.status === 'requires_customer_action'
    ? syncWithConnector(settled, request, services)
    : settled;
}

const keptOpen = (payment: Payment) =>
  new SwitchError('attempt_kept_open', {
    attempt: payment.attempt.id,
    connector: payment.attempt.connectorName,
    until: openUntil(payment),
  });
