import * as v from 'valibot';
import { cards, unreachableCard } from '#connectors/sandbox/published/cards.ts';
import type { Sent } from '#platform/http/egress/egress.ts';
import { byCard } from '../../support/switch/payments-in-memory.ts';
import type { Answer, Ask } from '../../support/switch/switch-in-memory.ts';
import { violations, violationsByAsking } from './invariants.ts';
import { type Fault, faults, type Plan } from './numbered-calls.ts';
import { type Random, seededRandom } from './random.ts';
import {
  type InitialState,
  type SimulatedMerchant,
  type SimulatedSwitch,
  simulatedSwitch,
} from './simulated-switch.ts';
import type { Violation } from './violation.ts';

export interface Simulated {
  readonly seed: number;
  readonly operations: number;
  readonly injectedFaults: ReadonlyMap<Fault, number>;
  readonly violations: readonly Violation[];
  /** Virtual time that passed, in milliseconds. */
  readonly passedMs: number;
  /** How long each payment and refund waited for a processor, in milliseconds of virtual time. */
  readonly waitedMs: readonly number[];
  /** The answers to clients, in their order: the same for the same seed. */
  readonly trace: readonly string[];
}

const clients = 12;
const operationsEach = 17;
const dayMs = 24 * 3_600_000;

/**
 * Merchants' clients send all kinds of requests at once for a virtual day, lawful or not, while any
 * call may have any fault. Then the faults stop, and everything settles. The seed decides all of
 * it.
 */
export async function simulate(seed: number, from: InitialState): Promise<Simulated> {
  const random = seededRandom(seed);
  const [faultRate, receiverRate] = [0.002 + random.next() * 0.03, random.next() * 0.3];
  const [ofCalls, ofTime, ofReceivers] = [random.fork(), random.fork(), random.fork()];
  let isCalm = false;
  const plan: Plan = () => (ofCalls.chance(faultRate) ? ofCalls.pick(faults) : undefined);
  const world = simulatedSwitch({
    from,
    random: random.fork(),
    repeats: 0.02,
    plan: () => plan,
    latency: () => 1 + ofTime.below(20),
    receiver: () =>
      !isCalm && ofReceivers.chance(receiverRate) ? failing(ofReceivers) : accepting,
  });
  try {
    const startedAt = world.time.now();
    const shared: Shared = { world, payments: [], refunds: [], customers: [], methods: [] };
    const busy = Promise.all(
      Array.from({ length: clients }, (_, index) => aClient(index, random.fork(), shared)),
    );
    await world.during(busy);
    // The processor's webhooks are not requests of clients.
    const asked = world.clientCalls.filter(
      ({ operation }) => operation !== 'incoming-webhooks.receive',
    );
    const operations = asked.length;

    isCalm = true;
    world.withoutFaults();
    for (let round = 1; round <= 3; round++) {
      await world.settle(72);
      // An operator sends messages again that were parked while everything failed.
      world.redrive();
    }
    await world.settle(72);
    const found = [...violations(world), ...(await violationsByAsking(world))];
    return {
      seed,
      operations,
      injectedFaults: world.injectedFaults,
      violations: found,
      passedMs: world.time.now() - startedAt,
      waitedMs: waits(world),
      trace: world.clientCalls.map(
        ({ at, operation, answer }) => `${at} ${operation} ${answer.status}`,
      ),
    };
  } finally {
    world.close();
  }
}

interface Shared {
  readonly world: SimulatedSwitch;
  readonly payments: Known[];
  readonly refunds: Known[];
  readonly customers: Known[];
  /** Saved payment methods, with whose they are. */
  readonly methods: (Known & { readonly customerId: string })[];
}

interface Known {
  readonly shop: SimulatedMerchant;
  readonly id: string;
}

const accepting: Sent = { kind: 'answered', response: { status: 200, headers: {}, body: '' } };

const failing = (random: Random): Sent =>
  random.pick([
    { kind: 'answered', response: { status: 500, headers: {}, body: '' } },
    { kind: 'answered', response: { status: 302, headers: {}, body: '' } },
    { kind: 'unknown', reason: 'timeout' },
    { kind: 'unknown', reason: 'broken' },
    { kind: 'not_sent', reason: 'no connection' },
  ]);

/** One client of a shop: asks, waits, asks again, and repeats a request that got no answer. */
async function aClient(index: number, random: Random, shared: Shared): Promise<void> {
  const { world } = shared;
  const shop = world.merchants[index % world.merchants.length] ?? world.merchants[0];
  for (let count = 0; count < operationsEach; count++) {
    await world.time.sleep(pauseMs(random));
    const [operation, request] = aRequest(random, shop, shared);
    let answer = await world.ask(shop, operation, request);
    // A client without an answer, or asked to retry, mostly sends the same request once more.
    while (mayTryAgain(answer) && random.chance(0.6)) {
      await world.time.sleep(random.below(90_000));
      answer = await world.ask(shop, operation, request);
      count += 1;
    }
    remember(answer, shop, shared);
    if (random.chance(0.3)) await aCustomerActs(random, shared);
  }
}

const MadeWith = v.object({ payment_method_id: v.string(), customer_id: v.string() });

function remember({ body }: Answer, shop: SimulatedMerchant, { methods }: Shared) {
  const { success, output } = v.safeParse(MadeWith, body);
  if (!success || methods.some(({ id }) => id === output.payment_method_id)) return;
  methods.push({ shop, id: output.payment_method_id, customerId: output.customer_id });
}

const mayTryAgain = ({ status }: Answer) => status >= 500 || status === 409;

/** Mostly seconds, so that clients meet; now and then hours, so that the day passes. */
const pauseMs = (random: Random) =>
  random.chance(0.15) ? random.below(dayMs / 3) : random.below(3_000);

async function aCustomerActs(random: Random, { world, payments }: Shared) {
  const one = anyOf(random, payments);
  if (one) await world.answerChallenge(one.shop, one.id, random.chance(0.7));
}

/** Cards by how often they are used. */
const usualCards = ['4242424242424242', '4111111111111111', '5555555555554444'] as const;
const everyCard = Object.keys(cards).filter((number) => number !== unreachableCard);

const aCard = (random: Random) =>
  random.chance(0.5)
    ? random.pick(usualCards)
    : (everyCard[random.below(everyCard.length)] ?? usualCards[0]);

type OperationCall = readonly [operation: string, request: Ask];

function aRequest(random: Random, shop: SimulatedMerchant, shared: Shared): OperationCall {
  const { payments, refunds, customers } = shared;
  const own = <K extends Known>(all: readonly K[]) => all.filter((one) => one.shop === shop);
  // Now and then a payment of another shop, or an unknown one.
  const some = random.chance(0.95) ? own(payments) : payments;
  const payment_id = anyOf(random, recent(some))?.id ?? 'pay_of_nobody';
  const params = { payment_id };
  switch (random.below(20)) {
    case 0:
    case 1:
    case 2:
    case 3:
    case 4: {
      const id = `pay_${payments.length}_${random.below(1_000_000)}`;
      payments.push({ shop, id });
      const method = anyOf(random, own(shared.methods));
      if (method && random.chance(0.2)) {
        return ['payments.create', { body: aCharge(id, method) }];
      }
      return ['payments.create', { body: aPayment(random, id) }];
    }
    case 5:
    case 6:
    case 7:
      // Without a card of its own it pays with the one that waits, if any.
      return [
        'payments.confirm',
        { params, body: random.chance(0.4) ? {} : byCard(aCard(random)) },
      ];
    case 8:
    case 9: {
      const amount_to_capture = 1 + random.below(3_000);
      const body = random.chance(0.4) ? {} : { amount_to_capture };
      return ['payments.capture', { params, body }];
    }
    case 10:
      return ['payments.cancel', { params, body: {} }];
    case 11:
      return random.chance(0.3)
        ? ['payments.cancel-post-capture', { params, body: {} }]
        : ['payments.update', { params, body: aChange(random) }];
    case 12:
    case 13:
    case 14: {
      const again = random.chance(0.15) ? anyOf(random, own(refunds)) : undefined;
      const refund_id = again?.id ?? `ref_${refunds.length}_${random.below(100_000)}`;
      if (!again) refunds.push({ shop, id: refund_id });
      const amount = 100 + random.below(1_500);
      return ['refunds.create', { body: { payment_id, refund_id, amount } }];
    }
    case 15: {
      const refund_id = anyOf(random, own(refunds))?.id ?? 'ref_of_nobody';
      return random.chance(0.5)
        ? ['refunds.update', { params: { refund_id }, body: { reason: 'the wrong size' } }]
        : ['refunds.retrieve', { params: { refund_id }, query: { force_sync: 'true' } }];
    }
    case 16: {
      const id = anyOf(random, own(customers))?.id;
      if (id !== undefined && random.chance(0.5)) {
        return ['customers.update', { params: { customer_id: id }, body: { name: 'Josephine' } }];
      }
      const customer_id = `cus_${customers.length}_${random.below(100_000)}`;
      customers.push({ shop, id: customer_id });
      return ['customers.create', { body: { customer_id, name: 'Joseph Doe' } }];
    }
    case 17:
      return ['payments.create', { body: { amount: 'a lot', currency: 'XXX' } }];
    default: {
      const query = random.chance(0.6) ? { force_sync: 'true' } : undefined;
      return ['payments.retrieve', { params, ...(query && { query }) }];
    }
  }
}

function aPayment(random: Random, payment_id: string): object {
  const capture_method = random.pick(['automatic', 'automatic', 'manual', 'manual_multiple']);
  const base = { payment_id, amount: 100 + random.below(3_000), currency: 'EUR', capture_method };
  const card = byCard(aCard(random));
  const saving = {
    customer_id: `cus_saver_${random.below(4)}`,
    setup_future_usage: 'off_session',
    customer_acceptance: { acceptance_type: 'offline' },
  };
  const kinds: readonly [object, ...object[]] = [
    base,
    ...[base, base, { ...base, ...card }, { ...base, ...card, ...saving }],
    ...[1, 2, 3].map(() => ({ ...base, ...card, confirm: true })),
    { ...base, ...card, ...saving, confirm: true },
  ];
  return random.pick(kinds);
}

/** Of the amount, or of the card that waits. */
const aChange = (random: Random) =>
  random.chance(0.5) ? { amount: 100 + random.below(3_000) } : byCard(aCard(random));

const aCharge = (payment_id: string, { id: data, customerId }: Shared['methods'][number]) => ({
  payment_id,
  amount: 1_200,
  currency: 'EUR',
  confirm: true,
  off_session: true,
  customer_id: customerId,
  recurring_details: { type: 'payment_method_id', data },
});

/** Clients mostly ask about their latest objects, and so meet one another there. */
const recent = (all: readonly Known[]) => all.slice(-6);

const anyOf = <K extends Known>(random: Random, all: readonly K[]): K | undefined =>
  all[random.below(all.length)];

/** From when something waits for a processor until it does not, over all that ever did. */
function waits({ history }: SimulatedSwitch): number[] {
  const since = new Map<string, number>();
  const waited: number[] = [];
  for (const { at, after } of history) {
    if (!after || !/^(PAYMENT$|REFUND#)/.test(after.sk)) continue;
    const place = `${after.pk} ${after.sk}`;
    const isWaiting = after.status === 'processing' || after.status === 'pending';
    const begun = since.get(place);
    if (isWaiting && begun === undefined) since.set(place, at);
    if (!isWaiting && begun !== undefined) {
      waited.push(at - begun);
      since.delete(place);
    }
  }
  return waited;
}
