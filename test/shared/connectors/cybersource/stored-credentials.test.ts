import { authorize } from '#connectors/cybersource/authorize.ts';
import type { Initiator } from '#connectors/interface/order.ts';
import type { Authorization } from '#connectors/interface/payments.ts';
import {
  bodyOf,
  cardPayment,
  cybersourceAccount,
} from '../../../support/processors/a-cybersource-payment.ts';

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

const recurring: Initiator = { by: 'merchant', why: 'recurring' };
const unscheduled: Initiator = { by: 'merchant', why: 'unscheduled' };
const first: Partial<Authorization> = { futureUsage: 'off_session' };
const later: Partial<Authorization> = { source: byCard(cards.Visa), networkTransactionId: 'n_1' };

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
