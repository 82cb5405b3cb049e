import * as v from 'valibot';

/** Responses and webhooks of a switch and a vault in memory. */
export const Recorded = v.object({
  /** Answers by method and path, and the webhooks by class: `webhook payments`. */
  answers: v.record(v.string(), v.unknown()),
  /** The names of those answers that have other entries each time. */
  fromScenarios: v.array(v.string()),
  /** The body of a webhook of each type. */
  webhooks: v.array(v.tuple([v.string(), v.string()])),
});
export type Recorded = v.InferOutput<typeof Recorded>;
