import type { PaymentOutcome } from '../../../shared/connectors/connector.ts';
import {
  applyOutcome,
  checkClientSecret,
  checkConfirmable,
  confirmed,
  lifecycle,
  mayBeSynced,
  type Payment,
} from '../../../shared/payments/payment.ts';
import { PaymentStatus, statusOf, terminalStatuses } from '../../../shared/payments/statuses.ts';
import { aPayment, aProcessingPayment, later, noon } from '../../support/a-payment.ts';
import { refusal } from '../../support/refusal.ts';

const outcomes: Record<PaymentOutcome['result'], PaymentOutcome> = {
  captured: { result: 'captured', connectorTransactionId: 'ch_1' },
  authorized: { result: 'authorized', connectorTransactionId: 'ch_1' },
  challenged: { result: 'challenged', redirectUrl: 'https://bank.example/3ds' },
  pending: { result: 'pending' },
  declined: { result: 'declined', code: 'DC_08', message: 'Payment declined: Card declined' },
  mismatched: { result: 'mismatched', fields: 'amount', amountMinor: 1 },
  unknown: { result: 'unknown', code: 'TIMEOUT', message: 'No answer' },
  not_sent: { result: 'not_sent', message: 'Connector could not be reached' },
  not_found: { result: 'not_found' },
};

const told = (payment: Payment) => payment.transitions.map(({ type }) => type);

describe('what an answer makes of a payment that is processing', () => {
  it.each([
    ['captured', 'succeeded', 'charged', 0, 2_599],
    ['authorized', 'requires_capture', 'authorized', 2_599, undefined],
    ['challenged', 'requires_customer_action', 'authentication_pending', 2_599, undefined],
    ['pending', 'processing', 'pending', 2_599, undefined],
    ['unknown', 'processing', 'pending', 2_599, undefined],
    ['declined', 'failed', 'failure', 0, undefined],
    ['not_sent', 'failed', 'failure', 0, undefined],
    ['mismatched', 'conflicted', 'integrity_failure', 0, undefined],
  ] as const)('%s: %s', (result, status, attempt, capturable, received) => {
    const next = applyOutcome(aProcessingPayment(), outcomes[result], noon);
    expect(next.status).toBe(status);
    expect(next.attempt.status).toBe(attempt);
    expect(statusOf[next.attempt.status]).toBe(status);
    expect(next.amountCapturableMinor).toBe(capturable);
    expect(next.amountReceivedMinor).toBe(received);
  });

  it('keeps what the processor says about itself and the reason of a decline', () => {
    const declined = applyOutcome(aProcessingPayment(), outcomes.declined, noon);
    expect(declined.attempt.error).toEqual({
      code: 'DC_08',
      message: 'Payment declined: Card declined',
    });
    const captured = applyOutcome(aProcessingPayment(), outcomes.captured, noon);
    expect(captured.attempt.connectorTransactionId).toBe('ch_1');
    expect(captured.attempt.error).toBeUndefined();
  });

  it('is captured in part when the processor says that it took less', () => {
    const outcome = { result: 'captured', capturedMinor: 2_000 } as const;
    const next = applyOutcome(aProcessingPayment(), outcome, noon);
    expect(next).toMatchObject({ status: 'partially_captured', amountReceivedMinor: 2_000 });
  });

  it('leaves what can be captured of a manual payment that was declined', () => {
    const manual = aProcessingPayment({ terms: { capture_method: 'manual' } });
    expect(applyOutcome(manual, outcomes.declined, noon).amountCapturableMinor).toBe(2_599);
  });

  it('is not failed because a processor has not heard of it yet', () => {
    const payment = aProcessingPayment();
    expect(applyOutcome(payment, outcomes.not_found, later(59), 'later')).toBe(payment);
  });

  it('is failed when the processor has never heard of it and whoever asked is long gone', () => {
    const next = applyOutcome(aProcessingPayment(), outcomes.not_found, later(60), 'later');
    expect(next.status).toBe('failed');
  });
});

describe('news for a payment that has moved on', () => {
  const final = PaymentStatus.options.filter(
    (status) => Object.keys(lifecycle[status]).length === 0,
  );

  it.each(
    final.flatMap((status) =>
      Object.values(outcomes).map((outcome) => [status, outcome.result, outcome] as const),
    ),
  )('%s stays as it is on %s', (status, _, outcome) => {
    const payment = { ...aProcessingPayment(), status };
    expect(applyOutcome(payment, outcome, later(3_600), 'later')).toBe(payment);
  });

  it('does not go back from authorized to declined', () => {
    const authorized = applyOutcome(aProcessingPayment(), outcomes.authorized, noon);
    expect(applyOutcome(authorized, outcomes.declined, noon, 'later')).toBe(authorized);
    expect(applyOutcome(authorized, outcomes.pending, noon, 'later')).toBe(authorized);
    expect(applyOutcome(authorized, outcomes.unknown, noon, 'later')).toBe(authorized);
  });

  it('changes nothing when it says the same again', () => {
    const waiting = applyOutcome(aProcessingPayment(), outcomes.unknown, noon);
    expect(applyOutcome(waiting, outcomes.unknown, later(60), 'later')).toBe(waiting);
    expect(applyOutcome(waiting, outcomes.pending, later(60), 'later')).toBe(waiting);
  });

  it('finds a charge whose answer was lost', () => {
    const waiting = applyOutcome(aProcessingPayment(), outcomes.unknown, noon);
    const found = applyOutcome(waiting, outcomes.captured, later(60), 'later');
    expect(found.status).toBe('succeeded');
    expect(found.attempt.error).toBeUndefined();
  });
});

describe('what a merchant is told', () => {
  it('is one thing for an ordinary payment, and nothing of what lies between', () => {
    const next = applyOutcome(aProcessingPayment(), outcomes.captured, noon);
    expect(told(next)).toEqual(['payment_created', 'payment_succeeded']);
    expect(next.transitions.at(-1)?.version).toBe(next.version + 1);
  });

  it('is that it is processing when we do not know', () => {
    const waiting = applyOutcome(aProcessingPayment(), outcomes.unknown, noon);
    expect(told(waiting)).toEqual(['payment_created', 'payment_processing']);
    const settled = applyOutcome(waiting, outcomes.declined, later(60), 'later');
    expect(told(settled)).toEqual(['payment_created', 'payment_processing', 'payment_failed']);
  });

  it('never grows without bound', () => {
    const long = Array.from({ length: 20 }, (_, version) => ({
      type: 'payment_processing',
      status: 'processing' as const,
      at: noon.toISOString(),
      version,
    }));
    const next = applyOutcome(aProcessingPayment({ transitions: long }), outcomes.captured, noon);
    expect(next.transitions).toHaveLength(20);
    expect(next.transitions.at(-1)?.type).toBe('payment_succeeded');
  });
});

describe('confirming', () => {
  const confirmation = {
    terms: {},
    netAmountMinor: 2_599,
    connector: { name: 'stripe_test', accountId: 'mca_1' },
  };

  it.each(PaymentStatus.options)('%s is confirmed or refused as the lifecycle says', (status) => {
    const confirm = () => confirmed(aPayment({ status }), confirmation, noon);
    if (lifecycle[status].confirmed) expect(confirm().status).toBe('processing');
    else {
      expect(refusal(confirm)).toEqual([
        400,
        'IR_16',
        `You cannot confirm this payment because it has status ${status}`,
      ]);
    }
  });

  it('says how a failed payment could be tried again', () => {
    expect(
      refusal(() => checkConfirmable(aPayment({ status: 'failed' }), { manualRetry: false })),
    ).toEqual([
      400,
      'IR_16',
      'You cannot confirm this payment because it has status failed, you can enable `manual_retry` in profile to try this payment again',
    ]);
  });
});

describe('the client secret', () => {
  const payment = aPayment();

  it('is compared before its age is looked at', () => {
    expect(refusal(() => checkClientSecret(payment, 'other', later(10_000)))?.[1]).toBe('IR_09');
    expect(refusal(() => checkClientSecret(payment, payment.clientSecret, later(901)))?.[1]).toBe(
      'IR_08',
    );
    expect(
      refusal(() => checkClientSecret(payment, payment.clientSecret, later(900))),
    ).toBeUndefined();
  });
});

it('asks a connector only about what it may know more of', () => {
  expect(mayBeSynced(aPayment())).toBe(false);
  expect(mayBeSynced(aProcessingPayment())).toBe(true);
  for (const status of terminalStatuses) {
    expect(mayBeSynced({ ...aProcessingPayment(), status })).toBe(false);
  }
});
