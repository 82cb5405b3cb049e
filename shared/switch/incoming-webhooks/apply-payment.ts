import { checkPaymentIntegrity, isOfAnother } from '#connectors/integrity-check.ts';
import type { About } from '#connectors/interface/about.ts';
import type { Connector } from '#connectors/interface/connector.ts';
import type { PaymentOutcome } from '#connectors/interface/payments.ts';
import type { FailedChange, WebhookContent } from '#connectors/interface/webhooks.ts';
import { SwitchError } from '#platform/errors.ts';
import { addSubject } from '#platform/log-subject.ts';
import type { ConnectorIds } from '#platform/table/connector-ids.ts';
import { referenceOf } from '../payments/connector-access.ts';
import { isForReview } from '../payments/fraud-check.ts';
import {
  applyOutcome,
  isAwaitingOutcome,
  isGivenBack,
  scheduleSyncNow,
} from '../payments/lifecycle/apply-outcome.ts';
import {
  applyIncrementOutcome,
  openIncrement,
  withPresentAmount,
} from '../payments/lifecycle/incremental-authorization.ts';
import { isLateCharge } from '../payments/lifecycle/late-answer.ts';
import { applyVoidOutcome } from '../payments/lifecycle/voids.ts';
import { isManual, type Payment } from '../payments/payment.ts';
import type { PaymentStore } from '../payments/payment-store.ts';
import { conflictsWith } from './contradiction.ts';
import { type ConflictServices, reportConflict } from './report-conflict.ts';
import {
  checkOwner,
  idOfAttempt,
  retryLater,
  subjectId,
  type WebhookSender,
} from './webhook-sender.ts';

type PaymentWebhook = Extract<WebhookContent, { readonly kind: 'payment' }>;

interface Services extends ConflictServices {
  readonly connectorIds: ConnectorIds;
  readonly payments: PaymentStore;
  readonly connectorNamed: (name: string) => Connector | undefined;
  readonly aboutNamed: (name: string) => About | undefined;
}

/**
 * Applies a processor's report of a payment, and saves it. A report of another transaction than
 * ours changes nothing: the contradiction alarms an operator, and a sync asks about ours.
 *
 * @throws SwitchError `webhook_object_not_found` for a payment that we do not have, or that another
 * account took; `concurrent_update`, `temporarily_unavailable` where it could not be saved
 */
export async function applyWebhookToPayment(
  { subject, outcome: reported, isByCaptureMethod = false, failed }: PaymentWebhook,
  sender: WebhookSender,
  services: Services,
): Promise<void> {
  const { merchantId, accountIds, now } = sender;
  const attemptId = await subjectId(subject, 'PAYMENT', sender, services);
  const paymentId = idOfAttempt(attemptId);
  addSubject({ payment_id: paymentId });
  const { payments } = services;
  const outcomeOf = (current: Payment): PaymentOutcome => {
    const outcome = withAcceptedPart(current, withPresentAmount(current, reported));
    return isByCaptureMethod && outcome.result === 'authorized' && !isReserved(current)
      ? capturedAs(outcome)
      : outcome;
  };
  const checkedOutcomeOf = (current: Payment) =>
    checkPaymentIntegrity(outcomeOf(current), expectedOf(current, services));
  const apply = (current: Payment) => {
    if (current.attempt.id !== attemptId) return current;
    const outcome = checkedOutcomeOf(current);
    if (isOfAnother(outcome)) return scheduleSyncNow(current, now);
    if (failed) return applyFailedChange(current, failed, now);
    const isDecisive = !canBeSynced(current, services);
    return applyOutcome(current, { attemptId, outcome, isDecisive }, now, 'webhook');
  };
  /**
   * Whether a copy that is some milliseconds old will do. A change is saved only over the very
   * version that was read, and a payment that was over when the copy was read stays over.
   */
  const isApplicableTo = (recent: Payment) =>
    recent.attempt.id === attemptId &&
    recent.attempt.askedAt !== undefined &&
    accountIds.has(recent.attempt.connectorAccountId ?? '') &&
    (apply(recent) !== recent ||
      !(recent.pendingSync || isConflict(recent, checkedOutcomeOf(recent))));

  const recent = await payments
    .getRecent(merchantId, paymentId)
    .catch(retryLater('payment_not_found'));
  const payment = isApplicableTo(recent) ? recent : await payments.get(merchantId, paymentId);
  if (payment.attempt.id !== attemptId) {
    return checkEarlierAttempt(
      payment,
      { attemptId, subject, outcome: reported, failed },
      sender,
      services,
    );
  }

  checkOwner(sender, { subject, outcome: reported }, payment.attempt);
  const settled = await payments.settleOrThrow(payment, apply);
  if (settled.attempt.id !== attemptId) {
    return checkEarlierAttempt(
      settled,
      { attemptId, subject, outcome: reported, failed },
      sender,
      services,
    );
  }
  const { status } = settled;
  const checkedOutcome = checkedOutcomeOf(settled);
  const isOther = isOfAnother(checkedOutcome);
  const isContradiction =
    !failed && !isGivenBack(settled, checkedOutcome) && isConflict(settled, checkedOutcome);
  if (isOther || isContradiction) {
    const result = isOther ? `${reported.result} of another transaction` : checkedOutcome.result;
    reportConflict({ subject: { paymentId }, status, result }, sender, services);
  }
}

/**
 * The reference that a report must agree with. The id counts only where the processor does not
 * rename payments.
 */
function expectedOf(current: Payment, { aboutNamed }: Services) {
  const { connectorTransactionId: _, ...reference } = referenceOf(current);
  const renames = aboutNamed(reference.connectorName)?.renames?.includes('payment') ?? false;
  return renames && isAwaitingOutcome(current) ? reference : referenceOf(current);
}

/**
 * Whether the outcome contradicts a payment that is over. While the response to a void of captured
 * money is still missing, a webhook about that very void contradicts nothing.
 */
const isConflict = ({ status, postCaptureVoid }: Payment, outcome: PaymentOutcome): boolean =>
  isOfAnother(outcome) ||
  (!(postCaptureVoid?.status === 'pending' && outcome.result === 'voided') &&
    conflictsWith(status, outcome));

type Authorized = Extract<PaymentOutcome, { readonly result: 'authorized' }>;

/** A charge by the authorization: of the authorized part, where it is less than was asked for. */
const capturedAs = ({ authorizedMinor, ...outcome }: Authorized): PaymentOutcome => ({
  ...outcome,
  result: 'captured',
  ...(authorizedMinor !== undefined && { capturedMinor: authorizedMinor }),
});

/**
 * A lower amount as the authorized part, where the merchant accepts a partial authorization: the
 * webhook does not repeat the amount that was asked for.
 */
function withAcceptedPart(
  { attempt, requestFields }: Payment,
  outcome: PaymentOutcome,
): PaymentOutcome {
  if (outcome.result !== 'authorized' || outcome.amountMinor === undefined) return outcome;
  if (requestFields.enable_partial_authorization !== true) return outcome;
  if (outcome.amountMinor >= attempt.amountMinor) return outcome;
  const { amountMinor: authorizedMinor, ...rest } = outcome;
  return { authorizedMinor, ...rest };
}

/** Whether an authorized payment waits for a capture: it is manual, or follows a review. */
const isReserved = (payment: Payment): boolean => isManual(payment) || isForReview(payment);

/** Whether a sync can ask about the payment. */
function canBeSynced(current: Payment, { connectorNamed }: Services): boolean {
  const { connectorName = '' } = current.attempt;
  return connectorNamed(connectorName)?.sync.canAsk?.(referenceOf(current)) ?? true;
}

/** Ends the change that waits for its outcome. It changes nothing where none is waiting. */
function applyFailedChange(payment: Payment, failed: FailedChange, now: Date): Payment {
  const { change, ...error } = failed;
  const outcome = { result: 'declined', ...error } as const;
  if (change === 'void') return applyVoidOutcome(payment, outcome, now);
  const open = openIncrement(payment);
  return open ? applyIncrementOutcome(payment, open.id, outcome, now) : payment;
}

/** An earlier attempt is over: the outcome changes nothing. Money that moved for it is reported. */
async function checkEarlierAttempt(
  { id: paymentId, status }: Payment,
  {
    attemptId,
    subject,
    outcome,
    failed,
  }: { readonly attemptId: string } & Pick<PaymentWebhook, 'subject' | 'outcome'> & {
      readonly failed: FailedChange | undefined;
    },
  sender: WebhookSender,
  services: Services,
): Promise<void> {
  const { attempts } = await services.payments.getWhole(sender.merchantId, paymentId);
  const attempt = attempts.find(({ id }) => id === attemptId);
  if (!attempt) throw new SwitchError('webhook_object_not_found');
  checkOwner(sender, { subject, outcome }, attempt);
  const { result } = outcome;
  if (!failed && isLateCharge(outcome)) {
    reportConflict({ subject: { paymentId, attemptId }, status, result }, sender, services);
  }
}
