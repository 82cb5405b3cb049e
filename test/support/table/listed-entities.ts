import { entryIn } from '#platform/lists/list-definition.ts';
import { cellOf, idOfRow, isSlot } from '#platform/lists/list-entry.ts';
import type { Item } from '#platform/table/port.ts';
import { listRegistry } from '../../../shared/list-registry.ts';
import { eventually } from '../runner/eventually.ts';
import type { RunningSwitch } from '../switch/switch.ts';

/** A list of one owner, such as the refunds of `MERCHANT#shop`. */
interface OwnedList {
  readonly list: string;
  readonly owner: string;
}

/**
 * Waits until a list contains the present state of each of its owner's entities, of which there is
 * one at least, and the counts contain each row. The stream's function writes a row first, and then
 * the counts; counts and lists of moving rows read both.
 */
export const untilListed = (
  { items }: Pick<RunningSwitch, 'items'>,
  merchantId: string,
  list: string,
  owner = `MERCHANT#${merchantId}`,
): Promise<void> =>
  eventually(async () => {
    // The entities are the merchant's own items, also where an organization owns the list.
    const own = `MERCHANT#${merchantId}`;
    const found = [
      ...(owner === own ? [] : await items(`${owner}#LIST#${list}#`)),
      ...(await items(own)),
    ];
    const stored = found.map(({ pk, sk, value }) => ({ ...value, pk, sk }));
    const missing = unlisted({ list, owner }, stored);
    if (missing !== undefined) throw new Error(`The ${list} of ${owner}: ${missing}`);
  });

/** The first difference between a list and the items that it is made of; undefined if none. */
export function unlisted({ list, owner }: OwnedList, items: readonly Item[]): string | undefined {
  const rows = rowsOf({ list, owner }, items);
  const states = statesOf({ list, owner }, items);
  if (states.size === 0) return 'none is stored.';
  for (const [id, { version, cell }] of states) {
    const row = rows.get(id);
    if (row?.version !== version || row.cell !== cell) return `${id} is not listed as it is.`;
  }
  const counts = countsOf({ list, owner }, items);
  const cells = Map.groupBy(rows.values(), ({ cell }) => String(cell));
  for (const cell of new Set([...counts.keys(), ...cells.keys()])) {
    if ((counts.get(cell) ?? 0) !== (cells.get(cell)?.length ?? 0))
      return `${cell} is not counted.`;
  }
  return undefined;
}

/** The entities of the owner, as the list has to show them. */
function statesOf({ list, owner }: OwnedList, items: readonly Item[]) {
  const kind = listRegistry.find((one) => one.list === list);
  if (!kind) throw new Error(`There is no list ${list}.`);
  const byKey = new Map(items.map((item) => [`${item.pk} ${item.sk}`, item]));
  const states = new Map<string, { readonly version: number; readonly cell: string }>();
  for (const item of items) {
    const entity = kind.entityOf(item);
    if (entity?.owner !== owner || states.has(entity.id)) continue;
    const keys = kind.itemKeys(entity).slice(0, kind.entryItems ?? 1);
    const [first, ...rest] = keys.map(({ pk, sk }) => byKey.get(`${pk} ${sk}`));
    const entry = first && entryIn(kind, [first, ...rest]);
    if (entry) states.set(entity.id, { version: entry.version, cell: cellOf(entry.facets) });
  }
  return states;
}

/** The stored entry of each entity, by id: in a row, or in the place of a row that moves. */
function rowsOf({ list, owner }: OwnedList, items: readonly Item[]): ReadonlyMap<string, Item> {
  const prefix = `${owner}#LIST#${list}#`;
  const rows = new Map<string, Item>();
  for (const item of items) {
    if (!item.pk.startsWith(prefix)) continue;
    const place = item.pk.slice(prefix.length);
    if (place.startsWith('PLACE#')) rows.set(place.slice('PLACE#'.length), item);
    else if (/^\d+$/.test(place)) rows.set(idOfRow(item.sk), item);
  }
  return rows;
}

/** How many entities the list counts in each cell, over all times. */
function countsOf({ list, owner }: OwnedList, items: readonly Item[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const item of items) {
    if (!item.pk.startsWith(`${owner}#LIST#${list}#`) || !item.pk.endsWith('#COUNTS')) continue;
    const cell = item.sk.split('#')[2] ?? '';
    for (const [name, count] of Object.entries(item)) {
      if (isSlot(name) && typeof count === 'number')
        counts.set(cell, (counts.get(cell) ?? 0) + count);
    }
  }
  return counts;
}
