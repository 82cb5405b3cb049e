import type { ListEntry } from '../../shared/lists/list-entry.ts';
import type { ListedKind } from '../../shared/lists/listed-kind.ts';
import type { Item, Table } from '../../shared/table/table.ts';

/** Something that is listed, and nothing more. */
export type Thing = Omit<ListEntry, 'owner' | 'list'> & { readonly merchantId: string };

const partition = (merchantId: string, id: string) => `MERCHANT#${merchantId}#THING#${id}`;

export const itemOf = (thing: Thing): Item => ({
  ...thing,
  pk: partition(thing.merchantId, thing.id),
  sk: 'THING',
});

/** A kind of things that are nothing but their entries. */
export const kindOfThings = ({ moves = false } = {}): ListedKind => ({
  list: moves ? 'movers' : 'things',
  moves,
  thingOf({ pk, sk }) {
    const [, owner, id] = /^(MERCHANT#[^#]+)#THING#([^#]+)$/.exec(pk) ?? [];
    return sk === 'THING' && owner && id ? { owner, id } : undefined;
  },
  itemKeys: ({ owner, id }) => [{ pk: `${owner}#THING#${id}`, sk: 'THING' }],
  entryOf([item]) {
    const { pk: _, sk: __, save_id: ___, merchantId, ...entry } = item;
    const list = moves ? 'movers' : 'things';
    return { ...(entry as Thing), owner: `MERCHANT#${String(merchantId)}`, list }; // As `itemOf` wrote it.
  },
});

/** Keeps things as they are now, whatever was there. */
export async function keepThings(table: Table, things: readonly Thing[]): Promise<void> {
  for (const thing of things) {
    const { pk, sk, ...set } = itemOf(thing);
    await table.change({ pk, sk }, { set });
  }
}
