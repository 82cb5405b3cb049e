import { byCard } from '../support/switch/payments-in-memory.ts';
import type { Ask } from '../support/switch/switch-in-memory.ts';
import { askedAt } from './request-keys.ts';
import { alike, cost, done, type Scenario, type Scenarios, type Shop, within } from './scenario.ts';
import { aCustomer, connected, created } from './steps.ts';

/** Cards that customers save with a merchant, and the methods that a merchant offers. */

const mastercard = { card_number: '5555555555554444' };

/** The request that saves a card of this customer. */
export const aCard = (customer_id: string, changes: object = {}) => ({
  body: {
    customer_id,
    payment_method: 'card',
    payment_method_type: 'credit',
    metadata: { shelf: 'left' },
    card: {
      card_number: '4242424242424242',
      card_exp_month: '10',
      card_exp_year: '2035',
      card_holder_name: 'Joseph Doe',
      nick_name: 'mine',
      card_issuer: 'EXAMPLE BANK',
      ...changes,
    },
  },
});

const ofNewCustomer = async (shop: Shop): Promise<Ask> => aCard(await aCustomer(shop));

/** A card that a customer has saved. */
export const aSavedCard = async (
  shop: Shop,
): Promise<{ readonly customer_id: string; readonly payment_method_id: string }> =>
  done(shop, 'payment-methods.create', await ofNewCustomer(shop));

const ofSavedCard = async (shop: Shop): Promise<Ask> => ({
  params: { method_id: (await aSavedCard(shop)).payment_method_id },
});

export const ofItsCustomer = async (shop: Shop): Promise<Ask> => ({
  params: { customer_id: (await aSavedCard(shop)).customer_id },
});

/** Another card of a customer who has saved one. */
const anotherCard =
  (changes: object) =>
  async (shop: Shop): Promise<Ask> =>
    aCard((await aSavedCard(shop)).customer_id, changes);

/** Completes a payment method that was created without data. */
async function completing(shop: Shop, customer_id: string): Promise<Ask> {
  const request = { body: { customer_id } };
  const { payment_method_id, client_secret } = await done(shop, 'payment-methods.create', request);
  const { card } = byCard().payment_method_data;
  return {
    key: shop.merchant.publishableKey,
    params: { method_id: payment_method_id },
    body: { client_secret, payment_method: 'card', payment_method_data: { card } },
  };
}

const completingFirst = async (shop: Shop) => completing(shop, await aCustomer(shop));

/** The same card is saved once more; the vault deletes one of the two. */
const savedTwice: Readonly<Record<string, (shop: Shop, first: Ask) => Promise<Ask>>> = {
  'payment-methods.create': async (_, first) => first,
  'payment-methods.save': async (shop, { params, headers }) => {
    const { customer_id } = await done(shop, 'payment-methods.retrieve', {
      params: { method_id: params?.method_id ?? '' },
    });
    return { headers, ...(await completing(shop, customer_id)) };
  },
};

const savingTwice =
  (operation: string, cardsAfter: number): Scenario['succeeded'] =>
  async (_, shop, first) => {
    const again = await savedTwice[operation]?.(shop, first);
    const { status } = await shop.ask(operation, again);
    return status === 200 && (await shop.cardsInVault()) === cardsAfter;
  };

const firstRequests = {
  'payment-methods.create': ofNewCustomer,
  'payment-methods.save': completingFirst,
};

/** A payment's client secret, by which a page of the merchant asks. */
async function ofPayer(shop: Shop, changes: object = {}): Promise<Ask> {
  const { client_secret } = await created(shop, changes);
  return { key: shop.merchant.publishableKey, query: { client_secret } };
}

/** Has bank accounts verified by the sandbox. */
async function withAccountVerifier(shop: Shop): Promise<void> {
  const verifier = { connector_type: 'payment_method_auth', connector_name: 'plaid' };
  const mca_id = await connected(shop, verifier, {
    connector_account_details: { auth_type: 'BodyKey', api_key: 'client_one', key1: 'secret' },
  });
  const choice = { payment_method: 'bank_debit', payment_method_type: 'ach' };
  const processor = { connector_type: 'payment_processor', connector_name: 'checkout_test' };
  await connected(shop, processor, {
    pm_auth_config: { enabled_payment_methods: [{ ...choice, connector_name: 'plaid', mca_id }] },
  });
}

/** A payment whose customer pays from a bank account. */
async function debited(shop: Shop) {
  const customer_id = await aCustomer(shop);
  const billing = { address: { country: 'US' } };
  const { payment_id } = await created(shop, { customer_id, billing });
  return { payment_id, payment_method: 'bank_debit', payment_method_type: 'ach' };
}

/** A card of another system, as its operator takes it over. */
export const ofOtherSystem = (shop: Shop) => ({
  body: {
    merchant_id: shop.merchant.id,
    ...aCard(shop.newId('cus')).body,
    network_transaction_id: '016153570198200',
  },
});

/** A file of the operator, about the payment methods of the shop. */
const operatorsFile = (shop: Shop, row: object, form: Ask['form'] = {}): Ask => {
  const text = `${Object.keys(row).join(',')}\n${Object.values(row).join(',')}\n`;
  return {
    form: { merchant_id: shop.merchant.id, file: new File([text], 'rows.csv'), ...form },
  };
};

/** A file with a card of another system. */
async function fileOfOtherSystem(shop: Shop): Promise<Ask> {
  const accounts = await done(shop, 'connector-accounts.list', {
    params: { account_id: shop.merchant.id },
  });
  const row = {
    customer_id: shop.newId('cus'),
    raw_card_number: '4242424242424242',
    ...{ card_expiry_month: '10', card_expiry_year: '2035' },
    payment_instrument_id: 'mandate_1',
  };
  const { merchant_connector_id } = accounts[0];
  return operatorsFile(shop, row, { merchant_connector_id });
}

/** The same record with another expiry. */
async function withLaterExpiry({ body, form }: Ask): Promise<Ask> {
  if (body) {
    const { card, ...rest } = Object(body);
    return { body: { ...rest, card: { ...card, card_exp_year: '2041' } } };
  }
  const { file, ...rest } = form ?? {};
  const text = file instanceof Blob ? (await file.text()).replace('2035', '2041') : '';
  return { form: { ...rest, file: new File([text], 'rows.csv') } };
}

/** A record comes again, first as it is and then with another expiry: the vault has one card of it. */
const comingAgain =
  (operation: string): Scenario['succeeded'] =>
  async (_, shop, first) => {
    const before = await shop.cardsInVault();
    for (const request of [first, await withLaterExpiry(first)]) {
      const { status, text } = await shop.ask(operation, request);
      if (status !== 200 || text.includes('Failed')) return false;
    }
    return (await shop.cardsInVault()) === before;
  };

const migrations = {
  'payment-methods.migrate': async (shop: Shop) => ofOtherSystem(shop),
  'payment-methods.migrate-batch': async (shop: Shop) => fileOfOtherSystem(shop),
};

const succeededRow = ({ text }: { readonly text: string }) => text.includes('Success');

/** A link on which a customer saves a card. */
const collecting = async (shop: Shop): Promise<Ask> => ({
  body: {
    customer_id: await aCustomer(shop),
    pm_collect_link_id: shop.newId('link'),
    return_url: 'https://shop.example/return',
    logo: 'https://shop.example/logo.png',
    merchant_name: 'Example Retail',
    theme: '#123456',
  },
});

/** The address of such a link. */
const collectLink = async (shop: Shop): Promise<string> =>
  String((await done(shop, 'collect-links.create', await collecting(shop))).link);

export const paymentMethods: Scenarios = {
  'collect-links.create': { request: collecting, budget: cost(3, 4, 2, 1.5), crash: true },
  'collect-links.show': {
    request: async (shop) => askedAt('collect-links.show', await collectLink(shop)),
    succeeded: ({ text }) => text.includes('data-payee='),
    budget: cost(2, 3, 0, 3),
  },
  'payment-methods.migrate': {
    request: (shop) => ofOtherSystem(shop),
    budget: cost(5, 5, 8, 3),
    crash: true,
  },
  'payment-methods.migrate-batch': {
    request: (shop) => fileOfOtherSystem(shop),
    succeeded: succeededRow,
    budget: cost(5, 5, 8, 3),
    crash: 'Each row as payment-methods.migrate; its suite cuts a file off at every call.',
  },
  'payment-methods.migrate-batch, a file that comes again': {
    request: async (shop) => {
      const request = await fileOfOtherSystem(shop);
      await done(shop, 'payment-methods.migrate-batch', request);
      return request;
    },
    succeeded: succeededRow,
    budget: cost(4, 4, 1, 3),
  },
  ...Object.fromEntries(
    Object.entries(migrations).flatMap(([operation, request]): [string, Scenario][] => [
      [
        `${operation}, of a record that comes again`,
        { request, succeeded: comingAgain(operation), grants: 'all others' },
      ],
      [
        // The merchant has keys in the vault that this function did not make.
        `${operation}, of a record that comes again with other keys`,
        {
          request: async (shop) => {
            await shop.captureCard();
            return request(shop);
          },
          succeeded: comingAgain(operation),
          grants: [{ action: 'kms:Decrypt' }],
        },
      ],
    ]),
  ),
  'payment-methods.update-batch': {
    request: async (shop) => {
      const { payment_method_id } = await aSavedCard(shop);
      return operatorsFile(shop, { payment_method_id, card_expiry_year: '2041' });
    },
    succeeded: succeededRow,
    budget: cost(3, 3, 1, 2),
    crash: 'Each row as payment-methods.update, whose crashes are tried.',
    grants: [{ action: 'kms:Decrypt' }],
  },
  'payment-methods.update-batch, of a default that becomes inactive': {
    request: async (shop) => {
      const { payment_method_id } = await aSavedCard(shop);
      return operatorsFile(shop, { payment_method_id, status: 'inactive' });
    },
    succeeded: succeededRow,
    budget: cost(4, 4, 5, 3),
    grants: [{ action: 'dynamodb:UpdateItem', resource: /-data-/ }],
  },
  'payment-methods.update-batch, with keys that are due': {
    request: async (shop) => {
      const { payment_method_id } = await aSavedCard(shop);
      await shop.ageVaultKeys();
      return operatorsFile(shop, { payment_method_id, card_expiry_year: '2036' });
    },
    succeeded: async (answer, shop) => succeededRow(answer) && (await shop.cardsInVault()) === 1,
    grants: 'all others',
  },
  // A card is written with its number, and the first card also as the customer's default. These are
  // transactions, so each write counts twice. The vault's own tables are counted apart. The range
  // of the card's first digits is read beside the customer.
  'payment-methods.create': { request: ofNewCustomer, budget: cost(2, 4, 7, 2.5) },
  'payment-methods.create, another card': {
    request: anotherCard(mastercard),
    budget: cost(2, 4, 5, 2.5),
  },
  'payment-methods.create, a number that is saved': {
    request: anotherCard({}),
    budget: cost(3, 5, 4, 3.5),
  },
  'payment-methods.create, something new about it': {
    request: anotherCard({ card_exp_year: '2040' }),
    budget: cost(4, 6, 5, 3.5),
  },
  'payment-methods.create, without data': {
    request: async (shop) => ({ body: { customer_id: await aCustomer(shop) } }),
    budget: cost(2, 3, 1, 1.5),
  },
  'payment-methods.save': { request: completingFirst, budget: cost(3, 5, 7, 3.5) },
  ...Object.fromEntries(
    Object.entries(firstRequests).flatMap(([operation, request]): [string, Scenario][] => [
      [
        `${operation}, of the same card twice`,
        { request, succeeded: savingTwice(operation, 1), grants: 'all others' },
      ],
      [
        // The merchant has keys in the vault that this function did not make, and a card with its code.
        `${operation}, of the same card twice with other keys`,
        {
          request: async (shop) => {
            await shop.captureCard();
            return request(shop);
          },
          succeeded: savingTwice(operation, 3),
          grants: [{ action: 'kms:Decrypt' }],
        },
      ],
    ]),
  ),
  'payment-methods.retrieve': {
    request: ofSavedCard,
    budget: within(cost(1, 2, 0, 1.5), cost(1, 2, 0, 1.5)),
  },
  'payment-methods.update': {
    request: async (shop) => ({
      ...(await ofSavedCard(shop)),
      body: { card: { card_exp_year: '2041' } },
    }),
    budget: cost(2, 3, 1, 1.5),
    grants: [{ action: 'kms:Decrypt' }],
  },
  // The vault stores the card again, with a new key.
  'payment-methods.update, with keys that are due': {
    request: async (shop) => {
      const request = await ofSavedCard(shop);
      await shop.ageVaultKeys();
      return { ...request, body: { card: { card_exp_year: '2036' } } };
    },
    succeeded: async (_, shop) => (await shop.cardsInVault()) === 1,
    grants: 'all others',
  },
  'payment-methods.delete': {
    request: ofSavedCard,
    succeeded: async (_, shop) => (await shop.cardsInVault()) === 0,
    budget: cost(4, 5, 8, 2.5),
  },
  'payment-methods.link-bank-account': {
    prepare: withAccountVerifier,
    request: async (shop) => ({ body: await debited(shop) }),
    budget: cost(1, 3, 0, 2.5),
    moreStepsAtFirst: 1,
  },
  // The account, and the item that makes it the customer's only one.
  'payment-methods.exchange-bank-accounts': {
    prepare: withAccountVerifier,
    request: async (shop) => ({
      body: { ...(await debited(shop)), public_token: 'public-sandbox-ach' },
    }),
    budget: cost(3, 5, 7, 3.5),
    moreStepsAtFirst: 1,
    crash: 'moves no money, and is repeated in test/functions/payment-methods',
  },
  'payment-methods.list': { request: ofItsCustomer, budget: cost(3, 5 + 1, 1, 3 + 1) },
  'payment-methods.list-for-customer': {
    request: async (shop) => {
      const { customer_id } = await aSavedCard(shop);
      return ofPayer(shop, { customer_id });
    },
    budget: cost(5, 6 + 1, 1, 4 + 1),
  },
  'payment-methods.list-for-customer, with the key of the customer': {
    request: async (shop) => {
      const { customer_id } = await aSavedCard(shop);
      const { secret } = await done(shop, 'ephemeral-keys.create', { body: { customer_id } });
      return { key: secret };
    },
    budget: cost(5, 6 + 1, 1, 3.5 + 1),
  },
  ...alike(['payment-methods.set-default', 'payment-methods.set-default-alias'], () => ({
    request: async (shop) => {
      const { customer_id } = await aSavedCard(shop);
      const another = aCard(customer_id, mastercard);
      const { payment_method_id } = await done(shop, 'payment-methods.create', another);
      return { params: { customer_id, payment_method_id } };
    },
    budget: cost(2, 4, 4, 2.5),
  })),
  ...alike(
    ['payment-methods.list-for-merchant', 'payment-methods.list-for-merchant-alias'],
    () => ({ request: (shop) => ofPayer(shop), budget: cost(2, 2 + 1, 0, 1.5 + 1) }),
  ),
};
