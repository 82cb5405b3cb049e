import { SwitchError } from '#platform/errors.ts';
import type { PaymentMethods } from '#switch/payment-methods/payment-methods.ts';
import { startAttempt, startNextAttempt } from '#switch/payments/lifecycle/attempts.ts';
import { updated } from '#switch/payments/lifecycle/new-payment.ts';
import {
  unrecordedMethodUse,
  withMethodUseRecorded,
} from '#switch/payments/lifecycle/transitions.ts';
import { cancelled } from '#switch/payments/lifecycle/voids.ts';
import type { Payment } from '#switch/payments/payment.ts';
import { paymentStore } from '#switch/payments/payment-store.ts';
import { PaymentStatus } from '#vocabulary/payment-statuses.ts';
import {
  afterOutcome,
  aPaidPayment,
  aPayment,
  aProcessingPayment,
  later,
  noon,
} from '../../../../support/entities/a-payment.ts';
import { memoryTable } from '../../../../support/table/memory-table.ts';

const connector = { name: 'stripe_test', accountId: 'mca_1' };
const confirmation = { requestFields: {}, netAmountMinor: 2_599, connector };
const paymentMethod = { id: 'pm_1', status: 'inactive' } as const;
const attachedCard = { token: 'f'.repeat(32) };

describe('the card that waits for a payment', () => {
  const waiting = aPayment({ status: 'requires_confirmation', attachedCard });

  it.each([
    ['is confirmed', () => startAttempt(waiting, confirmation, noon)],
    ['is cancelled', () => cancelled(waiting, undefined, noon)],
    [
      'is updated without it',
      () =>
        updated(
          waiting,
          { amountMinor: 1, netAmountMinor: 1, currency: 'EUR', requestFields: {} },
          noon,
        ),
    ],
  ])('an attached card stops waiting for its payment once it %s', (_, change) => {
    expect(change()).not.toHaveProperty('attachedCard');
  });
});

describe('the source of a card', () => {
  it("a card's entry mode belongs to the attempt, and goes on to the next connector", () => {
    const saved = startAttempt(aPayment(), { ...confirmation, cardDiscovery: 'saved_card' }, noon);
    expect(startNextAttempt(saved, connector, noon).attempt.cardDiscovery).toBe('saved_card');
  });

  it("a card's entry mode is reset when the payment is confirmed again with another card", () => {
    const by = { ...confirmation, cardDiscovery: 'saved_card' as const, paymentMethod };
    const failed = afterOutcome(startAttempt(aPayment(), by, noon), { result: 'declined' });
    const again = startAttempt(failed, confirmation, later(1));
    expect(again.attempt).not.toHaveProperty('cardDiscovery');
    expect(again).not.toHaveProperty('paymentMethod');
  });
});

describe('recording that a payment method was used', () => {
  const taken: readonly PaymentStatus[] = [
    'succeeded',
    'partially_captured',
    'requires_capture',
    'partially_authorized_and_requires_capture',
    'partially_captured_and_capturable',
  ];

  it.each(PaymentStatus.options)(
    'the use of a payment method is due when an amount was captured or reserved: %s',
    (status) => {
      const due = unrecordedMethodUse(aPayment({ status, paymentMethod }));
      expect(due).toEqual(taken.includes(status) ? paymentMethod : undefined);
    },
  );

  it('the use of a payment method is recorded once, and makes it active', () => {
    const payment = aPayment({ status: 'succeeded', paymentMethod });
    const noted = withMethodUseRecorded(payment, paymentMethod);
    expect(noted.paymentMethod).toEqual({
      ...paymentMethod,
      status: 'active',
      usedAt: noon.toISOString(),
    });
    expect(unrecordedMethodUse(noted)).toBeUndefined();
  });

  /** A payment that is processing, in a store whose payment methods behave like this. */
  async function stored(used: PaymentMethods['recordUse']) {
    const store = paymentStore(memoryTable(), { recordUse: used });
    const payment = await store.create({ ...aProcessingPayment(), paymentMethod });
    const settle = () =>
      store.settleOrThrow(payment, (one: Payment) => afterOutcome(one, { result: 'captured' }));
    return { store, settle };
  }

  it('the use of a payment method is recorded before the payment shows it', async () => {
    const uses: unknown[] = [];
    const { settle } = await stored(async (...use) => {
      uses.push(use);
    });
    expect(await settle()).toMatchObject({
      status: 'succeeded',
      paymentMethod: { status: 'active', usedAt: noon.toISOString() },
    });
    expect(uses).toEqual([['merchant_1', 'pm_1', { status: 'active', now: noon }]]);
  });

  it('the use of a payment method is recorded with one more attempt after an unexpected error', async () => {
    let tries = 0;
    const { settle } = await stored(async () => {
      if (++tries === 1) throw new Error('ECONNRESET');
    });
    expect(await settle()).toMatchObject({ paymentMethod: { status: 'active' } });
  });

  it.each([
    ['for good', new Error('AccessDeniedException')],
    ['because the customer is no more', new SwitchError('customer_redacted')],
  ])(
    'the use of a payment method never stops the payment from being saved: %s',
    async (_, error) => {
      const { settle } = await stored(() => Promise.reject(error));
      expect(await settle()).toMatchObject({ status: 'succeeded', paymentMethod });
    },
  );

  it('the use of a payment method is recorded later when the table cannot be used', async () => {
    const { store, settle } = await stored(() =>
      Promise.reject(new SwitchError('temporarily_unavailable')),
    );
    await expect(settle()).rejects.toMatchObject({ kind: 'temporarily_unavailable' });
    expect(await store.get('merchant_1', 'pay_1')).toMatchObject({ status: 'processing' });
  });

  it('the use of a payment method is not recorded for a payment without one', async () => {
    expect(unrecordedMethodUse(aPaidPayment())).toBeUndefined();
  });
});
