import * as v from 'valibot';
import { placeOf, unsetFields } from '../../scripts/documents/unset-fields.ts';
import {
  type AnswerKind,
  answerKinds,
  observedAnswers,
} from '../support/fields/observed-answers.ts';
import { fieldsOf, producedIn } from '../support/fields/response-fields.ts';
import * as scenarios from '../support/fields/scenarios.ts';
import { drawnByDay } from '../support/runner/drawn-by-day.ts';

const { each } = drawnByDay('response-fields');

const kinds = answerKinds();
const observed = observedAnswers();

/** The fields of such answers that the table has, each with the fields inside it. */
function explainedIn({ names, fields }: AnswerKind): readonly string[] {
  const stated = unsetFields.flatMap((row) =>
    row.answers.flatMap((answer) => {
      const { operation, within } = placeOf(answer);
      return names.includes(operation) ? row.fields.map((field) => within + field) : [];
    }),
  );
  return stated.flatMap((one) => {
    const inside = fields.filter((field) => field === one || field.startsWith(`${one}/`));
    // A field that is in no answer is compared with the others as it stands.
    return inside.length > 0 ? inside : [one];
  });
}

describe('every field of an answer', () => {
  /** Each scenario gives values to the fields of many answers. */
  const together = () => 'all answers';

  beforeAll(async () => {
    for (const run of Object.values(scenarios)) await run(observed);
  });

  const withFields = kinds.filter(({ fields }) => fields.length > 0);

  each(
    withFields.map((kind) => [kind.names[0], kind] as const),
    together,
  )(
    "%s: an answer's field has a value in some answer, or the documents give the reason for its absence",
    (_, kind) => {
      const missing = observed.missing(kind.names, kind.fields);
      // Nothing is explained twice, nor anything that does have a value.
      expect([...explainedIn(kind)].sort()).toEqual([...missing].sort());
    },
  );

  each(
    ['every field of an answer is as declared and as published, in each of these answers'],
    together,
  )('%s', () => {
    expect(observed.wrong()).toEqual([]);
  });
});

describe('every field of an answer', () => {
  it('an explained field belongs to an existing operation', () => {
    const named = unsetFields.flatMap(({ answers }) =>
      answers.map((one) => placeOf(one).operation),
    );
    const known = new Set(kinds.flatMap(({ names }) => names));
    expect(named.filter((name) => !known.has(name))).toEqual([]);
  });
});

describe('the fields of a schema', () => {
  const Address = v.object({ city: v.nullable(v.string()) });

  it("a schema's fields are those of its objects, lists and choices, however they are wrapped", () => {
    const schema = v.object({
      name: v.pipe(v.string(), v.trim()),
      home: v.nullish(Address),
      parts: v.optional(v.array(v.union([v.string(), v.object({ amount: v.number() })]))),
      pair: v.strictTuple([v.string(), Address]),
      any: v.record(v.string(), Address),
      shape: v.variant('type', [
        v.object({ type: v.literal('a'), a: v.string() }),
        v.object({ type: v.literal('b'), b: v.string() }),
      ]),
    });
    expect(fieldsOf(schema)).toEqual([
      '/name',
      '/home',
      '/home/city',
      '/parts',
      '/parts/[]',
      '/parts/[]/amount',
      '/pair',
      '/pair/[]',
      '/pair/[]/city',
      '/any',
      '/shape',
      '/shape/type',
      '/shape/a',
      '/shape/b',
    ]);
  });

  it("a schema's fields end where a schema contains itself", () => {
    interface Node {
      readonly next?: Node | undefined;
    }
    const Node: v.GenericSchema<unknown, Node> = v.object({
      next: v.optional(v.lazy(() => Node)),
    });
    expect(fieldsOf(Node)).toEqual(['/next']);
  });

  it("a schema's field counts as produced by a value only, not by null or absence", () => {
    const answer = { a: null, b: undefined, c: false, d: 0, e: [{ f: '' }, { g: null }], h: [] };
    expect(producedIn(answer)).toEqual(['/c', '/d', '/e', '/e/[]', '/e/[]/f', '/h']);
  });
});
