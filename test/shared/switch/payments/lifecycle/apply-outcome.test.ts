import fc from 'fast-check';
import type { PaymentOutcome } from '#connectors/interface/payments.ts';
import { connectorNamed } from '#connectors/registry.ts';
import { applyOutcome, isPendingSync } from '#switch/payments/lifecycle/apply-outcome.ts';
import { applyCaptureOutcome, startCapture } from '#switch/payments/lifecycle/captures.ts';
import { isLawful } from '#switch/payments/lifecycle/lifecycle.ts';
import {
  applyPostCaptureVoidOutcome,
  startPostCaptureVoid,
} from '#switch/payments/lifecycle/post-capture-voids.ts';
import { applyVoidOutcome, startVoid } from '#switch/payments/lifecycle/voids.ts';
import type { Payment } from '#switch/payments/payment.ts';
import { describeCard } from '#switch/payments/payment-method-data/card.ts';
import { type PaymentStatus, statusOf } from '#vocabulary/payment-statuses.ts';
import {
  afterOutcome,
  anAuthorizedPayment,
  aPaidPayment,
  aProcessingPayment,
  asSaved,
  captured,
  later,
  noon,
  sent,
} from '../../../../support/entities/a-payment.ts';

const outcomes: Record<PaymentOutcome['result'], PaymentOutcome> = {
  captured: { result: 'captured', connectorTransactionId: 'ch_1' },
  authorized: { result: 'authorized', connectorTransactionId: 'ch_1' },
  voided: { result: 'voided' },
  voided_after_capture: { result: 'voided_after_capture' },
  expired: { result: 'expired' },
  challenged: { result: 'challenged', redirectUrl: 'https://bank.example/3ds' },
  held: { result: 'held', connectorTransactionId: 'ch_1' },
  pending: { result: 'pending' },
  declined: { result: 'declined', code: 'DC_08', message: 'Payment declined: Card declined' },
  integrity_mismatch: { result: 'integrity_mismatch', fields: 'amount', amountMinor: 1 },
  unknown: { result: 'unknown', code: 'TIMEOUT', message: 'No answer' },
  not_sent: { result: 'not_sent', message: 'Connector could not be reached' },
  not_found: { result: 'not_found' },
};

const processing = aProcessingPayment;
const manual = (terms: Payment['requestFields'] = {}) =>
  processing({ requestFields: { capture_method: 'manual', ...terms } });
describe("the issuer's checks of a card", () => {
  const paymentChecks = { cvc_check: 'fail' };
  const card = describeCard({
    card_number: '4242424242424242',
    card_exp_month: '10',
    card_exp_year: '2035',
  });
  const by = (paymentMethodData: Payment['attempt']['paymentMethodData']) => {
    const payment = aProcessingPayment();
    const { attempt } = payment;
    return { ...payment, attempt: { ...attempt, ...(paymentMethodData && { paymentMethodData }) } };
  };

  it.each([
    { result: 'captured', paymentChecks },
    { result: 'declined', paymentChecks },
  ] as const)(
    "the issuer's checks are shown with the card, whatever became of the payment: $result",
    (outcome) => {
      const { attempt } = afterOutcome(by({ card, billing: null }), outcome);
      expect(attempt.paymentMethodData?.card).toEqual({ ...card, payment_checks: paymentChecks });
    },
  );

  it("the issuer's checks stay when a later outcome has none", () => {
    const authorized = afterOutcome(by({ card, billing: null }), {
      result: 'authorized',
      paymentChecks,
    });
    const { attempt } = afterOutcome(authorized, { result: 'captured' });
    expect(attempt.paymentMethodData?.card?.payment_checks).toEqual(paymentChecks);
  });

  it("the issuer's checks are null where no card was shown", () => {
    const { attempt } = afterOutcome(by(undefined), { result: 'captured', paymentChecks });
    expect(attempt).not.toHaveProperty('paymentMethodData');
  });
});

const told = (payment: Payment) => payment.transitions.map(({ type }) => type);

describe('a step that the processor names', () => {
  it.each([
    [{ result: 'pending', attemptStatus: 'authorizing' }, 'processing', 'authorizing'],
    [
      { result: 'pending', attemptStatus: 'authentication_successful' },
      'processing',
      'authentication_successful',
    ],
    [
      { result: 'declined', attemptStatus: 'authentication_failed' },
      'failed',
      'authentication_failed',
    ],
    [{ result: 'declined', attemptStatus: 'capture_failed' }, 'failed', 'capture_failed'],
  ] as const)(
    "the attempt's status is the step that the processor names: %j",
    (outcome, status, attempt) => {
      const next = afterOutcome(processing(), outcome);
      expect([next.status, next.attempt.status]).toEqual([status, attempt]);
    },
  );
});

describe('a void of a payment that was wholly refunded', () => {
  const paid = afterOutcome(processing(), { result: 'captured' });
  const refunded: Payment = { ...paid, refundableMinor: 0, refundCount: 1 };

  it.each(['voided', 'voided_after_capture'] as const)(
    'a void of a refunded payment changes nothing where the processor says %s',
    (result) => {
      const { id: attemptId } = refunded.attempt;
      for (const source of ['webhook', 'sync'] as const) {
        expect(applyOutcome(refunded, { attemptId, outcome: { result } }, noon, source)).toBe(
          refunded,
        );
      }
    },
  );

  it('a void after the capture ends a payment of which nothing was refunded', () => {
    const next = afterOutcome(paid, { result: 'voided_after_capture' }, later(60), 'sync');
    expect(next.status).toBe('cancelled_post_capture');
  });
});

describe('a settlement that is refused after a charge', () => {
  const paid = afterOutcome(processing(), { result: 'captured' });
  const refusal: PaymentOutcome = {
    result: 'declined',
    attemptStatus: 'capture_failed',
    code: 'settlement_declined',
    message: 'Settlement declined',
  };

  it.each(['webhook', 'sync'] as const)(
    'a refused settlement puts the payment under review where a %s reports it, and sends one event',
    (source) => {
      const attemptId = paid.attempt.id;
      const apply = (payment: Payment) =>
        applyOutcome(payment, { attemptId, outcome: refusal }, noon, source);
      const next = apply(paid);
      expect(next).toMatchObject({
        status: 'review',
        attempt: { status: 'capture_review', error: { code: 'settlement_declined' } },
      });
      expect(told(next).at(-1)).toBe('action_required');
      expect(told(apply(next))).toEqual(told(next));
    },
  );

  it('a mere decline leaves a payment that has succeeded as it is', () => {
    const outcome = { result: 'declined', code: 'card_declined' } as const;
    const next = applyOutcome(paid, { attemptId: paid.attempt.id, outcome }, noon, 'webhook');
    expect(next.status).toBe('succeeded');
  });
});

describe('the state that a connector stores for later', () => {
  const order = { connectorMetadata: { order: '1' } };
  const both = { connectorMetadata: { order: '1', capture: '2' } };
  const stored = (payment: Payment) => payment.attempt.connectorMetadata;
  const once = afterOutcome(processing(), { result: 'pending', ...order });

  it('connector data is stored with the attempt, and stays when an outcome has none', () => {
    expect(stored(once)).toEqual({ order: '1' });
    expect(stored(afterOutcome(once, { result: 'captured' }))).toEqual({ order: '1' });
  });

  it('connector data is replaced by a response and by a sync, also when nothing else is new', () => {
    const next = afterOutcome(once, { result: 'pending', ...both }, later(60), 'sync');
    expect(stored(next)).toEqual(both.connectorMetadata);
    expect(next.modifiedAt).toBe(later(60).toISOString());
    const back = afterOutcome(next, { result: 'captured', ...order });
    expect(stored(back)).toEqual({ order: '1' });
  });

  it('connector data is only added to by a webhook, which may be stale', () => {
    const attemptId = once.attempt.id;
    const stale = { capture: '2', order: 'another' };
    const outcome: PaymentOutcome = { result: 'pending', connectorMetadata: stale };
    const next = applyOutcome(once, { attemptId, outcome }, noon, 'webhook');
    expect(stored(next)).toEqual({ order: '1', capture: '2' });
    const large: PaymentOutcome = {
      result: 'pending',
      connectorMetadata: { other: 'x'.repeat(1_015) },
    };
    expect(applyOutcome(once, { attemptId, outcome: large }, noon, 'webhook')).toBe(once);
  });

  it('connector data that is the same changes nothing', () => {
    expect(afterOutcome(once, { result: 'pending', ...order }, later(60), 'sync')).toBe(once);
  });

  it('connector data of a capture, a void or a post-capture void replaces the earlier data too', () => {
    const { payment, capture } = startCapture(anAuthorizedPayment(), 2_599, noon);
    const taken = applyCaptureOutcome(payment, capture.id, { result: 'captured', ...both }, noon);
    expect(stored(taken)).toEqual(both.connectorMetadata);
    const asked = startVoid(anAuthorizedPayment(), undefined, noon);
    expect(stored(applyVoidOutcome(asked, { result: 'voided', ...order }, noon))).toEqual({
      order: '1',
    });
    const back = startPostCaptureVoid(aPaidPayment(), undefined, noon);
    const outcome: PaymentOutcome = { result: 'voided_after_capture', ...order };
    expect(stored(applyPostCaptureVoidOutcome(back, outcome, noon))).toEqual({ order: '1' });
  });
});

describe('an outcome that states nothing', () => {
  it('a sync without an error leaves the payment with its earlier error', () => {
    const lost = afterOutcome(processing(), outcomes.unknown);
    expect(afterOutcome(lost, { result: 'unknown' }, later(60), 'sync')).toBe(lost);
    const begun = processing();
    expect(afterOutcome(begun, { result: 'unknown' }, later(60), 'sync')).toBe(begun);
  });
});

describe('an answer about a processing payment', () => {
  it.each([
    ['captured', 'succeeded', 'charged', 0, 2_599],
    ['authorized', 'requires_capture', 'authorized', 2_599, undefined],
    ['challenged', 'requires_customer_action', 'authentication_pending', 2_599, undefined],
    ['held', 'requires_merchant_action', 'unresolved', 2_599, undefined],
    ['pending', 'processing', 'pending', 2_599, undefined],
    ['unknown', 'processing', 'pending', 2_599, undefined],
    ['declined', 'failed', 'failure', 0, undefined],
    ['not_sent', 'failed', 'failure', 0, undefined],
    ['integrity_mismatch', 'conflicted', 'integrity_failure', 0, undefined],
    ['expired', 'expired', 'expired', 0, undefined],
    ['voided', 'cancelled', 'voided', 0, undefined],
  ] as const)(
    'an answer to a processing payment, %s: %s',
    (result, status, attempt, capturable, received) => {
      const next = afterOutcome(processing(), outcomes[result]);
      expect(next.status).toBe(status);
      expect(next.attempt.status).toBe(attempt);
      expect(statusOf[next.attempt.status]).toBe(status);
      expect(next.amountCapturableMinor).toBe(capturable);
      expect(next.amountReceivedMinor).toBe(received);
      expect(next.refundableMinor).toBe(received);
      const waits = ['processing', 'requires_customer_action', 'requires_merchant_action'];
      expect(next.pendingSync !== undefined).toBe(waits.includes(status));
    },
  );

  it.each([
    ['captured', 'succeeded', 2_599, 2_599],
    ['authorized', 'requires_capture', 2_599, undefined],
    ['challenged', 'requires_customer_action', 2_599, undefined],
    ['pending', 'processing', 2_599, undefined],
    ['unknown', 'processing', 2_599, undefined],
    ['declined', 'failed', 2_599, undefined],
    ['not_sent', 'failed', 2_599, undefined],
    ['integrity_mismatch', 'conflicted', 2_599, undefined],
    ['expired', 'expired', 2_599, undefined],
    ['voided', 'cancelled', 0, undefined],
  ] as const)(
    'an answer to a processing payment of manual capture, %s: %s',
    (result, status, capturable, received) => {
      const next = afterOutcome(manual(), outcomes[result]);
      expect(next.status).toBe(status);
      expect(next.amountCapturableMinor).toBe(capturable);
      expect(next.amountReceivedMinor).toBe(received);
    },
  );

  it.each(['manual', 'automatic'])(
    'a sync that finds a payment of %s capture finished leaves nothing to capture',
    (capture_method) => {
      for (const result of ['captured', 'declined', 'expired', 'voided'] as const) {
        const next = afterOutcome(
          processing({ requestFields: { capture_method } }),
          outcomes[result],
          later(90),
          'sync',
        );
        expect([result, next.amountCapturableMinor]).toEqual([result, 0]);
      }
    },
  );

  it('an answer to a processing payment stores the processor’s references and the reason of a decline', () => {
    const declined = afterOutcome(processing(), outcomes.declined);
    expect(declined.attempt.error).toEqual({
      code: 'DC_08',
      message: 'Payment declined: Card declined',
    });
    const paid = afterOutcome(processing(), outcomes.captured);
    expect(paid.attempt.connectorTransactionId).toBe('ch_1');
    expect(paid.attempt.error).toBeUndefined();
  });

  it('an answer to a processing payment captures it in part when the processor took less', () => {
    const next = afterOutcome(processing(), { result: 'captured', capturedMinor: 2_000 });
    expect(next).toMatchObject({
      status: 'partially_captured',
      amountReceivedMinor: 2_000,
      amountCapturableMinor: 2_599,
      refundableMinor: 2_000,
      attempt: { status: 'partial_charged' },
    });
  });

  it('an answer to a processing payment leaves it capturable when several captures are allowed and one was made elsewhere', () => {
    const multiple = processing({ requestFields: { capture_method: 'manual_multiple' } });
    expect(afterOutcome(multiple, { result: 'captured', capturedMinor: 2_000 })).toMatchObject({
      status: 'partially_captured_and_capturable',
      amountReceivedMinor: 2_000,
      amountCapturableMinor: 599,
    });
  });

  it.each(['automatic', 'manual', 'manual_multiple'])(
    'an answer to a processing payment contradicts us when the processor reports %s as captured, and nothing was',
    (capture_method) => {
      const payment = processing({ requestFields: { capture_method } });
      const next = afterOutcome(payment, { result: 'captured', capturedMinor: 0 });
      expect(next.status).toBe('conflicted');
      expect(next.amountReceivedMinor).toBeUndefined();
    },
  );

  it('an answer that contradicts us names the fields in dispute', () => {
    const next = afterOutcome(processing(), {
      result: 'integrity_mismatch',
      fields: 'amount,currency',
    });
    expect(next.attempt.error).toEqual({
      code: 'IE',
      message: 'Integrity Check Failed! Value mismatched for fields amount,currency',
    });
    expect(told(next)).toEqual(['payment_created', 'action_required']);
  });

  it('a processing payment stays processing when a processor does not know it yet', () => {
    const payment = processing();
    expect(afterOutcome(payment, outcomes.not_found, later(59), 'sync')).toBe(payment);
  });

  it('a processing payment fails when the processor does not know it and its request cannot arrive any more', () => {
    const next = afterOutcome(processing(), outcomes.not_found, later(60), 'sync');
    expect(next).toMatchObject({
      status: 'failed',
      attempt: {
        status: 'failure',
        error: {
          message:
            'This Payment has been moved to failed as there is no response from the connector',
        },
      },
    });
  });
});

describe('a processor that reserves less than it was asked for', () => {
  const less = { result: 'authorized', authorizedMinor: 2_000 } as const;

  it('a smaller reservation than requested is accepted when the merchant allows it', () => {
    const next = afterOutcome(manual({ enable_partial_authorization: true }), less);
    expect(next).toMatchObject({
      status: 'partially_authorized_and_requires_capture',
      amountCapturableMinor: 2_000,
      attempt: { status: 'partially_authorized', authorizedMinor: 2_000, amountMinor: 2_599 },
    });
    expect(told(next).at(-1)).toBe('payment_partially_authorized');
  });

  it.each([undefined, false, null])(
    'a smaller reservation than requested contradicts us when the merchant states %s',
    (enabled) => {
      const terms = enabled === undefined ? {} : { enable_partial_authorization: enabled };
      expect(afterOutcome(manual(terms), less)).toMatchObject({
        status: 'conflicted',
        attempt: { status: 'integrity_failure' },
      });
    },
  );
});

describe('an outcome for a payment that has moved on', () => {
  /** No processor changes such a payment any more. */
  const final: readonly PaymentStatus[] = [
    'requires_payment_method',
    'requires_confirmation',
    'partially_captured_and_processing',
    'failed',
    'cancelled',
    'cancelled_post_capture',
    'conflicted',
    'expired',
    'review',
  ];

  it.each(
    final.flatMap((status) =>
      Object.values(outcomes).map((outcome) => [status, outcome.result, outcome] as const),
    ),
  )('a payment that is %s stays unchanged on %s', (status, _, outcome) => {
    const payment = { ...processing(), status };
    expect(afterOutcome(payment, outcome, later(3_600), 'sync')).toBe(payment);
  });

  const settled = Object.values(outcomes).filter(({ result }) => result !== 'voided_after_capture');
  it.each(settled.map((outcome) => [outcome.result, outcome] as const))(
    'a paid payment stays paid on %s',
    (_, outcome) => {
      const paid = aPaidPayment();
      expect(afterOutcome(paid, outcome, later(3_600), 'sync')).toBe(paid);
    },
  );

  it('a late outcome is applied when the processor voided the whole payment by itself', () => {
    const next = afterOutcome(aPaidPayment(), outcomes.voided_after_capture, later(60), 'sync');
    expect(next).toMatchObject({
      status: 'cancelled_post_capture',
      attempt: { status: 'voided_post_charge' },
      amountCapturableMinor: 0,
    });
  });

  it('a late outcome does not revert authorized to declined, pending or unknown', () => {
    const authorized = anAuthorizedPayment();
    for (const result of [
      'declined',
      'pending',
      'unknown',
      'challenged',
      'authorized',
      'not_found',
    ] as const) {
      expect(afterOutcome(authorized, outcomes[result], later(600), 'sync')).toBe(authorized);
    }
  });

  it('a late outcome does not revert a capture made since the request', () => {
    const partly = captured(anAuthorizedPayment('manual_multiple'), 2_000);
    const old = { result: 'captured', capturedMinor: 1_000 } as const;
    expect(afterOutcome(partly, old, later(60), 'sync')).toBe(partly);
    expect(afterOutcome(partly, outcomes.authorized, later(60), 'sync')).toBe(partly);
    expect(
      afterOutcome(partly, { result: 'captured', capturedMinor: 2_000 }, later(60), 'sync'),
    ).toBe(partly);
  });

  it('a late outcome applies a capture that was made at the processor itself', () => {
    const next = afterOutcome(
      anAuthorizedPayment(),
      { result: 'captured', capturedMinor: 2_599 },
      later(60),
      'sync',
    );
    expect(next).toMatchObject({
      status: 'succeeded',
      amountReceivedMinor: 2_599,
      amountCapturableMinor: 0,
      refundableMinor: 2_599,
    });
  });

  it.each(['voided', 'expired'] as const)(
    'an outcome for the remainder keeps the captured amount when it is %s',
    (result) => {
      const partly = captured(anAuthorizedPayment('manual_multiple'), 1_000);
      expect(afterOutcome(partly, outcomes[result], later(60), 'sync')).toMatchObject({
        status: 'partially_captured',
        attempt: { status: 'partial_charged' },
        amountReceivedMinor: 1_000,
        amountCapturableMinor: 0,
        refundableMinor: 1_000,
      });
    },
  );

  it.each(['voided', 'expired'] as const)(
    'an authorized payment that is %s at the processor before any capture is updated',
    (result) => {
      const next = afterOutcome(anAuthorizedPayment(), outcomes[result], later(60), 'sync');
      expect(next).toMatchObject({
        status: result === 'voided' ? 'cancelled' : 'expired',
        amountCapturableMinor: 0,
      });
    },
  );

  it('a late outcome changes nothing when it repeats the last one', () => {
    const waiting = afterOutcome(processing(), outcomes.unknown);
    expect(afterOutcome(waiting, outcomes.unknown, later(60), 'sync')).toBe(waiting);
    expect(afterOutcome(waiting, outcomes.pending, later(60), 'sync')).toBe(waiting);
  });

  it('a late outcome finds a charge whose answer was lost', () => {
    const waiting = afterOutcome(processing(), outcomes.unknown);
    const found = afterOutcome(waiting, outcomes.captured, later(60), 'sync');
    expect(found.status).toBe('succeeded');
    expect(found.attempt.error).toBeUndefined();
    expect(found.pendingSync).toBeUndefined();
  });

  it('a late outcome about an earlier attempt changes nothing', () => {
    const withMetadata = { result: 'captured', connectorMetadata: { order: '1' } } as const;
    const voiding = startPostCaptureVoid(aPaidPayment(), undefined, noon);
    for (const payment of [processing(), voiding]) {
      for (const outcome of [...Object.values(outcomes), withMetadata]) {
        expect(applyOutcome(payment, { attemptId: 'pay_1_0', outcome }, later(600))).toBe(payment);
      }
    }
  });
});

describe('a payment that needs the customer to act', () => {
  const challenged = () => afterOutcome(processing(), outcomes.challenged);

  it('a payment that needs the customer to act posts a form when the processor requires it, until it is decided', () => {
    const redirectForm = { url: 'https://bank.example/acs', fields: { PaReq: 'one-time' } };
    const posting = afterOutcome(processing(), { result: 'challenged', redirectForm });
    expect(posting).toMatchObject({
      status: 'requires_customer_action',
      attempt: { redirectForm },
    });
    expect(afterOutcome(posting, outcomes.captured).attempt.redirectForm).toBeUndefined();
  });

  it('a payment that needs the customer to act redirects the customer, and waits', () => {
    expect(challenged().attempt.redirectUrl).toBe('https://bank.example/3ds');
    expect(challenged().pendingSync).toBeDefined();
  });

  it.each([
    ['captured', 'succeeded'],
    ['authorized', 'requires_capture'],
    ['declined', 'failed'],
    ['expired', 'expired'],
    ['voided', 'cancelled'],
    ['integrity_mismatch', 'conflicted'],
  ] as const)(
    'a challenged payment whose outcome is %s becomes %s, and has no redirect any more',
    (result, status) => {
      const next = afterOutcome(challenged(), outcomes[result], later(60), 'sync');
      expect(next.status).toBe(status);
      expect(next.pendingSync).toBeUndefined();
      if (result !== 'integrity_mismatch') expect(next.attempt.redirectUrl).toBeUndefined();
    },
  );

  it('a payment that needs the customer to act stays so when the processor knows no more', () => {
    const payment = challenged();
    for (const result of ['pending', 'unknown', 'challenged'] as const) {
      expect(afterOutcome(payment, outcomes[result], later(600), 'sync')).toBe(payment);
    }
  });
});

describe('the transitions for webhooks', () => {
  it('the transitions for webhooks are one for an ordinary payment, without the intermediate ones', () => {
    const next = afterOutcome(processing(), outcomes.captured);
    expect(told(next)).toEqual(['payment_created', 'payment_succeeded']);
    expect(next.transitions.at(-1)?.version).toBe(next.version + 1);
  });

  it('the transition for webhooks is processing when the outcome is unknown', () => {
    const waiting = afterOutcome(processing(), outcomes.unknown);
    expect(told(waiting)).toEqual(['payment_created', 'payment_processing']);
    const settled = afterOutcome(asSaved(waiting), outcomes.declined, later(60), 'sync');
    expect(told(settled)).toEqual(['payment_created', 'payment_processing', 'payment_failed']);
    expect(settled.modifiedAt).toBe(later(60).toISOString());
  });
});

describe('outcomes of any kind, in any order, however often', () => {
  const amounts = fc.integer({ min: 0, max: 2_599 });
  const news: fc.Arbitrary<PaymentOutcome> = fc.oneof(
    fc.constantFrom(...Object.values(outcomes)),
    amounts.map((capturedMinor) => ({ result: 'captured' as const, capturedMinor })),
    amounts.map((authorizedMinor) => ({ result: 'authorized' as const, authorizedMinor })),
  );
  const methods = fc.constantFrom('automatic', 'manual', 'manual_multiple');
  const messages = fc.record({
    outcome: news,
    seconds: fc.integer({ min: 0, max: 100 }),
    settling: fc.constantFrom('response', 'sync' as const),
  });

  it('outcomes of any kind in any order move a payment only along the lifecycle, and never increase the received amount', () => {
    fc.assert(
      fc.property(
        methods,
        fc.boolean(),
        fc.array(messages, { maxLength: 15 }),
        (capture_method, enable_partial_authorization, all) => {
          let payment = processing({
            requestFields: { capture_method, enable_partial_authorization },
          });
          let passed = 0;
          for (const { outcome, seconds, settling } of all) {
            passed += seconds;
            const next = afterOutcome(payment, outcome, later(passed), settling);
            expect(isLawful(payment.status, next.status)).toBe(true);
            expect(statusOf[next.attempt.status]).toBe(next.status);
            const received = next.amountReceivedMinor ?? 0;
            expect(received).toBeLessThanOrEqual(2_599);
            expect(received).toBeGreaterThanOrEqual(payment.amountReceivedMinor ?? 0);
            if (next.status === 'partially_captured_and_capturable') {
              expect(next.amountCapturableMinor + received).toBeLessThanOrEqual(2_599);
            }
            // Without a change the same object is returned, so that nothing is saved.
            if (next.status === payment.status && next !== payment) {
              expect([next.attempt.status, received]).not.toEqual([
                payment.attempt.status,
                payment.amountReceivedMinor ?? 0,
              ]);
            }
            payment = next;
          }
        },
      ),
      { numRuns: 1_000 },
    );
  });
});

describe('a failure that a webhook brings', () => {
  const authorized = () =>
    applyOutcome(
      aProcessingPayment({ requestFields: { capture_method: 'manual' } }),
      { attemptId: 'pay_1_1', outcome: { result: 'authorized' } },
      later(0),
    );

  it.each(['declined', 'voided', 'expired'] as const)(
    "a webhook's failure of an authorization, %s, is applied only once a sync confirms it",
    (result) => {
      const news = { attemptId: 'pay_1_1', outcome: { result } };
      const told = applyOutcome(authorized(), news, later(600), 'webhook');
      expect(told).toMatchObject({
        status: 'requires_capture',
        pendingSync: { nextAt: later(600).toISOString() },
      });
      expect(isPendingSync(told)).toBe(false);
    },
  );

  it.each([
    ['declined', 'failed'],
    ['voided', 'cancelled'],
    ['expired', 'expired'],
  ] as const)(
    "a webhook's failure is applied at once where no sync can ask: %s",
    (result, status) => {
      const news = { attemptId: 'pay_1_1', outcome: { result }, isDecisive: true };
      const told = applyOutcome(aProcessingPayment(), news, later(600), 'webhook');
      expect([told.status, told.pendingSync]).toEqual([status, undefined]);
    },
  );

  it("a webhook's failure declines no authorized payment, even where no sync can ask", () => {
    const news = {
      attemptId: 'pay_1_1',
      outcome: { result: 'declined' },
      isDecisive: true,
    } as const;
    expect(applyOutcome(authorized(), news, later(600), 'webhook').status).toBe('requires_capture');
  });

  it("a webhook's failure is applied when a sync confirms it", () => {
    const news = { attemptId: 'pay_1_1', outcome: { result: 'expired' } } as const;
    const told = applyOutcome(authorized(), news, later(600), 'webhook');
    const looked = applyOutcome(told, news, later(601), 'sync');
    expect(looked.status).toBe('expired');
    expect(looked.pendingSync).toBeUndefined();
  });
});

describe('a capture that succeeded and has failed after all', () => {
  const charged = () => {
    const asked = startCapture(anAuthorizedPayment(), 2_599, noon);
    const outcome = { result: 'captured' } as const;
    return applyCaptureOutcome(asked.payment, asked.capture.id, outcome, noon);
  };
  const failed = {
    result: 'authorized',
    captures: [{ reference: sent('pay_1_1_1'), amountMinor: 2_599, status: 'failed' }],
  } as const;

  it('a succeeded capture that has failed after all raises an alarm, and the merchant gets a webhook', () => {
    expect(charged().status).toBe('succeeded');
    const news = { attemptId: 'pay_1_1', outcome: failed };
    const told = applyOutcome(charged(), news, later(600), 'webhook');
    expect(told).toMatchObject({ status: 'review', attempt: { status: 'capture_review' } });
    expect(told.transitions.at(-1)).toMatchObject({ type: 'action_required' });
    expect(applyOutcome(told, news, later(601), 'webhook')).toBe(told);
  });
});

describe('a charge that was voided at the processor while its answer was awaited', () => {
  const over = {
    status: 'cancelled_post_capture',
    attempt: { status: 'voided_post_charge' },
    amountCapturableMinor: 0,
  };
  const none = { headers: {}, status: 200 };

  /** The outcome of a sync, from the processor's own words. */
  const syncedAt = {
    nmi: '<nm_response><transaction><transaction_id>927</transaction_id><order_id>pay_1_1</order_id><condition>canceled</condition><currency>USD</currency><action><action_type>sale</action_type><amount>25.99</amount><success>1</success></action><action><action_type>void</action_type><amount>25.99</amount><success>1</success></action></transaction></nm_response>',
    authorizedotnet: JSON.stringify({
      messages: { resultCode: 'Ok', message: [] },
      transaction: {
        transId: '40',
        transactionType: 'authCaptureTransaction',
        transactionStatus: 'voided',
        authAmount: 25.99,
      },
    }),
  };

  it.each(Object.entries(syncedAt))(
    'a sync at %s ends the payment, and no sync follows',
    (name, body) => {
      const input = {
        reference: 'pay_1_1',
        connectorName: name,
        amountMinor: 2_599,
        currency: 'USD',
        captureMethod: 'automatic',
        ...(name === 'authorizedotnet' && { connectorTransactionId: '40' }),
      } as const;
      const credentials = { auth_type: 'BodyKey', api_key: 'key', key1: 'key' } as const;
      const account = { connectorName: name, credentials, urls: {} };
      const reading = connectorNamed(name)?.sync.outcome({ ...none, body }, input, account);
      if (!reading || 'next' in reading) throw new Error('It was not read.');
      expect(reading.result).toBe('voided_after_capture');
      const next = afterOutcome(aProcessingPayment(), reading, later(60), 'sync');
      expect(next).toMatchObject(over);
      expect(next.pendingSync).toBeUndefined();
      expect(next.amountReceivedMinor).toBeUndefined();
      expect(next.transitions.at(-1)?.type).toBe('payment_cancelled_post_capture');
    },
  );

  it('a capture whose answer was lost takes nothing once its charge was voided', () => {
    const open = captured(anAuthorizedPayment(), 2_599, { result: 'unknown' });
    expect(open.captures).toMatchObject([{ status: 'pending' }]);
    const next = afterOutcome(open, outcomes.voided_after_capture, later(60), 'sync');
    expect(next).toMatchObject({ ...over, captures: [{ status: 'failed' }] });
  });

  it('an authorized payment that was captured and voided at the processor is not capturable', () => {
    const next = afterOutcome(
      anAuthorizedPayment(),
      outcomes.voided_after_capture,
      later(60),
      'sync',
    );
    expect(next).toMatchObject(over);
  });

  it('a cancelled payment whose void was not answered is cancelled, also where it was charged', () => {
    const asked = startVoid(asSaved(anAuthorizedPayment()), undefined, later(30));
    const next = afterOutcome(asked, outcomes.voided_after_capture, later(60), 'sync');
    expect(next).toMatchObject({ status: 'cancelled', attempt: { status: 'voided' } });
  });

  it('a webhook about it only makes a sync due, unless no sync can ask', () => {
    const payment = aProcessingPayment();
    const outcome = outcomes.voided_after_capture;
    const news = { attemptId: payment.attempt.id, outcome };
    expect(applyOutcome(payment, news, later(60), 'webhook').status).toBe('processing');
    const decisive = { ...news, isDecisive: true };
    expect(applyOutcome(payment, decisive, later(60), 'webhook')).toMatchObject(over);
  });
});

it('a stored credential that is reported before its payment is decided stays with the payment', () => {
  const pending = afterOutcome(aProcessingPayment(), { result: 'pending' }, later(30), 'sync');
  const stored = { result: 'pending', connectorMandateId: 'card_1' } as const;
  const known = afterOutcome(pending, stored, later(60), 'sync');
  expect(known).toMatchObject({ status: 'processing', attempt: { connectorMandateId: 'card_1' } });
  expect(afterOutcome(known, { result: 'captured' }, later(90), 'sync')).toMatchObject({
    status: 'succeeded',
    attempt: { connectorMandateId: 'card_1' },
  });
});
