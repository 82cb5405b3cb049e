import * as v from 'valibot';

const Texts = v.pipe(
  v.union([v.string(), v.array(v.string())]),
  v.transform((one) => [one].flat()),
);

/** A statement of a policy, in which a text and a list of one are the same. */
export const PolicyStatement = v.object({
  Sid: v.optional(v.string()),
  Effect: v.picklist(['Allow', 'Deny']),
  Principal: v.optional(v.record(v.string(), v.unknown())),
  Action: Texts,
  Resource: Texts,
  Condition: v.optional(v.record(v.string(), v.record(v.string(), Texts)), {}),
});
export type PolicyStatement = v.InferOutput<typeof PolicyStatement>;
