import * as v from 'valibot';
import { RoutableChoice } from '#merchants/routing-settings/algorithm.ts';
import { WrittenAlgorithm } from '#merchants/routing-settings/stored-algorithm.ts';
import { AlgorithmFor } from '#merchants/routing-settings/transaction-type.ts';
import { maxCharacters } from '#platform/characters.ts';
import { defineOperation, variantOf } from '#platform/http/operation/operation.ts';
import { given, Identifier, noCardNumber, text } from '#platform/schema.ts';

/** Missing members are refused in an order of their own, so nothing is required here. */
export const CreateRoutingRequest = v.object({
  name: given(
    v.pipe(
      v.string(),
      maxCharacters(64, 'Length of name field must not exceed 64 characters'),
      noCardNumber,
    ),
  ),
  description: given(text(1_024)),
  algorithm: given(WrittenAlgorithm),
  profile_id: given(Identifier),
  transaction_type: given(AlgorithmFor),
});
export type CreateRoutingRequest = v.InferOutput<typeof CreateRoutingRequest>;

export const ActivateRoutingRequest = v.object({ transaction_type: given(AlgorithmFor) });

export const DeactivateRoutingRequest = v.object({
  profile_id: given(Identifier),
  transaction_type: given(AlgorithmFor),
});

/** @public */
export const RoutingKind = v.picklist([
  'single',
  'priority',
  'volume_split',
  'advanced',
  'dynamic',
  'three_ds_decision_rule',
  'least_cost',
]);

/** Times are in seconds since 1970. */
export const RoutingRecord = v.object({
  id: v.string(),
  profile_id: v.string(),
  name: v.string(),
  kind: RoutingKind,
  description: v.string(),
  created_at: v.number(),
  modified_at: v.number(),
  algorithm_for: AlgorithmFor,
  /** Always `null`: the switch uses no external decision engine. */
  decision_engine_routing_id: v.null(),
});
export type RoutingRecord = v.InferOutput<typeof RoutingRecord>;

export const MerchantRoutingAlgorithm = v.object({
  id: v.string(),
  profile_id: v.string(),
  name: v.string(),
  description: v.string(),
  algorithm: WrittenAlgorithm,
  created_at: v.number(),
  modified_at: v.number(),
  algorithm_for: AlgorithmFor,
});
export type MerchantRoutingAlgorithm = v.InferOutput<typeof MerchantRoutingAlgorithm>;

export const FallbackList = v.array(RoutableChoice);

export const ProfileFallback = v.object({ profile_id: v.string(), connectors: FallbackList });

/** A whole number of at most `max`, in a query parameter. */
const count = (max: number) =>
  v.pipe(
    v.string(),
    v.regex(/^\d{1,5}$/, 'invalid digit found in string'),
    v.transform(Number),
    v.maxValue(max, `expected a number of at most ${max}`),
  );

/** Without a limit, all are listed. */
const ListQuery = v.strictObject({
  limit: v.optional(count(65_535)),
  offset: v.optional(count(255)),
  profile_id: v.optional(Identifier),
  transaction_type: v.optional(AlgorithmFor),
});

const ActiveQuery = v.strictObject({
  profile_id: v.optional(Identifier),
  transaction_type: v.optional(AlgorithmFor),
});

const inPath = v.object({ routing_algorithm_id: Identifier });
const ofProfile = v.object({ profile_id: Identifier });

const listing = {
  method: 'GET',
  auth: 'secret key',
  query: ListQuery,
  response: v.array(RoutingRecord),
  errors: [],
  access: { table: ['GetItem', 'Query'] },
  impact: 'Merchants cannot see their routing; payments continue.',
  example: { query: { limit: '10' } },
} as const;

const changingActive = {
  method: 'POST',
  auth: 'secret key',
  response: RoutingRecord,
  impact: 'Active routing cannot be changed; fallback lists can still be reordered.',
} as const;

const orderingFallback = {
  method: 'POST',
  auth: 'secret key',
  body: FallbackList,
  errors: ['precondition_failed', 'invalid_request', 'concurrent_update'],
  access: { table: ['GetItem', 'PutItem', 'Query', 'UpdateItem'] },
  impact: 'Merchants cannot reorder their fallback lists; payments continue.',
} as const;

const firstChoice = { connector: 'fauxpay', merchant_connector_id: 'mca_example' };
const firstForPayouts = { connector: 'fauxpay', merchant_connector_id: 'mca_payouts' };

export const createRouting = defineOperation({
  name: 'routing.create',
  method: 'POST',
  path: '/routing',
  summary: 'Create a routing algorithm',
  about: {
    description:
      'Stores how payments are routed. Creating an algorithm does not use it: activate it afterwards.',
    differs:
      'An unknown key, operator, value or type in a rule is refused, and so are shares that are all 0: [routing configuration](decisions/0016-routing-configuration.md).',
  },
  auth: 'secret key',
  body: CreateRoutingRequest,
  repeats: 'derive the same identifier',
  response: RoutingRecord,
  errors: ['missing_param', 'profile_not_found', 'invalid_request'],
  access: { table: ['GetItem', 'PutItem', 'Query'] },
  impact: 'Merchants cannot create routing algorithms; active ones still apply.',
  example: {
    body: {
      name: 'large amounts first',
      description: 'Everything from 100 EUR by the account that is cheaper for it',
      profile_id: 'pro_example',
      algorithm: {
        type: 'advanced',
        data: {
          defaultSelection: { type: 'priority', data: [firstChoice] },
          rules: [
            {
              name: 'large',
              connectorSelection: {
                type: 'volume_split',
                data: [{ connector: firstChoice, split: 100 }],
              },
              statements: [
                {
                  condition: [
                    {
                      lhs: 'amount',
                      comparison: 'greater_than',
                      value: { type: 'number', value: 10_000 },
                      metadata: {},
                    },
                  ],
                  nested: null,
                },
              ],
            },
          ],
          metadata: {},
        },
      },
    },
  },
});

export const listRouting = defineOperation({
  ...listing,
  name: 'routing.list',
  path: '/routing',
  summary: 'List the routing algorithms, latest first',
  about: { description: 'Lists the stored algorithms for payments, page by page.' },
});

export const listRoutingOfProfile = variantOf(listRouting, {
  name: 'routing.list-of-profile',
  path: '/routing/list/profile',
  summary: 'List the same for the profile that the caller acts for',
  about: { description: 'Lists the stored algorithms of the profile that the caller acts for.' },
});

export const showActiveRouting = defineOperation({
  name: 'routing.active',
  path: '/routing/active',
  summary: 'Show the routing algorithms of profiles',
  about: { description: 'Answers with the algorithm that each profile routes payments by.' },
  ...listing,
  query: ActiveQuery,
  errors: ['profile_not_found'],
  example: { query: { profile_id: 'pro_example' } },
});

export const retrieveRouting = defineOperation({
  name: 'routing.retrieve',
  method: 'GET',
  path: '/routing/{routing_algorithm_id}',
  summary: 'Retrieve a routing algorithm',
  about: { description: 'Answers with one stored algorithm.' },
  auth: 'secret key',
  params: inPath,
  response: MerchantRoutingAlgorithm,
  errors: ['routing_algorithm_not_found'],
  notFound: 'routing_algorithm_not_found',
  access: { table: ['GetItem', 'Query'] },
  impact: 'Merchants cannot see their routing; payments continue.',
  example: { params: { routing_algorithm_id: 'routing_example' } },
});

export const activateRouting = defineOperation({
  name: 'routing.activate',
  path: '/routing/{routing_algorithm_id}/activate',
  summary: 'Let a profile route its payments by an algorithm',
  about: { description: 'Has the profile of the algorithm route its payments by it from now on.' },
  ...changingActive,
  params: inPath,
  body: v.optional(ActivateRoutingRequest, {}),
  errors: [
    'routing_algorithm_not_found',
    'profile_not_found',
    'precondition_failed',
    'concurrent_update',
  ],
  notFound: 'routing_algorithm_not_found',
  access: { table: ['GetItem', 'PutItem', 'Query', 'UpdateItem'] },
  example: { params: { routing_algorithm_id: 'routing_example' }, body: {} },
});

export const deactivateRouting = defineOperation({
  name: 'routing.deactivate',
  path: '/routing/deactivate',
  summary: 'Let a profile route its payments by its fallback list alone',
  about: { description: 'Ends routing by an algorithm. The profile then uses its fallback list.' },
  ...changingActive,
  body: v.optional(DeactivateRoutingRequest),
  errors: ['missing_param', 'profile_not_found', 'precondition_failed', 'concurrent_update'],
  access: { table: ['GetItem', 'PutItem', 'Query', 'UpdateItem'] },
  example: { body: { profile_id: 'pro_routed' } },
});

export const retrieveDefaultRouting = defineOperation({
  name: 'routing.retrieve-default',
  method: 'GET',
  path: '/routing/default',
  summary: "Show the order of a merchant's connector accounts",
  about: {
    description:
      'Answers with the fallback list: the connector accounts that are tried where no algorithm decides.',
  },
  auth: 'secret key',
  response: FallbackList,
  errors: [],
  access: { table: ['GetItem', 'Query'] },
  impact: 'Merchants cannot see their fallback lists; payments continue.',
  example: {},
});

export const updateDefaultRouting = defineOperation({
  ...orderingFallback,
  name: 'routing.update-default',
  path: '/routing/default',
  summary: "Change the order of a merchant's connector accounts",
  about: {
    description:
      'Puts the fallback list in another order. It must name each connector account once.',
    differs:
      'The order decides for every profile without an order of its own: [routing configuration](decisions/0016-routing-configuration.md).',
  },
  response: FallbackList,
  example: { body: [firstChoice] },
});

export const retrieveDefaultRoutingOfProfile = variantOf(retrieveDefaultRouting, {
  name: 'routing.retrieve-default-of-profile',
  path: '/routing/default/profile',
  summary: "Show the order of the connector accounts of the caller's profile, or of the merchant",
  about: {
    description: 'Answers with the fallback list of the profile that the caller acts for.',
    differs:
      'Answers the list of connectors, as Hyperswitch itself does; the published description has an object around it.',
  },
});

export const updateDefaultRoutingOfProfile = defineOperation({
  name: 'routing.update-default-of-profile',
  path: '/routing/default/profile/{profile_id}',
  summary: "Change the order of a profile's connector accounts",
  about: {
    description:
      'Puts the fallback list of one profile in another order. It must name each connector account once.',
  },
  ...orderingFallback,
  params: ofProfile,
  response: ProfileFallback,
  errors: [...orderingFallback.errors, 'profile_not_found'],
  notFound: 'profile_not_found',
  example: { params: { profile_id: 'pro_example' }, body: [firstChoice] },
});

export const createPayoutRouting = variantOf(createRouting, {
  name: 'routing.create-for-payouts',
  path: '/routing/payouts',
  summary: 'Create a routing algorithm for payouts',
  about: {
    description:
      'Stores how payouts are routed. Creating an algorithm does not use it: activate it afterwards.',
  },
  example: {
    body: {
      name: 'payouts by one account',
      description: 'All of them',
      profile_id: 'pro_example',
      algorithm: { type: 'single', data: firstForPayouts },
    },
  },
});

export const listPayoutRouting = variantOf(listRouting, {
  name: 'routing.list-for-payouts',
  path: '/routing/payouts',
  summary: 'List the routing algorithms for payouts, latest first',
  about: { description: 'Lists the stored algorithms for payouts, page by page.' },
});

export const listPayoutRoutingOfProfile = variantOf(listRouting, {
  name: 'routing.list-for-payouts-of-profile',
  path: '/routing/payouts/list/profile',
  summary: 'List the same for the profile that the caller acts for',
  about: {
    description: 'Lists the stored algorithms for payouts of the profile that the caller acts for.',
  },
});

export const showActivePayoutRouting = variantOf(showActiveRouting, {
  name: 'routing.active-for-payouts',
  path: '/routing/payouts/active',
  summary: 'Show the routing algorithms of profiles for payouts',
  about: { description: 'Answers with the algorithm that each profile routes payouts by.' },
});

export const activatePayoutRouting = variantOf(activateRouting, {
  name: 'routing.activate-for-payouts',
  path: '/routing/payouts/{routing_algorithm_id}/activate',
  summary: 'Let a profile route its payouts by an algorithm',
  about: { description: 'Has the profile of the algorithm route its payouts by it from now on.' },
  example: { params: { routing_algorithm_id: 'routing_payouts' }, body: {} },
});

export const deactivatePayoutRouting = variantOf(deactivateRouting, {
  name: 'routing.deactivate-for-payouts',
  path: '/routing/payouts/deactivate',
  summary: 'Let a profile route its payouts by its fallback list alone',
  about: {
    description:
      'Ends routing of payouts by an algorithm. The profile then uses its fallback list.',
  },
});

export const retrieveDefaultPayoutRouting = variantOf(retrieveDefaultRouting, {
  name: 'routing.retrieve-default-for-payouts',
  path: '/routing/payouts/default',
  summary: "Show the order of a merchant's accounts for payouts",
  about: { description: 'Answers with the fallback list for payouts.' },
});

export const updateDefaultPayoutRouting = variantOf(updateDefaultRouting, {
  name: 'routing.update-default-for-payouts',
  path: '/routing/payouts/default',
  summary: "Change the order of a merchant's accounts for payouts",
  about: {
    description:
      'Puts the fallback list for payouts in another order. It must name each connector account once.',
  },
  example: { body: [firstForPayouts] },
});

export const retrieveDefaultPayoutRoutingOfProfiles = variantOf(retrieveDefaultRouting, {
  name: 'routing.retrieve-default-for-payouts-of-profiles',
  path: '/routing/payouts/default/profile',
  summary: "Show the order of every profile's accounts for payouts",
  about: { description: 'Answers with the fallback list for payouts of each profile.' },
  response: v.array(ProfileFallback),
});

export const updateDefaultPayoutRoutingOfProfile = variantOf(updateDefaultRoutingOfProfile, {
  name: 'routing.update-default-for-payouts-of-profile',
  path: '/routing/payouts/default/profile/{profile_id}',
  summary: "Change the order of a profile's accounts for payouts",
  about: {
    description:
      'Puts the fallback list for payouts of one profile in another order. It must name each connector account once.',
  },
  example: { params: { profile_id: 'pro_example' }, body: [firstForPayouts] },
});

/** In the order in which the stack lists them. */
export const routingOperations = [
  createRouting,
  listRouting,
  listRoutingOfProfile,
  showActiveRouting,
  retrieveRouting,
  activateRouting,
  deactivateRouting,
  retrieveDefaultRouting,
  updateDefaultRouting,
  retrieveDefaultRoutingOfProfile,
  updateDefaultRoutingOfProfile,
  createPayoutRouting,
  listPayoutRouting,
  listPayoutRoutingOfProfile,
  showActivePayoutRouting,
  activatePayoutRouting,
  deactivatePayoutRouting,
  retrieveDefaultPayoutRouting,
  updateDefaultPayoutRouting,
  retrieveDefaultPayoutRoutingOfProfiles,
  updateDefaultPayoutRoutingOfProfile,
] as const;
