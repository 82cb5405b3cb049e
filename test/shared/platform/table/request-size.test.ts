import type { PaymentOutcome } from '#connectors/interface/payments.ts';
import { limitOutcome } from '#connectors/outcome-limits.ts';
import { itemCeiling, outcomeReserve, requestCeiling } from '#platform/table/item-size.ts';
import { checkRequestSize } from '#platform/table/request-size.ts';
import { itemSize } from '#platform/table/units.ts';
import { applyOutcome } from '#switch/payments/lifecycle/apply-outcome.ts';
import { startAttempt } from '#switch/payments/lifecycle/attempts.ts';
import {
  applyCaptureOutcome,
  checkCapture,
  startCapture,
} from '#switch/payments/lifecycle/captures.ts';
import {
  applyIncrementOutcome,
  startIncrement,
} from '#switch/payments/lifecycle/incremental-authorization.ts';
import { resolveManually } from '#switch/payments/lifecycle/manual-resolution.ts';
import {
  applyPostCaptureVoidOutcome,
  startPostCaptureVoid,
} from '#switch/payments/lifecycle/post-capture-voids.ts';
import { applyVoidOutcome, startVoid } from '#switch/payments/lifecycle/voids.ts';
import type { Payment } from '#switch/payments/payment.ts';
import { describeCard } from '#switch/payments/payment-method-data/card.ts';
import { paymentKey } from '#switch/payments/payment-store.ts';
import { aPayment, asSaved, later, noon } from '../../../support/entities/a-payment.ts';
import fc from '../../../support/runner/seeded-fast-check.ts';

const long = 'w'.repeat(100_000);

/** All the words that there are beside an outcome, each as long as a processor could make it. */
const words = {
  code: long,
  message: long,
  reason: long,
  issuerCode: long,
  issuerMessage: long,
  networkAdviceCode: long,
};
const name = 'n'.repeat(255);
const names = {
  connectorTransactionId: 'n'.repeat(1_024),
  connectorReference: name,
  connectorCustomerId: name,
  connectorMandateId: name,
  networkTransactionId: name,
  connectorMetadata: { wanted: 'w'.repeat(1_000) },
  paymentChecks: { found: 'c'.repeat(500) },
  captureBefore: '2026-01-31T12:00:00.000Z',
  incrementAllowed: true,
  extended: true,
};
/** An operator's rule for an error, with texts of the greatest length. */
const unified = {
  code: 'u'.repeat(255),
  message: 'u'.repeat(1_024),
  standardisedCode: 'three_ds_authentication_service_issue',
  description: 'u'.repeat(1_024),
  userGuidance: 'u'.repeat(1_024),
};
const kept = (outcome: PaymentOutcome): PaymentOutcome => {
  const short = limitOutcome(outcome);
  return short.result === 'declined' || short.result === 'not_sent' ? { ...short, unified } : short;
};
const declined = kept({ result: 'declined', ...words, ...names });
const unknown = kept({ result: 'unknown', ...words, ...names });
const authorized = kept({ result: 'authorized', ...names });
const captured = kept({ result: 'captured', ...names });
const challenged = kept({
  result: 'challenged',
  ...names,
  nextAction: { type: 'third_party_sdk_session_token', session_token: { a: 'q'.repeat(6_000) } },
});

const card = describeCard({
  card_number: '4242424242424242',
  card_exp_month: '10',
  card_exp_year: '2035',
});

/** A payment whose requests have filled it to the last byte that they may. */
function filled(terms: Payment['requestFields']): Payment {
  const id = 'p'.repeat(64);
  const empty = aPayment({
    merchantId: 'm'.repeat(64),
    id,
    attempt: { ...aPayment().attempt, id: `${id}_1`, paymentMethodData: { card, billing: null } },
    requestFields: { ...terms, metadata: { filler: '' } },
  });
  const withFiller = (length: number): Payment => ({
    ...empty,
    requestFields: { ...terms, metadata: { filler: 'x'.repeat(length) } },
  });
  let [least, most] = [0, requestCeiling];
  while (most - least > 1) {
    const half = Math.floor((least + most) / 2);
    try {
      checkRequestSize(withFiller(half));
      least = half;
    } catch {
      most = half;
    }
  }
  return withFiller(least);
}

const itemOf = (payment: Payment) => ({
  ...payment,
  ...paymentKey(payment.merchantId, payment.id),
  duePk: 'DUE#2026-01-31T12:00#17',
  dueAt: '2026-01-31T12:00:00.000Z',
  save_id: 's'.repeat(12),
});

/**
 * All steps that can happen to a payment once it was confirmed. A step that is not lawful changes
 * nothing.
 */
const steps: Readonly<Record<string, (payment: Payment, now: Date) => Payment>> = {
  authorized: (one, now) => told(one, authorized, now),
  captured: (one, now) => told(one, captured, now),
  challenged: (one, now) => told(one, challenged, now),
  declined: (one, now) => told(one, declined, now),
  unknown: (one, now) => told(one, unknown, now),
  'capture that fails': (one, now) => capturing(one, declined, now),
  'capture without an answer': (one, now) => capturing(one, unknown, now),
  'capture that succeeds': (one, now) => capturing(one, captured, now),
  'more that is refused': (one, now) => raising(one, declined, now),
  'void without an answer': (one, now) =>
    applyVoidOutcome(asSaved(startVoid(one, '支'.repeat(1_024), now)), unknown, now),
  'void that fails': (one, now) =>
    applyVoidOutcome(asSaved(startVoid(one, '支'.repeat(1_024), now)), declined, now),
  'void of what was captured': (one, now) =>
    applyPostCaptureVoidOutcome(
      asSaved(startPostCaptureVoid(one, '支'.repeat(1_024), now)),
      declined,
      now,
    ),
  'decision of an operator': (one, now) =>
    resolveManually(
      one,
      {
        status: 'failure',
        error: { code: 'e'.repeat(255), message: 'e'.repeat(1_024) },
        reason: 'r'.repeat(1_024),
        requestId: 'q'.repeat(64),
      },
      now,
    ),
};
const told = (one: Payment, outcome: PaymentOutcome, now: Date) =>
  applyOutcome(one, { attemptId: one.attempt.id, outcome }, now, 'sync');
function capturing(one: Payment, outcome: PaymentOutcome, now: Date) {
  const amountMinor = checkCapture(one, { amountToCapture: 1 });
  const { payment, capture } = startCapture(one, amountMinor, now);
  return applyCaptureOutcome(asSaved(payment), capture.id, outcome, now);
}
function raising(one: Payment, outcome: PaymentOutcome, now: Date) {
  if ((one.increments ?? []).length >= 20) return one;
  const request = { totalMinor: one.attempt.amountMinor + 1, reason: 'r' };
  const { payment, increment } = startIncrement(one, request, now);
  // An increment that does not fit is refused, and its connector never asked.
  checkRequestSize(payment);
  return applyIncrementOutcome(asSaved(payment), increment.id, outcome, now);
}

function taken(payment: Payment): Payment {
  const connector = { name: 'stripe_test', accountId: 'a'.repeat(64), label: 'l'.repeat(64) };
  return asSaved(
    startAttempt(
      payment,
      {
        requestFields: payment.requestFields,
        netAmountMinor: payment.amountMinor,
        connector,
        switchUrl: `https://${'h'.repeat(200)}`,
        paymentMethod: {
          id: 'i'.repeat(64),
          status: 'active',
          cardToken: 't'.repeat(64),
          cardFingerprint: 'f'.repeat(64),
          nickName: 'n'.repeat(255),
        },
        fingerprint: 'f'.repeat(64),
        mandate: {
          role: 'charged',
          id: 'm'.repeat(64),
          kind: 'multi_use',
          limitMinor: 999_999_999,
          amountMinor: 999_999_999,
          state: 'reserved',
        },
      },
      noon,
    ),
  );
}

describe('a payment that requests have filled as far as they may', () => {
  it.each(['automatic', 'manual', 'manual_multiple'])(
    'a payment filled to its limit has room for every later change: capture_method %s',
    (capture_method) => {
      const beginning = taken(filled({ capture_method }));
      let largest = 0;
      fc.assert(
        fc.property(
          fc.array(fc.constantFrom(...Object.keys(steps)), { minLength: 5, maxLength: 60 }),
          (names) => {
            let payment = beginning;
            for (const [index, name] of names.entries()) {
              try {
                payment = asSaved(steps[name]?.(payment, later(index * 120)) ?? payment);
              } catch {
                continue; // It is refused in this status, or for its size, so nothing happens.
              }
              largest = Math.max(largest, itemSize(itemOf(payment)));
            }
            expect(itemSize(itemOf(payment))).toBeLessThanOrEqual(itemCeiling);
          },
        ),
        { numRuns: 300 },
      );
      expect(largest).toBeGreaterThan(requestCeiling);
    },
  );

  it('a payment filled to its limit has room for the most that can come together', () => {
    // Twenty increments are part of the request's fields, so they come first.
    let payment = taken(filled({ capture_method: 'manual_multiple' }));
    payment = { ...payment, requestFields: { ...payment.requestFields, metadata: {} } };
    payment = asSaved(told(payment, authorized, noon));
    for (let made = 0; made < 20; made++) {
      payment = asSaved(steps['more that is refused']?.(payment, later(made)) ?? payment);
    }
    payment = { ...payment, requestFields: filledUp(payment) };
    for (let made = 0; made < 4; made++) payment = asSaved(capturing(payment, declined, later(60)));
    for (let made = 0; made < 5; made++) payment = asSaved(capturing(payment, unknown, later(90)));
    const error = { ...limitOutcome(words), unified };
    const transitions = Array.from({ length: 20 }, () => ({
      type: 'payment_partially_authorized',
      status: 'partially_authorized_and_requires_capture',
      at: noon.toISOString(),
      version: 999_999,
      amountMinor: 999_999_999,
    }));
    const full: Payment = {
      ...payment,
      transitions,
      attempt: { ...payment.attempt, error, cancellationReason: '支'.repeat(1_024) },
      postCaptureVoid: {
        status: 'failed',
        askedAt: noon.toISOString(),
        updatedAt: noon.toISOString(),
        connectorReference: name,
        description: 'd'.repeat(1_024),
      },
      resolvedManually: {
        at: noon.toISOString(),
        status: 'charged',
        requestId: 'q'.repeat(64),
        reason: 'r'.repeat(1_024),
      },
    };
    expect(full.increments).toHaveLength(20);
    expect(full.captures).toHaveLength(9);
    const size = itemSize(itemOf(full));
    expect(size).toBeLessThanOrEqual(itemCeiling);
    // The reserve is no larger than it has to be.
    expect(size - requestCeiling).toBeGreaterThan(outcomeReserve / 2);
  });

  /** Terms that use every byte left for the request's fields. */
  function filledUp(payment: Payment): Payment['requestFields'] {
    for (let length = requestCeiling; ; length -= 1) {
      const terms = { ...payment.requestFields, metadata: { filler: 'x'.repeat(length) } };
      try {
        checkRequestSize({ ...payment, terms });
        return terms;
      } catch {}
    }
  }
});
