import { byCard } from '../support/payments-in-memory.ts';
import {
  type Ask,
  adminKey,
  aMerchant,
  aPaymentRequest,
  switchInMemory,
} from '../support/switch-in-memory.ts';

/*
 * Mistakes that developers make when they begin with the API. Each answer says in its `hint` what to
 * send instead, and each row holds the request that follows the hint to the letter: it must succeed.
 */

type Shop = Awaited<ReturnType<typeof aShop>>;

interface Request extends Ask {
  readonly operation: string;
}

interface Mistake {
  readonly wrong: (shop: Shop) => Request | Promise<Request>;
  readonly param?: string;
  readonly hint: RegExp;
  /** The request that the hint asks for. */
  readonly right: (shop: Shop, wrong: Request) => Request | Promise<Request>;
}

async function aShop() {
  const container = switchInMemory();
  const merchant = await aMerchant(container);
  const { ask } = container;
  const payment = async (changes: object = {}) => {
    const { body } = await ask('payments.create', { key: merchant.key, body: aSale(changes) });
    return String(body.payment_id);
  };
  return { ask, merchant, payment };
}

const amountHint = /^Send the amount as a whole number of the smallest units.*25\.99 EUR is `2599`/;

const aSale = (changes: object = {}, card: object = {}) => {
  const request = aPaymentRequest({ confirm: true, ...byCard(), ...changes });
  const { payment_method_data: data } = byCard();
  return { ...request, payment_method_data: { card: { ...data.card, ...card } }, ...changes };
};

/** A create with this body; the other members are those of a request that succeeds. */
const creates =
  (body: object, request: Ask = {}) =>
  ({ merchant }: Pick<Shop, 'merchant'>): Request => ({
    operation: 'payments.create',
    key: merchant.key,
    body,
    ...request,
  });

/** The create with one member changed, for a mistake and for its right form. */
const member = (name: string, wrong: unknown, right: unknown) => ({
  wrong: creates(aPaymentRequest({ [name]: wrong })),
  right: creates(aPaymentRequest({ [name]: right })),
});

const cardMember = (name: string, wrong: unknown, right: unknown) => ({
  param: `payment_method_data.card.${name}`,
  wrong: creates(aSale({}, { [name]: wrong })),
  right: creates(aSale({}, { [name]: right })),
});

const noMethod = { payment_method: undefined, payment_method_data: undefined };

/** A request for the merchant's payments. */
const lists =
  (query: Readonly<Record<string, string>>) =>
  ({ merchant }: Pick<Shop, 'merchant'>): Request => ({
    operation: 'payments.list',
    key: merchant.key,
    query,
  });

const without = (body: object, name: string) =>
  Object.fromEntries(Object.entries(body).filter(([member]) => member !== name));

const savesCard = (key: string, card_exp_year: string): Request => {
  const card = { card_number: '4242424242424242', card_exp_month: '12', card_exp_year };
  const body = { customer_id: 'cus_example', payment_method: 'card', card };
  return { operation: 'payment-methods.create', key, body };
};

/** Pays and saves the card of the customer `cus_1`; returns the payment method. */
async function saved({ ask, merchant }: Shop, usage: string, card_exp_year = '2039') {
  const body = aSale(
    {
      customer_id: 'cus_1',
      setup_future_usage: usage,
      customer_acceptance: { acceptance_type: 'offline' },
    },
    { card_exp_year },
  );
  const answer = await ask('payments.create', { key: merchant.key, body });
  return String(answer.body.payment_method_id);
}

const chargesWithoutCustomer = (shop: Shop, customer_id: string, data: string): Request =>
  creates({
    ...aPaymentRequest({ confirm: true, customer_id, off_session: true }),
    recurring_details: { type: 'payment_method_id', data },
  })(shop);

/** Stores a rule with one comparison. */
const rules =
  (lhs: string, comparison: string, value: unknown) =>
  ({ merchant }: Pick<Shop, 'merchant'>): Request => {
    const none = { type: 'priority', data: [] };
    const statements = [{ condition: [{ lhs, comparison, value, metadata: {} }] }];
    const rule = { name: 'brand', connectorSelection: none, statements };
    const data = { defaultSelection: none, rules: [rule], metadata: {} };
    const algorithm = { type: 'advanced', data };
    const body = { name: 'rules', description: '', profile_id: merchant.profileId, algorithm };
    return { operation: 'routing.create', key: merchant.key, body };
  };

/** Stores an algorithm that leads all payments to one account. */
const leadsTo =
  (data: object) =>
  ({ merchant }: Pick<Shop, 'merchant'>): Request => {
    const algorithm = { type: 'single', data };
    const body = { name: 'one', description: '', profile_id: merchant.profileId, algorithm };
    return { operation: 'routing.create', key: merchant.key, body };
  };

/** A word as rules write it. */
const word = (value: string) => ({ type: 'enum_variant', value });

const valuePath = 'algorithm.data.rules.0.statements.0.condition.0.value';

const declinedCard = { card_number: '4000000000000002' };
const stripesCard = { number: '4242424242424242', exp_month: '12', exp_year: '2039', cvc: '314' };
const json = JSON.stringify(aPaymentRequest());

const mistakes: Readonly<Record<string, Mistake>> = {
  'no key': {
    wrong: creates(aPaymentRequest(), { key: undefined }),
    param: 'api-key',
    hint: /secret key in the header `api-key`\.$/,
    right: creates(aPaymentRequest()),
  },
  'a bearer token': {
    wrong: ({ merchant }) =>
      creates(aPaymentRequest(), {
        key: undefined,
        headers: { authorization: `Bearer ${merchant.key}` },
      })({ merchant }),
    param: 'api-key',
    hint: /in the header `api-key`, and not in `Authorization`\.$/,
    right: creates(aPaymentRequest()),
  },
  'a publishable key': {
    wrong: ({ merchant }) =>
      creates(aPaymentRequest(), { key: merchant.publishableKey })({ merchant }),
    param: 'api-key',
    hint: /^Send the merchant's secret key: the sent key is of the kind publishable key\.$/,
    right: creates(aPaymentRequest()),
  },
  'the admin key': {
    wrong: creates(aPaymentRequest(), { key: adminKey }),
    param: 'api-key',
    hint: /an admin key is not taken here; a secret key begins with `snd_` and comes from `POST \/api_keys\/\{merchant_id\}`\.$/,
    right: creates(aPaymentRequest()),
  },
  'a key of production': {
    wrong: ({ merchant }) =>
      creates(aPaymentRequest(), { key: merchant.key.replace('snd_', 'prd_') })({ merchant }),
    param: 'api-key',
    hint: /is of another environment, and a key of this one begins with `snd_`\.$/,
    right: creates(aPaymentRequest()),
  },
  "another merchant's key for a path": {
    wrong: async ({ ask, merchant }) => {
      await ask('accounts.create', { key: adminKey, body: { merchant_id: 'merchant_other' } });
      const params = { account_id: 'merchant_other' };
      return { operation: 'profiles.list', key: merchant.key, params };
    },
    param: 'api-key',
    hint: /secret key of the merchant in the path.*belongs to another merchant or profile\.$/,
    right: ({ merchant }, wrong) => ({ ...wrong, params: { account_id: merchant.id } }),
  },
  'a secret key where only the operator may': {
    wrong: ({ merchant }) => ({
      operation: 'accounts.create',
      key: merchant.key,
      body: { merchant_id: 'merchant_third' },
    }),
    param: 'api-key',
    hint: /^Send the operator's admin key: the sent key is of the kind secret key\.$/,
    right: (_, wrong) => ({ ...wrong, key: adminKey }),
  },
  'JSON with a comma too many': {
    wrong: creates({}, { body: undefined, text: json.replace(/\}$/, ',\n}') }),
    hint: /^Mend the JSON at line 2, column 1: the name of a member/,
    right: creates({}, { body: undefined, text: json }),
  },
  'JSON in single quotes': {
    wrong: creates({}, { body: undefined, text: "{'amount': 2599}" }),
    hint: /^Mend the JSON at line 1, column 2: /,
    right: creates(aPaymentRequest()),
  },
  'JSON that is cut off': {
    wrong: creates({}, { body: undefined, text: json.slice(0, -1) }),
    hint: /^Mend the JSON at line 1, column \d+: a (?:comma|closing brace) is missing\.$/,
    right: creates({}, { body: undefined, text: json }),
  },
  'no body': {
    wrong: creates({}, { body: undefined, text: '' }),
    hint: /^Send a body: a JSON object\.$/,
    right: creates(aPaymentRequest()),
  },
  'a form, as Stripe takes it': {
    wrong: creates(
      {},
      {
        body: undefined,
        text: 'amount=2599&currency=EUR',
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
      },
    ),
    param: 'content-type',
    hint: /^Send the body as JSON, with `content-type: application\/json`.*Stripe\.$/,
    right: creates(aPaymentRequest()),
  },
  'JSON as plain text': {
    wrong: creates(aPaymentRequest(), { headers: { 'content-type': 'text/plain' } }),
    param: 'content-type',
    hint: /^Send `content-type: application\/json`, and the body as JSON\.$/,
    right: creates(aPaymentRequest()),
  },
  'a list instead of an object': {
    wrong: ({ merchant }) => ({
      operation: 'payments.create',
      key: merchant.key,
      text: JSON.stringify([aPaymentRequest()]),
    }),
    hint: /^Send one object, in braces\.$/,
    right: creates(aPaymentRequest()),
  },
  'a currency in small letters': {
    ...member('currency', 'eur', 'EUR'),
    param: 'currency',
    hint: /^Send `EUR`: capital and small letters count\.$/,
  },
  'a misspelt currency': {
    ...member('currency', 'EURO', 'EUR'),
    param: 'currency',
    hint: /ISO 4217.* Did you mean `EUR`\?$/,
  },
  'a country by its name': {
    wrong: creates(aPaymentRequest({ billing: { address: { country: 'Germany' } } })),
    param: 'billing.address.country',
    hint: /^Send a country in the two capital letters of ISO 3166-1, such as `DE`\.$/,
    right: creates(aPaymentRequest({ billing: { address: { country: 'DE' } } })),
  },
  'an enumeration with a capital letter': {
    ...member('capture_method', 'Manual', 'manual'),
    param: 'capture_method',
    hint: /^Send `manual`: capital and small letters count\.$/,
  },
  'a misspelt enumeration': {
    ...member('authentication_type', 'three_d_s', 'three_ds'),
    param: 'authentication_type',
    hint: /^Did you mean `three_ds`\?$/,
  },
  'an unknown enumeration': {
    ...member('capture_method', 'later', 'manual'),
    param: 'capture_method',
    hint: /^Send `automatic`, `manual`.* or `sequential_automatic`\.$/,
  },
  'a misspelt member': {
    wrong: creates({ ...without(aPaymentRequest(), 'amount'), ammount: 2599 }),
    param: 'ammount',
    hint: /^Did you mean `amount`\?$/,
    right: creates({ ...without(aPaymentRequest(), 'amount'), amount: 2599 }),
  },
  'a member at the wrong depth': {
    wrong: creates({ ...aPaymentRequest(), card_exp_month: '12' }),
    param: 'card_exp_month',
    hint: /^Send it in `payment_method_data\.card`\.$/,
    right: creates(aSale({}, { card_exp_month: '12' })),
  },
  'a card at the wrong depth': {
    wrong: creates({ ...aPaymentRequest(), card: byCard().payment_method_data.card }),
    param: 'card',
    hint: /^Send it in `payment_method_data`\.$/,
    right: creates(aSale()),
  },
  "Stripe's names of a card": {
    wrong: creates(aSale({ payment_method_data: { card: stripesCard } })),
    param: 'payment_method_data.card.card_number',
    hint: /^Send `card_number` in `payment_method_data\.card`: /,
    right: creates(aSale()),
  },
  "Stripe's name of a text": {
    wrong: creates({ ...aPaymentRequest(), statement_descriptor: 'Shoes' }),
    param: 'statement_descriptor',
    hint: /^Send `statement_descriptor_name`: this is its name here\.$/,
    right: creates(aPaymentRequest({ statement_descriptor_name: 'Shoes' })),
  },
  "Stripe's customer": {
    wrong: creates({ ...aPaymentRequest(), customer: 'cus_example' }),
    param: 'customer',
    hint: /^Send an identifier as `customer_id`; `customer` is an object\.$/,
    right: creates(aPaymentRequest({ customer_id: 'cus_example' })),
  },
  'an amount with decimals': {
    ...member('amount', 25.99, 2599),
    param: 'amount',
    hint: amountHint,
  },
  'an amount as text': { ...member('amount', '2599', 2599), param: 'amount', hint: amountHint },
  'an amount with decimals as text': {
    ...member('amount', '25.99', 2599),
    param: 'amount',
    hint: amountHint,
  },
  'a negative amount': {
    ...member('amount', -1, 0),
    param: 'amount',
    hint: /^Send 0 or more\.$/,
  },
  'no amount': {
    wrong: creates(without(aPaymentRequest(), 'amount')),
    param: 'amount',
    hint: /^Add `amount`\.$/,
    right: creates(aPaymentRequest()),
  },
  'a truth value as text': {
    ...member('confirm', 'false', false),
    param: 'confirm',
    hint: /^Send `true` or `false`, without quotes\.$/,
  },
  'an address of a page without its scheme': {
    ...member('return_url', 'shop.example/return', 'https://shop.example/return'),
    param: 'return_url',
    hint: /^Send a whole URL, such as `https:\/\/shop\.example\/return`\.$/,
  },
  'an e-mail address without a domain': {
    ...member('email', 'payer', 'payer@example.com'),
    param: 'email',
    hint: /^Send an e-mail address/,
  },
  'metadata as text': {
    ...member('metadata', 'order 7', { order: '7' }),
    param: 'metadata',
    hint: /^Send an object/,
  },
  'an expired card': {
    ...cardMember('card_exp_year', '2020', '2039'),
    hint: /^Send the year in four digits, of a card that has not expired\.$/,
  },
  'month 13': {
    ...cardMember('card_exp_month', '13', '12'),
    hint: /^Send the month in two digits, from `01` to `12`\.$/,
  },
  'an expired card to be saved': {
    wrong: async ({ ask, merchant }) => {
      await ask('customers.create', { key: merchant.key, body: { customer_id: 'cus_example' } });
      return savesCard(merchant.key, '2020');
    },
    param: 'card.card_exp_year',
    hint: /^Send the year in four digits, of a card that has not expired\.$/,
    right: ({ merchant }) => savesCard(merchant.key, '2039'),
  },
  'a code of two digits': {
    ...cardMember('card_cvc', '31', '314'),
    hint: /^Send the code as it is on the card: three digits/,
  },
  'a part of a card number': {
    ...cardMember('card_number', '4242', '4242424242424242'),
    hint: /^Send all digits of the card number as they are on the card, without dashes/,
  },
  'a mistyped card number': {
    ...cardMember('card_number', '4242424242424241', '4242424242424242'),
    hint: /^Send all digits of the card number/,
  },
  'a confirm without a payment method': {
    wrong: async ({ merchant, payment }) => ({
      operation: 'payments.confirm',
      key: merchant.key,
      params: { payment_id: await payment({ confirm: false, ...noMethod }) },
      body: {},
    }),
    param: 'payment_method_data',
    hint: /^Add `payment_method` and `payment_method_data`, or a `payment_token`\.$/,
    right: (_, wrong) => ({ ...wrong, body: byCard() }),
  },
  'a capture of a captured payment': {
    wrong: async ({ merchant, payment }) => ({
      operation: 'payments.capture',
      key: merchant.key,
      params: { payment_id: await payment() },
      body: {},
    }),
    hint: /^Nothing is left to do: the payment has succeeded\. To send money back, create a refund\.$/,
    right: ({ merchant }, { params }) => ({
      operation: 'refunds.create',
      key: merchant.key,
      body: { payment_id: params?.payment_id },
    }),
  },
  'a capture of a payment that is captured by itself': {
    wrong: async ({ merchant, payment }) => ({
      operation: 'payments.capture',
      key: merchant.key,
      params: { payment_id: await payment({ capture_method: undefined }) },
      body: {},
    }),
    hint: /^Nothing is left to do: the payment has succeeded\./,
    right: ({ merchant }, { params }) => ({
      operation: 'payments.retrieve',
      key: merchant.key,
      params,
    }),
  },
  'a capture of an unconfirmed payment': {
    wrong: async ({ merchant, payment }) => ({
      operation: 'payments.capture',
      key: merchant.key,
      params: { payment_id: await payment({ confirm: false, capture_method: undefined }) },
      body: {},
    }),
    hint: /^Nothing is captured by hand here: .*`capture_method` as `manual`/,
    right: ({ merchant }, { params }) => ({
      operation: 'payments.confirm',
      key: merchant.key,
      params,
      body: byCard(),
    }),
  },
  'a capture of a declined payment': {
    wrong: async ({ merchant, payment }) => {
      const card = { ...byCard().payment_method_data.card, ...declinedCard };
      const changes = { capture_method: undefined, payment_method_data: { card } };
      const params = { payment_id: await payment(changes) };
      return { operation: 'payments.capture', key: merchant.key, params, body: {} };
    },
    hint: /^Nothing can be captured: the payment has failed, and took no money\.$/,
    right: ({ merchant }, { params }) => ({
      operation: 'payments.retrieve',
      key: merchant.key,
      params,
    }),
  },
  'a card number with dashes': {
    ...cardMember('card_number', '4242-4242-4242-4242', '4242424242424242'),
    hint: /^Send all digits of the card number .* without dashes/,
  },
  "Stripe's type of a payment method": {
    wrong: creates(
      aSale({ payment_method_data: { ...byCard().payment_method_data, type: 'card' } }),
    ),
    param: 'payment_method_data.type',
    hint: /^Send the method as `payment_method` and its kind as `payment_method_type`/,
    right: creates(aSale()),
  },
  'a method by the name of another API': {
    wrong: creates(aSale({ payment_method: 'credit_card' })),
    param: 'payment_method',
    hint: /^Send `card`\.$/,
    right: creates(aSale()),
  },
  'a kind of method in the place of its method': {
    wrong: creates(aPaymentRequest({ payment_method: 'ideal' })),
    param: 'payment_method',
    hint: /^Send `bank_redirect`, and `ideal` as `payment_method_type`\.$/,
    right: creates(
      aPaymentRequest({
        payment_method: 'bank_redirect',
        payment_method_type: 'ideal',
        payment_method_data: { bank_redirect: { ideal: { bank_name: 'ing' } } },
      }),
    ),
  },
  "Stripe's identifier of a payment method": {
    wrong: creates(aPaymentRequest({ payment_method: 'pm_1MqLiJLkdIwHu7ix' })),
    param: 'payment_method',
    hint: /^Send `card`, and a saved payment method as `payment_token`/,
    right: creates(aPaymentRequest(byCard())),
  },
  'a page of a list by its number': {
    wrong: lists({ page: '2' }),
    param: 'page',
    hint: /^Send `ending_before`: lists are read on from there\.$/,
    right: async (shop) => lists({ ending_before: await shop.payment() })(shop),
  },
  'a status that a list is not filtered by': {
    wrong: lists({ status: 'failed' }),
    param: 'status',
    hint: /^Leave it out: this list is not filtered by it\. .*`POST \/payments\/list`/,
    right: ({ merchant }) => ({
      operation: 'payments.filter',
      key: merchant.key,
      body: { status: ['failed'] },
    }),
  },
  'a list of refunds by GET': {
    wrong: ({ merchant }) => ({
      operation: 'refunds.retrieve',
      key: merchant.key,
      params: { refund_id: 'list' },
    }),
    hint: /^Send the request with `POST`: `list` is no identifier\.$/,
    right: ({ merchant }) => ({ operation: 'refunds.list', key: merchant.key, body: {} }),
  },
  'a capture above the authorized amount': {
    wrong: async ({ merchant, payment }) => ({
      operation: 'payments.capture',
      key: merchant.key,
      params: { payment_id: await payment({ capture_method: 'manual', amount: 1000 }) },
      body: { amount_to_capture: 1001 },
    }),
    param: 'amount_to_capture',
    hint: /^Send at most 1000\.$/,
    right: (_, wrong) => ({ ...wrong, body: { amount_to_capture: 1000 } }),
  },
  'a refund above the rest': {
    wrong: async ({ ask, merchant, payment }) => {
      const body = {
        payment_id: await payment({ amount: 1000, order_details: undefined }),
        amount: 600,
      };
      await ask('refunds.create', { key: merchant.key, body });
      return { operation: 'refunds.create', key: merchant.key, body };
    },
    param: 'amount',
    hint: /^Send at most 400: so much is left to refund\.$/,
    right: (_, wrong) => ({ ...wrong, body: { ...Object(wrong.body), amount: 400 } }),
  },
  'a refund before the capture': {
    wrong: async ({ merchant, payment }) => ({
      operation: 'refunds.create',
      key: merchant.key,
      body: { payment_id: await payment({ capture_method: 'manual' }) },
    }),
    hint: /^Capture the payment first, or cancel it/,
    right: ({ merchant }, { body }) => ({
      operation: 'payments.cancel',
      key: merchant.key,
      params: { payment_id: Object(body).payment_id },
      body: {},
    }),
  },
  'a refund of a declined payment': {
    wrong: async ({ merchant, payment }) => {
      const declined = { card: { ...byCard().payment_method_data.card, ...declinedCard } };
      const payment_id = await payment({ payment_method_data: declined });
      return { operation: 'refunds.create', key: merchant.key, body: { payment_id } };
    },
    hint: /^No refund is needed: the payment has failed, and took no money\.$/,
    right: ({ merchant }, { body }) => ({
      operation: 'payments.retrieve',
      key: merchant.key,
      params: { payment_id: Object(body).payment_id },
    }),
  },
  "another customer's saved card": {
    wrong: async (shop) => chargesWithoutCustomer(shop, 'cus_2', await saved(shop, 'off_session')),
    param: 'customer_id',
    hint: /^Send the `customer_id` of the customer for whom the payment method was saved\.$/,
    right: (_, wrong) => ({ ...wrong, body: { ...Object(wrong.body), customer_id: 'cus_1' } }),
  },
  'a card for customers who are there, charged without the customer': {
    wrong: async (shop) => chargesWithoutCustomer(shop, 'cus_1', await saved(shop, 'on_session')),
    hint: /^Charge a payment method that was saved with `setup_future_usage` `off_session`/,
    right: async (shop) =>
      chargesWithoutCustomer(shop, 'cus_1', await saved(shop, 'off_session', '2040')),
  },
  'a list of methods for a page, without the client secret': {
    wrong: async ({ merchant, payment }) => ({
      operation: 'payments.list-payment-methods',
      key: merchant.publishableKey,
      params: { payment_id: await payment({ confirm: false, ...noMethod }) },
    }),
    param: 'client_secret',
    hint: /^Add `client_secret`, from the answer to the creation\.$/,
    right: async ({ ask, merchant }, wrong) => {
      const request = { key: merchant.key, params: wrong.params };
      const { body } = await ask('payments.retrieve', request);
      return { ...wrong, query: { client_secret: String(body.client_secret) } };
    },
  },
  'a payment link of nothing': {
    wrong: ({ merchant }) => ({
      operation: 'payment-links.retrieve',
      key: merchant.key,
      params: { payment_link_id: 'plink_unknown' },
    }),
    param: 'payment_link_id',
    hint: /^Send the `payment_link_id` from the answer to its creation/,
    right: async ({ ask, merchant }, wrong) => {
      const body = aPaymentRequest({ payment_link: true });
      const made = await ask('payments.create', { key: merchant.key, body });
      const { payment_link_id } = Object(made.body.payment_link);
      return { ...wrong, params: { payment_link_id } };
    },
  },
  'a confirm of a payment that succeeded': {
    wrong: async ({ merchant, payment }) => ({
      operation: 'payments.confirm',
      key: merchant.key,
      params: { payment_id: await payment() },
      body: {},
    }),
    hint: /^Nothing is left to do: the payment has succeeded\./,
    right: ({ merchant }, { params }) => ({
      operation: 'payments.retrieve',
      key: merchant.key,
      params,
    }),
  },
  "credentials in a form that is not the connector's": {
    wrong: ({ merchant }) => ({
      operation: 'connector-accounts.create',
      key: adminKey,
      params: { account_id: merchant.id },
      body: {
        connector_type: 'payment_processor',
        connector_name: 'checkout',
        connector_account_details: { auth_type: 'HeaderKey', api_key: 'sk_sbox_example' },
      },
    }),
    param: 'connector_account_details.auth_type',
    hint: /^Send `auth_type` `SignatureKey` with `api_key`, `key1`, `api_secret`\.$/,
    right: (_, wrong) => ({
      ...wrong,
      body: {
        ...Object(wrong.body),
        connector_account_details: {
          auth_type: 'SignatureKey',
          api_key: 'pk_sbox_example',
          key1: 'pc_example',
          api_secret: 'sk_sbox_example',
        },
      },
    }),
  },
  "a connector's name with a capital letter": {
    wrong: ({ merchant }) => ({
      operation: 'connector-accounts.create',
      key: adminKey,
      params: { account_id: merchant.id },
      body: {
        connector_type: 'payment_processor',
        connector_name: 'Stripe_Test',
        connector_label: 'second',
        connector_account_details: { auth_type: 'HeaderKey', api_key: 'second key' },
      },
    }),
    param: 'connector_name',
    hint: /^Send `stripe_test`: capital and small letters count\.$/,
    right: (_, wrong) => ({
      ...wrong,
      body: { ...Object(wrong.body), connector_name: 'stripe_test' },
    }),
  },
  'a limit above the most': {
    wrong: lists({ limit: '1000' }),
    param: 'limit',
    hint: /^Send a `limit` from 1 to 100, and read the next page/,
    right: lists({ limit: '100' }),
  },
  'a limit in words': {
    wrong: lists({ limit: 'ten' }),
    param: 'limit',
    hint: /^Send a whole number, in digits only\.$/,
    right: lists({ limit: '10' }),
  },
  'a cursor that is no identifier': {
    wrong: lists({ starting_after: 'page 2' }),
    param: 'starting_after',
    hint: /^Send an identifier: letters, digits, `_` and `-` only\.$/,
    right: async (shop) => lists({ starting_after: await shop.payment() })(shop),
  },
  'a date in words': {
    wrong: lists({ 'created.gte': 'yesterday' }),
    param: 'created.gte',
    hint: /^Send a time in UTC, such as `2026-01-31T12:00:00Z`\.$/,
    right: lists({ 'created.gte': '2026-01-31T12:00:00Z' }),
  },
  'a rule about a network in small letters': {
    wrong: rules('card_network', 'equal', word('visa')),
    hint: /^Send `Visa`: capital and small letters count\.$/,
    right: rules('card_network', 'equal', word('Visa')),
  },
  'a rule about a network that is none': {
    wrong: rules('card_network', 'equal', word('credit')),
    hint: /^Send `Visa`, `Mastercard`, .* or `Nyce`\.$/,
    right: rules('card_network', 'equal', word('Mastercard')),
  },
  'a rule about an unknown fact': {
    wrong: rules('card_brand', 'equal', word('Visa')),
    hint: /Else send `payment_method`, .*`card_network`, .* or `metadata`\.$/,
    right: rules('card_network', 'equal', word('Visa')),
  },
  'a rule about a country by its code': {
    wrong: rules('billing_country', 'equal', word('DE')),
    hint: /^Send the name of a country without spaces, such as `Germany`/,
    right: rules('billing_country', 'equal', word('Germany')),
  },
  'a rule about a currency in small letters': {
    wrong: rules('currency', 'equal', word('eur')),
    hint: /^Send `EUR`: capital and small letters count\.$/,
    right: rules('currency', 'equal', word('EUR')),
  },
  'a rule that compares a word as a text': {
    wrong: rules('card_network', 'equal', { type: 'str_value', value: 'Visa' }),
    hint: /^Send `enum_variant` or `enum_variant_array`\.$/,
    right: rules('card_network', 'equal', word('Visa')),
  },
  'a rule that orders currencies': {
    wrong: rules('currency', 'greater_than', word('EUR')),
    hint: /^Send `equal` or `not_equal`\.$/,
    right: rules('currency', 'not_equal', word('EUR')),
  },
  'a rule with a value without its type': {
    wrong: rules('currency', 'equal', 'EUR'),
    param: valuePath,
    hint: /^Send an object with `type` and `value`\.$/,
    right: rules('currency', 'equal', word('EUR')),
  },
  'an algorithm that leads to an unknown account': {
    wrong: leadsTo({ connector: 'stripe_test', merchant_connector_id: 'mca_unknown' }),
    hint: /^Send the `connector` and the `merchant_connector_id` of an account of this profile/,
    right: async ({ ask, merchant }) => {
      const request = { key: merchant.key, params: { account_id: merchant.id } };
      const [account] = Object(await ask('connector-accounts.list', request)).body;
      const { merchant_connector_id } = account;
      return leadsTo({ connector: 'stripe_test', merchant_connector_id })({ merchant });
    },
  },
  'a list of disputes by the short name of their status': {
    wrong: ({ merchant }) => ({
      operation: 'disputes.list',
      key: merchant.key,
      query: { status: 'dispute_won' },
    }),
    param: 'status',
    hint: /^Did you mean `dispute_status`\?$/,
    right: (_, wrong) => ({ ...wrong, query: { dispute_status: 'dispute_won' } }),
  },
  'an idempotency key with another body': {
    wrong: async ({ ask, merchant }) => {
      const request = { key: merchant.key, headers: { 'idempotency-key': 'order-7' } };
      await ask('payments.create', { ...request, body: aPaymentRequest() });
      const body = aPaymentRequest({ description: 'Order 8' });
      return { operation: 'payments.create', ...request, body };
    },
    param: 'idempotency-key',
    hint: /^Send a new key with another request/,
    right: (_, wrong) => ({ ...wrong, headers: { 'idempotency-key': 'order-8' } }),
  },
  'an identifier of nothing': {
    wrong: ({ merchant }) => ({
      operation: 'payments.retrieve',
      key: merchant.key,
      params: { payment_id: 'pay_unknown' },
    }),
    param: 'payment_id',
    hint: /^Send the `payment_id` from the answer to its creation/,
    right: async ({ payment }, wrong) => ({ ...wrong, params: { payment_id: await payment() } }),
  },
  "a customer's identifier twice": {
    wrong: async ({ ask, merchant }) => {
      const request = { key: merchant.key, body: { customer_id: 'cus_twice' } };
      await ask('customers.create', request);
      return { operation: 'customers.create', ...request };
    },
    param: 'customer_id',
    hint: /^Send another `customer_id`, or none to get a new one\./,
    right: (_, wrong) => ({ ...wrong, body: {} }),
  },
};

describe('a mistake of a developer', () => {
  it.each(Object.entries(mistakes))(
    'an answer about a mistake leads to a request that works: %s',
    async (_, { wrong, param, hint, right }) => {
      const shop = await aShop();
      const request = await wrong(shop);
      const refused = await shop.ask(request.operation, request);
      expect(refused.status).toBeGreaterThanOrEqual(400);
      const { error } = refused.body;
      expect(error).toMatchObject({
        hint: expect.stringMatching(hint),
        request_id: expect.any(String),
      });
      expect(error.param).toBe(param);
      const next = await right(shop, request);
      const { status, text } = await shop.ask(next.operation, next);
      expect([status, status < 400 ? '' : text]).toEqual([200, '']);
    },
  );
});
