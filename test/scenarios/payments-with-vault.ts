import { byCard } from '../support/switch/payments-in-memory.ts';
import { type Ask, aPaymentRequest } from '../support/switch/switch-in-memory.ts';
import { returnFrom, withBlocklist } from './payments.ts';
import { alike, done, operationOf, type Scenario, type Scenarios, type Shop } from './scenario.ts';
import { about, created, itsCustomerHasCard, savedAtLast, saving } from './steps.ts';

/**
 * Payments and the vault, a case for each grant: cards that wait for their payment, cards that are
 * saved with it, and cards that the vault has.
 */

const paying = ['payments.create', 'payments.confirm', 'payments.update'];

/** The request by which an operation takes a payment with this, or leaves it unconfirmed. */
async function payment(shop: Shop, operation: string, body: object, confirm = true): Promise<Ask> {
  if (operation === 'payments.create') return { body: aPaymentRequest({ ...body, confirm }) };
  const { params } = await about(created(shop));
  return { params, body: operation === 'payments.confirm' ? body : { ...body, confirm } };
}

const isPaid: Scenario['succeeded'] = ({ body }) => body.status === 'succeeded';

const byVaultToken = async (shop: Shop) => ({
  payment_method: 'card',
  payment_method_data: { card_token: { vault_token: await shop.captureCard() } },
});

/** A card that waits for its payment is stored with its code; a card that is saved, without. */
const storing = (shop: Shop, operation: string) =>
  operation === 'payments.confirm'
    ? payment(shop, operation, { ...byCard(), ...saving(shop.newId('cus')) })
    : payment(shop, operation, byCard(), false);

const grantsOfStoring = [
  { action: 'dynamodb:PutItem', resource: /vault-/ },
  { action: 'dynamodb:Query', resource: /vault-Keys/ },
  { action: 'kms:GenerateDataKey' },
];
const ofCodes = [{ action: 'dynamodb:GetItem', resource: /vault-Codes/ }];

const withVault = (operation: string): Scenarios => ({
  [`${operation}, storing a card in the vault`]: {
    request: (shop) => storing(shop, operation),
    grants: [...grantsOfStoring, ...(operation === 'payments.confirm' ? [] : ofCodes)],
  },
  [`${operation}, with a token of the vault`]: {
    request: async (shop) => payment(shop, operation, await byVaultToken(shop)),
    succeeded: isPaid,
    grants: [
      ...(operation === 'payments.confirm' ? ofCodes : []),
      { action: 'dynamodb:GetItem', resource: /vault-(Cards|Keys)/ },
      { action: 'dynamodb:BatchGetItem', resource: /vault-Codes/ },
      { action: 'dynamodb:DeleteItem', resource: /vault-Codes/ },
    ],
  },
  // The merchant has keys that the function did not make, and a processor whose key is sealed.
  [`${operation}, storing a card and with a token of the vault`]: {
    request: async (shop) => {
      const body = await byVaultToken(shop);
      return payment(shop, operation, body);
    },
    succeeded: async (answer, shop, request) => {
      const { headers } = request;
      const stored = await shop.ask(operation, { headers, ...(await storing(shop, operation)) });
      return stored.status === 200 && answer.body.status === 'succeeded';
    },
    grants: [{ action: 'kms:Decrypt' }],
  },
  // The vault notes once a day that a card is in use, and the payment does not wait for that.
  [`${operation}, with a card that the vault has for long`]: {
    request: async (shop) => {
      const body = await byVaultToken(shop);
      await shop.ageCards();
      return payment(shop, operation, body);
    },
    succeeded: async (answer, shop) =>
      answer.body.status === 'succeeded' && (await shop.cardsUsed()) === 1,
    grants: [{ action: 'dynamodb:UpdateItem', resource: /vault-Cards/ }],
  },
  // The facts against which a card is checked are read only where the merchant wants the check.
  [`${operation}, checked by the blocklist`]: {
    prepare: withBlocklist,
    request: (shop) => payment(shop, operation, byCard()),
    grants: [{ action: 'dynamodb:BatchGetItem', resource: /-data-/ }],
  },
});

/** The first card that a customer saves with a payment becomes the customer's default. */
const savesFirst: Pick<Scenario, 'succeeded' | 'grants'> = {
  succeeded: itsCustomerHasCard,
  grants: [{ action: 'dynamodb:UpdateItem', resource: /-data-/ }],
};

const eligibility = ['payments.eligibility', 'payments.eligibility-check'];

const byToken = (payment_token: string) => ({ payment_method_type: 'card', payment_token });
const byNumber = {
  payment_method_type: 'card',
  payment_method_data: { card: { card_number: '4242424242424242' } },
};

export const paymentsWithVault: Scenarios = {
  ...Object.fromEntries(paying.flatMap((operation) => Object.entries(withVault(operation)))),
  ...alike(
    ['payments.confirm, saving the first card', 'payments.update, saving the first card'],
    (name) => ({
      request: (shop) =>
        payment(shop, operationOf(name), { ...byCard(), ...saving(shop.newId('cus')) }),
      ...savesFirst,
    }),
  ),
  ...alike(
    [
      'payments.return',
      'payments.return-posted',
      'payments.complete',
      'payments.complete-posted',
    ].map((name) => `${name}, of a payment whose card is saved`),
    (name) => ({
      request: returnFrom(operationOf(name), savedAtLast),
      status: 302,
      succeeded: async (_, shop, { params }) => {
        const { payment_id = '' } = params ?? {};
        const request = { params: { payment_id } };
        const body = await done(shop, 'payments.retrieve', request);
        return itsCustomerHasCard({ body }, shop);
      },
      grants: [{ action: 'dynamodb:UpdateItem', resource: /-data-/ }],
    }),
  ),
  'payments.cancel, deleting the card in the vault': {
    request: async (shop) => ({ ...(await about(created(shop, byCard()))), body: {} }),
    succeeded: async (_, shop) => (await shop.cardsInVault()) === 0,
    grants: ['GetItem', 'UpdateItem', 'DeleteItem', 'PutItem'].map((action) => ({
      action: `dynamodb:${action}`,
      resource: /vault-/,
    })),
  },
  // The merchant has no keys in the vault yet: they are made for the fingerprint of the number.
  ...alike(
    eligibility.map((name) => `${name}, of the first card`),
    () => ({
      prepare: withBlocklist,
      request: async (shop) => ({ ...(await about(created(shop))), body: byNumber }),
      grants: [{ action: 'kms:GenerateDataKey' }, { action: 'dynamodb:PutItem' }],
    }),
  ),
  ...alike(
    eligibility.map((name) => `${name}, of a card of the vault and a number`),
    (name) => ({
      prepare: withBlocklist,
      request: async (shop) => ({
        ...(await about(created(shop))),
        body: byToken(await shop.captureCard()),
      }),
      succeeded: async (_, shop, request) => {
        const { status } = await shop.ask(operationOf(name), { ...request, body: byNumber });
        return status === 200;
      },
      grants: 'all others',
    }),
  ),
};
