import * as v from 'valibot';

/** Successes and all outcomes, both fading, and when the last one came, in minutes since 1970. */
const Rate = v.tuple([v.number(), v.number(), v.number()]);
export type Rate = v.InferOutput<typeof Rate>;

/** A level, and when it was that, in seconds since 1970. */
const Level = v.tuple([v.number(), v.number()]);
export type Level = v.InferOutput<typeof Level>;

/** A profile's scores of its connector accounts: one item of 4 KB at most. */
export const Scores = v.looseObject({
  merchantId: v.string(),
  profileId: v.string(),
  /** Rates by group of payments, then by account. `all` holds those of every payment. */
  rates: v.record(v.string(), v.record(v.string(), Rate)),
  /** Buckets of technical failures, by account. */
  failures: v.record(v.string(), Level),
  /** Successful payments in the running period, which the second number names, by account. */
  promised: v.record(v.string(), v.tuple([v.number(), v.string()])),
  /** Short hashes of the latest attempts, so that none counts twice. */
  seen: v.string(),
  version: v.number(),
});
export type Scores = v.InferOutput<typeof Scores>;

/** The group that every payment belongs to. */
export const everyGroup = 'all';

export const noScores = (merchantId: string, profileId: string): Scores => ({
  merchantId,
  profileId,
  rates: {},
  failures: {},
  promised: {},
  seen: '',
  version: 0,
});

/** The outcome of an attempt, as its account's scores count it. */
export interface LearnedOutcome {
  readonly attemptId: string;
  readonly accountId: string;
  readonly group: string;
  /** A technical failure says nothing about the card: the processor did not work. */
  readonly result: 'success' | 'decline' | 'technical failure';
}
