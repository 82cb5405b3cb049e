import { nextAttempt } from '#switch/payments/confirm/next-attempt.ts';
import { canStepUp } from '#switch/payments/confirm/step-up.ts';
import type { OutcomeWithoutCharge } from '#switch/payments/confirm/took-nothing.ts';
import { aConfiguration, aConnectorAccount } from '../../../../support/entities/a-configuration.ts';
import { aProcessingPayment } from '../../../../support/entities/a-payment.ts';

const [first, second, third] = ['stripe', 'nmi', 'adyen'].map((name) => aConnectorAccount(name));
const settings = { is_auto_retries_enabled: true, max_auto_retries_enabled: 2 };
const connectorAccounts = [first, second, third].flatMap((one) => one ?? []);
const context = {
  configuration: aConfiguration({ profile: { settings }, connectorAccounts }),
  body: {},
};
const advice = { retry: true, stepUp: false };
const minuteMs = 60_000;

/** A card payment that its first account was asked about. */
const sent = (outcome: OutcomeWithoutCharge) => {
  const payment = aProcessingPayment();
  const attempt = { ...payment.attempt, connectorAccountId: first?.id };
  const source = {
    kind: 'card',
    card: { number: '4242424242424242', expiryMonth: '12', expiryYear: '2030' },
  } as const;
  return {
    payment: { ...payment, attempt },
    source,
    outcome,
    others: connectorAccounts.slice(1),
    retries: 0,
  };
};

describe('the decision about a next attempt', () => {
  it.each<[string, OutcomeWithoutCharge]>([
    ['a decline without advice', { result: 'declined' }],
    [
      'a decline with the advice to stop',
      { result: 'declined', advice: { retry: false, stepUp: false } },
    ],
  ])('no next attempt is made when the outcome is %s', (_, outcome) => {
    expect(nextAttempt(sent(outcome), context, minuteMs)).toBeUndefined();
  });

  it('an unsent request goes to the next account and uses up no retry', () => {
    expect(nextAttempt(sent({ result: 'not_sent' }), context, minuteMs)).toEqual({
      account: second,
      reason: 'not_sent',
      others: [third],
      retries: 0,
    });
  });

  it('a decline that may be retried goes to the next account and uses up a retry', () => {
    expect(nextAttempt(sent({ result: 'declined', advice }), context, minuteMs)).toEqual({
      account: second,
      reason: 'retry',
      others: [third],
      retries: 1,
    });
  });

  it.each([
    ['the retries of the profile are used up', { retries: 2 }],
    ['no account is left', { others: [] }],
  ])('a decline ends the payment when %s', (_, given) => {
    const declined = { ...sent({ result: 'declined', advice }), ...given };
    expect(nextAttempt(declined, context, minuteMs)).toBeUndefined();
  });

  it('a decline ends the payment when the profile has no automatic retries', () => {
    const configuration = aConfiguration({ connectorAccounts });
    const declined = sent({ result: 'declined', advice });
    expect(nextAttempt(declined, { configuration, body: {} }, minuteMs)).toBeUndefined();
  });

  it('no next attempt is made with less than eight seconds left', () => {
    const unsent = sent({ result: 'not_sent' });
    expect(nextAttempt(unsent, context, 7_999)).toBeUndefined();
    expect(nextAttempt(unsent, context, 8_000)).toBeDefined();
  });

  it('a step-up asks the same account again, and later only accounts that can do 3-D Secure', () => {
    const declined = sent({ result: 'declined', advice: { retry: true, stepUp: true } });
    expect(nextAttempt(declined, context, minuteMs)).toEqual({
      account: first,
      reason: 'step_up',
      others: [third],
      retries: 1,
    });
  });

  it('a step-up at a deleted account is replaced by a retry at the next account', () => {
    const declined = sent({ result: 'declined', advice: { retry: true, stepUp: true } });
    const configuration = { ...context.configuration, connectorAccounts: [] };
    expect(nextAttempt(declined, { ...context, configuration }, minuteMs)).toMatchObject({
      account: second,
      reason: 'retry',
    });
  });
});

describe('a step-up', () => {
  const card = { body: {}, source: { kind: 'card' } };
  it.each([
    ['stripe', true],
    ['nmi', false],
  ])('a card can be sent again with 3-D Secure at %s: %s', (name, can) => {
    expect(canStepUp(aProcessingPayment(), card, aConnectorAccount(name))).toBe(can);
  });

  it.each([
    ['the customer is away', { off_session: true }],
    [
      'it is authenticated outside the connector',
      { request_external_three_ds_authentication: true },
    ],
    ['it was sent with 3-D Secure', { authentication_type: 'three_ds' }],
  ])('a card is not sent again with 3-D Secure when %s', (_, requestFields) => {
    const payment = aProcessingPayment({ requestFields });
    expect(canStepUp(payment, card, aConnectorAccount('stripe'))).toBe(false);
  });

  it('a payment method other than a card is not sent again with 3-D Secure', () => {
    const other = { body: {}, source: { kind: 'payment_method' } };
    expect(canStepUp(aProcessingPayment(), other, aConnectorAccount('stripe'))).toBe(false);
  });
});
