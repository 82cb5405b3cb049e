import * as v from 'valibot';

/** The milliseconds by which a clock is shifted, so that a round begins just before a moment. */
type Shift = (now: Date) => number;

/** Long enough for a suite to begin, and short enough for it to see the moment pass. */
const beforeMs = 20_000;

const before =
  (moment: (now: Date) => number): Shift =>
  (now) =>
    moment(now) - beforeMs - now.getTime();

/** The moments at which programs that read a clock go wrong, all of them later than now, in UTC. */
export const clocks: Readonly<Record<string, Shift>> = {
  now: () => 0,
  midnight: before((now) =>
    Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), now.getUTCDate() + 1),
  ),
  'month end': before((now) => Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + 1, 1)),
  'year end': before((now) => Date.UTC(now.getUTCFullYear() + 1, 0, 1)),
  'leap day': before((now) => Date.UTC(nextLeapYear(now), 1, 29)),
  'day after a leap day': before((now) => Date.UTC(nextLeapYear(now), 2, 1)),
};

function nextLeapYear(now: Date): number {
  let year = now.getUTCFullYear() + 1;
  while (new Date(Date.UTC(year, 1, 29)).getUTCMonth() !== 1) year += 1;
  return year;
}

/** Jest's own account of a run, as far as it is read. */
export const JestResults = v.object({
  numPassedTests: v.number(),
  numFailedTests: v.number(),
  testResults: v.array(
    v.object({
      name: v.string(),
      status: v.string(),
      message: v.string(),
      assertionResults: v.array(
        v.object({
          fullName: v.string(),
          status: v.string(),
          failureMessages: v.nullish(v.array(v.string())),
        }),
      ),
    }),
  ),
});
export type JestResults = v.InferOutput<typeof JestResults>;

export interface Round {
  readonly number: number;
  /** The name of its moment. */
  readonly clock: string;
  readonly results: JestResults;
}

interface Failure {
  /** The suite and the test's name, or the suite alone when it could not start. */
  readonly test: string;
  readonly rounds: readonly Pick<Round, 'number' | 'clock'>[];
  /** How it failed first. */
  readonly message: string;
}

/** The tests that failed in some round, those that failed most often first. */
export function failuresIn(rounds: readonly Round[]): readonly Failure[] {
  const all = rounds.flatMap(({ number, clock, results }) =>
    results.testResults.flatMap(({ name, status, message, assertionResults }) => {
      const failed = assertionResults.filter((one) => one.status === 'failed');
      const round = { number, clock };
      if (failed.length > 0) {
        return failed.map(({ fullName, failureMessages }) => ({
          test: `${name}: ${fullName}`,
          message: failureMessages?.join('\n') ?? '',
          round,
        }));
      }
      return status === 'failed' ? [{ test: name, message, round }] : [];
    }),
  );
  return [...Map.groupBy(all, ({ test }) => test)]
    .map(([test, each]) => ({
      test,
      rounds: each.map(({ round }) => round),
      message: each[0]?.message ?? '',
    }))
    .sort((one, other) => other.rounds.length - one.rounds.length);
}
