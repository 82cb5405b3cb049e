import type { ListDefinition } from '#platform/lists/list-definition.ts';
import type { ListEntry } from '#platform/lists/list-entry.ts';
import type { Item, Table } from '#platform/table/table.ts';

/** Something that is listed, and nothing more. */
export type ListedEntity = Omit<ListEntry, 'owner' | 'list'> & { readonly merchantId: string };

const partition = (merchantId: string, id: string) => `MERCHANT#${merchantId}#THING#${id}`;

export const itemOf = (thing: ListedEntity): Item => ({
  ...thing,
  pk: partition(thing.merchantId, thing.id),
  sk: 'THING',
});

/** A kind of things that are nothing but their entries. */
export const entityKind = ({ moves = false } = {}): ListDefinition<ListEntry> => ({
  list: moves ? 'movers' : 'things',
  moves,
  entityOf({ pk, sk }) {
    const [, owner, id] = /^(MERCHANT#[^#]+)#THING#([^#]+)$/.exec(pk) ?? [];
    return sk === 'THING' && owner && id ? { owner, id } : undefined;
  },
  itemKeys: ({ owner, id }) => [{ pk: `${owner}#THING#${id}`, sk: 'THING' }],
  parse([item]) {
    const { pk: _, sk: __, save_id: ___, merchantId, ...entry } = item;
    const list = moves ? 'movers' : 'things';
    return { ...(entry as ListedEntity), owner: `MERCHANT#${String(merchantId)}`, list }; // As `itemOf` wrote it.
  },
  entryOf: (entry) => entry,
});

/** Keeps things as they are now, over any that were there. */
export async function saveEntities(table: Table, things: readonly ListedEntity[]): Promise<void> {
  for (const thing of things) {
    const { pk, sk, ...set } = itemOf(thing);
    await table.change({ pk, sk }, { set });
  }
}
