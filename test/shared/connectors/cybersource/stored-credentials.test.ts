import { authorize } from '#connectors/cybersource/authorize.ts';
import type { Initiator } from '#connectors/interface/order.ts';
import type { Authorization } from '#connectors/interface/payments.ts';
import { bodyOf, cardPayment, cybersourceAccount } from '../../../support/a-cybersource-payment.ts';

const cards = {
  Visa: '4242424242424242',
  Mastercard: '5555555555554444',
  AmericanExpress: '378282246310005',
  Discover: '6011111111111117',
} as const;

const byCard = (number: string) =>
  ({ kind: 'card', card: { number, expiryMonth: '10', expiryYear: '2035' } }) as const;
const stored = { kind: 'connector_mandate', connectorMandateId: 'ABC' } as const;

function toldOf(initiator: Initiator, more: Partial<Authorization>) {
  const order = { initiator, customerAcceptance: { type: 'online' } } as const;
  const { processingInformation } = bodyOf(
    authorize.request({ ...cardPayment, order, ...more }, cybersourceAccount),
  );
  const { commerceIndicator, authorizationOptions } = processingInformation;
  return { commerceIndicator, ...authorizationOptions.initiator };
}

const customer: Initiator = { by: 'customer' };
const recurring: Initiator = { by: 'merchant', why: 'recurring' };
const unscheduled: Initiator = { by: 'merchant', why: 'unscheduled' };
const first: Partial<Authorization> = { futureUsage: 'off_session' };
const later: Partial<Authorization> = { source: byCard(cards.Visa), networkTransactionId: 'n_1' };

/**
 * The pages of developer.cybersource.com/docs/cybs/en-us/payments/developer/ctv/rest/payments:
 * credentials-recur-intro, credentials-ucof-intro, credentials-mc-subscription-intro and
 * credentials-install-intro, with credentials/credentials-intro/credentials-matrix of the guide to
 * credentials. Each series begins with its customer; Cybersource has the customer's intention from
 * the later charges, except for Mastercard's, of which we do not know it at the first one.
 */
describe('the eight combinations of who starts a charge, when and why', () => {
  const firstUse = {
    commerceIndicator: 'internet',
    type: 'customer',
    credentialStoredOnFile: true,
  };
  const laterUse = {
    commerceIndicator: 'internet',
    type: 'customer',
    storedCredentialUsed: true,
  };
  const laterCharge = { type: 'merchant', storedCredentialUsed: true };

  it.each([
    ['customer, first, for a recurring series', customer, first, firstUse],
    ['customer, first, for unscheduled charges', customer, first, firstUse],
    ['customer, later, in a recurring series', customer, later, laterUse],
    ['customer, later, beside unscheduled charges', customer, later, laterUse],
    [
      'merchant, first, recurring: an order that its customer placed by mail or phone',
      recurring,
      first,
      firstUse,
    ],
    ['merchant, first, unscheduled: the same', unscheduled, first, firstUse],
    [
      'merchant, later, recurring',
      recurring,
      later,
      {
        ...laterCharge,
        commerceIndicator: 'recurring',
        merchantInitiatedTransaction: { previousTransactionId: 'n_1' },
      },
    ],
    [
      'merchant, later, unscheduled',
      unscheduled,
      later,
      {
        ...laterCharge,
        commerceIndicator: 'internet',
        merchantInitiatedTransaction: { previousTransactionId: 'n_1' },
      },
    ],
  ] as const)(
    '%s: CyberSource gets the initiator and reason of the charge',
    (_, initiator, more, wanted) => {
      expect(toldOf(initiator, more)).toEqual(wanted);
    },
  );
});

describe('the reason of a charge in the absence of its customer', () => {
  it.each([
    [
      'recurring',
      { Visa: undefined, Mastercard: '7', AmericanExpress: undefined, Discover: undefined },
    ],
    ['unscheduled', { Visa: undefined, Mastercard: '10', AmericanExpress: '10', Discover: '10' }],
    ['installment', { Visa: '9', Mastercard: '9', AmericanExpress: '9', Discover: '9' }],
    ['resubmission', { Visa: '1', Mastercard: '1', AmericanExpress: '1', Discover: '1' }],
  ] as const)(
    "a charge without its customer for %s states its reason where the card's network requires it",
    (why, wanted) => {
      const reasonFor = (number: string) =>
        toldOf({ by: 'merchant', why }, { ...later, source: byCard(number) })
          .merchantInitiatedTransaction.reason;
      const told = Object.entries(cards).map(([network, number]) => [network, reasonFor(number)]);
      expect(Object.fromEntries(told)).toEqual(wanted);
    },
  );

  it('a charge without its customer and without a stated reason is an unscheduled one, as the networks define it', () => {
    const source = byCard(cards.Mastercard);
    const told = toldOf({ by: 'merchant' }, { ...later, source });
    expect(told.merchantInitiatedTransaction.reason).toBe('10');
  });

  it('a charge of a stored card whose network is unknown states its reason unchanged', () => {
    const reasonOf = (initiator: Initiator) =>
      toldOf(initiator, { source: stored }).merchantInitiatedTransaction.reason;
    expect(reasonOf(recurring)).toBe('7');
    expect(reasonOf(unscheduled)).toBe('10');
    expect(reasonOf({ by: 'merchant' })).toBeUndefined();
  });
});

it('a CyberSource charge of a typed card that is not stored has no stored-credential fields', () => {
  expect(toldOf(customer, {})).toEqual({ commerceIndicator: 'internet' });
});

it('a CyberSource charge marks an installment and an order by phone as such', () => {
  expect(toldOf({ by: 'merchant', why: 'installment' }, later).commerceIndicator).toBe('install');
  const order = { initiator: customer, channel: 'telephone_order' } as const;
  expect(toldOf(customer, { order }).commerceIndicator).toBe('moto');
});

it('a CyberSource charge by the id of an earlier payment stores the card anew', () => {
  const { processingInformation } = bodyOf(
    authorize.request(
      {
        ...cardPayment,
        ...later,
        ...first,
        order: { initiator: recurring, customerAcceptance: { type: 'online' } },
      },
      cybersourceAccount,
    ),
  );
  expect(processingInformation).toMatchObject({
    actionList: ['TOKEN_CREATE'],
    authorizationOptions: { initiator: { type: 'merchant', storedCredentialUsed: true } },
  });
});
