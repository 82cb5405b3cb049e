import fc from 'fast-check';
import type { Operation } from '#platform/http/operation/operation.ts';
import { operations } from '../../shared/operations.ts';
import { played, send } from '../scenarios/played.ts';
import {
  bodySchemaOf,
  definitions,
  describedOperations,
} from '../support/processors/described-bodies.ts';
import { malformedRequests } from '../support/requests/malformed-requests.ts';
import { drawnByDay } from '../support/runner/drawn-by-day.ts';
import { countOfNight } from '../support/switch/night.ts';
import type { Ask } from '../support/switch/switch-in-memory.ts';

const { each } = drawnByDay('any-request');

/** How often each operation is asked. */
const numRuns = countOfNight() ?? 25;

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Texts of an operation's scenario, and of the examples of all operations. */
const examples = operations.flatMap(({ example }) => textsIn(example));
const textsBeside = ({ params, query, body }: Ask): readonly string[] => [
  ...new Set([...textsIn({ params, query, body }), ...examples]),
];
function textsIn(value: unknown): string[] {
  if (typeof value === 'string') return value.length < 100 ? [value] : [];
  if (Array.isArray(value)) return value.flatMap(textsIn);
  return isObject(value) ? Object.values(value).flatMap(textsIn) : [];
}

/** The request's body with some members of its schema in the place of its own, or something else. */
function bodies({ name }: Operation, request: Ask): fc.Arbitrary<unknown> {
  const schema = bodySchemaOf(name);
  if (!schema) return fc.constant(request.body);
  const anything = malformedRequests(schema, definitions, textsBeside(request));
  const changed = anything.chain((members) =>
    isObject(members) && isObject(request.body)
      ? someOf(members).map((some) => ({ ...Object(request.body), ...some }))
      : fc.constant(members),
  );
  return fc.oneof({ weight: 3, arbitrary: changed }, { weight: 1, arbitrary: anything });
}

function queries({ name }: Operation, request: Ask): fc.Arbitrary<Record<string, string>> {
  const parameters = describedOperations
    .get(name)
    ?.parameters.filter(({ in: place }) => place === 'query');
  const values = (parameters ?? []).map(
    ({ name, schema }) =>
      [name, malformedRequests(schema, definitions, textsBeside(request)).map(inQuery)] as const,
  );
  return fc
    .record(Object.fromEntries(values))
    .chain(someOf)
    .map((some) => ({ ...request.query, ...some }));
}

const inQuery = (value: unknown): string =>
  typeof value === 'string' ? value : (JSON.stringify(value) ?? '');

/** At most three of the members: a valid member must not always stand beside an invalid one. */
const someOf = <T>(members: Record<string, T>): fc.Arbitrary<Record<string, T>> =>
  fc
    .subarray(Object.entries(members), { maxLength: Math.min(3, Object.keys(members).length) })
    .map((some) => Object.fromEntries(some));

const taking = operations.filter(({ body, bodyAs = 'json', query }) =>
  body ? bodyAs === 'json' : query,
);

describe('no request of any kind fails with 500, and a refused request writes nothing', () => {
  const answered = { taken: 0, refused: 0 };

  each(taking.map((one) => [one.name, one] as const))('%s', async (_, operation) => {
    const { request } = await played(operation);
    const sent = fc.record({
      body: bodies(operation, request),
      query: queries(operation, request),
    });
    await fc.assert(
      fc.asyncProperty(sent, async ({ body, query }) => {
        const { answer, world, unchanged } = await send(operation, (example) => ({
          ...example,
          query: { ...example.query, ...query },
          ...(operation.body && { body }),
        }));
        const { status } = answer;
        answered[status < 400 ? 'taken' : 'refused'] += 1;
        // 501 is only for features of Hyperswitch that Turnout does not have.
        if (status === 501) expect(answer.body.error.code).toBe('IR_00');
        else expect({ answer, isFailure: status >= 500 }).toMatchObject({ isFailure: false });
        if (status >= 400) expect(world.port.unlike(unchanged)).toEqual([]);
      }),
      { numRuns },
    );
  });

  it('a random request is accepted often enough, and refused often enough', () => {
    const asked = answered.taken + answered.refused;
    expect(answered.taken).toBeGreaterThan(asked / 5);
    expect(answered.refused).toBeGreaterThan(asked / 5);
  });
});
