import type { Item } from '#platform/table/port.ts';

const texts = new WeakMap<Item, string>();

/** An item of the history as JSON. Nothing changes it, and several invariants read all of them. */
export function textOf(item: Item): string {
  const text = texts.get(item) ?? JSON.stringify(item);
  texts.set(item, text);
  return text;
}
