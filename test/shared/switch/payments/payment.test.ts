import { startAttempt, startNextAttempt } from '#switch/payments/lifecycle/attempts.ts';
import { checkConfirmable, manualRetryAllowed } from '#switch/payments/lifecycle/manual-retry.ts';
import { updated } from '#switch/payments/lifecycle/new-payment.ts';
import { withTransition } from '#switch/payments/lifecycle/transitions.ts';
import {
  checkClientSecret,
  checkProfile,
  mayBeSynced,
  type Payment,
} from '#switch/payments/payment.ts';
import {
  isPastArrival,
  scheduleFirstSync,
  scheduleNextSync,
} from '#switch/payments/pending-sync.ts';
import { AttemptStatus, PaymentStatus, terminalStatuses } from '#vocabulary/payment-statuses.ts';
import {
  afterOutcome,
  aPaidPayment,
  aPayment,
  aProcessingPayment,
  later,
  noon,
} from '../../../support/entities/a-payment.ts';
import { refusal } from '../../../support/requests/refusal.ts';

const declined = { result: 'declined', code: 'DC_08', message: 'Payment declined' } as const;
const failed = (given: Partial<Payment> = {}): Payment => ({
  ...afterOutcome(aProcessingPayment(), declined),
  ...given,
});

const confirmation = {
  requestFields: {},
  netAmountMinor: 2_599,
  connector: { name: 'stripe_test', accountId: 'mca_1' },
};

describe('confirming', () => {
  it.each(PaymentStatus.options)('%s is confirmed or refused as the lifecycle says', (status) => {
    const confirm = () => startAttempt(aPayment({ status }), confirmation, noon);
    const open: readonly PaymentStatus[] = [
      'requires_payment_method',
      'requires_confirmation',
      'failed',
    ];
    if (open.includes(status)) expect(confirm().status).toBe('processing');
    else {
      expect(refusal(confirm)).toEqual([
        400,
        'IR_16',
        `You cannot confirm this payment because it has status ${status}`,
      ]);
    }
  });

  it('confirming records the connector and the amount, and schedules a sync in a minute', () => {
    const payment = startAttempt(aPayment(), { ...confirmation, netAmountMinor: 2_700 }, later(5));
    expect(payment).toMatchObject({
      status: 'processing',
      amountMinor: 2_599,
      amountCapturableMinor: 2_700,
      attemptCount: 1,
      attempt: {
        id: 'pay_1_1',
        status: 'started',
        amountMinor: 2_700,
        connectorName: 'stripe_test',
        connectorAccountId: 'mca_1',
        askedAt: later(5).toISOString(),
      },
      pendingSync: { since: later(5).toISOString(), nextAt: later(65).toISOString(), checks: 0 },
    });
    expect(payment.transitions).toEqual(aPayment().transitions);
  });

  it("confirming a failed payment makes a new attempt, without the last one's error", () => {
    const again = startAttempt(failed(), confirmation, later(60));
    expect(again).toMatchObject({
      status: 'processing',
      attemptCount: 2,
      attempt: { id: 'pay_1_2' },
    });
    expect(again.attempt.error).toBeUndefined();
    expect(again.attempt.createdAt).toBe(later(60).toISOString());
  });

  it('confirming a pending payment uses its existing attempt', () => {
    const once = startAttempt(aPayment({ status: 'requires_confirmation' }), confirmation, noon);
    expect(once).toMatchObject({ attemptCount: 1, attempt: { id: 'pay_1_1' } });
  });
});

describe('moving on to the next connector', () => {
  it('moving on to the next connector makes a new attempt for the same amount, with nothing known yet', () => {
    const before = afterOutcome(aProcessingPayment(), {
      result: 'challenged',
      redirectUrl: 'https://x.example',
    });
    const next = startNextAttempt(before, { name: 'fauxpay', accountId: 'mca_2' }, later(1));
    expect(next).toMatchObject({
      attemptCount: 2,
      attempt: { id: 'pay_1_2', status: 'started', connectorName: 'fauxpay', amountMinor: 2_599 },
    });
    expect(next.attempt.connectorLabel).toBeUndefined();
    expect(next.attempt.redirectUrl).toBeUndefined();
    expect(next.attempt.connectorTransactionId).toBeUndefined();
  });
});

describe('confirming a payment that failed', () => {
  const now = later(60);

  it('confirming a failed payment needs a profile that allows it', () => {
    expect(refusal(() => checkConfirmable(failed(), { manualRetry: false, now }))).toEqual([
      400,
      'IR_16',
      'You cannot confirm this payment because it has status failed, you can enable `manual_retry` in profile to try this payment again',
    ]);
    expect(refusal(() => checkConfirmable(failed(), { manualRetry: true, now }))).toBeUndefined();
  });

  it('confirming a failed payment is possible for half of the session, to the second', () => {
    const at = (seconds: number) =>
      refusal(() => checkConfirmable(failed(), { manualRetry: true, now: later(seconds) }));
    expect(at(450)).toBeUndefined();
    expect(at(450.001)).toEqual([
      400,
      'IR_16',
      'You cannot confirm this payment using `manual_retry` because the allowed duration has expired',
    ]);
  });

  const retriable: readonly AttemptStatus[] = [
    'failure',
    'authentication_failed',
    'authorization_failed',
  ];
  it.each(AttemptStatus.options)(
    'confirming a failed payment depends on the end of the last attempt: %s',
    (status) => {
      const payment = failed({ attempt: { ...failed().attempt, status } });
      const check = refusal(() => checkConfirmable(payment, { manualRetry: true, now }));
      if (retriable.includes(status)) expect(check).toBeUndefined();
      else {
        expect(check).toEqual([
          400,
          'IR_16',
          `You cannot confirm this payment because it has status failed, and the previous attempt has the status ${status}`,
        ]);
      }
      expect(manualRetryAllowed({ ...payment, manualRetry: true })).toBe(
        retriable.includes(status),
      );
    },
  );

  it('confirming a failed payment is refused first for the profile, then for the time, then for the attempt', () => {
    const payment = failed({ attempt: { ...failed().attempt, status: 'void_failed' } });
    const late = later(800);
    const messages = [
      refusal(() => checkConfirmable(payment, { manualRetry: false, now: late })),
      refusal(() => checkConfirmable(payment, { manualRetry: true, now: late })),
      refusal(() => checkConfirmable(payment, { manualRetry: true, now })),
    ].map((one) => one?.[2]);
    expect(messages).toEqual([
      expect.stringContaining('enable `manual_retry`'),
      expect.stringContaining('duration has expired'),
      expect.stringContaining('void_failed'),
    ]);
  });
});

describe('the check whether a payment may be confirmed again', () => {
  it.each(PaymentStatus.options)(
    '%s: a payment shows whether it can be confirmed again when the profile allows it at all',
    (status) => {
      const undecided: readonly PaymentStatus[] = [
        'requires_payment_method',
        'requires_confirmation',
        'requires_customer_action',
        'requires_merchant_action',
      ];
      const allowed = undecided.includes(status) ? null : status === 'failed';
      expect(manualRetryAllowed(failed({ status, manualRetry: true }))).toBe(allowed);
      expect(manualRetryAllowed(failed({ status }))).toBeNull();
    },
  );
});

describe('an update', () => {
  const changed = {
    amountMinor: 3_000,
    netAmountMinor: 3_100,
    currency: 'USD',
    requestFields: { a: 1 },
  };
  const shown = { card: { last4: '4242' } } as Payment['attempt']['paymentMethodData'];

  it("an update of a payment changes the attempt's subject as well", () => {
    const next = updated(aPayment(), changed, later(1));
    expect(next).toMatchObject({
      status: 'requires_payment_method',
      amountMinor: 3_000,
      currency: 'USD',
      requestFields: { a: 1 },
      attempt: { id: 'pay_1_1', amountMinor: 3_100, status: 'payment_method_awaited' },
      expiresAt: aPayment().expiresAt,
    });
  });

  it('an updated payment waits for its confirm with a payment method, and for a payment method without', () => {
    const described = updated(
      aPayment(),
      { ...changed, ...(shown && { paymentMethodData: shown }) },
      noon,
    );
    expect(described).toMatchObject({
      status: 'requires_confirmation',
      attempt: { status: 'confirmation_awaited', paymentMethodData: shown },
    });
    const fallen = updated(described, changed, noon);
    expect(fallen).toMatchObject({
      status: 'requires_payment_method',
      attempt: { status: 'payment_method_awaited' },
    });
    expect(fallen.attempt.paymentMethodData).toBeUndefined();
  });

  it.each(PaymentStatus.options)(
    'an update in %s is accepted or refused by the lifecycle',
    (status) => {
      const update = () => updated(aPayment({ status }), changed, noon);
      if (status === 'requires_payment_method' || status === 'requires_confirmation') {
        expect(update().amountMinor).toBe(3_000);
      } else {
        expect(refusal(update)?.[2]).toBe(
          `You cannot update this payment because it has status ${status}`,
        );
      }
    },
  );
});

describe('a pending sync', () => {
  it('a pending sync is due after a minute, and from then on every five', () => {
    const waiting = scheduleFirstSync(noon);
    expect(waiting.nextAt).toBe(later(60).toISOString());
    const once = scheduleNextSync(waiting, later(60));
    expect(once).toEqual({
      since: noon.toISOString(),
      nextAt: later(360).toISOString(),
      checks: 1,
    });
    const often = Array.from({ length: 20 }).reduce<typeof once>(
      (one) => scheduleNextSync(one, later(360)),
      once,
    );
    expect(often).toMatchObject({ nextAt: later(660).toISOString(), checks: 21 });
  });

  it('a pending sync is due once an hour when the customer has long been gone', () => {
    const minutes = (checks: number) => {
      const next = scheduleNextSync({ ...scheduleFirstSync(noon), checks }, noon, 'the customer');
      return (Date.parse(next.nextAt) - noon.getTime()) / 60_000;
    };
    expect([0, 4, 5, 50].map(minutes)).toEqual([5, 5, 60, 60]);
  });

  it('a pending request must have arrived at the processor within a minute, if it ever does', () => {
    expect(isPastArrival(noon.toISOString(), later(59.999))).toBe(false);
    expect(isPastArrival(noon.toISOString(), later(60))).toBe(true);
  });
});

describe('the transitions of a payment', () => {
  const told = (payment: Payment) => payment.transitions.map(({ type }) => type);

  it('the transitions of a payment never grow without bound', () => {
    const long = Array.from({ length: 28 }, (_, version) => ({
      type: 'payment_processing',
      status: 'processing',
      at: noon.toISOString(),
      version,
    }));
    const next = afterOutcome(aProcessingPayment({ transitions: long, version: 28 }), {
      result: 'captured',
    });
    expect(next.transitions).toHaveLength(28);
    expect(next.transitions.at(-1)?.type).toBe('payment_succeeded');
  });

  it('the transitions of a payment are not repeated', () => {
    const paid = aPaidPayment();
    expect(told(withTransition(paid, false, later(1)))).toEqual(told(paid));
  });

  it.each([
    ['succeeded', 'payment_succeeded'],
    ['failed', 'payment_failed'],
    ['processing', 'payment_processing'],
    ['cancelled', 'payment_cancelled'],
    ['cancelled_post_capture', 'payment_cancelled_post_capture'],
    ['requires_customer_action', 'action_required'],
    ['requires_merchant_action', 'action_required'],
    ['requires_payment_method', undefined],
    ['requires_confirmation', undefined],
    ['requires_capture', 'payment_authorized'],
    ['partially_captured', 'payment_captured'],
    ['partially_captured_and_capturable', 'payment_captured'],
    ['partially_authorized_and_requires_capture', 'payment_partially_authorized'],
    ['partially_captured_and_processing', 'payment_processing'],
    ['conflicted', 'action_required'],
    ['expired', 'payment_expired'],
    ['review', 'action_required'],
  ] as const)('the transition of a payment on entering %s: %s', (status, type) => {
    const next = withTransition(aPayment({ status }), false, noon);
    expect(told(next).slice(1)).toEqual(type ? [type] : []);
    if (type) expect(next.transitions.at(-1)).toMatchObject({ status, version: next.version + 1 });
  });

  it.each(PaymentStatus.options)(
    'the refundable amount is known only once the payment is paid: %s',
    (status) => {
      const next = withTransition(aPayment({ status, amountReceivedMinor: 1_000 }), false, noon);
      const isPaid = status === 'succeeded' || status === 'partially_captured';
      expect(next.refundableMinor).toBe(isPaid ? 1_000 : undefined);
    },
  );

  it("a payment's transition keeps the amount that refunds have taken", () => {
    const paid = withTransition(aPayment({ status: 'succeeded', refundableMinor: 3 }), false, noon);
    expect(paid.refundableMinor).toBe(3);
  });
});

describe('the client secret', () => {
  const payment = aPayment();

  it('a client secret is compared before its expiry is checked', () => {
    expect(refusal(() => checkClientSecret(payment, 'other', later(10_000)))?.[1]).toBe('IR_09');
    expect(refusal(() => checkClientSecret(payment, payment.clientSecret, later(901)))?.[1]).toBe(
      'IR_08',
    );
    expect(
      refusal(() => checkClientSecret(payment, payment.clientSecret, later(900))),
    ).toBeUndefined();
  });
});

it('a caller with X-Profile-Id sees no payments of other profiles', () => {
  expect(refusal(() => checkProfile(aPayment(), { profileId: 'pro_2' }))?.[1]).toBe('HE_02');
  expect(refusal(() => checkProfile(aPayment(), { profileId: 'pro_1' }))).toBeUndefined();
  expect(refusal(() => checkProfile(aPayment(), {}))).toBeUndefined();
});

describe('the sync request of a payment', () => {
  it('a sync makes no sense before the payment was requested, nor once it is final', () => {
    expect(mayBeSynced(aPayment())).toBe(false);
    expect(mayBeSynced(aProcessingPayment())).toBe(true);
    for (const status of terminalStatuses) {
      expect(mayBeSynced({ ...aProcessingPayment(), status })).toBe(false);
    }
  });

  it.each([
    'requires_customer_action',
    'requires_merchant_action',
    'requires_capture',
    'partially_authorized_and_requires_capture',
    'partially_captured_and_capturable',
  ] as const)('a sync makes sense in %s', (status) => {
    expect(mayBeSynced({ ...aProcessingPayment(), status })).toBe(true);
  });

  it('a sync of a paid payment makes sense only while its void is open', () => {
    const at = noon.toISOString();
    const open = { status: 'pending', askedAt: at, updatedAt: at } as const;
    expect(mayBeSynced({ ...aPaidPayment(), postCaptureVoid: open })).toBe(true);
    expect(mayBeSynced({ ...aPaidPayment(), postCaptureVoid: { ...open, status: 'failed' } })).toBe(
      false,
    );
  });
});
