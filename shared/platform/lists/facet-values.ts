import * as v from 'valibot';
import { ownMember } from '../own-member.ts';
import type { FacetCount } from './facet-counts.ts';

/** The values of a facet that occur and that the schema knows, in alphabetical order. */
export const valuesOf = <T extends string>(
  counts: readonly FacetCount[],
  facet: string,
  schema: v.GenericSchema<unknown, T>,
): T[] => sortedOnce(counts.flatMap(({ facets }) => known(schema, ownMember(facets, facet))));

/** The value in a list of its own if the schema knows it, else none. */
export function known<T>(schema: v.GenericSchema<unknown, T>, value: unknown): T[] {
  const { success, output } = v.safeParse(schema, value);
  return success ? [output] : [];
}

export const sortedOnce = <T extends string>(values: readonly T[]): T[] =>
  [...new Set(values)].sort();
