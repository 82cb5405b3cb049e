import { byCard } from '../../support/switch/payments-in-memory.ts';
import type { Answer, Ask } from '../../support/switch/switch-in-memory.ts';
import { everyOrder, interleaved, type Order } from './interleavings.ts';
import { violations, violationsByAsking } from './invariants.ts';
import { type Random, seededRandom } from './random.ts';
import {
  type InitialState,
  type SimulatedMerchant,
  type SimulatedSwitch,
  simulatedSwitch,
} from './simulated-switch.ts';

/** Many at once, in an order that the seed decides. */
export interface Race {
  readonly name: string;
  /** The violations after one round; empty when there are none. */
  round(from: InitialState, seed: number): Promise<readonly string[]>;
}

type OperationCall = readonly [operation: string, request: Ask];

interface Start {
  readonly prepare: readonly OperationCall[];
  readonly requests: readonly OperationCall[];
  /** Checks the answers and the processor's books, beside the invariants that always hold. */
  readonly check: (answers: readonly Answer[], world: SimulatedSwitch) => readonly string[];
}

const params = { payment_id: 'pay_race' };
const created = (changes: object = {}): OperationCall => [
  'payments.create',
  { body: { ...params, amount: 10_000, currency: 'EUR', ...changes } },
];
const paid = created({ ...byCard(), confirm: true });
const authorized = created({ ...byCard(), confirm: true, capture_method: 'manual' });
const confirm: OperationCall = ['payments.confirm', { params, body: byCard() }];
const confirmUnconfirmed: OperationCall = ['payments.confirm', { params, body: {} }];
const updateUnconfirmed: OperationCall = [
  'payments.update',
  { params, body: byCard('5555555555554444') },
];
const cancel: OperationCall = ['payments.cancel', { params, body: {} }];
const voidCaptured: OperationCall = ['payments.cancel-post-capture', { params, body: {} }];
const retrieveWithSync: OperationCall = [
  'payments.retrieve',
  { params, query: { force_sync: 'true' } },
];
const capture = (amount?: number): OperationCall => [
  'payments.capture',
  { params, body: amount === undefined ? {} : { amount_to_capture: amount } },
];
const refund = (refund_id: string, amount: number): OperationCall => [
  'refunds.create',
  { body: { ...params, refund_id, amount } },
];
const times = <T>(count: number, make: (index: number) => T): T[] =>
  Array.from({ length: count }, (_, index) => make(index));

const good = (answers: readonly Answer[]) => answers.filter(({ status }) => status === 200);
const only = (condition: boolean, otherwise: string) => (condition ? [] : [otherwise]);
const allRefusedPlainly = (answers: readonly Answer[]) =>
  only(
    answers.every(({ status }) => status < 500),
    'somebody was answered with an error of ours',
  );

const codesTaken = ({ vault }: SimulatedSwitch) =>
  vault.ports.audit.items().filter(({ type }) => type === 'cvc.taken').length;

export const races: readonly Race[] = [
  aRace('fifty confirms of a payment whose card waits make one charge, and its code is used once', {
    prepare: [created(byCard())],
    requests: times(50, () => confirmUnconfirmed),
    check: (answers, world) => [
      ...only(good(answers).length === 1, `${good(answers).length} were told of success`),
      ...only(moves(world, 'charged') === 1, `${moves(world, 'charged')} charges`),
      ...only(codesTaken(world) === 1, `its code was taken ${codesTaken(world)} times`),
      ...allRefusedPlainly(answers),
    ],
  }),
  aRace('fifty confirms of one payment make one charge', {
    prepare: [created()],
    requests: times(50, () => confirm),
    check: (answers, world) => [
      ...only(good(answers).length === 1, `${good(answers).length} were told of success`),
      ...only(moves(world, 'charged') === 1, `${moves(world, 'charged')} charges`),
      ...allRefusedPlainly(answers),
    ],
  }),
  aRace('fifty identical creates make one payment and one charge', {
    prepare: [],
    requests: times(50, () => paid),
    check: (answers, world) => [
      ...only(good(answers).length === 1, `${good(answers).length} were told of success`),
      ...only(moves(world, 'charged') === 1, `${moves(world, 'charged')} charges`),
      ...allRefusedPlainly(answers),
    ],
  }),
  aRace('of a hundred refunds of 40 on 100 two are accepted', {
    prepare: [paid],
    requests: times(100, (index) => refund(`ref_${index}`, 4_000)),
    check: (answers, world) => [
      ...only(good(answers).length === 2, `${good(answers).length} refunds were accepted`),
      ...only(moves(world, 'refunded') === 2, `${moves(world, 'refunded')} refunds were made`),
      ...allRefusedPlainly(answers),
    ],
  }),
  aRace('fifty identical refunds give back once', {
    prepare: [paid],
    requests: times(50, () => refund('ref_1', 4_000)),
    check: (answers, world) => [
      ...only(good(answers).length >= 1, 'nobody was told of the refund'),
      ...only(moves(world, 'refunded') === 1, `${moves(world, 'refunded')} refunds were made`),
      ...allRefusedPlainly(answers),
    ],
  }),
  aRace('twenty captures of one payment capture once', {
    prepare: [authorized],
    requests: times(20, () => capture()),
    check: (answers, world) => [
      ...only(good(answers).length === 1, `${good(answers).length} were told of success`),
      ...only(moves(world, 'captured') === 1, `${moves(world, 'captured')} captures`),
      ...allRefusedPlainly(answers),
    ],
  }),
];

const moves = (world: SimulatedSwitch, wanted: string) =>
  world.movements().filter(({ kind }) => kind === wanted).length;

function aRace(name: string, { prepare, requests, check }: Start): Race {
  return {
    name,
    async round(from, seed) {
      const random = seededRandom(seed);
      const latency = () => random.below(20);
      const world = simulatedSwitch({ from, random: random.fork(), latency });
      try {
        const [shop] = world.merchants;
        for (const request of prepare) await world.during(world.ask(shop, ...request));
        const answers = await world.during(
          Promise.all(requests.map((request) => afterAMoment(request, world, shop, random))),
        );
        await world.settle(48);
        return [...check(answers, world), ...(await whatIsWrong(world))];
      } finally {
        world.close();
      }
    },
  };
}

async function afterAMoment(
  request: OperationCall,
  world: SimulatedSwitch,
  shop: SimulatedMerchant,
  random: Random,
) {
  await world.time.sleep(random.below(10));
  return world.ask(shop, ...request);
}

const whatIsWrong = async (world: SimulatedSwitch) =>
  [...violations(world), ...(await violationsByAsking(world))].map(
    ({ invariant, what }) => `${invariant} ${what}`,
  );

/** Two operations whose calls are made in every order that there is. */
export interface Duel {
  readonly name: string;
  readonly prepare: readonly OperationCall[];
  readonly requests: readonly [OperationCall, OperationCall];
  /** The highest number of calls of each; by default, its number of calls without a rival. */
  readonly calls?: readonly [number, number];
}

export const duels: readonly Duel[] = [
  { name: 'a confirm and a cancel', prepare: [created()], requests: [confirm, cancel] },
  { name: 'two confirms', prepare: [created()], requests: [confirm, confirm] },
  {
    name: 'a confirm and a look while it is being asked',
    prepare: [created()],
    requests: [confirm, retrieveWithSync],
    // A retrieve syncs only while the confirm asks the processor.
    calls: [7, 6],
  },
  {
    name: 'two confirms with the card that waits',
    prepare: [created(byCard())],
    requests: [confirmUnconfirmed, confirmUnconfirmed],
  },
  {
    name: 'a confirm with the card that waits and a cancel',
    prepare: [created(byCard())],
    requests: [confirmUnconfirmed, cancel],
  },
  {
    name: 'a confirm with the card that waits and an update with another',
    prepare: [created(byCard())],
    requests: [confirmUnconfirmed, updateUnconfirmed],
  },
  { name: 'two captures', prepare: [authorized], requests: [capture(6_000), capture(7_000)] },
  {
    name: 'two captures of several',
    prepare: [created({ ...byCard(), confirm: true, capture_method: 'manual_multiple' })],
    requests: [capture(6_000), capture(7_000)],
  },
  { name: 'a capture and a cancel', prepare: [authorized], requests: [capture(), cancel] },
  {
    name: 'two refunds',
    prepare: [paid],
    requests: [refund('ref_1', 6_000), refund('ref_2', 7_000)],
  },
  {
    name: 'a refund and the void of the whole payment',
    prepare: [paid],
    requests: [refund('ref_1', 6_000), voidCaptured],
  },
];

/**
 * The orders of a duel: all there are, or about `most` of them, evenly taken, with all those in which
 * one of the two makes its calls between two of the other's.
 */
export async function ordersOf(duel: Duel, from: InitialState, most: number): Promise<Order[]> {
  const [first, second] = duel.calls ?? [
    await gatedCalls(duel, from, 0),
    await gatedCalls(duel, from, 1),
  ];
  const all = everyOrder(first, second);
  const step = Math.max(1, Math.ceil(all.length / most));
  if (step === 1) return all;
  return [
    ...all.filter((_, index) => index % step === 0),
    ...inBetween(first, second, 0, 1),
    ...inBetween(second, first, 1, 0),
  ];
}

/** All calls of the one before, between and after those of the other. */
const inBetween = (outer: number, inner: number, one: 0 | 1, other: 0 | 1): Order[] =>
  times(outer + 1, (before) => [
    ...times(before, () => one),
    ...times(inner, () => other),
    ...times(outer - before, () => one),
  ]);

/**
 * The number of calls that one of the two makes without its rival; reading a clock does not wait.
 */
async function gatedCalls({ prepare, requests }: Duel, from: InitialState, whose: 0 | 1) {
  const world = simulatedSwitch({ from });
  try {
    const [shop] = world.merchants;
    for (const wish of prepare) await world.during(world.ask(shop, ...wish));
    const [operation, request] = requests[whose];
    await world.during(world.ask(shop, operation, request));
    const calls = world.runs(operation).at(-1) ?? [];
    return calls.filter(({ port }) => port !== 'clock').length;
  } finally {
    world.close();
  }
}

/** Plays a duel in one order; returns the violations after everything has settled. */
export async function fight({ prepare, requests }: Duel, from: InitialState, order: Order) {
  let calls: ReturnType<typeof interleaved> | undefined;
  let begun = 0;
  const world = simulatedSwitch({
    from,
    gate: (invocation) => {
      const isOne = requests.some(([operation]) => operation === invocation);
      if (!calls || !isOne || begun > 1) return undefined;
      const whose = begun === 0 ? 0 : 1;
      begun += 1;
      return calls.gateOf(whose);
    },
  });
  try {
    const [shop] = world.merchants;
    for (const request of prepare) await world.during(world.ask(shop, ...request));
    const referee = interleaved(order);
    calls = referee;
    const play = async (whose: 0 | 1) => {
      const answer = await world.ask(shop, ...requests[whose]);
      referee.end(whose);
      return answer;
    };
    const answers = await world.during(Promise.all([play(0), play(1)]));
    await world.settle(48);
    return [...allRefusedPlainly(answers), ...(await whatIsWrong(world))];
  } finally {
    world.close();
  }
}
