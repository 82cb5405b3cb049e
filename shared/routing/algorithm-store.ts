import * as v from 'valibot';
import { SwitchError } from '../errors.ts';
import { putIdempotently } from '../table/put-idempotently.ts';
import type { Table } from '../table/table.ts';
import { StoredAlgorithm } from './stored-algorithm.ts';

/** An algorithm with what its request is known by, which profiles that route by it do not copy. */
const CreatedAlgorithm = v.object({
  ...StoredAlgorithm.entries,
  /** The request, hashed under its caller's secret, where it came with a key for repeats. */
  requestFingerprint: v.optional(v.string()),
});
export type CreatedAlgorithm = v.InferOutput<typeof CreatedAlgorithm>;
export const parseCreatedAlgorithm = (item: unknown): CreatedAlgorithm =>
  v.parse(CreatedAlgorithm, item);

/** The algorithms that merchants have written down. Which are active is part of their profiles. */
export interface AlgorithmStore {
  /**
   * Throws `idempotency_key_reused`, and `RepeatedCreate` when it was written down before by the same
   * request under the same key for repeats.
   */
  add(merchantId: string, algorithm: CreatedAlgorithm): Promise<void>;
  /** An algorithm with what its request is known by; undefined where there is none. */
  find(merchantId: string, id: string): Promise<CreatedAlgorithm | undefined>;
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
    const item = { ...algorithm, ...algorithmKey(merchantId, algorithm.id) };
    await putIdempotently(table, item, undefined, {
      taken: () =>
        algorithm.requestFingerprint === undefined
          ? new Error('An identifier was made twice.')
          : new SwitchError('idempotency_key_reused'),
    });
  },

  async find(merchantId, id) {
    const item = await table.get(algorithmKey(merchantId, id));
    return item && parseCreatedAlgorithm(item);
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
