import * as v from 'valibot';
import { StoredAlgorithm } from '#merchants/routing-settings/stored-algorithm.ts';
import { SwitchError } from '#platform/errors.ts';
import { putIdempotently } from '#platform/table/put-idempotently.ts';
import type { Table } from '#platform/table/table.ts';

/** An algorithm with its request's fingerprint, which the profiles' copies do not have. */
const CreatedAlgorithm = v.object({
  ...StoredAlgorithm.entries,
  /**
   * A hash of the create request under its caller's secret; present when it had an idempotency key.
   */
  requestFingerprint: v.optional(v.string()),
});
export type CreatedAlgorithm = v.InferOutput<typeof CreatedAlgorithm>;
export const parseCreatedAlgorithm = (item: unknown): CreatedAlgorithm =>
  v.parse(CreatedAlgorithm, item);

/** The algorithms of merchants. Their profiles say which are active. */
export interface AlgorithmStore {
  /**
   * Throws `idempotency_key_reused`, and `RepeatedCreate` when the same request created it earlier
   * under the same idempotency key.
   */
  add(merchantId: string, algorithm: CreatedAlgorithm): Promise<void>;
  /** An algorithm with its request's fingerprint; undefined when there is none. */
  find(merchantId: string, id: string): Promise<CreatedAlgorithm | undefined>;
  /** Throws `routing_algorithm_not_found`. */
  get(merchantId: string, id: string): Promise<StoredAlgorithm>;
  /** All algorithms of a merchant, latest first. */
  list(merchantId: string): Promise<readonly StoredAlgorithm[]>;
}

/**
 * Stored apart from the configuration: payments read the configuration, and need only the active
 * algorithms.
 */
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
          ? new Error('A new routing algorithm has the identifier of another.')
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
