import * as v from 'valibot';
import { SwitchError } from '../errors.ts';
import type { Table } from '../table/table.ts';
import { StoredAlgorithm } from './stored-algorithm.ts';

/** The algorithms that merchants have written down. Which are active is part of their profiles. */
export interface AlgorithmStore {
  add(merchantId: string, algorithm: StoredAlgorithm): Promise<void>;
  /** Throws `routing_algorithm_not_found`. */
  get(merchantId: string, id: string): Promise<StoredAlgorithm>;
  /** All of a merchant's, latest first. */
  list(merchantId: string): Promise<readonly StoredAlgorithm[]>;
}

/** Apart from the configuration, which is read for payments: of these only the active ones count. */
const partition = (merchantId: string) => `MERCHANT#${merchantId}#ROUTING`;
const algorithmKey = (merchantId: string, id: string) => ({
  pk: partition(merchantId),
  sk: `ALGORITHM#${id}`,
});

export const algorithmStore = (table: Table): AlgorithmStore => ({
  async add(merchantId, algorithm) {
    const there = await table.putNew({ ...algorithm, ...algorithmKey(merchantId, algorithm.id) });
    if (there) throw new Error('An identifier was made twice.');
  },

  async get(merchantId, id) {
    const item = await table.get(algorithmKey(merchantId, id));
    if (!item) throw new SwitchError('routing_algorithm_not_found');
    return v.parse(StoredAlgorithm, item);
  },

  async list(merchantId) {
    const items = await table.query(partition(merchantId), { beginsWith: 'ALGORITHM#' });
    return items
      .map((item) => v.parse(StoredAlgorithm, item))
      .sort(
        (one, other) =>
          other.createdAt.localeCompare(one.createdAt) || other.id.localeCompare(one.id),
      );
  },
});
