import type { PaymentOutcome } from '#connectors/interface/payments.ts';
import type { ConnectorAccount } from '#merchants/accounts/merchant-account.ts';
import { nextTry } from '#switch/payments/confirm/next-try.ts';
import { canStepUp } from '#switch/payments/confirm/step-up.ts';
import { aPayment } from '../../../../support/a-payment.ts';

const account = (connectorName: string): ConnectorAccount => ({
  merchantId: 'merchant_1',
  id: `mca_${connectorName}`,
  profileId: 'pro_1',
  connectorName,
  label: connectorName,
  connectorType: 'payment_processor',
  status: 'active',
  disabled: false,
  sealed: new Uint8Array(),
  settings: {},
  createdAt: '2026-01-01T00:00:00.000Z',
  modifiedAt: '2026-01-01T00:00:00.000Z',
  version: 1,
});
const [first, second, third] = [account('stripe'), account('nmi'), account('adyen')];
const left = { others: [second, third], retries: 2 };
const advice = { retry: true, stepUp: true };
const always = () => true;

describe('the next attempt', () => {
  it.each<[string, PaymentOutcome]>([
    ['it is unknown', { result: 'unknown' }],
    ['it is pending', { result: 'pending' }],
    ['the customer is challenged', { result: 'challenged', redirectUrl: 'https://x.example' }],
    ['it is held', { result: 'held' }],
    ['it is authorized', { result: 'authorized' }],
    ['it is captured', { result: 'captured' }],
    ['the processor speaks of another amount', { result: 'integrity_mismatch', fields: 'amount' }],
    [
      'only its capture was declined',
      { result: 'declined', attemptStatus: 'capture_failed', advice },
    ],
  ])('is not made when %s', (_, outcome) => {
    expect(nextTry(outcome, left, first, always)).toBeUndefined();
  });

  it('is made after a step-up only at accounts that can do 3-D Secure', () => {
    const next = nextTry({ result: 'declined', advice }, left, first, ({ connectorName }) =>
      ['stripe', 'adyen'].includes(connectorName),
    );
    expect(next).toEqual({
      ...{ account: first, reason: 'step_up' },
      left: { others: [third], retries: 1 },
    });
  });
});

describe('a step-up', () => {
  const card = { body: {}, source: { kind: 'card' } };
  it.each([
    ['stripe', true],
    ['nmi', false],
  ])('is for connectors that have customers authenticated: %s is one: %s', (name, can) => {
    expect(canStepUp(aPayment(), card, account(name))).toBe(can);
  });

  it.each([
    ['the customer is away', { off_session: true }],
    [
      'it is authenticated outside the connector',
      { request_external_three_ds_authentication: true },
    ],
    ['it was sent with 3-D Secure', { authentication_type: 'three_ds' }],
  ])('is not for payments of which %s', (_, requestFields) => {
    expect(canStepUp(aPayment({ requestFields }), card, account('stripe'))).toBe(false);
  });

  it('is for cards alone', () => {
    const other = { body: {}, source: { kind: 'payment_method' } };
    expect(canStepUp(aPayment(), other, account('stripe'))).toBe(false);
  });
});
