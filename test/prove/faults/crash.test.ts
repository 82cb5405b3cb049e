import type { Sent } from '#platform/http/egress/egress.ts';
import { parsePayment, paymentKey } from '#switch/payments/payment-store.ts';
import { isEventSource } from '../../../scripts/operate/rebuild-events.ts';
import { operations } from '../../../shared/operations.ts';
import { scenarios } from '../../scenarios/all-scenarios.ts';
import { operationOf, type Scenario } from '../../scenarios/scenario.ts';
import { completing, withCompletions } from '../../support/processors/completing-processor.ts';
import { stepwise, withOrders } from '../../support/processors/stepwise-processor.ts';
import { queryOf } from '../../support/requests/page-queries.ts';
import { drawnByDay } from '../../support/runner/drawn-by-day.ts';
import { countOfNight } from '../../support/switch/night.ts';
import { byCard } from '../../support/switch/payments-in-memory.ts';
import { violations, violationsByAsking } from './invariants.ts';
import {
  type Fault,
  faultAt,
  faults,
  noFaults,
  type Plan,
  type PortName,
  ProcessDied,
} from './numbered-calls.ts';
import { isOfNight, sameCase } from './same-case.ts';
import { simulatedShop } from './simulated-shop.ts';
import {
  type InitialState,
  initialState,
  type SimulatedMerchant,
  type SimulatedSwitch,
  type SimulationOptions,
  simulatedSwitch,
} from './simulated-switch.ts';
import type { Violation } from './violation.ts';

/**
 * A trial: everything before `act` succeeds, and during `act` one call of one invocation has a
 * fault.
 */
interface Trial {
  readonly name: string;
  /** The operation or function whose calls are numbered; the first invocation of it that `act` causes. */
  readonly invocation: string;
  /** Prepares the trial and returns its act. */
  readonly begin: (stage: ScenarioContext) => Promise<() => Promise<unknown>>;
  /** Whether a client would repeat the request. */
  readonly repeats?: boolean;
  /** Its server answers 500 to this many webhooks before it takes any. */
  readonly receiverFails?: number;
  /** Whether the processor sends a webhook; otherwise only a sync helps. */
  readonly hears?: boolean;
  /** Whether it is paid through Stripe's API instead of the test processor's own. */
  readonly isThroughStripe?: boolean;
  /** Its processor, if it is another one, such as one that needs an order before it charges. */
  readonly processor?: SimulationOptions['processor'];
}

/** A world, with the values that the steps of a scenario share. */
interface ScenarioContext {
  readonly world: SimulatedSwitch;
  readonly shop: SimulatedMerchant;
  /** Values from earlier steps. */
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
  /** Asks as the shop does, and passes time until there is an answer. */
  ask(
    operation: string,
    request?: Parameters<SimulatedSwitch['ask']>[2],
  ): ReturnType<SimulatedSwitch['ask']>;
}
const likeList = 'the same code as payment-methods.list';
const likeDefault = 'the same code as payment-methods.set-default';
const disputes = 'moves no money of ours, and has crash tests of its own';
/** Operations that write and have no scenario of their own. */
const leftOut: Readonly<Record<string, string>> = {
  'incoming-webhooks.receive-put': 'the same code as incoming-webhooks.receive',
  'payment-methods.list-for-customer': likeList,
  'payment-methods.set-default-alias': likeDefault,
  'events.retry': 'the same code as queues.deliver-webhook, asked for by hand',
  'payouts.update-alias': 'the same code as payouts.update',
  'payouts.manual-update': 'the same write as every answer about a payout',
  // A processor refuses or does not answer: the published status is 400. test/functions/disputes
  // breaks off every call of all of these.
  'disputes.retrieve': disputes,
  'disputes.accept': disputes,
  'disputes.attach-evidence': disputes,
  'disputes.delete-evidence': disputes,
  'files.create': disputes,
  'files.delete': disputes,
};

const paymentId = 'pay_crash';
const refundId = 'ref_crash';
const customerId = 'cus_crash';
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

type Step = (stage: ScenarioContext) => Promise<unknown>;

/** Changes that no reader of the stream will ever see. */
const readersMissed: Step = async (stage) => {
  stage.world.stopReaders(25);
  await paidBy()(stage);
  await refunded(stage);
  await stage.world.settle(26);
};
/** As an operator does it, who runs the command again when it died. */
const eventsRebuilt: Step = async ({ world }) => {
  const items = world.table.items().filter(isEventSource);
  const since = new Date(world.time.now() - 27 * 3_600_000);
  const run = world.invoke('events.rebuild', (machine) => machine.rebuildEvents(items, since));
  await world.during(run).catch((error: unknown) => {
    if (!(error instanceof ProcessDied)) throw error;
  });
};

const after =
  (prepare: Step | undefined, act: Step): Trial['begin'] =>
  async (stage) => {
    await prepare?.(stage);
    return () => act(stage);
  };

const operation = (name: string, act: Step, prepare?: Step, title = name): Trial => ({
  name: title,
  invocation: name,
  repeats: true,
  begin: after(prepare, act),
});

const behind = (name: string, act: Step, prepare?: Step, title = name): Trial => ({
  name: title,
  invocation: name,
  begin: after(prepare, act),
});

/** A scenario whose request is interrupted and repeated. */
const ofScenario = (name: string, { prepare, request }: Scenario): Trial => {
  const invocation = operationOf(name);
  return {
    name,
    invocation,
    repeats: true,
    async begin({ world, shop }) {
      const simulated = simulatedShop(world, shop);
      await prepare?.(simulated);
      // From now on every reader of the configuration sees the prepared settings.
      if (prepare) await world.time.pass(world.time.now() + 3_000);
      const asked = await request(simulated);
      return () => simulated.ask(invocation, asked);
    },
  };
};

const acceptance = {
  acceptance_type: 'online',
  online: { ip_address: '203.0.113.9', user_agent: 'Mozilla/5.0' },
};

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
        customer_id: customerId,
        confirm: true,
        off_session: true,
        recurring_details: { type: 'mandate_id', data: stage.known.get('mandate') },
        ...changes,
      },
    });
/** A payment that gives the mandate of before its own card. */
const mandateChanged = (stage: ScenarioContext) =>
  paidBy(undefined, {
    ...consenting,
    mandate_data: {
      customer_acceptance: acceptance,
      update_mandate_id: stage.known.get('mandate'),
    },
  })(stage);
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
const cardsListed = ({ ask }: ScenarioContext) =>
  ask('payment-methods.list', { params: { customer_id: customerId } });
const madeDefault = (stage: ScenarioContext) =>
  stage.ask('payment-methods.set-default', {
    params: { customer_id: customerId, payment_method_id: ofKnown(stage).method_id },
  });

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
        payout_id: payoutId,
        amount: 2_599,
        currency: 'EUR',
        customer_id: customerId,
        ...changes,
      },
    });
const payoutReported = (changes: object = {}) =>
  payoutCreated({ ...toCard(), confirm: true, ...changes });
const payoutPaid = (number?: string) => payoutReported({ auto_fulfill: true, ...toCard(number) });
/** A request under an idempotency key: its repeat is the same request. */
const underKey =
  (name: string, body: object) =>
  ({ ask }: ScenarioContext) =>
    ask(name, { headers: { 'idempotency-key': 'the key of one request' }, body });
const aPayout = { amount: 2_599, currency: 'EUR', customer_id: customerId };
const onPayout =
  (verb: 'confirm' | 'fulfill' | 'cancel' | 'update', body: object = {}) =>
  ({ ask }: ScenarioContext) =>
    ask(`payouts.${verb}`, { params: payoutParams, body });

const payoutTrials: readonly Trial[] = [
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
      ...aPayout,
      ...toCard(),
      payout_id: payoutId,
      confirm: true,
      auto_fulfill: true,
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

/** After a fault between the steps of an authorization, the payment is still found. */
const stepwiseTrials: readonly Trial[] = [
  operation('payments.create', paidBy(), undefined, 'payments.create that pays in two steps'),
  operation(
    'payments.create',
    paidBy(undefined, { capture_method: 'manual' }),
    undefined,
    'payments.create that reserves in two steps',
  ),
  operation(
    'payments.create',
    paidBy(cards.answers500),
    undefined,
    'payments.create that pays in two steps, and the second answer is a 500',
  ),
].map((trial) => ({
  ...trial,
  processor: { adapters: stepwise({ by: 'kept' }), send: withOrders },
}));

/** The customer comes back with a proof, without which the processor does not charge. */
const comesBackWith =
  (proof: string): Trial['begin'] =>
  async (stage) => {
    await paidBy(cards.challenged, { return_url: 'https://shop.example/return' })(stage);
    const { world, shop } = stage;
    const stored = await simulatedShop(world, shop).stored(paymentKey(shop.id, paymentId));
    const query = { ...queryOf(parsePayment(stored), 'complete'), proof };
    const params = { payment_id: paymentId, merchant_id: shop.id, connector: 'stripe_test' };
    return () => stage.ask('payments.return', { params, query });
  };
const completingTrials: readonly Trial[] = ['yes', 'no', 'again'].map((proof) => ({
  name: `payments.return with a proof: ${proof}`,
  invocation: 'payments.return',
  begin: comesBackWith(proof),
  repeats: true,
  processor: { ...completing, send: withCompletions },
}));

const stripeCards = {
  challenged: '4000003800000446',
  neverAnswers: '4111111145551142',
  answers500: '4988438843884305',
  refundsLater: '4000000000007726',
  failsRefundsLater: '4000000000005126',
} as const;
const reserved = { capture_method: 'manual' };
const onPayment =
  (verb: 'confirm' | 'capture' | 'cancel', body: object = {}): Step =>
  ({ ask }) =>
    ask(`payments.${verb}`, { params: { payment_id: paymentId }, body });
const lookedUp: Step = ({ ask }) =>
  ask('payments.retrieve', { params: { payment_id: paymentId }, query: { force_sync: 'true' } });
const challengedAtStripe = paidBy(stripeCards.challenged, {
  return_url: 'https://shop.example/return',
});
const broughtBack: Trial['begin'] = async (stage) => {
  await challengedAtStripe(stage);
  await challengeAnswered(true)(stage);
  const { world, shop } = stage;
  const stored = await simulatedShop(world, shop).stored(paymentKey(shop.id, paymentId));
  const query = queryOf(parsePayment(stored), 'back');
  const params = { payment_id: paymentId, merchant_id: shop.id, connector: 'stripe' };
  return () => stage.ask('payments.return', { params, query });
};

/** The customer left the bank, and pays with another card; at the bank the payment may be paid. */
const givenUpTrials: readonly Trial[] = [false, true].map((isPaidThere) =>
  operation(
    'payments.confirm',
    onPayment('confirm', { given_up_attempt_id: `${paymentId}_1`, ...byCard() }),
    isPaidThere ? inOrder(challengedAtStripe, challengeAnswered(true)) : challengedAtStripe,
    `payments.confirm that gives up an attempt${isPaidThere ? ', which was paid meanwhile' : ''}`,
  ),
);

/** The same through Stripe's API: a customer is made there first where a card is stored. */
const stripeTrials: readonly Trial[] = [
  operation('payments.create', paidBy(), undefined, 'payments.create'),
  operation('payments.create', paidBy(undefined, reserved), undefined, 'payments.create, reserved'),
  operation('payments.create', paidBy(cards.declined), undefined, 'payments.create, declined'),
  operation(
    'payments.create',
    paidBy(stripeCards.answers500),
    undefined,
    'payments.create, and the answer is a 500',
  ),
  operation(
    'payments.create',
    paidBy(stripeCards.neverAnswers),
    undefined,
    'payments.create, and there is no answer',
  ),
  operation(
    'payments.create',
    paidBy(undefined, consenting),
    undefined,
    'payments.create, storing the card',
  ),
  operation(
    'payments.create',
    chargedByMandate(),
    consentedBefore,
    'payments.create, charging the stored card',
  ),
  operation('payments.confirm', onPayment('confirm', byCard()), created()),
  ...givenUpTrials,
  operation('payments.capture', onPayment('capture'), paidBy(undefined, reserved)),
  operation(
    'payments.capture',
    onPayment('capture', { amount_to_capture: 1_000 }),
    paidBy(undefined, reserved),
    'payments.capture of a part',
  ),
  operation('payments.cancel', onPayment('cancel'), paidBy(undefined, reserved)),
  operation('refunds.create', refunded, paidBy()),
  operation(
    'refunds.create',
    refunded,
    paidBy(stripeCards.refundsLater),
    'refunds.create, decided later',
  ),
  operation('payments.retrieve', lookedUp, paidBy(stripeCards.answers500)),
  { name: 'payments.return', invocation: 'payments.return', begin: broughtBack, repeats: true },
  {
    name: 'incoming-webhooks.receive about a payment',
    invocation: 'incoming-webhooks.receive',
    begin: after(challengedAtStripe, inOrder(challengeAnswered(true), settled)),
    hears: true,
  },
  {
    name: 'incoming-webhooks.receive about a refund',
    invocation: 'incoming-webhooks.receive',
    begin: after(inOrder(paidBy(stripeCards.failsRefundsLater), refunded, seconds(2)), settled),
    hears: true,
  },
  behind('queues.sync-pending', settled, paidBy(stripeCards.answers500)),
  behind(
    'queues.sync-pending',
    settled,
    inOrder(paidBy(stripeCards.failsRefundsLater), refunded),
    'queues.sync-pending of a refund',
  ),
].map((trial) => ({ ...trial, name: `${trial.name}, through Stripe`, isThroughStripe: true }));

const others: readonly Trial[] = [
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
  operation(
    'payments.create',
    mandateChanged,
    consentedBefore,
    'payments.create, changing a mandate',
  ),
  behind(
    'queues.sync-pending',
    settled,
    inOrder(consentedBefore, mandateChanged),
    'queues.sync-pending of a mandate that was replaced',
  ),
  operation('mandates.revoke', mandateRevoked, consentedBefore),
  {
    name: 'incoming-webhooks.receive about a payment',
    invocation: 'incoming-webhooks.receive',
    // Its first webhook reports that it has not decided yet.
    begin: after(inOrder(paidBy(cards.decidesLater), seconds(2)), settled),
    hears: true,
  },
  {
    name: 'incoming-webhooks.receive about a refund',
    invocation: 'incoming-webhooks.receive',
    begin: after(inOrder(paidBy(cards.failsRefundsLater), refunded, seconds(2)), settled),
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
    begin: after(undefined, inOrder(paidBy(), settled)),
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
  {
    name: 'npx turnout events rebuild',
    invocation: 'events.rebuild',
    begin: after(readersMissed, inOrder(eventsRebuilt, eventsRebuilt)),
  },
  ...payoutTrials,
  ...stepwiseTrials,
  ...completingTrials,
  ...givenUpTrials,
  ...stripeTrials,
];

/** All that is tried. */
const trials: readonly Trial[] = [
  ...Object.entries(scenarios).flatMap(([name, scenario]) =>
    scenario.crash === true ? [ofScenario(name, scenario)] : [],
  ),
  ...others,
];

/** Why the rest of the operations that write are left out. */
const reasons: Readonly<Record<string, string>> = {
  ...leftOut,
  ...Object.fromEntries(
    Object.entries(scenarios).flatMap(([name, { crash }]) =>
      typeof crash === 'string' ? [[operationOf(name), crash]] : [],
    ),
  ),
};

/** Whether each case is played, as in `npm run nightly`: see same-case.ts. */
const everyCase = countOfNight() !== undefined;

const { each } = drawnByDay('crash');

describe('a crash at any call', () => {
  let from: Readonly<Record<'test processor' | 'stripe', InitialState>>;
  beforeAll(async () => {
    const shops = ['shop_east', 'shop_west'] as const;
    from = {
      'test processor': await initialState(shops),
      stripe: await initialState(shops, 'stripe'),
    };
  });

  /**
   * Plays a scenario in a world of its own; returns the world and the calls of the trial's
   * invocation.
   */
  async function play(trial: Trial, plan: Plan) {
    const { invocation, begin, repeats, hears, processor, receiverFails = 0 } = trial;
    const through = trial.isThroughStripe ? 'stripe' : 'test processor';
    let webhooks = 0;
    let armed = false;
    const world = simulatedSwitch({
      from: from[through],
      silentProcessor: !hears,
      ...(processor && { processor }),
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
      const act = await begin(stage);
      const [before, toldBefore] = [world.runs(invocation).length, world.clientCalls.length];
      armed = true;
      await act();
      const answer = world.clientCalls
        .slice(toldBefore)
        .find(({ operation }) => operation === invocation)?.answer;
      await world.settle(48);
      const found: Violation[] = [...violations(world)];
      if (repeats) {
        await act();
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

  it('every operation that writes is tested with crashes, except for those that move no money', () => {
    const writes = ['PutItem', 'UpdateItem', 'DeleteItem'];
    const asked = new Set(trials.map(({ invocation }) => invocation));
    const left = operations
      .filter(({ access }) => access.table?.some((action) => writes.includes(action)))
      .map(({ name }) => name)
      .filter((name) => !asked.has(name) && !(name in reasons));
    expect(left).toEqual([]);
    expect(Object.keys(reasons).filter((name) => asked.has(name))).toEqual([]);
  });

  const rows: string[] = [];
  let [run, passed, played, ofNight, expected] = [0, 0, 0, 0, 0];

  each(trials)('$name: nothing is double, lost, stuck, unheard or untrue', async (trial) => {
    const dry = await play(trial, noFaults);
    expect(dry.found).toEqual([]);
    expect(dry.calls.length).toBeGreaterThan(0);
    expect([undefined, 200, 302]).toContain(dry.status);
    expected += dry.calls.length * faults.length;
    const failed: string[] = [];
    const outcomes = new Map<string, Outcome>([['nothing', dry]]);
    for (const call of dry.calls) {
      const { number, port, name } = call;
      for (const fault of faults) {
        if (!everyCase && isOfNight(call, fault)) {
          ofNight += 1;
          continue;
        }
        run += 1;
        const where = `call ${number} (${port}: ${name}) ${fault}`;
        const same = sameCase(dry.calls, { number, fault });
        const as = same === 'nothing' ? same : `${same.number} ${same.fault}`;
        const before = outcomes.get(as);
        if (before && !everyCase) {
          if (before.found.length === 0) passed += 1;
          continue;
        }
        const outcome = await play(trial, faultAt(number, fault));
        played += 1;
        if (!before) outcomes.set(as, outcome);
        const { found, befallen, status } = outcome;
        const wrong = [
          ...(befallen.get(fault) === 1 ? [] : ['it did not happen']),
          ...(isRightAnswer(status, fault, port) ? [] : [`the client was answered ${status}`]),
          ...(before && status !== before.status ? [`it did not end as ${as}`] : []),
          ...found.map(({ invariant, what }) => `${invariant} ${what}`),
        ];
        if (wrong.length === 0) passed += 1;
        failed.push(...wrong.map((one) => `${where}: ${one}`));
      }
    }
    rows.push(`${trial.name}: ${dry.calls.length} calls × ${faults.length} faults`);
    expect(failed).toEqual([]);
  });

  afterAll(() => {
    const sum = `${run} run, ${passed} passed (calls × faults = ${expected})`;
    const of = `${played} played, ${run - played} the same as one of these, ${ofNight} for the night`;
    console.log([...rows, `crash cases: ${sum}; ${of}`].join('\n'));
    expect(run + ofNight).toBe(expected);
  });
});

/** How one case ended. */
interface Outcome {
  readonly found: readonly Violation[];
  readonly befallen: ReadonlyMap<Fault, number>;
  /** The status of the client's first answer; undefined when no client asked. */
  readonly status: number | undefined;
}

/**
 * A client gets a success or a server error, never an error of its own request. A fault that the
 * table's client repairs by itself must not show.
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
