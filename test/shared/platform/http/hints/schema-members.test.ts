import * as v from 'valibot';
import { membersAt, placeOf } from '#platform/http/hints/schema-members.ts';

type Tree = { readonly leaf: string; readonly branches?: readonly Tree[] | undefined };
const Tree: v.GenericSchema<Tree> = v.object({
  leaf: v.string(),
  branches: v.optional(v.array(v.lazy(() => Tree))),
});
type Nested = string | readonly Nested[];
const Nested: v.GenericSchema<Nested> = v.union([v.string(), v.array(v.lazy(() => Nested))]);

const Request = v.pipe(
  v.strictObject({
    amount: v.number(),
    method: v.optional(
      v.variant('type', [
        v.object({ type: v.literal('card'), card: v.nullish(v.object({ number: v.string() })) }),
        v.object({ type: v.literal('debit'), account: v.object({ iban: v.string() }) }),
      ]),
    ),
    lines: v.array(v.object({ name: v.string() })),
    accounts: v.record(v.string(), v.object({ label: v.string() })),
    tree: Tree,
    nested: Nested,
    kind: v.picklist(['one', 'other']),
  }),
  v.check(() => true),
);

describe('the members of a schema', () => {
  it.each([
    [[], ['amount', 'method', 'lines', 'accounts', 'tree', 'nested', 'kind']],
    [['method'], ['type', 'card', 'account']],
    [['method', 'card'], ['number']],
    [['lines'], ['name']],
    [['lines', '0'], ['name']],
    [['accounts', 'any'], ['label']],
    [
      ['tree', 'branches', '3'],
      ['leaf', 'branches'],
    ],
    [['amount'], []],
    [['nested', '0'], []],
    [['constructor'], []],
  ])('the members of an object are found at its path: %j', (path, members) => {
    expect(membersAt(Request, path)).toEqual(members);
  });

  it.each([
    ['amount', []],
    ['number', ['method', 'card']],
    ['iban', ['method', 'account']],
    ['name', ['lines']],
    ['label', ['accounts']],
    ['leaf', ['tree']],
    ['one', undefined],
    ['toString', undefined],
  ])('a member has a place by its name: %s', (name, place) => {
    expect(placeOf(Request, name)).toEqual(place);
  });
});
