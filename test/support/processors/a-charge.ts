import type { Authorization, PaymentSource } from '#connectors/interface/payments.ts';
import { bareOrder } from './an-exchange.ts';

/** A card that a customer typed, with these members changed. */
export const aCard = (
  changes: Partial<Extract<PaymentSource, { kind: 'card' }>['card']> = {},
): PaymentSource => ({
  kind: 'card',
  card: {
    number: '4242424242424242',
    expiryMonth: '10',
    expiryYear: '2035',
    cvc: '737',
    ...changes,
  },
});

/** A customer's charge of 65.40 EUR of a typed card at a connector, with these members changed. */
export const aCharge = (
  connectorName: string,
  changes: Partial<Authorization> = {},
): Authorization => ({
  reference: 'pay_1_1',
  connectorName,
  amountMinor: 6_540,
  currency: 'EUR',
  captureMethod: 'automatic',
  returnUrl: 'https://switch.example/return',
  source: aCard(),
  order: bareOrder,
  ...changes,
});
