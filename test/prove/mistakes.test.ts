import { notFoundHandler } from '#platform/http/edge/not-found.ts';
import { logTo } from '#platform/log.ts';
import { operations } from '../../shared/operations.ts';
import { followedHint, isReason, routeOf, type Sent } from '../support/requests/hint-follower.ts';
import { byCard } from '../support/switch/payments-in-memory.ts';
import {
  type Answer,
  type Ask,
  adminKey,
  aMerchant,
  aPaymentRequest,
  eventOf,
  switchInMemory,
} from '../support/switch/switch-in-memory.ts';

/*
 * Mistakes that developers make when they begin with the API. A program reads the hint of each answer
 * and follows it to the letter, until the request succeeds or the hint says why none is right. Its
 * requests create no object but the one that the developer asked for.
 */

type Shop = Awaited<ReturnType<typeof aShop>>;

interface Request extends Ask {
  readonly operation: string;
}

interface Mistake {
  readonly wrong: (shop: Shop) => Request | Promise<Request>;
  readonly param?: string;
  /** The first hint. */
  readonly hint?: RegExp;
  /** Whether the hints end at the reason why no request is right. */
  readonly isOver?: true;
}

async function aShop() {
  const world = switchInMemory();
  const merchant = await aMerchant(world);
  const noted: [name: string, value: unknown][] = [];
  const ask = async (operation: string, request: Ask) => {
    const answer = await world.ask(operation, request);
    if (answer.status < 400) note(noted, answer.body);
    return answer;
  };
  const payment = async (changes: object = {}) => {
    const { body } = await ask('payments.create', { key: merchant.key, body: aSale(changes) });
    return String(body.payment_id);
  };
  await ask('connector-accounts.list', { key: merchant.key, params: { account_id: merchant.id } });
  await ask('customers.create', { key: merchant.key, body: { customer_id: 'cus_known' } });
  const linked = aPaymentRequest({ payment_link: true, ...noMethod });
  await ask('payments.create', { key: merchant.key, body: linked });
  return { world, ask, merchant, payment, noted };
}

/** Remembers each member of an answer, however deep, by its name. */
function note(noted: [string, unknown][], answer: unknown): void {
  if (typeof answer !== 'object' || answer === null) return;
  for (const [name, value] of Object.entries(answer)) {
    if (typeof value === 'object') note(noted, value);
    else noted.push([name, value]);
  }
}

const notFound = notFoundHandler(
  operations,
  logTo(() => {}),
);

/** Sends a request as the gateway passes it on: to the function of its route, or to that of none. */
async function send({ ask }: Shop, { method, path, ...request }: Sent): Promise<Answer> {
  const route = routeOf({ method, path });
  if (route) {
    const parts = path.split('/');
    const params = Object.fromEntries(
      route.path.split('/').flatMap((name, at) => {
        const [, param] = /^\{(\w+)\}$/.exec(name) ?? [];
        return param === undefined ? [] : [[param, parts[at] ?? '']];
      }),
    );
    return ask(route.name, { ...request, ...(Object.keys(params).length > 0 && { params }) });
  }
  const [any] = operations;
  if (!any) throw new Error('There is no operation.');
  const event = eventOf(any, {});
  const http = { ...event.requestContext.http, method, path };
  const requestContext = { ...event.requestContext, http };
  const { statusCode = 200, body = '' } = await notFound({
    ...event,
    rawPath: path,
    requestContext,
  });
  return { status: statusCode, headers: {}, text: body, body: JSON.parse(body) };
}

/** The request of an operation, as a client writes it. */
function written({ operation: name, params = {}, ...request }: Request): Sent {
  const operation = operations.find((one) => one.name === name);
  if (!operation) throw new Error(`There is no operation ${name}.`);
  const path = operation.path.replace(/\{(\w+)\}/g, (_, param) => params[param] ?? '');
  return { method: operation.method, path, ...request };
}

/** What a table has, an object a line: records of what was sent are none. */
const objectsOf = ({ world }: Shop) =>
  world.port
    .items()
    .map(({ pk, sk }) => `${pk} ${sk}`)
    .filter((one) => !/IDEMPOTENCY|RATE|COUNT/.test(one));

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

/** The create with one member changed. */
const member = (name: string, wrong: unknown) => ({
  param: name,
  wrong: creates(aPaymentRequest({ [name]: wrong })),
});

const cardMember = (name: string, wrong: unknown) => ({
  param: `payment_method_data.card.${name}`,
  wrong: creates(aSale({}, { [name]: wrong })),
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

/** Creates with these bodies. */
const creating = (bodies: Readonly<Record<string, object>>) => mistakesOf(bodies, creates);

/** Requests for the merchant's payments with these queries. */
const listing = (queries: Readonly<Record<string, Readonly<Record<string, string>>>>) =>
  mistakesOf(queries, lists);

const mistakesOf = <T>(
  given: Readonly<Record<string, T>>,
  requestOf: (one: T) => Mistake['wrong'],
): Readonly<Record<string, Mistake>> =>
  Object.fromEntries(Object.entries(given).map(([name, one]) => [name, { wrong: requestOf(one) }]));

const card = () => byCard().payment_method_data.card;
const declinedCard = { card_number: '4000000000000002' };
const stripesCard = { number: '4242424242424242', exp_month: '12', exp_year: '2039', cvc: '314' };
const json = JSON.stringify(aPaymentRequest());

const mistakes: Readonly<Record<string, Mistake>> = {
  'no key': {
    wrong: creates(aPaymentRequest(), { key: undefined }),
    param: 'api-key',
    hint: /secret key in the header `api-key`\.$/,
  },
  'a bearer token': {
    wrong: ({ merchant }) =>
      creates(aPaymentRequest(), {
        key: undefined,
        headers: { authorization: `Bearer ${merchant.key}` },
      })({ merchant }),
    param: 'api-key',
    hint: /in the header `api-key`, and not in `Authorization`\.$/,
  },
  'a publishable key': {
    wrong: ({ merchant }) =>
      creates(aPaymentRequest(), { key: merchant.publishableKey })({ merchant }),
    param: 'api-key',
    hint: /^Send the merchant's secret key: the sent key is of the kind publishable key\.$/,
  },
  'the admin key': {
    wrong: creates(aPaymentRequest(), { key: adminKey }),
    param: 'api-key',
    hint: /an admin key is not taken here; a secret key begins with `snd_` and comes from `POST \/api_keys\/\{merchant_id\}`\.$/,
  },
  'a key of production': {
    wrong: ({ merchant }) =>
      creates(aPaymentRequest(), { key: merchant.key.replace('snd_', 'prd_') })({ merchant }),
    param: 'api-key',
    hint: /is of another environment, and a key of this one begins with `snd_`\.$/,
  },
  "another merchant's key for a path": {
    wrong: async ({ ask, merchant }) => {
      await ask('accounts.create', { key: adminKey, body: { merchant_id: 'merchant_other' } });
      const params = { account_id: 'merchant_other' };
      return { operation: 'profiles.list', key: merchant.key, params };
    },
    param: 'api-key',
    hint: /secret key of the merchant in the path.*belongs to another merchant or profile\.$/,
  },
  'a secret key where only the operator may': {
    wrong: ({ merchant }) => ({
      operation: 'accounts.create',
      key: merchant.key,
      body: { merchant_id: 'merchant_third' },
    }),
    param: 'api-key',
    hint: /^Send the operator's admin key: the sent key is of the kind secret key\.$/,
  },
  'JSON with a comma too many': {
    wrong: creates({}, { body: undefined, text: json.replace(/\}$/, ',\n}') }),
    hint: /^Mend the JSON at line 2, column 1: the name of a member/,
  },
  'JSON in single quotes': {
    wrong: creates({}, { body: undefined, text: "{'amount': 2599}" }),
    hint: /^Mend the JSON at line 1, column 2: /,
  },
  'JSON that is cut off': {
    wrong: creates({}, { body: undefined, text: json.slice(0, -1) }),
    hint: /^Mend the JSON at line 1, column \d+: a (?:comma|closing brace) is missing\.$/,
  },
  'no body': {
    wrong: creates({}, { body: undefined, text: '' }),
    hint: /^Send a body: a JSON object\.$/,
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
  },
  'JSON as plain text': {
    wrong: creates(aPaymentRequest(), { headers: { 'content-type': 'text/plain' } }),
    param: 'content-type',
    hint: /^Send `content-type: application\/json`, and the body as JSON\.$/,
  },
  'a list instead of an object': {
    wrong: ({ merchant }) => ({
      operation: 'payments.create',
      key: merchant.key,
      text: JSON.stringify([aPaymentRequest()]),
    }),
    hint: /^Send one object, in braces\.$/,
  },
  'a currency in small letters': {
    ...member('currency', 'eur'),
    hint: /^Send `EUR`: capital and small letters count\.$/,
  },
  'a misspelt currency': {
    ...member('currency', 'EURO'),
    hint: /ISO 4217.* Did you mean `EUR`\?$/,
  },
  'a country by its name': {
    wrong: creates(aPaymentRequest({ billing: { address: { country: 'Germany' } } })),
    param: 'billing.address.country',
    hint: /^Send a country in the two capital letters of ISO 3166-1, such as `DE`\.$/,
  },
  'an enumeration with a capital letter': {
    ...member('capture_method', 'Manual'),
    hint: /^Send `manual`: capital and small letters count\.$/,
  },
  'a misspelt enumeration': {
    ...member('authentication_type', 'three_d_s'),
    hint: /^Did you mean `three_ds`\?$/,
  },
  'an unknown enumeration': {
    ...member('capture_method', 'later'),
    hint: /^Send `automatic`, `manual`.* or `sequential_automatic`\.$/,
  },
  'a misspelt member': {
    wrong: creates({ ...without(aPaymentRequest(), 'amount'), ammount: 2599 }),
    param: 'ammount',
    hint: /^Did you mean `amount`\?$/,
  },
  'a member at the wrong depth': {
    wrong: creates({ ...aPaymentRequest(), card_exp_month: '12' }),
    param: 'card_exp_month',
    hint: /^Send it in `payment_method_data\.card`\.$/,
  },
  'a card at the wrong depth': {
    wrong: creates({ ...aPaymentRequest(), card: byCard().payment_method_data.card }),
    param: 'card',
    hint: /^Send it in `payment_method_data`\.$/,
  },
  "Stripe's names of a card": {
    wrong: creates(aSale({ payment_method_data: { card: stripesCard } })),
    param: 'payment_method_data.card.card_number',
    hint: /^Send `number` as `card_number` in `payment_method_data\.card`: /,
  },
  "Stripe's name of a text": {
    wrong: creates({ ...aPaymentRequest(), statement_descriptor: 'Shoes' }),
    param: 'statement_descriptor',
    hint: /^Send `statement_descriptor_name`: this is its name here\.$/,
  },
  "Stripe's customer": {
    wrong: creates({ ...aPaymentRequest(), customer: 'cus_example' }),
    param: 'customer',
    hint: /^Send an identifier as `customer_id`; `customer` is an object\.$/,
  },
  'an amount with decimals': {
    ...member('amount', 25.99),
    hint: amountHint,
  },
  'an amount as text': { ...member('amount', '2599'), hint: amountHint },
  'an amount with decimals as text': {
    ...member('amount', '25.99'),
    hint: amountHint,
  },
  'a negative amount': {
    ...member('amount', -1),
    hint: /^Send 0 or more\.$/,
  },
  'no amount': {
    wrong: creates(without(aPaymentRequest(), 'amount')),
    param: 'amount',
    hint: /^Add `amount`\.$/,
  },
  'a truth value as text': {
    ...member('confirm', 'false'),
    hint: /^Send `true` or `false`, without quotes\.$/,
  },
  'an address of a page without its scheme': {
    ...member('return_url', 'shop.example/return'),
    hint: /^Send a whole URL, such as `https:\/\/shop\.example\/return`\.$/,
  },
  'an e-mail address without a domain': {
    ...member('email', 'payer'),
    hint: /^Send an e-mail address/,
  },
  'metadata as text': {
    ...member('metadata', 'order 7'),
    hint: /^Send an object/,
  },
  'an expired card': {
    ...cardMember('card_exp_year', '2020'),
    hint: /^Send the year in four digits, of a card that has not expired\.$/,
  },
  'month 13': {
    ...cardMember('card_exp_month', '13'),
    hint: /^Send the month in two digits, from `01` to `12`\.$/,
  },
  'an expired card to be saved': {
    wrong: async ({ ask, merchant }) => {
      await ask('customers.create', { key: merchant.key, body: { customer_id: 'cus_example' } });
      return savesCard(merchant.key, '2020');
    },
    param: 'card.card_exp_year',
    hint: /^Send the year in four digits, of a card that has not expired\.$/,
  },
  'a code of two digits': {
    ...cardMember('card_cvc', '31'),
    hint: /^Send the code as it is on the card: three digits/,
  },
  'a part of a card number': {
    ...cardMember('card_number', '4242'),
    hint: /^Send all digits of the card number as they are on the card, without dashes/,
  },
  'a mistyped card number': {
    ...cardMember('card_number', '4242424242424241'),
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
  },
  'a capture of a captured payment': {
    isOver: true,
    wrong: async ({ merchant, payment }) => ({
      operation: 'payments.capture',
      key: merchant.key,
      params: { payment_id: await payment() },
      body: {},
    }),
    hint: /^Nothing is left to do: the payment has succeeded\. To send money back, create a refund\.$/,
  },
  'a capture of a payment that is captured by itself': {
    isOver: true,
    wrong: async ({ merchant, payment }) => ({
      operation: 'payments.capture',
      key: merchant.key,
      params: { payment_id: await payment({ capture_method: undefined }) },
      body: {},
    }),
    hint: /^Nothing is left to do: the payment has succeeded\./,
  },
  'a capture of an unconfirmed payment': {
    isOver: true,
    wrong: async ({ merchant, payment }) => ({
      operation: 'payments.capture',
      key: merchant.key,
      params: { payment_id: await payment({ confirm: false, capture_method: undefined }) },
      body: {},
    }),
    hint: /^Nothing is captured by hand here: .*`capture_method` as `manual`/,
  },
  'a capture of a declined payment': {
    isOver: true,
    wrong: async ({ merchant, payment }) => {
      const card = { ...byCard().payment_method_data.card, ...declinedCard };
      const changes = { capture_method: undefined, payment_method_data: { card } };
      const params = { payment_id: await payment(changes) };
      return { operation: 'payments.capture', key: merchant.key, params, body: {} };
    },
    hint: /^Nothing can be captured: the payment has failed, and took no money\.$/,
  },
  'a card number with dashes': {
    ...cardMember('card_number', '4242-4242-4242-4242'),
    hint: /^Send all digits of the card number .* without dashes/,
  },
  "Stripe's type of a payment method": {
    wrong: creates(
      aSale({ payment_method_data: { ...byCard().payment_method_data, type: 'card' } }),
    ),
    param: 'payment_method_data.type',
    hint: /^Send the method as `payment_method` and its kind as `payment_method_type`/,
  },
  'a method by the name of another API': {
    wrong: creates(aSale({ payment_method: 'credit_card' })),
    param: 'payment_method',
    hint: /^Send `card`\.$/,
  },
  'a kind of method in the place of its method': {
    wrong: creates(aPaymentRequest({ payment_method: 'ideal' })),
    param: 'payment_method',
    hint: /^Send `bank_redirect`, and `ideal` as `payment_method_type`\.$/,
  },
  "Stripe's identifier of a payment method": {
    wrong: creates(aPaymentRequest({ payment_method: 'pm_1MqLiJLkdIwHu7ix' })),
    param: 'payment_method',
    hint: /^Send `card`, and a saved payment method as `payment_token`/,
  },
  'a page of a list by its number': {
    wrong: lists({ page: '2' }),
    param: 'page',
    hint: /^Send `ending_before`: lists are read on from there\.$/,
  },
  'a status that a list is not filtered by': {
    wrong: lists({ status: 'failed' }),
    param: 'status',
    hint: /^Leave it out: this list is not filtered by it\. .*`POST \/payments\/list`/,
  },
  'a list of refunds by GET': {
    wrong: ({ merchant }) => ({
      operation: 'refunds.retrieve',
      key: merchant.key,
      params: { refund_id: 'list' },
    }),
    hint: /^Send the request with `POST`: `list` is no identifier\.$/,
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
  },
  'a refund before the capture': {
    isOver: true,
    wrong: async ({ merchant, payment }) => ({
      operation: 'refunds.create',
      key: merchant.key,
      body: { payment_id: await payment({ capture_method: 'manual' }) },
    }),
    hint: /^Capture the payment first, or cancel it/,
  },
  'a refund of a declined payment': {
    isOver: true,
    wrong: async ({ merchant, payment }) => {
      const declined = { card: { ...byCard().payment_method_data.card, ...declinedCard } };
      const payment_id = await payment({ payment_method_data: declined });
      return { operation: 'refunds.create', key: merchant.key, body: { payment_id } };
    },
    hint: /^No refund is needed: the payment has failed, and took no money\.$/,
  },
  "another customer's saved card": {
    wrong: async (shop) => chargesWithoutCustomer(shop, 'cus_2', await saved(shop, 'off_session')),
    param: 'customer_id',
    hint: /^Send the `customer_id` of the customer for whom the payment method was saved\.$/,
  },
  'a card for customers who are there, charged without the customer': {
    isOver: true,
    wrong: async (shop) => chargesWithoutCustomer(shop, 'cus_1', await saved(shop, 'on_session')),
    hint: /^Charge a payment method that was saved with `setup_future_usage` `off_session`/,
  },
  'a list of methods for a page, without the client secret': {
    wrong: async ({ merchant, payment }) => ({
      operation: 'payments.list-payment-methods',
      key: merchant.publishableKey,
      params: { payment_id: await payment({ confirm: false, ...noMethod }) },
    }),
    param: 'client_secret',
    hint: /^Add `client_secret`, from the answer to the creation\.$/,
  },
  'a payment link of nothing': {
    wrong: ({ merchant }) => ({
      operation: 'payment-links.retrieve',
      key: merchant.key,
      params: { payment_link_id: 'plink_unknown' },
    }),
    param: 'payment_link_id',
    hint: /^Send the `payment_link_id` from the answer to its creation/,
  },
  'a confirm of a payment that succeeded': {
    isOver: true,
    wrong: async ({ merchant, payment }) => ({
      operation: 'payments.confirm',
      key: merchant.key,
      params: { payment_id: await payment() },
      body: {},
    }),
    hint: /^Nothing is left to do: the payment has succeeded\./,
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
  },
  'a limit above the most': {
    wrong: lists({ limit: '1000' }),
    param: 'limit',
    hint: /^Send a `limit` from 1 to 100, and read the next page/,
  },
  'a limit in words': {
    wrong: lists({ limit: 'ten' }),
    param: 'limit',
    hint: /^Send a whole number, in digits only\.$/,
  },
  'a cursor that is no identifier': {
    wrong: lists({ starting_after: 'page 2' }),
    param: 'starting_after',
    hint: /^Send an identifier: letters, digits, `_` and `-` only\.$/,
  },
  'a date in words': {
    wrong: lists({ 'created.gte': 'yesterday' }),
    param: 'created.gte',
    hint: /^Send a time in UTC, such as `2026-01-31T12:00:00Z`\.$/,
  },
  'a rule about a network in small letters': {
    wrong: rules('card_network', 'equal', word('visa')),
    hint: /^Send `Visa`: capital and small letters count\.$/,
  },
  'a rule about a network that is none': {
    wrong: rules('card_network', 'equal', word('credit')),
    hint: /^Send `Visa`, `Mastercard`, .* or `Nyce`\.$/,
  },
  'a rule about an unknown fact': {
    wrong: rules('card_brand', 'equal', word('Visa')),
    hint: /Else send `payment_method`, .*`card_network`, .* or `metadata`\.$/,
  },
  'a rule about a country by its code': {
    wrong: rules('billing_country', 'equal', word('DE')),
    hint: /^Send the name of a country without spaces, such as `Germany`/,
  },
  'a rule about a currency in small letters': {
    wrong: rules('currency', 'equal', word('eur')),
    hint: /^Send `EUR`: capital and small letters count\.$/,
  },
  'a rule that compares a word as a text': {
    wrong: rules('card_network', 'equal', { type: 'str_value', value: 'Visa' }),
    hint: /^Send `enum_variant` or `enum_variant_array`\.$/,
  },
  'a rule that orders currencies': {
    wrong: rules('currency', 'greater_than', word('EUR')),
    hint: /^Send `equal` or `not_equal`\.$/,
  },
  'a rule with a value without its type': {
    wrong: rules('currency', 'equal', 'EUR'),
    param: valuePath,
    hint: /^Send an object with `type` and `value`\.$/,
  },
  'an algorithm that leads to an unknown account': {
    wrong: leadsTo({ connector: 'stripe_test', merchant_connector_id: 'mca_unknown' }),
    hint: /^Send the `connector` and the `merchant_connector_id` of an account of this profile/,
  },
  'a list of disputes by the short name of their status': {
    wrong: ({ merchant }) => ({
      operation: 'disputes.list',
      key: merchant.key,
      query: { status: 'dispute_won' },
    }),
    param: 'status',
    hint: /^Did you mean `dispute_status`\?$/,
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
  },
  'an identifier of nothing': {
    wrong: ({ merchant }) => ({
      operation: 'payments.retrieve',
      key: merchant.key,
      params: { payment_id: 'pay_unknown' },
    }),
    param: 'payment_id',
    hint: /^Send the `payment_id` from the answer to its creation/,
  },
  ...creating({
    "Stripe's amount": { ...without(aPaymentRequest(), 'amount'), amount_cents: 2599 },
    "Stripe's list of methods": aPaymentRequest({ payment_method_types: ['credit'] }),
    "Stripe's address of the way back": {
      ...aPaymentRequest(),
      success_url: 'https://shop.example',
    },
    "Stripe's e-mail for the receipt": { ...aPaymentRequest(), receipt_email: 'payer@example.com' },
    "Adyen's amount, an object": aPaymentRequest({ amount: { value: 2599, currency: 'EUR' } }),
    "Adyen's address of the way back": { ...aPaymentRequest(), returnUrl: 'https://shop.example' },
    'a name in camel case': {
      ...without(aPaymentRequest(), 'currency'),
      captureMethod: 'manual',
      currency: 'EUR',
    },
    "PayPal's currency": { ...without(aPaymentRequest(), 'currency'), currency_code: 'EUR' },
    'a currency by its sign': aPaymentRequest({ currency: '€' }),
    'a currency by its name': aPaymentRequest({ currency: 'Euro' }),
    'a currency as a number': aPaymentRequest({ currency: 978 }),
    'no currency': without(aPaymentRequest(), 'currency'),
    'an amount with a comma': aPaymentRequest({ amount: '25,99' }),
    'an amount with its currency': aPaymentRequest({ amount: '25.99 EUR' }),
    'a tax with decimals': aPaymentRequest({ order_tax_amount: 4.99 }),
    'a truth value as a number': aPaymentRequest({ confirm: 0 }),
    'a capture of Stripe in its words': aPaymentRequest({ capture_method: 'AUTOMATIC' }),
    '3-D Secure by another name': aPaymentRequest({ authentication_type: '3ds' }),
    'a description as a number': aPaymentRequest({ description: 7 }),
    'a list of connectors as a text': aPaymentRequest({ connector: 'stripe_test' }),
    'metadata as a list': aPaymentRequest({ metadata: ['order 7'] }),
    'a country in three letters': aPaymentRequest({ billing: { address: { country: 'DEU' } } }),
    'a country in small letters': aPaymentRequest({ billing: { address: { country: 'de' } } }),
    'a shipping address as a text': aPaymentRequest({ shipping: 'Main Street 1' }),
    'a payment method by its brand': aPaymentRequest({ payment_method: 'visa' }),
    'a future use by another name': aPaymentRequest({ setup_future_usage: 'off-session' }),
    'a session in words': aPaymentRequest({ session_expiry: '15 minutes' }),
    'a session of a second': aPaymentRequest({ session_expiry: 1 }),
    'a date of an order in words': aPaymentRequest({ order_date: 'tomorrow' }),
    'a member of the card at the top, by its name at Stripe': { ...aSale(), cvc: '314' },
    'an unknown member': { ...aPaymentRequest(), colour: 'red' },
    'a month as a number': aSale({}, { card_exp_month: 12 }),
    'a year as a number': aSale({}, { card_exp_year: 2039 }),
    'a code as a number': aSale({}, { card_cvc: 314 }),
    'a code of five digits': aSale({}, { card_cvc: '31415' }),
    'a card number as a number': aSale({}, { card_number: 4242424242424242 }),
    'a card number with spaces and a letter': aSale({}, { card_number: '4242 4242 4242 424Z' }),
    'a month in words': aSale({}, { card_exp_month: 'December' }),
    'a confirm without a payment method at once': aPaymentRequest({ confirm: true, ...noMethod }),
    'a card without its number': aSale({
      payment_method_data: { card: without(card(), 'card_number') },
    }),
  }),
  ...listing({
    'a limit of nothing': { limit: '0' },
    'a number of a page': { page_number: '3' },
    "Stripe's range of times": { 'created[gte]': '2026-01-31T12:00:00Z' },
    'the size of a page': { page_size: '20' },
    'a currency that a list is not filtered by': { currency: 'EUR' },
    'a customer by the name of another API': { customer: 'cus_known' },
    'a time as a number': { 'created.gte': '1769860800' },
    'a cursor of nothing': { starting_after: 'pay_unknown' },
  }),
  'a refund with its amount as a text': {
    wrong: async ({ merchant, payment }) => ({
      operation: 'refunds.create',
      key: merchant.key,
      body: { payment_id: await payment(), amount: '10.00' },
    }),
  },
  "a refund by Stripe's name of the payment": {
    wrong: async ({ merchant, payment }) => ({
      operation: 'refunds.create',
      key: merchant.key,
      body: { payment_intent: await payment() },
    }),
  },
  'a refund of an unknown payment': {
    wrong: async ({ merchant, payment }) => {
      await payment();
      return {
        operation: 'refunds.create',
        key: merchant.key,
        body: { payment_id: 'pay_unknown' },
      };
    },
  },
  'a refund without a payment': {
    wrong: async ({ merchant, payment }) => {
      await payment();
      return { operation: 'refunds.create', key: merchant.key, body: { amount: 100 } };
    },
  },
  'a capture by the name of another API': {
    wrong: async ({ merchant, payment }) => ({
      operation: 'payments.capture',
      key: merchant.key,
      params: { payment_id: await payment({ capture_method: 'manual' }) },
      body: { amount: 100 },
    }),
  },
  'a capture that names another payment': {
    wrong: async ({ merchant, payment }) => ({
      operation: 'payments.capture',
      key: merchant.key,
      params: { payment_id: await payment({ capture_method: 'manual' }) },
      body: { payment_id: 'pay_other' },
    }),
  },
  'a cancel of a captured payment': {
    isOver: true,
    wrong: async ({ merchant, payment }) => ({
      operation: 'payments.cancel',
      key: merchant.key,
      params: { payment_id: await payment() },
      body: {},
    }),
  },
  'a cancel of a cancelled payment': {
    isOver: true,
    wrong: async ({ ask, merchant, payment }) => {
      const params = { payment_id: await payment({ capture_method: 'manual' }) };
      await ask('payments.cancel', { key: merchant.key, params, body: {} });
      return { operation: 'payments.cancel', key: merchant.key, params, body: {} };
    },
  },
  'a confirm of a declined payment': {
    isOver: true,
    wrong: async ({ merchant, payment }) => {
      const declined = { card: { ...byCard().payment_method_data.card, ...declinedCard } };
      const params = { payment_id: await payment({ payment_method_data: declined }) };
      return { operation: 'payments.confirm', key: merchant.key, params, body: byCard() };
    },
  },
  "a customer's e-mail address without a domain": {
    wrong: ({ merchant }) => ({
      operation: 'customers.create',
      key: merchant.key,
      body: { email: 'payer' },
    }),
  },
  'an unknown customer': {
    wrong: ({ merchant }) => ({
      operation: 'customers.retrieve',
      key: merchant.key,
      params: { customer_id: 'cus_unknown' },
    }),
  },
  "a customer's identifier twice": {
    wrong: async ({ ask, merchant }) => {
      const request = { key: merchant.key, body: { customer_id: 'cus_twice' } };
      await ask('customers.create', request);
      return { operation: 'customers.create', ...request };
    },
    param: 'customer_id',
    hint: /^Send another `customer_id`, or none to get a new one\./,
  },
};

/** Rounds of requests, such as one for each of the four members of a card. */
const most = 5;

/** The answer at the end of the way that the hints lead, and the request before it. */
async function endOf(shop: Shop, first: Sent, refused: Answer) {
  const keys = {
    'secret key': shop.merchant.key,
    'publishable key': shop.merchant.publishableKey,
    'admin key': adminKey,
  };
  const answered = (name: string, sent?: unknown) =>
    shop.noted.findLast(([one, value]) => one === name && value != null && value !== sent)?.[1];
  // Where the first of listed words leads nowhere, the next one is tried.
  const ways = [0, 1, 2].map((choice) => async () => {
    let [sent, answer] = [first, refused];
    for (let step = 0; step < most; step += 1) {
      const before = objectsOf(shop);
      const next = followedHint(sent, answer.body.error, { keys, answered, choice });
      if (!next) return { sent, answer, reason: String(answer.body.error.hint) };
      sent = next;
      answer = await send(shop, sent);
      if (answer.status < 400) return { sent, answer };
      expect(objectsOf(shop)).toEqual(before);
    }
    throw new Error(`The hints lead in a circle: ${answer.text}`);
  });
  let failure: unknown;
  for (const way of ways) {
    try {
      return await way();
    } catch (error) {
      failure ??= error;
    }
  }
  throw failure;
}

/** Whether a request only reads. */
const reads = (sent: Sent) => {
  const route = routeOf(sent);
  return sent.method === 'GET' || route?.repeats === 'only read';
};

describe('a mistake of a developer', () => {
  it.each(Object.entries(mistakes))(
    'a program that follows the hints about a mistake ends at a right request, or at the reason why there is none: %s',
    async (_, { wrong, param, hint, isOver }) => {
      const shop = await aShop();
      const first = written(await wrong(shop));
      const before = objectsOf(shop);
      const refused = await send(shop, first);
      expect(refused.status).toBeGreaterThanOrEqual(400);
      expect(objectsOf(shop)).toEqual(before);
      const { error } = refused.body;
      expect(error.hint).toEqual(hint ? expect.stringMatching(hint) : expect.any(String));
      if (param !== undefined) expect(error.param).toBe(param);
      const { sent, answer, reason } = await endOf(shop, first, refused);
      expect(reason !== undefined && isReason(reason)).toBe(isOver === true);
      if (!isOver)
        expect([answer.status, answer.status < 400 ? '' : answer.text]).toEqual([200, '']);
      if (reads(first) || isOver) expect(objectsOf(shop)).toEqual(before);
      if (reads(first)) expect(reads(sent)).toBe(true);
      else expect(routeOf(sent)).toBe(routeOf(first));
    },
  );
});

it.each(['25.99', 25.99, '25,99', '25.99 EUR', '2599'])(
  'a program that follows the hint about the amount %j charges the same money',
  async (amount) => {
    const shop = await aShop();
    const body = { ...aPaymentRequest({ amount, currency: 'EUR' }), order_details: undefined };
    const first = written(creates(body)(shop));
    const { answer } = await endOf(shop, first, await send(shop, first));
    expect(answer.body).toMatchObject({ amount: 2599, currency: 'EUR' });
  },
);

it('a hint that names no request and no reason is noticed, and so is one that changes nothing', async () => {
  const shop = await aShop();
  const first = written(creates(aPaymentRequest({ amount: '2599' }))(shop));
  const nothing = { keys: {}, answered: () => undefined, choice: 0 };
  const unclear = { message: 'Not right', hint: 'Mind the description.', param: 'amount' };
  expect(() => followedHint(first, unclear, nothing)).toThrow('no program can follow');
  const refused = await send(shop, first);
  const circling = { ...refused, body: { error: { ...unclear, hint: 'Leave out `colour`.' } } };
  expect(followedHint(first, circling.body.error, nothing)).toEqual(first);
});

it('the table of mistakes has at least 125 about requests whose path is right', () => {
  expect(Object.keys(mistakes).length).toBeGreaterThanOrEqual(125);
});
