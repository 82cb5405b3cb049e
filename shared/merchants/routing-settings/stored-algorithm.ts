import * as v from 'valibot';
import { LeastCost, RoutingAlgorithm } from './algorithm.ts';
import { ThreeDsDecisionRule } from './three-ds-decision-rule.ts';
import { AlgorithmFor } from './transaction-type.ts';

/** The algorithms that a merchant may write: they select connectors, or decide about 3-D Secure. */
export const WrittenAlgorithm = v.variant('type', [
  ...RoutingAlgorithm.options,
  LeastCost,
  ThreeDsDecisionRule,
]);
export type WrittenAlgorithm = v.InferOutput<typeof WrittenAlgorithm>;

/** An algorithm that a merchant created for a profile. It never changes, and may be active. */
export const StoredAlgorithm = v.object({
  id: v.string(),
  profileId: v.string(),
  name: v.string(),
  description: v.string(),
  transactionType: AlgorithmFor,
  algorithm: WrittenAlgorithm,
  createdAt: v.string(),
});
export type StoredAlgorithm = v.InferOutput<typeof StoredAlgorithm>;

/**
 * The active algorithm of a profile: a copy, so that it is read with the configuration. It stays as
 * it is stored even where only another version understands it.
 */
export const ActiveAlgorithm = v.object({
  ...StoredAlgorithm.entries,
  algorithm: v.looseObject({ type: v.string() }),
  activatedAt: v.string(),
});
export type ActiveAlgorithm = v.InferOutput<typeof ActiveAlgorithm>;

/** A profile's reference to its active algorithm; the time is in seconds since 1970. */
export const referenceTo = ({ id, activatedAt }: ActiveAlgorithm) => ({
  algorithm_id: id,
  timestamp: inSeconds(activatedAt),
  config_algo_id: null,
  surcharge_config_algo_id: null,
});

/** Whole seconds since 1970. */
export const inSeconds = (at: string): number => Math.floor(Date.parse(at) / 1000);
