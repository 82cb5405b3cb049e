import * as v from 'valibot';

/**
 * The work of a kind of learned routing: it keeps scores (`metrics`), routes by them
 * (`dynamic_connector_selection`), or does neither.
 */
export const DynamicRoutingFeatures = v.picklist([
  'metrics',
  'dynamic_connector_selection',
  'none',
]);
export type DynamicRoutingFeatures = v.InferOutput<typeof DynamicRoutingFeatures>;

/** The facts by which payments are grouped, so that each group has success rates of its own. */
export const GroupingParam = v.picklist([
  'PaymentMethod',
  'PaymentMethodType',
  'AuthenticationType',
  'Currency',
  'Country',
  'CardNetwork',
  'CardBin',
]);
export type GroupingParam = v.InferOutput<typeof GroupingParam>;

const common = {
  id: v.string(),
  features: DynamicRoutingFeatures,
  /** As the merchant stated it, in the words of the API. */
  stated: v.record(v.string(), v.unknown()),
  createdAt: v.string(),
  modifiedAt: v.string(),
};

/** Which account goes first by how often payments succeeded there. */
export const SuccessBased = v.object({
  ...common,
  params: v.array(GroupingParam),
  /** With fewer outcomes than this, a group's rate is that of all payments. */
  minOutcomes: v.number(),
  /** Older outcomes fade so that no more than this many count. */
  maxOutcomes: v.number(),
  /** The rate of an account without outcomes, from 0 to 1. */
  defaultRate: v.number(),
  /** The share of payments that try another account than the best, from 0 to 1. */
  exploration: v.number(),
});
export type SuccessBased = v.InferOutput<typeof SuccessBased>;

/** Which accounts go last, because technical failures have filled their buckets. */
const Elimination = v.object({
  ...common,
  /** Failures that fill a bucket. */
  bucketSize: v.number(),
  /** Seconds in which one failure leaks out of it. */
  leakSeconds: v.number(),
  /** The part of the bucket from which the account goes last, from 0 to 1. */
  threshold: v.number(),
});

/** Volume that the merchant promised to accounts, which is met first. */
export const Contracts = v.object({
  ...common,
  timeScale: v.picklist(['day', 'month']),
  promises: v.array(
    v.object({
      accountId: v.string(),
      /** Successful payments in each day or month. */
      targetCount: v.number(),
      /** When the promise ends, in seconds since 1970. */
      until: v.number(),
    }),
  ),
});
export type Contracts = v.InferOutput<typeof Contracts>;

/** The learned routing of a profile, read with the configuration. */
export const DynamicRouting = v.object({
  successBased: v.optional(SuccessBased),
  elimination: v.optional(Elimination),
  contracts: v.optional(Contracts),
});
export type DynamicRouting = v.InferOutput<typeof DynamicRouting>;

const all = ({ successBased, elimination, contracts }: DynamicRouting) => [
  successBased,
  elimination,
  contracts,
];

/** Whether outcomes are counted, and so payments marked. */
export const keepsScores = (settings: DynamicRouting): boolean =>
  all(settings).some((one) => one && one.features !== 'none');

/** Whether scores decide, and so have to be read before a payment is routed. */
export const routesByScores = (settings: DynamicRouting): boolean =>
  all(settings).some((one) => one?.features === 'dynamic_connector_selection');
