import * as v from 'valibot';
import { given } from './schema.ts';

/**
 * A field that is only passed on: stored as a request states it, and returned as it is stored. It
 * is a row of a table, whose columns `columnOf` reads: the schemas in requests, in responses and in
 * stored items, and further rules. Each schema is made when it is first used.
 *
 * @lazy
 */
export const passedOnField = <
  S extends v.GenericSchema,
  R extends v.GenericSchema,
  const Rules extends object,
>(
  stated: () => S,
  returned: () => R,
  rules: Rules,
) => ({
  get request() {
    return given(stated());
  },
  get response() {
    return v.nullable(returned());
  },
  get stored() {
    return v.optional(returned());
  },
  noValue: null,
  ...rules,
});

/** The members that a table names, without those that are absent or `null`. */
export function statedMembers<
  const Name extends string,
  const Values extends { readonly [K in Name]?: unknown },
>(table: Readonly<Record<Name, unknown>>, values: Values): StatedMembers<Name, Values> {
  const members: StatedMembers<Name, Values> = {};
  for (const name in table) {
    const value = values[name];
    if (value != null) members[name] = value;
  }
  return members;
}
type StatedMembers<Name extends string, Values extends { readonly [K in Name]?: unknown }> = {
  [K in Name]?: NonNullable<Values[K]>;
};
