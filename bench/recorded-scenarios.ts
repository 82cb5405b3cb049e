import * as v from 'valibot';

const Call = v.variant('kind', [
  v.object({ kind: v.literal('aws'), target: v.string(), body: v.string() }),
  v.object({
    kind: v.literal('connector'),
    method: v.string(),
    path: v.string(),
    headers: v.record(v.string(), v.string()),
    body: v.string(),
  }),
]);
const Recording = v.object({
  token: v.string(),
  names: v.array(v.string()),
  steps: v.array(v.array(Call)),
  stepsOfEach: v.array(v.number()),
  answers: v.array(v.unknown()),
});
/** The input of the bare server: by name, the consecutive requests about one token. */
export const Recorded = v.object({
  reach: v.object({ databaseUrl: v.string(), stubUrl: v.string(), accessKeyId: v.string() }),
  courses: v.record(v.string(), v.tuple([Recording, Recording])),
});
/**
 * The body of a POST to its `/prepare`. The server then forgets earlier preparations that no
 * request used.
 */
export const Preparation = v.object({ course: v.string(), tokens: v.array(v.string()) });
