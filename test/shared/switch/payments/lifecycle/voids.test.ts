import type { PaymentOutcome } from '#connectors/interface/payments.ts';
import { referenceOf } from '#switch/payments/connector-access.ts';
import { startCapture } from '#switch/payments/lifecycle/captures.ts';
import {
  openIncrement,
  startIncrement,
} from '#switch/payments/lifecycle/incremental-authorization.ts';
import {
  applyPostCaptureVoidOutcome,
  checkPostCaptureVoid,
  startPostCaptureVoid,
} from '#switch/payments/lifecycle/post-capture-voids.ts';
import {
  applyVoidOutcome,
  cancelled,
  checkCancel,
  needsVoid,
  startVoid,
} from '#switch/payments/lifecycle/voids.ts';
import type { Payment } from '#switch/payments/payment.ts';
import { PaymentStatus } from '#vocabulary/payment-statuses.ts';
import {
  afterOutcome,
  anAuthorizedPayment,
  aPaidPayment,
  aPayment,
  aProcessingPayment,
  captured,
  later,
  noon,
} from '../../../../support/entities/a-payment.ts';
import { refusal } from '../../../../support/requests/refusal.ts';

const declined: PaymentOutcome = { result: 'declined', code: 'DC_14', message: 'Too late' };
const lost: PaymentOutcome = { result: 'unknown', code: 'TIMEOUT', message: 'No answer' };
const notSent: PaymentOutcome = { result: 'not_sent', code: '429', message: 'Too often' };
const told = (payment: Payment) => payment.transitions.map(({ type }) => type);
const partlyCaptured = () => captured(anAuthorizedPayment('manual_multiple'), 1_000);
const partlyAuthorized = () =>
  afterOutcome(
    aProcessingPayment({
      requestFields: { capture_method: 'manual', enable_partial_authorization: true },
    }),
    { result: 'authorized', authorizedMinor: 2_000 },
  );
const challenged = () =>
  afterOutcome(aProcessingPayment(), {
    result: 'challenged',
    redirectUrl: 'https://bank.example/3ds',
  });
/** Its void was asked for, with this outcome. */
const voided = (payment: Payment, outcome: PaymentOutcome) =>
  applyVoidOutcome(startVoid(payment, 'requested_by_customer', noon), outcome, noon);
const look = (payment: Payment, outcome: PaymentOutcome, seconds = 60) =>
  afterOutcome(payment, outcome, later(seconds), 'sync');

describe('a sync of a processor that may be a quarter of an hour behind', () => {
  const stale = { result: 'authorized', lagSeconds: 900 } as const;

  it('a sync of a slow processor fails no void and no capture before a quarter of an hour', () => {
    const voiding = startVoid(anAuthorizedPayment(), undefined, noon);
    const { payment: capturing } = startCapture(anAuthorizedPayment(), 500, noon);
    for (const payment of [voiding, capturing]) {
      expect(look(payment, stale, 959)).toBe(payment);
      expect(look(payment, stale, 960).status).toBe('requires_capture');
      expect(look(payment, { result: 'authorized' }, 60).status).toBe('requires_capture');
    }
  });

  it('a sync of a slow processor fails no increment before a quarter of an hour either', () => {
    const incrementing = startIncrement(anAuthorizedPayment(), { totalMinor: 5_000 }, noon).payment;
    expect(openIncrement(look(incrementing, stale, 959))).toBeDefined();
    expect(openIncrement(look(incrementing, stale, 960))).toBeUndefined();
  });
});

describe('the check whether a payment can be cancelled', () => {
  const takes: readonly PaymentStatus[] = [
    'requires_payment_method',
    'requires_confirmation',
    'requires_customer_action',
    'requires_capture',
    'partially_captured_and_capturable',
    'partially_authorized_and_requires_capture',
  ];
  it.each(PaymentStatus.options)(
    'a payment in %s can be cancelled as the lifecycle allows',
    (status) => {
      expect(refusal(() => checkCancel(aPayment({ status })))).toEqual(
        takes.includes(status)
          ? undefined
          : [400, 'IR_16', `You cannot cancel this payment because it has status ${status}`],
      );
    },
  );

  it('a payment cannot be cancelled while a capture or another void is pending', () => {
    const { payment } = startCapture(partlyCaptured(), 500, noon);
    expect(payment.status).toBe('partially_captured_and_capturable');
    expect(refusal(() => checkCancel(payment))?.[1]).toBe('HE_00');
    const other = { ...anAuthorizedPayment(), voidAskedAt: noon.toISOString() };
    expect(refusal(() => checkCancel(other))?.[1]).toBe('HE_00');
  });

  it.each(PaymentStatus.options)(
    'a cancel asks the connector where it may have reserved an amount: %s',
    (status) => {
      const holds: readonly PaymentStatus[] = [
        'requires_capture',
        'partially_captured_and_capturable',
        'partially_authorized_and_requires_capture',
      ];
      expect(needsVoid(aPayment({ status }), false)).toBe(holds.includes(status));
      const mayStill = holds.includes(status) || status === 'requires_customer_action';
      expect(needsVoid(aPayment({ status }), true)).toBe(mayStill);
    },
  );
});

describe('a cancel before any authorization', () => {
  it.each([
    ['requires_payment_method', aPayment()],
    ['requires_confirmation', aPayment({ status: 'requires_confirmation' })],
    ['requires_customer_action', challenged()],
  ] as const)('a cancel before any authorization: %s', (_, payment) => {
    const next = cancelled(payment, 'duplicate', later(1));
    expect(next).toMatchObject({
      status: 'cancelled',
      amountCapturableMinor: 0,
      attempt: { status: 'voided', cancellationReason: 'duplicate' },
    });
    expect(next.attempt.redirectUrl).toBeUndefined();
    expect(next.pendingSync).toBeUndefined();
    expect(next.amountReceivedMinor).toBeUndefined();
    expect(told(next).at(-1)).toBe('payment_cancelled');
  });

  it('a cancel before any authorization needs no reason', () => {
    expect(cancelled(aPayment(), undefined, noon).attempt).not.toHaveProperty('cancellationReason');
  });

  it('a cancel before any authorization is refused where the lifecycle has none', () => {
    expect(refusal(() => cancelled(aPaidPayment(), undefined, noon))?.[1]).toBe('IR_16');
  });
});

describe('saving a void before its request', () => {
  it.each([
    ['all that is held', anAuthorizedPayment()],
    ['the rest', partlyCaptured()],
    ['what was authorized in part', partlyAuthorized()],
    ['a challenge', challenged()],
  ])('a void is recorded before its request: %s', (_, payment) => {
    const next = startVoid(payment, 'duplicate', later(5));
    expect(next).toMatchObject({
      status: 'processing',
      attempt: { status: 'void_initiated', cancellationReason: 'duplicate' },
      voidAskedAt: later(5).toISOString(),
      pendingSync: { nextAt: later(65).toISOString() },
    });
    expect(told(next)).toEqual(told(payment));
  });

  it("a void's record is refused where nothing is authorized", () => {
    expect(refusal(() => startVoid(aPaidPayment(), undefined, noon))?.[1]).toBe('IR_16');
  });
});

describe('an answer about a void', () => {
  it.each([
    ['voided', { result: 'voided' }, 'cancelled', 'voided', 0],
    ['pending', { result: 'pending' }, 'processing', 'void_initiated', 2_599],
    ['lost', lost, 'processing', 'void_initiated', 2_599],
    ['too often', notSent, 'requires_capture', 'authorized', 2_599],
    ['declined', declined, 'failed', 'void_failed', 0],
    [
      'integrity_mismatch',
      { result: 'integrity_mismatch', fields: 'currency' },
      'conflicted',
      'integrity_failure',
      2_599,
    ],
  ] as const)(
    'an answer to a void of the whole authorized amount: %s',
    (_, outcome, status, attempt, capturable) => {
      const next = voided(anAuthorizedPayment(), outcome);
      expect(next.status).toBe(status);
      expect(next.attempt.status).toBe(attempt);
      expect(next.amountCapturableMinor).toBe(capturable);
      expect(next.amountReceivedMinor).toBeUndefined();
      expect(next.refundableMinor).toBeUndefined();
      expect(next.attempt.cancellationReason).toBe('requested_by_customer');
      const isOpen = status === 'processing';
      expect(next.pendingSync !== undefined).toBe(isOpen);
      expect(next.voidAskedAt !== undefined).toBe(isOpen);
    },
  );

  it.each([
    ['voided', { result: 'voided' }, 'partially_captured', 'partial_charged', 0],
    ['lost', lost, 'processing', 'void_initiated', 1_599],
    [
      'too often',
      notSent,
      'partially_captured_and_capturable',
      'partial_charged_and_chargeable',
      1_599,
    ],
    // The money of the captures is the merchant's, so that it can be refunded.
    ['declined', declined, 'partially_captured', 'partial_charged', 0],
  ] as const)(
    'an answer to a void of the remainder: %s',
    (_, outcome, status, attempt, capturable) => {
      const next = voided(partlyCaptured(), outcome);
      expect(next.status).toBe(status);
      expect(next.attempt.status).toBe(attempt);
      expect(next.amountCapturableMinor).toBe(capturable);
      expect(next.amountReceivedMinor).toBe(1_000);
      expect(next.refundableMinor).toBe(status === 'partially_captured' ? 1_000 : undefined);
    },
  );

  it('an answer to a void of a partly authorized payment that was never asked leaves it unchanged', () => {
    expect(voided(partlyAuthorized(), notSent)).toMatchObject({
      status: 'partially_authorized_and_requires_capture',
      attempt: { status: 'partially_authorized', authorizedMinor: 2_000 },
      amountCapturableMinor: 2_000,
    });
  });

  it.each([
    ['voided', { result: 'voided' }, 'cancelled', undefined],
    // The customer was faster, or may still be.
    ['declined', declined, 'requires_customer_action', 'https://bank.example/3ds'],
    ['too often', notSent, 'requires_customer_action', 'https://bank.example/3ds'],
  ] as const)('an answer to a void of a challenge: %s', (result, outcome, status, redirectUrl) => {
    const next = voided(challenged(), outcome);
    expect(next.status).toBe(status);
    if (redirectUrl) {
      expect(next.attempt.redirectUrl).toBe(redirectUrl);
      expect(next.pendingSync).toBeDefined();
    } else expect([result, next.pendingSync]).toEqual(['voided', undefined]);
  });

  it("an answer to a void has the processor's reason", () => {
    expect(voided(anAuthorizedPayment(), declined).attempt.error).toEqual({
      code: 'DC_14',
      message: 'Too late',
    });
    expect(voided(partlyCaptured(), declined).attempt.error?.code).toBe('DC_14');
    expect(voided(anAuthorizedPayment(), lost).attempt.error?.code).toBe('TIMEOUT');
  });

  it.each([
    [{ result: 'voided' }, ['payment_cancelled']],
    [lost, ['payment_processing']],
    [notSent, []],
    [declined, ['payment_failed']],
  ] as const)('an answer to a void makes one transition: %j', (outcome, news) => {
    expect(told(voided(anAuthorizedPayment(), outcome)).slice(2)).toEqual(news);
  });

  it.each([
    { result: 'captured' },
    { result: 'authorized' },
    { result: 'challenged', redirectUrl: 'https://bank.example' },
    { result: 'expired' },
    { result: 'voided_after_capture' },
    { result: 'not_found' },
  ] as const)('an answer that does not mention the void leaves it open: $result', (outcome) => {
    const next = voided(anAuthorizedPayment(), outcome);
    expect(next).toMatchObject({ status: 'processing', attempt: { status: 'void_initiated' } });
    expect(next.pendingSync).toBeDefined();
  });

  it('an answer to a void changes nothing where none was requested', () => {
    const payment = anAuthorizedPayment();
    expect(applyVoidOutcome(payment, { result: 'voided' }, noon)).toBe(payment);
  });
});

describe('a sync of a void whose answer was lost', () => {
  const open = () => voided(anAuthorizedPayment(), lost);

  it.each(['voided', 'expired'] as const)(
    'a sync of a void whose answer was lost shows that the amount was released: %s',
    (result) => {
      expect(look(open(), { result }, 1)).toMatchObject({
        status: 'cancelled',
        attempt: { status: 'voided' },
        amountCapturableMinor: 0,
      });
      expect(look(voided(partlyCaptured(), lost), { result }, 1)).toMatchObject({
        status: 'partially_captured',
        amountReceivedMinor: 1_000,
        refundableMinor: 1_000,
      });
    },
  );

  it("a sync of a void unknown to the processor is applied once the request can't arrive any more", () => {
    const payment = open();
    expect(look(payment, { result: 'authorized' }, 59)).toBe(payment);
    const back = look(payment, { result: 'authorized' }, 60);
    expect(back).toMatchObject({ status: 'requires_capture', attempt: { status: 'authorized' } });
    expect(back.voidAskedAt).toBeUndefined();
    expect(
      look(voided(partlyCaptured(), lost), { result: 'captured', capturedMinor: 1_000 }),
    ).toMatchObject({
      status: 'partially_captured_and_capturable',
      amountCapturableMinor: 1_599,
    });
  });

  it.each([
    { result: 'pending' },
    { result: 'unknown' },
    { result: 'not_found' },
    { result: 'declined' },
  ] as const)('a sync leaves a lost void open: $result', (outcome) => {
    const payment = open();
    expect(look(payment, outcome, 3_600)).toBe(payment);
  });

  it('a sync of a lost void shows a disagreement with our records', () => {
    expect(look(open(), { result: 'integrity_mismatch', fields: 'amount' })).toMatchObject({
      status: 'conflicted',
    });
  });

  it('a sync of a lost void shows that the customer ended the challenge before it was called off', () => {
    const payment = voided(challenged(), lost);
    expect(look(payment, declined, 1)).toMatchObject({ status: 'failed' });
    expect(
      look(payment, { result: 'challenged', redirectUrl: 'https://bank.example/3ds' }, 60),
    ).toMatchObject({
      status: 'requires_customer_action',
    });
    const back = look(payment, { result: 'captured', capturedMinor: 2_599 }, 60);
    expect(look(back, { result: 'captured', capturedMinor: 2_599 }, 120)).toMatchObject({
      status: 'succeeded',
      amountReceivedMinor: 2_599,
    });
  });
});

describe('a void after capture', () => {
  const paid = aPaidPayment;
  const partly = () => voided(partlyCaptured(), { result: 'voided' });
  const asked = (payment = paid()) => startPostCaptureVoid(payment, 'duplicate', noon);
  const answered = (outcome: PaymentOutcome, payment = paid()) =>
    applyPostCaptureVoidOutcome(asked(payment), outcome, later(1));

  it.each(PaymentStatus.options)(
    'a void after capture is possible only for a paid payment: %s',
    (status) => {
      expect(refusal(() => checkPostCaptureVoid(aPayment({ status })))).toEqual(
        status === 'succeeded' || status === 'partially_captured'
          ? undefined
          : [
              400,
              'IR_16',
              `You cannot cancel_post_capture this payment because it has status ${status}`,
            ],
      );
    },
  );

  it('a void after capture is refused after a refund, whatever its status', () => {
    expect(refusal(() => checkPostCaptureVoid({ ...paid(), refundCount: 1 }))).toEqual([
      400,
      'IR_16',
      'Post-capture void cannot be performed after a refund has been issued',
    ]);
  });

  it('a void after capture is refused while one is pending, and possible again after it failed', () => {
    expect(refusal(() => checkPostCaptureVoid(asked()))?.[1]).toBe('HE_00');
    expect(refusal(() => checkPostCaptureVoid(answered(declined)))).toBeUndefined();
  });

  it('a void after capture leaves nothing to refund from the moment of its record', () => {
    expect(asked()).toMatchObject({
      status: 'succeeded',
      refundableMinor: 0,
      postCaptureVoid: { status: 'pending', askedAt: noon.toISOString() },
      attempt: { status: 'charged', cancellationReason: 'duplicate' },
      pendingSync: { nextAt: later(60).toISOString() },
    });
    expect(told(asked())).toEqual(told(paid()));
  });

  it.each([
    ['succeeded', paid()],
    ['partially_captured', partly()],
  ])('a void after capture that is %s has its own status', (_, payment) => {
    const next = answered(
      { result: 'voided_after_capture', connectorReference: 'void_1' },
      payment,
    );
    expect(next).toMatchObject({
      status: 'cancelled_post_capture',
      amountCapturableMinor: 0,
      amountReceivedMinor: payment.amountReceivedMinor,
      refundableMinor: 0,
      attempt: { status: 'voided_post_charge' },
      postCaptureVoid: {
        status: 'succeeded',
        updatedAt: later(1).toISOString(),
        connectorReference: 'void_1',
      },
    });
    expect(next.pendingSync).toBeUndefined();
    expect(told(next).at(-1)).toBe('payment_cancelled_post_capture');
  });

  it.each([
    ['declined', declined, 'Too late'],
    ['too often', notSent, 'Too often'],
  ] as const)(
    'a void after capture leaves the payment unchanged and refundable when %s',
    (_, outcome, description) => {
      const next = answered(outcome);
      expect(next).toMatchObject({
        status: 'succeeded',
        refundableMinor: 2_599,
        postCaptureVoid: { status: 'failed', description },
      });
      expect(next.pendingSync).toBeUndefined();
      expect(told(next)).toEqual(told(paid()));
    },
  );

  it.each([
    { result: 'pending' },
    { result: 'unknown' },
    { result: 'integrity_mismatch', fields: 'amount' },
    { result: 'captured' },
    { result: 'not_found' },
  ] as const)(
    'a void after capture stays open while the outcome is unknown: $result',
    (outcome) => {
      const open = asked();
      expect(applyPostCaptureVoidOutcome(open, outcome, later(1))).toBe(open);
    },
  );

  it('a void after capture with a lost answer is found later', () => {
    expect(look(asked(), { result: 'voided_after_capture' }, 1)).toMatchObject({
      status: 'cancelled_post_capture',
      postCaptureVoid: { status: 'succeeded' },
    });
  });

  it.each([
    ['captured', paid()],
    ['voided', partly()],
    ['expired', partly()],
  ] as const)(
    'a void after capture ends when a sync does not know it and its request cannot arrive any more: %s',
    (result, payment) => {
      const open = asked(payment);
      expect(look(open, { result }, 59)).toBe(open);
      expect(look(open, { result }, 60)).toMatchObject({
        status: payment.status,
        refundableMinor: payment.amountReceivedMinor,
        postCaptureVoid: { status: 'failed' },
      });
    },
  );

  it('a void after capture changes nothing where none was requested', () => {
    const payment = paid();
    expect(applyPostCaptureVoidOutcome(payment, declined, noon)).toBe(payment);
  });
});

it("a cancel sends the reason to the connector, and stores the connector's data", () => {
  const asked = startVoid(anAuthorizedPayment('manual'), 'requested_by_customer', noon);
  expect(referenceOf(asked).cancellationReason).toBe('requested_by_customer');
  const connectorMetadata = { void_id: 'v_1' };
  const settled = applyVoidOutcome(asked, { result: 'voided', connectorMetadata }, noon);
  expect(settled.attempt.connectorMetadata).toEqual(connectorMetadata);
});
