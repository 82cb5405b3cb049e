import { allAbouts } from './abouts.ts';
import { checkerNames } from './checkers.ts';

/** Each `connector_name` that this version has an adapter for, in the order of the alphabet. */
export const adapterNames: readonly string[] = [
  ...allAbouts().map(({ name }) => name),
  ...checkerNames(),
].sort();

/** An error message for an unknown connector name; undefined for the name of an adapter. */
export const unknownAdapter = (name: string): string | undefined =>
  adapterNames.includes(name)
    ? undefined
    : `There is no connector ${name}. There are ${adapterNames.join(', ')}.`;
