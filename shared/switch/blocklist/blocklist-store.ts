import * as v from 'valibot';
import { SwitchError } from '#platform/errors.ts';
import type { Key, Table } from '#platform/table/table.ts';
import { BlocklistEntry, type DataKind } from './blocklist-entry.ts';

export interface BlocklistStore {
  /** Throws `blocklist_entry_exists`. */
  add(entry: BlocklistEntry): Promise<void>;
  /** Adds an entry unless there is one. */
  addIfMissing(entry: BlocklistEntry): Promise<void>;
  /** Returns the removed entry. Throws `blocklist_entry_not_found`. */
  remove(entry: Pick<BlocklistEntry, 'merchantId' | 'kind' | 'data'>): Promise<BlocklistEntry>;
  /** All entries of a kind, newest first. */
  list(merchantId: string, kind: DataKind): Promise<readonly BlocklistEntry[]>;
}

const partition = (merchantId: string) => `MERCHANT#${merchantId}#BLOCKLIST`;

/** The key is the blocked value itself, so a payment reads only the entries of its own card. */
export const blocklistKey = ({
  merchantId,
  kind,
  data,
}: Pick<BlocklistEntry, 'merchantId' | 'kind' | 'data'>): Key => ({
  pk: partition(merchantId),
  sk: `${kind}#${data}`,
});

export const blocklistStore = (table: Table): BlocklistStore => ({
  async add(entry) {
    if (!(await table.putNew({ ...entry, ...blocklistKey(entry) }))) return;
    throw new SwitchError('blocklist_entry_exists', {
      message:
        entry.kind === 'payment_method'
          ? 'data associated with the given fingerprint is already blocked'
          : 'provided bin is already blocked',
    });
  },

  async addIfMissing(entry) {
    await table.putNew({ ...entry, ...blocklistKey(entry) });
  },

  async remove(entry) {
    const { merchantId, kind } = entry;
    const item = await table.take(blocklistKey(entry), { oneOf: { merchantId: [merchantId] } });
    if (item) return v.parse(BlocklistEntry, item);
    throw new SwitchError('blocklist_entry_not_found', {
      message:
        kind === 'payment_method'
          ? 'no blocklist record for the given fingerprint id was found'
          : 'could not find a blocklist entry for the given bin',
    });
  },

  async list(merchantId, kind) {
    const options = { beginsWith: `${kind}#`, eventual: true };
    const items = await table.query(partition(merchantId), options);
    return items
      .map((item) => v.parse(BlocklistEntry, item))
      .sort(
        (one, other) =>
          other.createdAt.localeCompare(one.createdAt) || one.data.localeCompare(other.data),
      );
  },
});
