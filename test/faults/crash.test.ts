import type { Sent } from '../../shared/http/egress.ts';
import { operations } from '../../shared/operations.ts';
import { paymentMethodStore } from '../../shared/payment-methods/payment-method-store.ts';
import { parsePayment } from '../../shared/payments/payment-store.ts';
import { tableOver } from '../../shared/table/table.ts';
import { queryOf } from '../support/page-queries.ts';
import { byCard } from '../support/payments-in-memory.ts';
import { adminKey } from '../support/switch-in-memory.ts';
import { accountInAnswer, type Violation, violations, violationsByAsking } from './invariants.ts';
import {
  type Fault,
  faultAt,
  faults,
  noFaults,
  type Plan,
  type PortName,
} from './numbered-calls.ts';
import {
  type InitialState,
  initialState,
  type SimulatedMerchant,
  type SimulatedSwitch,
  simulatedSwitch,
} from './simulated-switch.ts';

/** What is tried: everything before `act` goes well, and in it one call of one invocation does not. */
interface Scenario {
  readonly name: string;
  /** The operation or function whose calls are numbered; the first invocation of it that `act` causes. */
  readonly invocation: string;
  readonly prepare?: (stage: ScenarioContext) => Promise<void>;
  readonly act: (stage: ScenarioContext) => Promise<unknown>;
  /** Whether a client would say the same once more. */
  readonly repeats?: boolean;
  /** Its server answers 500 to this many webhooks before it takes any. */
  readonly receiverFails?: number;
  /** Whether the processor tells us by itself; otherwise only asking it helps. */
  readonly hears?: boolean;
}

/** A world with what the steps of a scenario tell one another. */
interface ScenarioContext {
  readonly world: SimulatedSwitch;
  readonly shop: SimulatedMerchant;
  /** What an earlier step learned. */
  readonly known: Map<
    | 'payment method'
    | 'client secret'
    | 'page token'
    | 'mandate'
    | 'payment token'
    | 'vault token'
    | 'profile'
    | 'connector account',
    string
  >;
  /** Asks as the shop does, and lets time pass until there is an answer. */
  ask(
    operation: string,
    request?: Parameters<SimulatedSwitch['ask']>[2],
  ): ReturnType<SimulatedSwitch['ask']>;
}

const setting = 'a setting: one write, and no money moves';
const likeReturn = 'the same code as payments.return';
const likeList = 'the same code as payment-methods.list';
const likeDefault = 'the same code as payment-methods.set-default';
const disputes = 'moves no money of ours, and has crash tests of its own';
/** Operations that write and have no scenario of their own. */
const leftOut: Readonly<Record<string, string>> = {
  'accounts.update': setting,
  'organizations.update': setting,
  'api-keys.update': setting,
  'api-keys.revoke': setting,
  'profiles.update': setting,
  'routing.create': setting,
  'routing.activate': setting,
  'routing.deactivate': setting,
  'routing.update-default': setting,
  'routing.update-default-of-profile': setting,
  'routing.create-for-payouts': setting,
  'routing.activate-for-payouts': setting,
  'routing.deactivate-for-payouts': setting,
  'routing.update-default-for-payouts': setting,
  'routing.update-default-for-payouts-of-profile': setting,
  'gsm.create': setting,
  'gsm.update': setting,
  'gsm.delete': setting,
  'profile-acquirers.create': setting,
  'profile-acquirers.update': setting,
  'profiles.toggle-extended-card-info': setting,
  'profiles.toggle-connector-agnostic-mit': setting,
  'accounts.switch-storage': setting,
  // What it moves is in no books of ours: test/functions/relays loses every call of it.
  'relays.create': 'a transaction that was not made here, with a test of its own',
  'relays.retrieve': 'the same',
  'payment-methods.list-for-customer': likeList,
  'ephemeral-keys.create': setting,
  'ephemeral-keys.delete': setting,
  'card-bins.create': setting,
  'card-bins.update': setting,
  'card-bins.update-batch': setting,
  'blocklist.create': setting,
  'blocklist.delete': setting,
  'blocklist.toggle': setting,
  'payment-methods.set-default-alias': likeDefault,
  'events.retry': 'the same code as queues.deliver-webhook, asked for by hand',
  'payments.return-posted': likeReturn,
  'payments.complete': likeReturn,
  'payments.complete-posted': likeReturn,
  'payments.sync-post-capture-cancel': 'the same code as payments.retrieve with force_sync',
  'payments.sync': 'the same code as payments.retrieve with force_sync',
  'payments.complete-authorize': 'the same code as payments.retrieve with force_sync',
  'payments.update-metadata': setting,
  'payments.calculate-tax': 'one write, and no money moves before the payment is confirmed',
  'payments.manual-status-update': 'the same write as payments.manual-update',
  'payments.authenticate-return-posted': 'the same code as payments.authenticate-return',
  'refunds.sync': 'the same code as refunds.retrieve with force_sync',
  'refunds.manual-update': 'the same write as every answer about a refund',
  'payouts.update-alias': 'the same code as payouts.update',
  'payouts.manual-update': 'the same write as every answer about a payout',
  // A processor refuses or does not answer: the published status is 400. test/functions/disputes
  // breaks off every call of all of these.
  'disputes.retrieve': disputes,
  'disputes.accept': disputes,
  'disputes.submit-evidence': disputes,
  'disputes.attach-evidence': disputes,
  'disputes.delete-evidence': disputes,
  'files.create': disputes,
  'files.delete': disputes,
};

const paymentId = 'pay_crash';
const refundId = 'ref_crash';
const customerId = 'cus_crash';
const params = { payment_id: paymentId };
const aSale = { payment_id: paymentId, amount: 2_599, currency: 'EUR' };

const cards = {
  declined: '4000000000000002',
  challenged: '4000003800000446',
  decidesLater: '4000000000000077',
  answers500: '4000000000000119',
  refundsLater: '4000000000007726',
  failsRefundsLater: '4000000000005126',
  unreachable: '4000000000004954',
  refusesRefunds: '4000000000009235',
} as const;

const created =
  (changes: object = {}) =>
  ({ ask }: ScenarioContext) =>
    ask('payments.create', { body: { ...aSale, ...changes } });
const paidBy =
  (number?: string, changes: object = {}) =>
  async (stage: ScenarioContext) => {
    await created({ ...byCard(number), confirm: true, ...changes })(stage);
  };
const confirmed = (number?: string) => (stage: ScenarioContext) =>
  stage.ask('payments.confirm', { params, body: byCard(number) });
/** By a code that the customer is shown, and by a debit that fails when its time has come. */
const paidByCode = created({
  confirm: true,
  payment_method: 'real_time_payment',
  payment_method_type: 'fps',
  payment_method_data: { real_time_payment: { fps: {} } },
});
const debited = created({
  amount: 2_552,
  confirm: true,
  payment_method: 'bank_debit',
  payment_method_type: 'sepa',
  payment_method_data: {
    bank_debit: { sepa_bank_debit: { iban: 'DE89370400440532013000' } },
  },
});
const processorReports = created({
  payment_method: 'bank_debit',
  payment_method_type: 'sepa',
  payment_method_data: {
    bank_debit: { sepa_bank_debit: { iban: accountInAnswer } },
  },
});
const captured = (amount?: number) => (stage: ScenarioContext) =>
  stage.ask('payments.capture', {
    params,
    body: amount === undefined ? {} : { amount_to_capture: amount },
  });
const cancelled = (stage: ScenarioContext) => stage.ask('payments.cancel', { params, body: {} });
const refunded = (stage: ScenarioContext) =>
  stage.ask('refunds.create', {
    body: { payment_id: paymentId, refund_id: refundId, amount: 1_000 },
  });
const seconds =
  (count: number) =>
  async ({ world: { time } }: ScenarioContext) =>
    time.pass(time.now() + count * 1_000);
const inOrder =
  (...steps: readonly ((stage: ScenarioContext) => Promise<unknown>)[]) =>
  async (stage: ScenarioContext) => {
    for (const step of steps) await step(stage);
  };
const settled = ({ world }: ScenarioContext) => world.settle(48);
const challengeAnswered = (completes: boolean) => async (stage: ScenarioContext) => {
  if (!(await stage.world.answerChallenge(stage.shop, paymentId, completes))) {
    throw new Error('There is no challenge.');
  }
};

const operation = (
  name: string,
  act: Scenario['act'],
  prepare?: Scenario['prepare'],
  title = name,
): Scenario => ({ name: title, invocation: name, act, repeats: true, ...(prepare && { prepare }) });

const behind = (
  name: string,
  act: Scenario['act'],
  prepare?: Scenario['prepare'],
  title = name,
): Scenario => ({ name: title, invocation: name, act, ...(prepare && { prepare }) });

const acceptance = {
  acceptance_type: 'online',
  online: { ip_address: '203.0.113.9', user_agent: 'Mozilla/5.0' },
};
const saving = {
  customer_id: customerId,
  setup_future_usage: 'off_session',
  customer_acceptance: acceptance,
};
/** Another payment that was made before, whose card was saved. */
const savedBefore = async ({ ask, known }: ScenarioContext) => {
  const body = { ...aSale, ...byCard(), ...saving, payment_id: 'pay_before', confirm: true };
  const answer = await ask('payments.create', { body });
  known.set('payment method', String(answer.body.payment_method_id));
};
const listedBefore = async (stage: ScenarioContext) => {
  await savedBefore(stage);
  const { world, shop, known } = stage;
  const store = paymentMethodStore(tableOver(world.table));
  const paymentMethod = await store.get(shop.id, known.get('payment method') ?? '');
  const until = new Date(world.time.now() + 900_000);
  const [token = ''] = await store.issueTokens(shop.id, [paymentMethod], until);
  known.set('payment token', token);
};
/** A card that the vault's own page has captured. */
const capturedBefore = async ({ world, shop, known }: ScenarioContext) => {
  const { token } = await world.vault.cards.store(
    {
      tenant: shop.id,
      actor: { kind: 'session token', id: 'vst_1' },
      reason: 'typed by the customer',
      origin: '203.0.113.9',
      requestId: 'req_capture',
      now: new Date(world.time.now()),
    },
    {
      number: Buffer.from('4111111111111111'),
      brand: 'visa',
      expiryMonth: '08',
      expiryYear: '2031',
      cvc: Buffer.from('737'),
    },
  );
  known.set('vault token', token);
};
const confirmedWith = (which: 'payment token' | 'vault token') => (stage: ScenarioContext) =>
  stage.ask('payments.confirm', {
    params,
    body: { payment_method: 'card', payment_token: stage.known.get(which), card_cvc: '737' },
  });
const chargedLater = (stage: ScenarioContext) =>
  stage.ask('payments.create', {
    body: {
      ...aSale,
      ...{ customer_id: customerId, confirm: true, off_session: true },
      recurring_details: {
        type: 'payment_method_id',
        data: stage.known.get('payment method'),
      },
    },
  });

/** Another payment that was made before, by which the customer agreed to be charged again. */
const consenting = {
  customer_id: customerId,
  setup_future_usage: 'off_session',
  mandate_data: {
    customer_acceptance: acceptance,
    mandate_type: { single_use: { amount: 5_000, currency: 'EUR' } },
  },
};
const consentedBefore = async ({ ask, known }: ScenarioContext) => {
  const body = { ...aSale, ...byCard(), ...consenting, payment_id: 'pay_before', confirm: true };
  known.set('mandate', String((await ask('payments.create', { body })).body.mandate_id));
};
const chargedByMandate =
  (changes: object = {}) =>
  (stage: ScenarioContext) =>
    stage.ask('payments.create', {
      body: {
        ...aSale,
        ...{ customer_id: customerId, confirm: true, off_session: true },
        recurring_details: { type: 'mandate_id', data: stage.known.get('mandate') },
        ...changes,
      },
    });
const mandateRevoked = ({ ask, known }: ScenarioContext) =>
  ask('mandates.revoke', { params: { mandate_id: known.get('mandate') ?? '' } });

const aCustomer = async ({ ask }: ScenarioContext) => {
  await ask('customers.create', { body: { customer_id: customerId, name: 'Joseph Doe' } });
};
const typedCard = (changes: object = {}) => ({
  card_number: '4242424242424242',
  card_exp_month: '10',
  card_exp_year: '2035',
  ...changes,
});
const cardSaved =
  (changes: object = {}) =>
  async ({ ask, known }: ScenarioContext) => {
    const body = { customer_id: customerId, payment_method: 'card', card: typedCard(changes) };
    const answer = await ask('payment-methods.create', { body });
    known.set('payment method', String(answer.body?.payment_method_id));
  };
const awaitedBefore = async ({ ask, known }: ScenarioContext) => {
  const answer = await ask('payment-methods.create', { body: { customer_id: customerId } });
  known.set('payment method', String(answer.body.payment_method_id));
};
const ofKnown = ({ known }: ScenarioContext) => ({ method_id: known.get('payment method') ?? '' });
const awaitedCompleted = (stage: ScenarioContext) =>
  stage.ask('payment-methods.save', {
    params: ofKnown(stage),
    body: { payment_method: 'card', payment_method_data: { card: typedCard() } },
  });
const cardUpdated = (stage: ScenarioContext) =>
  stage.ask('payment-methods.update', {
    params: ofKnown(stage),
    body: { card: { card_exp_year: '2041' } },
  });
const cardDeleted = (stage: ScenarioContext) =>
  stage.ask('payment-methods.delete', { params: ofKnown(stage) });
const customerDeleted = ({ ask }: ScenarioContext) =>
  ask('customers.delete', { params: { customer_id: customerId } });
const cardsListed = ({ ask }: ScenarioContext) =>
  ask('payment-methods.list', { params: { customer_id: customerId } });
const madeDefault = (stage: ScenarioContext) =>
  stage.ask('payment-methods.set-default', {
    params: { customer_id: customerId, payment_method_id: ofKnown(stage).method_id },
  });

const anotherProfile = async ({ ask, shop, known }: ScenarioContext) => {
  const request = { params: { account_id: shop.id }, body: { profile_name: 'another' } };
  const answer = await ask('profiles.create', request);
  // Said once more, there is one of this name.
  if (answer.status === 200) known.set('profile', String(answer.body.profile_id));
};
const anotherConnectorAccount = async ({ ask, shop, known }: ScenarioContext) => {
  const answer = await ask('connector-accounts.create', {
    key: adminKey,
    params: { account_id: shop.id },
    body: {
      connector_type: 'payment_processor',
      connector_name: 'fauxpay',
      connector_label: 'another',
      connector_account_details: {
        auth_type: 'HeaderKey',
        api_key: 'the key of another account',
      },
    },
  });
  if (answer.status === 200) {
    known.set('connector account', String(answer.body.merchant_connector_id));
  }
};
const ofKnownAccount = ({ shop, known }: ScenarioContext) => ({
  account_id: shop.id,
  merchant_connector_id: known.get('connector account') ?? '',
});
const connectorAccountUpdated = (changes: object) => (stage: ScenarioContext) =>
  stage.ask('connector-accounts.update', {
    params: ofKnownAccount(stage),
    body: { connector_type: 'payment_processor', ...changes },
  });
const merchantCreatedBefore = async ({ ask }: ScenarioContext) => {
  await ask('accounts.create', { key: adminKey, body: { merchant_id: 'shop_north' } });
  const request = { params: { merchant_id: 'shop_north' }, body: { name: 'till' } };
  await ask('api-keys.create', { key: adminKey, ...request });
};

const manual = paidBy(undefined, { capture_method: 'manual' });
const several = paidBy(undefined, { capture_method: 'manual_multiple' });
const incrementable = paidBy(undefined, {
  capture_method: 'manual',
  request_incremental_authorization: true,
  request_extended_authorization: true,
});
const raised = ({ ask }: ScenarioContext) =>
  ask('payments.incremental-authorization', { params, body: { amount: 4_000 } });

const doubtful = paidBy(undefined, { email: 'review@example.com' });
/** Has every payment of the shop checked for fraud from now on. */
const checkedForFraud = async ({ ask, shop }: ScenarioContext) => {
  const params = { account_id: shop.id, profile_id: shop.profileId };
  const body = {
    connector_type: 'payment_vas',
    connector_name: 'signifyd',
    connector_account_details: { auth_type: 'HeaderKey', api_key: 'key of a checker' },
  };
  await ask('connector-accounts.create', { key: adminKey, params, body });
  const frm_routing_algorithm = { type: 'single', data: 'signifyd' };
  await ask('profiles.update', { params, body: { frm_routing_algorithm } });
};
/** Has the customers of this payment authenticated by a server beside the processor. */
const authenticatedElsewhere = async ({ ask, shop }: ScenarioContext) => {
  const params = { account_id: shop.id, profile_id: shop.profileId };
  const body = {
    connector_type: 'authentication_processor',
    connector_name: 'threedsecureio',
    connector_account_details: { auth_type: 'HeaderKey', api_key: 'key of a server' },
  };
  await ask('connector-accounts.create', { key: adminKey, params, body });
  const authentication_connector_details = {
    authentication_connectors: ['threedsecureio'],
    three_ds_requestor_url: 'https://shop.example/about',
  };
  await ask('profiles.update', { params, body: { authentication_connector_details } });
};
const toBeAuthenticated = paidBy(undefined, {
  authentication_type: 'three_ds',
  request_external_three_ds_authentication: true,
  return_url: 'https://shop.example/return',
});
/** What the processor or the bank was given the address of a page with. */
const knowsPage =
  (page: 'back' | 'authorize') =>
  async ({ world, known }: ScenarioContext) => {
    const item = world.table.items().find(({ sk, id }) => sk === 'PAYMENT' && id === paymentId);
    known.set('page token', String(queryOf(parsePayment(item), page).page_token));
  };
const authenticating = inOrder(
  authenticatedElsewhere,
  seconds(3),
  toBeAuthenticated,
  knowsPage('authorize'),
);
const authenticationCompleted = ({ ask, shop, known }: ScenarioContext) =>
  ask('payments.authenticate-return', {
    key: undefined,
    params: { ...params, merchant_id: shop.id, connector: 'stripe_test' },
    query: { page_token: known.get('page token') ?? '' },
  });
/** A payment that was left to its merchant. */
const heldForReview = inOrder(checkedForFraud, seconds(3), doubtful);

const payoutId = 'payout_crash';
const payoutParams = { payout_id: payoutId };
const destinations = {
  declined: '4000000000000002',
  later: '4000000000000077',
  failsLater: '4000000000005126',
  comesBack: '4000000000000259',
  answers500: '4000000000000119',
} as const;
const toCard = (card_number = '4000056655665556') => ({
  payout_method_data: { card: { card_number, expiry_month: '10', expiry_year: '2035' } },
});
const toBank = {
  payout_method_data: {
    bank: { bank_account_number: '000123456789', bank_routing_number: '110000000' },
  },
};
const payoutCreated =
  (changes: object = {}) =>
  ({ ask }: ScenarioContext) =>
    ask('payouts.create', {
      body: {
        ...{ payout_id: payoutId, amount: 2_599, currency: 'EUR', customer_id: customerId },
        ...changes,
      },
    });
const payoutReported = (changes: object = {}) =>
  payoutCreated({ ...toCard(), confirm: true, ...changes });
const payoutPaid = (number?: string) => payoutReported({ auto_fulfill: true, ...toCard(number) });
/** A request under a key for repeats: whoever says it once more says the same. */
const underKey =
  (name: string, body: object) =>
  ({ ask }: ScenarioContext) =>
    ask(name, { headers: { 'idempotency-key': 'the key of one request' }, body });
const aPayout = { amount: 2_599, currency: 'EUR', customer_id: customerId };
const onPayout =
  (verb: 'confirm' | 'fulfill' | 'cancel' | 'update', body: object = {}) =>
  ({ ask }: ScenarioContext) =>
    ask(`payouts.${verb}`, { params: payoutParams, body });

const payoutScenarios: readonly Scenario[] = [
  operation('payouts.create', payoutCreated()),
  operation(
    'payouts.create',
    payoutCreated(toCard()),
    undefined,
    'payouts.create to a card that waits',
  ),
  operation('payouts.create', payoutPaid(), undefined, 'payouts.create that pays'),
  operation(
    'payouts.create',
    payoutPaid(destinations.answers500),
    undefined,
    'payouts.create that pays, and the answer is a 500',
  ),
  operation(
    'payouts.create',
    payoutReported({ recurring: true }),
    undefined,
    'payouts.create, saving the card',
  ),
  operation(
    'payouts.create',
    underKey('payouts.create', { ...aPayout, ...toCard(), confirm: true, auto_fulfill: true }),
    undefined,
    'payouts.create that pays, named by its key',
  ),
  operation(
    'payouts.create',
    underKey('payouts.create', {
      ...{ ...aPayout, ...toCard(), payout_id: payoutId, confirm: true, auto_fulfill: true },
    }),
    undefined,
    'payouts.create that pays, with a name and a key',
  ),
  operation(
    'payouts.create',
    underKey('payouts.create', { ...aPayout, ...toCard() }),
    undefined,
    'payouts.create to a card that waits, named by its key',
  ),
  operation('payouts.confirm', onPayout('confirm'), inOrder(payoutCreated(toBank))),
  operation(
    'payouts.confirm',
    onPayout('confirm', { auto_fulfill: true }),
    inOrder(payoutCreated(toCard())),
    'payouts.confirm that pays to the card that waits',
  ),
  operation('payouts.fulfill', onPayout('fulfill'), inOrder(payoutReported())),
  operation(
    'payouts.fulfill',
    onPayout('fulfill'),
    inOrder(payoutReported(toCard(destinations.declined))),
    'payouts.fulfill, declined',
  ),
  operation('payouts.update', onPayout('update', toBank), inOrder(payoutCreated(toCard()))),
  operation('payouts.cancel', onPayout('cancel'), inOrder(payoutCreated(toCard()))),
  operation(
    'payouts.cancel',
    onPayout('cancel'),
    inOrder(payoutReported()),
    'payouts.cancel of one that its processor knows of',
  ),
  operation(
    'payouts.retrieve',
    ({ ask }) => ask('payouts.retrieve', { params: payoutParams, query: { force_sync: 'true' } }),
    inOrder(payoutPaid(destinations.later), seconds(10)),
    'payouts.retrieve with force_sync',
  ),
  behind(
    'queues.sync-pending',
    inOrder(settled),
    inOrder(payoutPaid(destinations.failsLater), seconds(1)),
    'queues.sync-pending of a payout',
  ),
  behind(
    'queues.publish-events',
    inOrder(payoutPaid(), settled),
    undefined,
    'queues.publish-events of a payout',
  ),
  {
    ...behind(
      'incoming-webhooks.receive',
      inOrder(payoutPaid(destinations.comesBack), settled),
      undefined,
      'incoming-webhooks.receive of a payout',
    ),
    hears: true,
  },
];

const scenarios: readonly Scenario[] = [
  operation('accounts.create', ({ ask }) =>
    ask('accounts.create', { key: adminKey, body: { merchant_id: 'shop_north' } }),
  ),
  operation('api-keys.create', ({ ask, shop }) =>
    ask('api-keys.create', {
      key: adminKey,
      params: { merchant_id: shop.id },
      body: { name: 'till' },
    }),
  ),
  operation(
    'accounts.delete',
    ({ ask }) => ask('accounts.delete', { key: adminKey, params: { account_id: 'shop_north' } }),
    merchantCreatedBefore,
  ),
  operation('organizations.create', ({ ask }) =>
    ask('organizations.create', { key: adminKey, body: { organization_name: 'Shops' } }),
  ),
  operation('profiles.create', anotherProfile),
  operation(
    'profiles.delete',
    ({ ask, shop, known }) =>
      ask('profiles.delete', {
        key: adminKey,
        params: { account_id: shop.id, profile_id: known.get('profile') ?? '' },
      }),
    anotherProfile,
  ),
  operation('connector-accounts.create', anotherConnectorAccount),
  operation(
    'connector-accounts.update',
    connectorAccountUpdated({ disabled: true }),
    anotherConnectorAccount,
  ),
  operation(
    'connector-accounts.update',
    connectorAccountUpdated({ connector_label: 'renamed' }),
    anotherConnectorAccount,
    'connector-accounts.update with a new label',
  ),
  operation(
    'connector-accounts.delete',
    (stage) =>
      stage.ask('connector-accounts.delete', { key: adminKey, params: ofKnownAccount(stage) }),
    anotherConnectorAccount,
  ),
  operation('customers.create', ({ ask }) =>
    ask('customers.create', { body: { customer_id: customerId, name: 'Joseph Doe' } }),
  ),
  operation(
    'customers.create',
    underKey('customers.create', { name: 'Joseph Doe' }),
    undefined,
    'customers.create, named by its key',
  ),
  operation(
    'payments.create',
    underKey('payments.create', { ...aSale, confirm: true, ...byCard() }),
    undefined,
    'payments.create that is paid, with a name and a key',
  ),
  operation(
    'refunds.create',
    underKey('refunds.create', { payment_id: paymentId, refund_id: refundId, amount: 1_000 }),
    paidBy(),
    'refunds.create with a name and a key',
  ),
  operation(
    'customers.update',
    ({ ask }) =>
      ask('customers.update', { params: { customer_id: customerId }, body: { name: 'Josephine' } }),
    async ({ ask }) => {
      await ask('customers.create', { body: { customer_id: customerId, name: 'Joseph Doe' } });
    },
  ),
  operation('customers.delete', customerDeleted, inOrder(aCustomer, cardSaved())),
  operation(
    'payments.create',
    ({ ask }) => ask('payments.create', { body: { ...aSale, confirm: true, ...byCard() } }),
    async ({ ask }) => {
      await ask('blocklist.toggle', { query: { status: 'true' } });
      await ask('blocklist.create', { body: { type: 'card_bin', data: '424242' } });
    },
    'payments.create with a blocked card',
  ),
  operation('payment-methods.create', cardSaved(), aCustomer),
  operation(
    'payment-methods.create',
    cardSaved({ card_exp_year: '2040' }),
    inOrder(aCustomer, cardSaved()),
    'payment-methods.create of a number that is saved',
  ),
  operation('payment-methods.save', awaitedCompleted, inOrder(aCustomer, awaitedBefore)),
  operation('payment-methods.update', cardUpdated, inOrder(aCustomer, cardSaved())),
  operation('payment-methods.delete', cardDeleted, inOrder(aCustomer, cardSaved())),
  operation('payment-methods.list', cardsListed, inOrder(aCustomer, cardSaved())),
  operation(
    'payment-methods.set-default',
    madeDefault,
    inOrder(aCustomer, cardSaved(), cardSaved({ card_number: '5555555555554444' })),
  ),
  operation('payments.create', created({ customer_id: customerId })),
  operation(
    'payments.create',
    paidBy(undefined, { customer_id: customerId }),
    undefined,
    'payments.create with confirm',
  ),
  operation('payments.create', paidByCode, undefined, 'payments.create, by a code that is shown'),
  operation('payments.create', debited, undefined, 'payments.create, by a debit that fails later'),
  operation(
    'payments.update',
    ({ ask }) => ask('payments.update', { params, body: { amount: 3_000 } }),
    inOrder(created()),
  ),
  operation('payments.confirm', confirmed(), inOrder(created())),
  operation(
    'payments.confirm',
    confirmed(cards.declined),
    inOrder(created()),
    'payments.confirm, declined',
  ),
  operation(
    'payments.confirm',
    confirmed(cards.challenged),
    inOrder(created()),
    'payments.confirm, challenged',
  ),
  operation(
    'payments.confirm',
    confirmed(),
    inOrder(created(), confirmed(cards.declined)),
    'payments.confirm after a failure',
  ),
  operation(
    'payments.create',
    created(byCard()),
    undefined,
    'payments.create with a card that waits',
  ),
  operation(
    'payments.update',
    ({ ask }) => ask('payments.update', { params, body: byCard('5555555555554444') }),
    inOrder(created(byCard())),
    'payments.update with another card that waits',
  ),
  operation(
    'payments.confirm',
    ({ ask }) => ask('payments.confirm', { params, body: {} }),
    inOrder(created(byCard())),
    'payments.confirm with the card that waits',
  ),
  operation(
    'payments.confirm',
    ({ ask }) => ask('payments.confirm', { params, body: {} }),
    inOrder(created({ ...byCard(), ...saving })),
    'payments.confirm with the card that waits, saving it',
  ),
  operation(
    'payments.create',
    processorReports,
    undefined,
    'payments.create with an account that waits',
  ),
  operation(
    'payments.confirm',
    ({ ask }) => ask('payments.confirm', { params, body: {} }),
    inOrder(processorReports),
    'payments.confirm with the account that waits',
  ),
  operation(
    'payments.confirm',
    confirmedWith('payment token'),
    inOrder(listedBefore, created({ customer_id: customerId })),
    'payments.confirm with a payment token',
  ),
  operation(
    'payments.confirm',
    confirmedWith('vault token'),
    inOrder(capturedBefore, created()),
    'payments.confirm with a card of the vault',
  ),
  operation(
    'payments.create',
    paidBy(undefined, saving),
    undefined,
    'payments.create with confirm, saving the card',
  ),
  operation(
    'payments.create',
    paidBy(undefined, saving),
    savedBefore,
    'payments.create with confirm, saving a card that is saved',
  ),
  operation('payments.create', chargedLater, savedBefore, 'payments.create, charging a saved card'),
  operation(
    'payments.retrieve',
    ({ ask }) => ask('payments.retrieve', { params, query: { force_sync: 'true' } }),
    paidBy(cards.answers500, saving),
    'payments.retrieve of a payment whose card is saved',
  ),
  operation(
    'payments.cancel',
    cancelled,
    inOrder(created(byCard())),
    'payments.cancel of a payment whose card waits',
  ),
  operation(
    'payments.create',
    paidBy(undefined, consenting),
    undefined,
    'payments.create, setting up a mandate',
  ),
  operation(
    'payments.create',
    chargedByMandate(),
    consentedBefore,
    'payments.create, charging a mandate',
  ),
  operation(
    'payments.create',
    chargedByMandate({ amount: 2_051 }),
    consentedBefore,
    'payments.create, charging a mandate in vain',
  ),
  operation(
    'payments.create',
    created({ payment_link: true, return_url: 'https://shop.example/return' }),
    undefined,
    'payments.create, with a link',
  ),
  operation('mandates.revoke', mandateRevoked, consentedBefore),
  operation('payments.capture', captured(), manual),
  operation('payments.capture', captured(1_000), manual, 'payments.capture of a part'),
  operation(
    'payments.capture',
    captured(1_599),
    inOrder(several, captured(1_000)),
    'payments.capture, the second of several',
  ),
  operation('payments.incremental-authorization', raised, incrementable),
  operation(
    'payments.incremental-authorization',
    raised,
    inOrder(incrementable, ({ ask }) =>
      ask('payments.incremental-authorization', { params, body: { amount: 3_000 } }),
    ),
    'payments.incremental-authorization, once more',
  ),
  operation(
    'payments.capture',
    captured(),
    inOrder(incrementable, raised),
    'payments.capture of more',
  ),
  operation(
    'payments.extend-authorization',
    ({ ask }) => ask('payments.extend-authorization', { params }),
    incrementable,
  ),
  operation(
    'payments.create',
    doubtful,
    inOrder(checkedForFraud, seconds(3)),
    'payments.create, checked for fraud',
  ),
  operation(
    'payments.approve',
    ({ ask }) => ask('payments.approve', { params, body: {} }),
    heldForReview,
  ),
  operation(
    'payments.reject',
    ({ ask }) => ask('payments.reject', { params, body: {} }),
    heldForReview,
  ),
  operation(
    'payments.create',
    toBeAuthenticated,
    inOrder(authenticatedElsewhere, seconds(3)),
    'payments.create, to be authenticated',
  ),
  operation('payments.authenticate-return', authenticationCompleted, authenticating),
  operation(
    'payments.authenticate',
    ({ ask, shop, known }) =>
      ask('payments.authenticate', {
        key: shop.publishableKey,
        params,
        body: {
          client_secret: known.get('client secret') ?? '',
          device_channel: 'BRW',
          threeds_method_comp_ind: 'U',
        },
      }),
    inOrder(authenticating, async ({ ask, known }) => {
      const { body } = await ask('payments.retrieve', { params });
      known.set('client secret', String(body.client_secret));
    }),
  ),
  operation('payments.cancel', cancelled, inOrder(created())),
  operation('payments.cancel', cancelled, manual, 'payments.cancel of an authorized payment'),
  operation(
    'payments.cancel',
    cancelled,
    inOrder(several, captured(1_000)),
    'payments.cancel after a part was captured',
  ),
  operation(
    'payments.cancel-post-capture',
    ({ ask }) => ask('payments.cancel-post-capture', { params, body: {} }),
    paidBy(),
  ),
  operation(
    'payments.cancel',
    cancelled,
    paidBy(cards.challenged),
    'payments.cancel while the customer is away',
  ),
  operation(
    'payments.manual-update',
    ({ ask, shop }) =>
      ask('payments.manual-update', {
        key: adminKey,
        params,
        body: { merchant_id: shop.id, attempt_status: 'charged', reason: 'seen in its books' },
      }),
    paidBy(cards.answers500),
  ),
  operation(
    'payments.return',
    ({ ask, shop, known }) =>
      ask('payments.return', {
        params: { ...params, merchant_id: shop.id, connector: 'stripe_test' },
        query: { page_token: known.get('page token') ?? '' },
      }),
    inOrder(
      paidBy(cards.challenged, { return_url: 'https://shop.example/thanks' }),
      knowsPage('back'),
      challengeAnswered(true),
    ),
  ),
  operation('refunds.create', refunded, paidBy()),
  operation('refunds.create', refunded, paidBy(cards.refusesRefunds), 'refunds.create, refused'),
  operation('refunds.create', refunded, paidBy(cards.refundsLater), 'refunds.create, pending'),
  operation(
    'refunds.create',
    refunded,
    paidBy(cards.failsRefundsLater),
    'refunds.create, failing later',
  ),
  operation(
    'refunds.update',
    ({ ask }) =>
      ask('refunds.update', { params: { refund_id: refundId }, body: { reason: 'too small' } }),
    inOrder(paidBy(), refunded),
  ),
  operation(
    'refunds.retrieve',
    ({ ask }) =>
      ask('refunds.retrieve', { params: { refund_id: refundId }, query: { force_sync: 'true' } }),
    inOrder(paidBy(cards.failsRefundsLater), refunded, seconds(6)),
  ),
  operation(
    'payments.retrieve',
    ({ ask }) => ask('payments.retrieve', { params, query: { force_sync: 'true' } }),
    paidBy(cards.answers500),
  ),
  operation(
    'payments.confirm',
    confirmed(cards.unreachable),
    inOrder(created()),
    'payments.confirm, no processor can be reached',
  ),
  {
    name: 'incoming-webhooks.receive about a payment',
    invocation: 'incoming-webhooks.receive',
    // Its first news is that it has not decided yet.
    prepare: inOrder(paidBy(cards.decidesLater), seconds(2)),
    act: settled,
    hears: true,
  },
  {
    name: 'incoming-webhooks.receive about a refund',
    invocation: 'incoming-webhooks.receive',
    prepare: inOrder(paidBy(cards.failsRefundsLater), refunded, seconds(2)),
    act: settled,
    hears: true,
  },
  behind('queues.publish-events', inOrder(paidBy(), settled)),
  behind(
    'queues.publish-events',
    inOrder(paidBy(cards.answers500), settled),
    undefined,
    'queues.publish-events of what waits',
  ),
  behind('queues.deliver-webhook', inOrder(paidBy(), settled)),
  {
    name: 'queues.deliver-webhook to a server that fails at first',
    invocation: 'queues.deliver-webhook',
    act: inOrder(paidBy(), settled),
    receiverFails: 4,
  },
  behind('queues.sync-pending', settled, paidBy(cards.answers500)),
  behind('queues.find-due', settled, paidBy(cards.challenged)),
  behind(
    'queues.sync-pending',
    settled,
    inOrder(paidBy(cards.failsRefundsLater), refunded),
    'queues.sync-pending of a refund',
  ),
  behind(
    'queues.sync-pending',
    inOrder(challengeAnswered(true), settled),
    inOrder(paidBy(cards.challenged), seconds(1)),
    'queues.sync-pending after a challenge',
  ),
  ...payoutScenarios,
];

describe('whatever breaks, at whichever call', () => {
  let from: InitialState;
  beforeAll(async () => {
    from = await initialState(['shop_east', 'shop_west']);
  });

  /** Plays a scenario in a world of its own; returns the world and the calls of what was tried. */
  async function play(scenario: Scenario, plan: Plan) {
    const { invocation, prepare, act, repeats, hears, receiverFails = 0 } = scenario;
    let webhooks = 0;
    let armed = false;
    const world = simulatedSwitch({
      from,
      silentProcessor: !hears,
      receiver: () => answered(++webhooks > receiverFails ? 200 : 500),
      plan: (name) => {
        if (!armed || name !== invocation) return noFaults;
        armed = false;
        return plan;
      },
    });
    try {
      const [shop] = world.merchants;
      const ask: ScenarioContext['ask'] = (...asked) =>
        world.time.during(world.ask(shop, ...asked));
      const stage: ScenarioContext = { world, shop, known: new Map(), ask };
      await prepare?.(stage);
      const [before, toldBefore] = [world.runs(invocation).length, world.clientCalls.length];
      armed = true;
      await act(stage);
      const answer = world.clientCalls
        .slice(toldBefore)
        .find(({ operation }) => operation === invocation)?.answer;
      await world.settle(48);
      const found: Violation[] = [...violations(world)];
      if (repeats) {
        await act(stage);
        await world.settle(48);
        found.push(...violations(world));
      }
      found.push(...(await violationsByAsking(world)));
      const calls = world.runs(invocation)[before] ?? [];
      return { found, calls, befallen: world.injectedFaults, status: answer?.status };
    } finally {
      world.close();
    }
  }

  it('is asked of every operation that writes, but for those that move no money', () => {
    const writes = ['PutItem', 'UpdateItem', 'DeleteItem'];
    const asked = new Set(scenarios.map(({ invocation }) => invocation));
    const left = operations
      .filter(({ access }) => access.table?.some((action) => writes.includes(action)))
      .map(({ name }) => name)
      .filter((name) => !asked.has(name) && !(name in leftOut));
    expect(left).toEqual([]);
    expect(Object.keys(leftOut).filter((name) => asked.has(name))).toEqual([]);
  });

  const rows: string[] = [];
  let [run, passed, expected] = [0, 0, 0];

  it.each(scenarios)(
    '$name: nothing is double, lost, stuck, unheard or untrue',
    async (scenario) => {
      const dry = await play(scenario, noFaults);
      expect(dry.found).toEqual([]);
      expect(dry.calls.length).toBeGreaterThan(0);
      expect([undefined, 200, 302]).toContain(dry.status);
      expected += dry.calls.length * faults.length;
      const failed: string[] = [];
      for (const { number, port, name } of dry.calls) {
        for (const fault of faults) {
          const { found, befallen, status } = await play(scenario, faultAt(number, fault));
          run += 1;
          const where = `call ${number} (${port}: ${name}) ${fault}`;
          const wrong = [
            ...(befallen.get(fault) === 1 ? [] : ['it did not happen']),
            ...(isRightAnswer(status, fault, port) ? [] : [`the client was answered ${status}`]),
            ...found.map(({ invariant, what }) => `${invariant} ${what}`),
          ];
          if (wrong.length === 0) passed += 1;
          failed.push(...wrong.map((one) => `${where}: ${one}`));
        }
      }
      rows.push(`${scenario.name}: ${dry.calls.length} calls × ${faults.length} faults`);
      expect(failed).toEqual([]);
    },
  );

  afterAll(() => {
    const sum = `${run} run, ${passed} passed (calls × faults = ${expected})`;
    console.log([...rows, `crash cases: ${sum}`].join('\n'));
    expect(run).toBe(expected);
  });
});

/**
 * A client is told of success, or of a failure that is ours: never that it asked for something wrong.
 * What the table's client makes good by itself, nobody notices.
 */
function isRightAnswer(status: number | undefined, fault: Fault, port: PortName) {
  if (status === undefined || status < 400) return true;
  const isHealed = port === 'table' && (fault === 'lose' || fault === 'twice');
  return !isHealed && status >= 500;
}

const answered = (status: number): Sent => ({
  kind: 'answered',
  response: { status, headers: {}, body: '' },
});
