import { byCard } from '../../support/switch/payments-in-memory.ts';
import type { Answer, Ask } from '../../support/switch/switch-in-memory.ts';
import { violations, violationsByAsking } from './invariants.ts';
import {
  type InitialState,
  initialState,
  type SimulatedMerchant,
  type SimulatedSwitch,
  type SimulationOptions,
  simulatedSwitch,
} from './simulated-switch.ts';

export const processors = ['test processor', 'stripe'] as const;
export type Processor = (typeof processors)[number];

const shops = ['shop_east', 'shop_west'] as const;
/** Two shops at each processor, taken on once for all plays of a suite. */
const initialStates = new Map<Processor, Promise<InitialState>>();
function shopsAt(processor: Processor): Promise<InitialState> {
  const known = initialStates.get(processor) ?? initialState(shops, processor);
  initialStates.set(processor, known);
  return known;
}

export interface ScenarioContext {
  readonly world: SimulatedSwitch;
  readonly shop: SimulatedMerchant;
  readonly other: SimulatedMerchant;
  /** Asks as the shop does, and passes time until there is an answer. */
  ask(operation: string, request?: Ask): Promise<Answer>;
}

/** Plays in a world of its own, in which nothing may be wrong once it has settled. */
export async function play(
  options: SimulationOptions,
  context: (stage: ScenarioContext) => Promise<void>,
  processor: Processor = 'test processor',
) {
  const from = await shopsAt(processor);
  const world = simulatedSwitch({ from, silentProcessor: true, ...options });
  try {
    const [shop, other] = world.merchants;
    if (!other) throw new Error('There are two shops.');
    await context({
      world,
      shop,
      other,
      ask: (...asked) => world.during(world.ask(shop, ...asked)),
    });
    await world.settle(48);
    expect([...violations(world), ...(await violationsByAsking(world))]).toEqual([]);
  } finally {
    world.close();
  }
}

export const params = { payment_id: 'pay_row' };
export const aSale = (changes: object = {}): Ask => ({
  body: { ...params, amount: 10_000, currency: 'EUR', ...changes },
});
export const paid = (number?: string, changes: object = {}) =>
  aSale({ ...byCard(number), confirm: true, ...changes });
export const confirming = (number?: string): Ask => ({ params, body: byCard(number) });
export const refunding = (refund_id: string, amount: number): Ask => ({
  body: { ...params, refund_id, amount },
});
export const cards = {
  neverAnswers: '4000000000000341',
  answers500: '4000000000000119',
  answersPage: '4000000000000069',
  otherAmount: '4000000000000259',
  contradicts: '4000000000001976',
  challenged: '4000003800000446',
  refusesRefunds: '4000000000009235',
} as const;
/** Each processor's cards that cause the same. */
const cardsAt: Readonly<Record<Processor, Readonly<Record<keyof typeof cards, string>>>> = {
  'test processor': cards,
  stripe: {
    neverAnswers: '4111111145551142',
    answers500: '4988438843884305',
    answersPage: '4166676667666746',
    otherAmount: '4000020000000000',
    contradicts: '4988080000000000',
    challenged: '4000003800000446',
    refusesRefunds: '4293189100000008',
  },
};

export const paymentOf = ({ table }: SimulatedSwitch) => {
  const item = table.items().find(({ sk, id }) => sk === 'PAYMENT' && id === params.payment_id);
  if (!item) throw new Error('There is no payment.');
  return item;
};
export const moved = (world: SimulatedSwitch, wanted: string) =>
  world.movements().filter(({ kind }) => kind === wanted).length;
/** How many different events of a type the merchants' servers got. */
export const heard = (world: SimulatedSwitch, wanted: string) =>
  new Set(
    world.received
      .map(({ request }) => JSON.parse(request.body ?? ''))
      .filter(({ event_type }) => event_type === wanted)
      .map(({ event_id }) => event_id),
  ).size;
export const minutes = (count: number) => count * 60_000;

/** Plays by the processor's own cards. */
export const playAt = (
  processor: Processor,
  options: SimulationOptions,
  context: (stage: ScenarioContext, cards: (typeof cardsAt)[Processor]) => Promise<void>,
) => play(options, (stage) => context(stage, cardsAt[processor]), processor);
