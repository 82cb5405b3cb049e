import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import * as v from 'valibot';

/** Units of tables. */
const TableUnits = v.object({ readUnits: v.number(), writeUnits: v.number() });
export type TableUnits = v.InferOutput<typeof TableUnits>;

/** The work of a function in a journey, as `test/support/switch/journey.ts` counts it. */
const CountedFunction = v.object({
  ...TableUnits.entries,
  invocations: v.number(),
  /** Sequential round trips to the table, over all its invocations. */
  steps: v.number(),
  /** Requests to external servers, over all its invocations. */
  exchanges: v.number(),
  /** Calls of KMS that open merchants' keys, over all its invocations. */
  keyCalls: v.number(),
  logBytes: v.number(),
  logLines: v.number(),
  bytesOut: v.number(),
});
export type CountedFunction = v.InferOutput<typeof CountedFunction>;

/** The counts of one journey, each the mean of several. */
const CountedJourney = v.object({
  /** By the function's name in the app. */
  functions: v.record(v.string(), CountedFunction),
  /** The bytes that a journey leaves in the table, with its events. */
  storedBytes: v.number(),
  /** Those that stay once its events have ended. */
  lastingBytes: v.number(),
  /** The series of metrics that the log lines of journeys make. */
  series: v.number(),
});
export type CountedJourney = v.InferOutput<typeof CountedJourney>;

/** All counts of a bill. */
const Counts = v.object({
  /** Of one busy merchant. */
  busy: CountedJourney,
  /** Each of another merchant. */
  small: CountedJourney,
  /** Of one busy merchant whose changes are gathered for longer before they are listed. */
  later: CountedJourney,
  /** Of one busy merchant whose clients take no answer in gzip. */
  unpacked: CountedJourney,
  /** The table units of a function that has nothing to do, by the function's name in the app. */
  unitsOfRuns: v.record(v.string(), TableUnits),
});
export type Counts = v.InferOutput<typeof Counts>;

const program = join(import.meta.dirname, '..', '..', 'bench', 'count-journeys.ts');

/**
 * Counts journeys in a process of its own, which loads the whole app with all functions: a journey
 * is counted by running it, with the tests' switch in memory.
 *
 * @param listSeconds how long the list writer gathers changes before it is invoked
 */
export async function countJourneys(listSeconds: number): Promise<Counts> {
  const { stdout } = await promisify(execFile)(process.execPath, [program, String(listSeconds)]);
  return v.parse(Counts, JSON.parse(stdout));
}
