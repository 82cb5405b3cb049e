import { drawnByDay } from '../../support/runner/drawn-by-day.ts';
import { countOfNight } from '../../support/switch/night.ts';
import { processorFaults, webhookFaults } from './faulty-processor.ts';
import { type Result, type WalkingGround, walkingGround } from './ground.ts';
import { shortestFailing } from './shrink.ts';
import { kinds, linesOf, type Walk, walkOf } from './walk.ts';

/**
 * One seed plays one walk again: `SEED=17 npm test -- test/prove/walks`. `npm run nightly` plays a
 * thousand.
 */
const only = process.env.SEED === undefined ? undefined : Number(process.env.SEED);
const { each } = drawnByDay('walks');

/** The first seed of each ten, which share their clocks; or the one that is asked for. */
const firstSeeds =
  only === undefined
    ? Array.from({ length: Math.ceil((countOfNight() ?? 40) / 10) }, (_, ten) => 10 * ten + 1)
    : [only];
const seedsFrom = (first: number) =>
  only === undefined ? Array.from({ length: 10 }, (_, index) => first + index) : [first];
const declare = only === undefined ? each(firstSeeds) : test.each(firstSeeds);

/** A failing walk is played hundreds of times until it is short. */
const longestMs = 3_600_000;

let ground: Promise<WalkingGround> | undefined;
const start = () => {
  ground ??= walkingGround();
  return ground;
};
afterAll(async () => (await ground)?.stop());

declare(
  'random walks from seed %i on, over a started switch, leave nothing lost, stuck, doubled or untrue',
  async (first) => {
    const walking = await start();
    const results = await walking.playTen(seedsFrom(first));
    const [failed] = results.filter(({ broken }) => broken.length > 0);
    if (!failed) {
      expect(sum(results.map(({ played }) => played.asked.length))).toBeGreaterThan(
        20 * results.length,
      );
      return;
    }
    throw new Error(await report(walking, results, failed));
  },
  longestMs,
);

it('the walks of a day have each operation and each fault, a quarter twice, and a kill in one of ten', () => {
  const steps = Array.from({ length: 40 }, (_, index) => walkOf(index + 1)).flat();
  const operations = steps.flatMap((step) => step.operations);
  expect(new Set(operations.map(({ kind }) => kind))).toEqual(new Set(kinds));
  expect(new Set(steps.flatMap(({ requests }) => requests))).toEqual(new Set(processorFaults));
  expect(new Set(steps.flatMap(({ webhooks }) => webhooks))).toEqual(new Set(webhookFaults));
  const twice = operations.filter((one) => one.twice).length / operations.length;
  expect(Math.round(twice * 20)).toBe(5);
  expect(steps.filter(({ killAfterMs }) => killAfterMs !== undefined)).toHaveLength(4);
});

it('a walk repeats exactly, given its seed', () => {
  expect(walkOf(4_711)).toEqual(walkOf(4_711));
  expect(walkOf(4_711)).not.toEqual(walkOf(4_712));
  expect(walkOf(17)).toHaveLength(20);
});

it('a failing walk is made shorter until only its cause is left', async () => {
  const isCause = (walk: Walk) =>
    walk.some(
      ({ operations, requests }) =>
        requests.includes('loses the answer') && operations.some(({ kind }) => kind === 'capture'),
    );
  const seed = [1, 2, 3, 4, 5, 6, 7, 8, 9, 11, 12, 13].find((one) => isCause(walkOf(one))) ?? 0;
  const shortest = await shortestFailing(walkOf(seed), async (walk) => isCause(walk), 10_000);
  expect(shortest).toMatchObject([
    { operations: [{ kind: 'capture' }], requests: ['loses the answer'], webhooks: [] },
  ]);
});

/** How long lists and webhooks may follow behind while a walk is made shorter, in ms. */
const shrinkingMs = 20_000;
const mostReplays = 3;

/** Which invariants are broken, whatever the objects and the amounts. */
const kindsOf = ({ broken }: Pick<Result, 'broken'>): readonly string[] =>
  broken.map((sentence) => sentence.replace(/\b(pay|ref)_\w+|\d+|\{.*/g, '…'));

/** The broken invariants, the command that repeats them, and the shortest walk that breaks them too. */
async function report(
  walking: WalkingGround,
  results: readonly Result[],
  failed: Result,
): Promise<string> {
  const { seed } = failed;
  const walk = walkOf(seed);
  const kinds = kindsOf(failed);
  const failsIn = async (one: Walk, tries: number) => {
    for (let count = 1; count <= tries; count++) {
      const result = await walking.play(one, seed, shrinkingMs);
      if (kindsOf(result).some((kind) => kinds.includes(kind))) return { tries: count, result };
    }
    return undefined;
  };
  const again = await failsIn(walk, mostReplays);
  let last = again?.result;
  const shortest = again
    ? await shortestFailing(walk, async (one) => {
        const found = await failsIn(one, again.tries);
        last = found?.result ?? last;
        return found !== undefined;
      })
    : walk;
  return [
    ...results.flatMap((one) => one.broken.map((sentence) => `seed ${one.seed}: ${sentence}`)),
    '',
    `SEED=${seed} npm test -- test/prove/walks plays it again.`,
    again
      ? `It fails too in ${shortest.length} of its ${walk.length} steps:`
      : `It did not fail again in ${mostReplays} more plays, so the moment matters. Its steps:`,
    ...linesOf(shortest).map((line) => `  ${line}`),
    ...(last?.broken ?? []).map((sentence) => `  ${sentence}`),
    ...(last?.played.asked ?? []).map(
      ({ request, body, status, answer }) =>
        `    ${request} ${JSON.stringify(body ?? {})} → ${status} ${statusIn(answer)}`,
    ),
  ].join('\n');
}

/** The parts of an answer that a reader of a walk looks for first. */
function statusIn(answer: unknown): string {
  const { payment_id, refund_id, status, amount_received, error } = Object(answer);
  return JSON.stringify({ payment_id, refund_id, status, amount_received, error: error?.message });
}

const sum = (numbers: readonly number[]) => numbers.reduce((total, one) => total + one, 0);
