import * as v from 'valibot';
import { RoutingAlgorithm } from './algorithm.ts';
import { TransactionType } from './transaction-type.ts';

/** An algorithm that a merchant has written down for a profile. It never changes; it may be active. */
export const StoredAlgorithm = v.object({
  id: v.string(),
  profileId: v.string(),
  name: v.string(),
  description: v.string(),
  transactionType: TransactionType,
  algorithm: RoutingAlgorithm,
  createdAt: v.string(),
});
export type StoredAlgorithm = v.InferOutput<typeof StoredAlgorithm>;

/** What a profile routes by: a copy of the algorithm, so that it is read with the configuration. */
export const ActiveAlgorithm = v.object({ ...StoredAlgorithm.entries, activatedAt: v.string() });
export type ActiveAlgorithm = v.InferOutput<typeof ActiveAlgorithm>;

/** What a profile shows of the algorithm that it routes by; the time is in seconds since 1970. */
export const referenceTo = ({ id, activatedAt }: ActiveAlgorithm) => ({
  algorithm_id: id,
  timestamp: inSeconds(activatedAt),
  config_algo_id: null,
  surcharge_config_algo_id: null,
});

/** Whole seconds since 1970. */
export const inSeconds = (at: string): number => Math.floor(Date.parse(at) / 1000);
