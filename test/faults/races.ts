import { byCard } from '../support/a-shop.ts';
import type { Answer, Ask } from '../support/switch-in-memory.ts';
import { everyOrder, interleaved, type Order } from './interleavings.ts';
import { violations, violationsByAsking } from './invariants.ts';
import { type Random, seededRandom } from './random.ts';
import { aWorld, type Beginnings, type Shop, type World } from './world.ts';

/** Many at once, in an order that the seed decides. */
export interface Race {
  readonly name: string;
  /** What is wrong after one round; nothing, when all is as it must be. */
  round(from: Beginnings, seed: number): Promise<readonly string[]>;
}

type Wish = readonly [operation: string, request: Ask];

interface Start {
  readonly prepare: readonly Wish[];
  readonly wishes: readonly Wish[];
  /** What must be true of the answers and of the processor's books, beside all that always must. */
  readonly check: (answers: readonly Answer[], world: World) => readonly string[];
}

const params = { payment_id: 'pay_race' };
const created = (changes: object = {}): Wish => [
  'payments.create',
  { body: { ...params, amount: 10_000, currency: 'EUR', ...changes } },
];
const paid = created({ ...byCard(), confirm: true });
const authorized = created({ ...byCard(), confirm: true, capture_method: 'manual' });
const confirm: Wish = ['payments.confirm', { params, body: byCard() }];
const confirmWaiting: Wish = ['payments.confirm', { params, body: {} }];
const changeWaiting: Wish = ['payments.update', { params, body: byCard('5555555555554444') }];
const cancel: Wish = ['payments.cancel', { params, body: {} }];
const voidCaptured: Wish = ['payments.cancel-post-capture', { params, body: {} }];
const look: Wish = ['payments.retrieve', { params, query: { force_sync: 'true' } }];
const capture = (amount?: number): Wish => [
  'payments.capture',
  { params, body: amount === undefined ? {} : { amount_to_capture: amount } },
];
const refund = (refund_id: string, amount: number): Wish => [
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

const codesTaken = ({ vault }: World) =>
  vault.ports.audit.items().filter(({ type }) => type === 'csc.taken').length;

export const races: readonly Race[] = [
  aRace('fifty confirms of a payment whose card waits make one charge, and its code is used once', {
    prepare: [created(byCard())],
    wishes: times(50, () => confirmWaiting),
    check: (answers, world) => [
      ...only(good(answers).length === 1, `${good(answers).length} were told of success`),
      ...only(moves(world, 'charged') === 1, `${moves(world, 'charged')} charges`),
      ...only(codesTaken(world) === 1, `its code was taken ${codesTaken(world)} times`),
      ...allRefusedPlainly(answers),
    ],
  }),
  aRace('fifty confirms of one payment make one charge', {
    prepare: [created()],
    wishes: times(50, () => confirm),
    check: (answers, world) => [
      ...only(good(answers).length === 1, `${good(answers).length} were told of success`),
      ...only(moves(world, 'charged') === 1, `${moves(world, 'charged')} charges`),
      ...allRefusedPlainly(answers),
    ],
  }),
  aRace('fifty identical creates make one payment and one charge', {
    prepare: [],
    wishes: times(50, () => paid),
    check: (answers, world) => [
      ...only(good(answers).length === 1, `${good(answers).length} were told of success`),
      ...only(moves(world, 'charged') === 1, `${moves(world, 'charged')} charges`),
      ...allRefusedPlainly(answers),
    ],
  }),
  aRace('of a hundred refunds of 40 on 100 two are accepted', {
    prepare: [paid],
    wishes: times(100, (index) => refund(`ref_${index}`, 4_000)),
    check: (answers, world) => [
      ...only(good(answers).length === 2, `${good(answers).length} refunds were accepted`),
      ...only(moves(world, 'refunded') === 2, `${moves(world, 'refunded')} refunds were made`),
      ...allRefusedPlainly(answers),
    ],
  }),
  aRace('fifty identical refunds give back once', {
    prepare: [paid],
    wishes: times(50, () => refund('ref_1', 4_000)),
    check: (answers, world) => [
      ...only(good(answers).length >= 1, 'nobody was told of the refund'),
      ...only(moves(world, 'refunded') === 1, `${moves(world, 'refunded')} refunds were made`),
      ...allRefusedPlainly(answers),
    ],
  }),
  aRace('twenty captures of one payment capture once', {
    prepare: [authorized],
    wishes: times(20, () => capture()),
    check: (answers, world) => [
      ...only(good(answers).length === 1, `${good(answers).length} were told of success`),
      ...only(moves(world, 'captured') === 1, `${moves(world, 'captured')} captures`),
      ...allRefusedPlainly(answers),
    ],
  }),
];

const moves = (world: World, wanted: string) =>
  world.movements().filter(({ kind }) => kind === wanted).length;

function aRace(name: string, { prepare, wishes, check }: Start): Race {
  return {
    name,
    async round(from, seed) {
      const random = seededRandom(seed);
      const latency = () => random.below(20);
      const world = aWorld({ from, random: random.fork(), latency });
      try {
        const [shop] = world.shops;
        for (const wish of prepare) await world.during(world.ask(shop, ...wish));
        const answers = await world.during(
          Promise.all(wishes.map((wish) => afterAMoment(wish, world, shop, random))),
        );
        await world.settle(48);
        return [...check(answers, world), ...(await whatIsWrong(world))];
      } finally {
        world.close();
      }
    },
  };
}

async function afterAMoment(wish: Wish, world: World, shop: Shop, random: Random) {
  await world.time.sleep(random.below(10));
  return world.ask(shop, ...wish);
}

const whatIsWrong = async (world: World) =>
  [...violations(world), ...(await violationsByAsking(world))].map(
    ({ invariant, what }) => `${invariant} ${what}`,
  );

/** Two operations whose calls are made in every order that there is. */
export interface Duel {
  readonly name: string;
  readonly prepare: readonly Wish[];
  readonly wishes: readonly [Wish, Wish];
  /** How many calls each makes at most; without it as many as when it is alone. */
  readonly calls?: readonly [number, number];
}

export const duels: readonly Duel[] = [
  { name: 'a confirm and a cancel', prepare: [created()], wishes: [confirm, cancel] },
  { name: 'two confirms', prepare: [created()], wishes: [confirm, confirm] },
  {
    name: 'a confirm and a look while it is being asked',
    prepare: [created()],
    wishes: [confirm, look],
    // Who looks asks the processor only while the other one is asking it.
    calls: [7, 6],
  },
  {
    name: 'two confirms with the card that waits',
    prepare: [created(byCard())],
    wishes: [confirmWaiting, confirmWaiting],
  },
  {
    name: 'a confirm with the card that waits and a cancel',
    prepare: [created(byCard())],
    wishes: [confirmWaiting, cancel],
  },
  {
    name: 'a confirm with the card that waits and an update with another',
    prepare: [created(byCard())],
    wishes: [confirmWaiting, changeWaiting],
  },
  { name: 'two captures', prepare: [authorized], wishes: [capture(6_000), capture(7_000)] },
  {
    name: 'two captures of several',
    prepare: [created({ ...byCard(), confirm: true, capture_method: 'manual_multiple' })],
    wishes: [capture(6_000), capture(7_000)],
  },
  { name: 'a capture and a cancel', prepare: [authorized], wishes: [capture(), cancel] },
  {
    name: 'two refunds',
    prepare: [paid],
    wishes: [refund('ref_1', 6_000), refund('ref_2', 7_000)],
  },
  {
    name: 'a refund and the void of the whole payment',
    prepare: [paid],
    wishes: [refund('ref_1', 6_000), voidCaptured],
  },
];

/**
 * The orders of a duel: all there are, or about `most` of them, evenly taken, with all those in which
 * one of the two makes its calls between two of the other's.
 */
export async function ordersOf(duel: Duel, from: Beginnings, most: number): Promise<Order[]> {
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

/** How many calls one of the two makes when it is alone; whoever looks at a clock waits for nobody. */
async function gatedCalls({ prepare, wishes }: Duel, from: Beginnings, whose: 0 | 1) {
  const world = aWorld({ from });
  try {
    const [shop] = world.shops;
    for (const wish of prepare) await world.during(world.ask(shop, ...wish));
    const [operation, request] = wishes[whose];
    await world.during(world.ask(shop, operation, request));
    const calls = world.runs(operation).at(-1) ?? [];
    return calls.filter(({ port }) => port !== 'clock').length;
  } finally {
    world.close();
  }
}

/** Plays a duel in one order; returns what is wrong when everything has settled. */
export async function fight({ prepare, wishes }: Duel, from: Beginnings, order: Order) {
  let calls: ReturnType<typeof interleaved> | undefined;
  let begun = 0;
  const world = aWorld({
    from,
    gate: (invocation) => {
      const isOne = wishes.some(([operation]) => operation === invocation);
      if (!calls || !isOne || begun > 1) return undefined;
      const whose = begun === 0 ? 0 : 1;
      begun += 1;
      return calls.gateOf(whose);
    },
  });
  try {
    const [shop] = world.shops;
    for (const wish of prepare) await world.during(world.ask(shop, ...wish));
    const referee = interleaved(order);
    calls = referee;
    const play = async (whose: 0 | 1) => {
      const answer = await world.ask(shop, ...wishes[whose]);
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
