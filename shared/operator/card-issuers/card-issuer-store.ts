import * as v from 'valibot';
import { SwitchError } from '#platform/errors.ts';
import { cardIssuerKey, cardIssuerNameKey } from '#platform/table/shared-keys.ts';
import type { Table } from '#platform/table/table.ts';

/** An issuer of cards, by a name that no other has in any case of its letters. */
const CardIssuer = v.object({ id: v.string(), name: v.string(), version: v.number() });
type CardIssuer = v.InferOutput<typeof CardIssuer>;

/** The operator's directory of issuers. All merchants read the same. */
export interface CardIssuerStore {
  /** Throws `card_issuer_exists`. */
  add(issuer: CardIssuer): Promise<void>;
  /** Throws `card_issuer_not_found`, `card_issuer_exists`, `concurrent_update`. */
  rename(id: string, name: string): Promise<CardIssuer>;
  /** Throws `card_issuer_not_found`, `concurrent_update`. */
  remove(id: string): Promise<void>;
  /** At most so many issuers whose names begin so, in the order of their names. */
  list(prefix: string, limit: number): Promise<readonly Pick<CardIssuer, 'id' | 'name'>[]>;
}

const NameOfIssuer = v.object({ id: v.string(), name: v.string() });

/** An issuer is two items, written together: one is found by its id, one by its name. */
export function cardIssuerStore(table: Table): CardIssuerStore {
  const nameItem = ({ id, name }: CardIssuer) => ({ id, name, ...cardIssuerNameKey(name) });

  const get = async (id: string): Promise<CardIssuer> => {
    const item = await table.get(cardIssuerKey(id));
    if (!item) throw new SwitchError('card_issuer_not_found');
    return v.parse(CardIssuer, item);
  };

  return {
    async add(issuer) {
      const found = await table.putAllNew([
        { ...issuer, ...cardIssuerKey(issuer.id) },
        nameItem(issuer),
      ]);
      if (found.length > 0) throw new SwitchError('card_issuer_exists');
    },

    async rename(id, name) {
      const before = await get(id);
      if (before.name === name) return before;
      const after = { ...before, name, version: before.version + 1 };
      const isMoved = cardIssuerNameKey(name).sk !== cardIssuerNameKey(before.name).sk;
      const isOwn = { attribute: 'id', is: id };
      const { refused } = await table.transact([
        {
          kind: 'put',
          item: { ...after, ...cardIssuerKey(id) },
          condition: { version: before.version },
        },
        { kind: 'put', item: nameItem(after), condition: isMoved ? 'absent' : isOwn },
        ...(isMoved
          ? [{ kind: 'delete', key: cardIssuerNameKey(before.name), condition: isOwn } as const]
          : []),
      ]);
      if (refused.length === 0) return after;
      throw new SwitchError(
        refused.some(({ index }) => index === 1) ? 'card_issuer_exists' : 'concurrent_update',
      );
    },

    async remove(id) {
      const { name, version } = await get(id);
      const { refused } = await table.transact([
        { kind: 'delete', key: cardIssuerKey(id), condition: { version } },
        {
          kind: 'delete',
          key: cardIssuerNameKey(name),
          condition: { attribute: 'id', is: id },
        },
      ]);
      if (refused.length > 0) throw new SwitchError('concurrent_update');
    },

    async list(prefix, limit) {
      if (limit === 0) return [];
      const { pk, sk: beginsWith } = cardIssuerNameKey(prefix);
      const items = await table.query(pk, { beginsWith, limit, eventual: true });
      return items.map((item) => v.parse(NameOfIssuer, item));
    },
  };
}
