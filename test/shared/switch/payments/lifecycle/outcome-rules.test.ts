import type { PaymentOutcome } from '#connectors/interface/payments.ts';
import { outcomeRules } from '#switch/payments/lifecycle/apply-outcome.ts';
import { startCapture } from '#switch/payments/lifecycle/captures.ts';
import { startIncrement } from '#switch/payments/lifecycle/incremental-authorization.ts';
import { lifecycle } from '#switch/payments/lifecycle/lifecycle.ts';
import { startPostCaptureVoid } from '#switch/payments/lifecycle/post-capture-voids.ts';
import { startVoid } from '#switch/payments/lifecycle/voids.ts';
import type { Payment } from '#switch/payments/payment.ts';
import type { PaymentStatus } from '#vocabulary/payment-statuses.ts';
import {
  anAuthorizedPayment,
  aPaidPayment,
  aProcessingPayment,
  captured,
  later,
  noon,
  sent,
} from '../../../../support/entities/a-payment.ts';
import { itStandsInOrder } from '../../../../support/runner/rule-order.ts';

const paid = aPaidPayment();
const withOpenCapture = startCapture(anAuthorizedPayment('manual_multiple'), 1_000, noon).payment;
const withOpenIncrement = (payment: Payment): Payment =>
  startIncrement(payment, { totalMinor: 3_000 }, noon).payment;
const cancelling = startVoid(anAuthorizedPayment(), undefined, noon);

/** A payment with one charged capture of two, and the processor's list in which it has failed. */
const chargedOnce = captured(anAuthorizedPayment('manual_multiple'), 1_000);
const lost = {
  captures: [{ reference: sent('pay_1_1_1'), amountMinor: 1_000, status: 'failed' }],
} as const;
const chargedWhole = captured(anAuthorizedPayment('manual_multiple'), 2_599);
const refusal = {
  result: 'declined',
  attemptStatus: 'capture_failed',
  code: 'settlement',
} as const;
const voided = { result: 'voided_after_capture' } as const;

itStandsInOrder({
  rules: outcomeRules,
  meetings: {
    'a post-capture void that succeeds is applied although a refund left nothing to give back': {
      rules: ['pendingPostCaptureVoid', 'givenBack'],
      given: [
        { ...startPostCaptureVoid(paid, undefined, noon), refundCount: 1 },
        voided,
        noon,
        'sync',
      ],
    },
    'a payment that was wholly refunded needs no review when its void lists a failed capture': {
      rules: ['givenBack', 'failedCapture'],
      given: [
        { ...chargedWhole, refundableMinor: 0, refundCount: 1 },
        { result: 'voided', ...lost },
        noon,
        'sync',
      ],
    },
    'a failed capture is reviewed without the error of a settlement that was refused as well': {
      rules: ['failedCapture', 'refusedSettlement'],
      given: [chargedWhole, { ...refusal, ...lost }, noon, 'sync'],
    },
    'a failed capture is reviewed before a void of the charge ends the payment': {
      rules: ['failedCapture', 'voidedCharge'],
      given: [chargedOnce, { ...voided, ...lost }, noon, 'sync'],
    },
    'a refused settlement is reviewed while a capture is pending': {
      rules: ['refusedSettlement', 'pendingCaptures'],
      given: [{ ...withOpenCapture, status: 'succeeded' }, refusal, noon, 'sync'],
    },
    'a charge that was given back ends the payment although a capture is pending': {
      rules: ['voidedCharge', 'pendingCaptures'],
      given: [withOpenCapture, voided, noon, 'sync'],
    },
    'pending captures are read before a pending increment': {
      rules: ['pendingCaptures', 'pendingIncrement'],
      given: [
        withOpenIncrement(withOpenCapture),
        { result: 'authorized', amountMinor: 3_000 },
        noon,
        'sync',
      ],
    },
    'a pending increment is read before a pending void': {
      rules: ['pendingIncrement', 'pendingVoid'],
      given: [
        withOpenIncrement(cancelling),
        { result: 'authorized', amountMinor: 3_000 },
        noon,
        'sync',
      ],
    },
    'a contradiction during a void ends the void': {
      rules: ['pendingVoid', 'contradiction'],
      given: [cancelling, { result: 'integrity_mismatch', fields: 'amount' }, noon, 'sync'],
    },
    'a void by webhook is a contradiction where more was captured than authorized': {
      rules: ['contradiction', 'unconfirmedWebhook'],
      given: [
        {
          ...aProcessingPayment(),
          attempt: { ...aProcessingPayment().attempt, authorizedMinor: 1_000 },
        },
        { result: 'voided', captures: [{ amountMinor: 2_000, status: 'charged' }] },
        noon,
        'webhook',
      ],
    },
    'a decline by webhook waits for a sync': {
      rules: ['unconfirmedWebhook', 'applyReported'],
      given: [aProcessingPayment(), { result: 'declined' }, later(600), 'webhook'],
    },
  },
  apart: {
    pairs: [['refusedSettlement', 'voidedCharge']],
    inputs: everyKind(),
  },
});

/** Each status with each result, its step and its source. */
function everyKind() {
  const steps = ['authentication_failed', 'authorization_failed', 'capture_failed'] as const;
  const outcomes: readonly PaymentOutcome[] = [
    ...(['captured', 'authorized', 'voided', 'voided_after_capture', 'expired'] as const),
    ...(['held', 'pending', 'declined', 'unknown', 'not_sent', 'not_found'] as const),
  ]
    .map((result): PaymentOutcome => ({ result }))
    .concat(
      steps.map((attemptStatus) => ({ result: 'declined', attemptStatus })),
      { result: 'challenged', redirectUrl: 'https://bank.example/3ds' },
      { result: 'integrity_mismatch', fields: 'amount' },
    );
  const statuses = Object.keys(lifecycle) as PaymentStatus[];
  return statuses.flatMap((status) =>
    outcomes.flatMap((outcome) =>
      (['response', 'webhook', 'sync'] as const).map(
        (source) => [{ ...paid, status }, outcome, noon, source] as const,
      ),
    ),
  );
}
