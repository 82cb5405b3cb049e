import { attribute, type Item, type Value } from '../values.ts';
import type { Path } from './reader.ts';

/** The value at a place of an item; undefined where there is none. */
export function valueAt(item: Item, [first, ...steps]: Path): Value | undefined {
  let value = attribute(item, first);
  for (const step of steps) {
    if (!value) return undefined;
    if (typeof step === 'number') value = 'L' in value ? value.L[step] : undefined;
    else value = 'M' in value ? attribute(value.M, step) : undefined;
  }
  return value;
}

/** A computed name also makes a member that is called `__proto__`. */
export const withMember = (item: Item, name: string, value: Value): Item => ({
  ...item,
  [name]: value,
});

export function withoutMember(item: Item, name: string): Item {
  const { [name]: _, ...rest } = item;
  return rest;
}

/** The wanted places of a value, of which a projection returns only these. */
interface Wanted {
  isWhole: boolean;
  readonly steps: Map<string | number, Wanted>;
}

/**
 * An item with only these places. Elements of lists move together: of `[0, 1, 2]` the places 0 and
 * 2 are a list of two.
 */
export function projected(item: Item, paths: readonly Path[]): Item {
  const root: Wanted = { isWhole: false, steps: new Map() };
  for (const path of paths) {
    let wanted = root;
    for (const step of path) {
      const next = wanted.steps.get(step) ?? { isWhole: false, steps: new Map() };
      wanted.steps.set(step, next);
      wanted = next;
    }
    wanted.isWhole = true;
  }
  return membersWanted(item, root);
}

function membersWanted(item: Item, { steps }: Wanted): Item {
  const members = [...steps].flatMap(([name, wanted]): [string, Value][] => {
    const value = typeof name === 'string' ? attribute(item, name) : undefined;
    const kept = value && partOf(value, wanted);
    return kept ? [[String(name), kept]] : [];
  });
  return Object.fromEntries(members);
}

function partOf(value: Value, wanted: Wanted): Value | undefined {
  if (wanted.isWhole) return value;
  if ('M' in value) {
    const members = membersWanted(value.M, wanted);
    return Object.keys(members).length > 0 ? { M: members } : undefined;
  }
  if (!('L' in value)) return undefined;
  const elements = value.L.flatMap((element, index) => {
    const part = wanted.steps.get(index);
    return (part && partOf(element, part)) ?? [];
  });
  return elements.length > 0 ? { L: elements } : undefined;
}
