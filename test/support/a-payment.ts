import { confirmed, newPayment, type Payment } from '../../shared/payments/payment.ts';

export const noon = new Date('2026-01-31T12:00:00.000Z');

export const later = (seconds: number) => new Date(noon.getTime() + seconds * 1_000);

/** A payment of 25.99 EUR that nobody has confirmed; say only what matters. */
export const aPayment = (given: Partial<Payment> = {}): Payment => ({
  ...newPayment({
    merchantId: 'merchant_1',
    id: 'pay_1',
    profileId: 'pro_1',
    amountMinor: 2_599,
    netAmountMinor: 2_599,
    currency: 'EUR',
    terms: {},
    sessionSeconds: 900,
    now: noon,
  }),
  ...given,
});

/** The same after its confirm was saved and before the connector has answered. */
export const aProcessingPayment = (given: Partial<Payment> = {}): Payment =>
  confirmed(
    aPayment(given),
    {
      terms: given.terms ?? {},
      netAmountMinor: 2_599,
      connector: { name: 'stripe_test', accountId: 'mca_1', label: 'stripe_test_default' },
    },
    noon,
  );
