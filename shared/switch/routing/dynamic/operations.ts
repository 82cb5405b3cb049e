import * as v from 'valibot';
import {
  DynamicRoutingFeatures,
  GroupingParam,
} from '#merchants/routing-settings/dynamic-settings.ts';
import { defineOperation } from '#platform/http/operation/operation.ts';
import { given, Identifier, integer, text } from '#platform/schema.ts';
import { RoutingRecord } from '../operations.ts';

const number = (least: number, most: number) =>
  given(v.pipe(v.number(), v.minValue(least), v.maxValue(most)));
const whole = (least: number, most: number) => given(integer(least, most));
const percent = number(0, 100);

/** Hyperswitch has a use for it. The switch keeps it with the settings, and ignores it. */
const withoutEffect = given(v.unknown());

const params = given(
  v.pipe(
    v.array(GroupingParam),
    v.maxLength(7),
    v.check((all) => new Set(all).size === all.length, 'a parameter is named twice'),
  ),
);

/** Payments are grouped by `params`; unless stated, only by `PaymentMethod`. */
export const SuccessBasedConfig = v.strictObject({
  params,
  config: given(
    v.strictObject({
      min_aggregates_size: whole(0, 1_000),
      default_success_rate: percent,
      max_aggregates_size: whole(1, 10_000),
      exploration_percent: percent,
      current_block_threshold: withoutEffect,
      specificity_level: withoutEffect,
      shuffle_on_tie_during_exploitation: withoutEffect,
    }),
  ),
  decision_engine_configs: given(
    v.strictObject({
      defaultBucketSize: whole(1, 10_000),
      defaultHedgingPercent: percent,
      defaultLatencyThreshold: withoutEffect,
      defaultLowerResetFactor: withoutEffect,
      defaultUpperResetFactor: withoutEffect,
      defaultGatewayExtraScore: withoutEffect,
      subLevelInputConfig: withoutEffect,
    }),
  ),
});
export type SuccessBasedConfig = v.InferOutput<typeof SuccessBasedConfig>;

export const EliminationConfig = v.strictObject({
  params,
  elimination_analyser_config: given(
    v.strictObject({
      bucket_size: whole(1, 10_000),
      bucket_leak_interval_in_secs: whole(1, 86_400),
    }),
  ),
  decision_engine_configs: given(
    v.strictObject({
      threshold: v.pipe(v.number(), v.gtValue(0), v.maxValue(1)),
    }),
  ),
});
export type EliminationConfig = v.InferOutput<typeof EliminationConfig>;

export const ContractsConfig = v.object({
  config: given(
    v.strictObject({
      time_scale: given(v.picklist(['day', 'month'])),
      constants: withoutEffect,
    }),
  ),
  /** The promise to each connector account, and its end (seconds since 1970). */
  label_info: given(
    v.pipe(
      v.array(
        v.strictObject({
          label: text(64),
          target_count: integer(1, 1_000_000_000),
          target_time: integer(0, 4_102_444_800),
          mca_id: Identifier,
        }),
      ),
      v.maxLength(50),
    ),
  ),
});
export type ContractsConfig = v.InferOutput<typeof ContractsConfig>;

const ofProfile = { account_id: Identifier, profile_id: Identifier };
const Enable = v.strictObject({ enable: DynamicRoutingFeatures });
const example = { params: { account_id: 'merchant_example', profile_id: 'pro_example' } };

const setting = {
  auth: 'merchant of the path',
  response: RoutingRecord,
  notFound: 'profile_not_found',
  access: { table: ['GetItem', 'Query', 'PutItem', 'UpdateItem'] },
  impact: 'Learned routing cannot be set; payments continue by what is set.',
} as const;

const errors = [
  'merchant_account_not_found',
  'profile_not_found',
  'invalid_request',
  'precondition_failed',
  'concurrent_update',
] as const;

const creating = {
  ...setting,
  method: 'POST',
  params: v.object(ofProfile),
  query: Enable,
  errors,
  example: { ...example, query: { enable: 'metrics' } },
} as const;

const toggling = { ...creating } as const;

const updating = {
  ...setting,
  method: 'PATCH',
  params: v.object({ ...ofProfile, algorithm_id: Identifier }),
  errors: [...errors, 'routing_algorithm_not_found'],
  example: { params: { ...example.params, algorithm_id: 'routing_learned' } },
} as const;

const at = '/account/{account_id}/business_profile/{profile_id}/dynamic_routing';
const promise = {
  label: 'fauxpay',
  target_count: 100,
  target_time: 4_000_000_000,
  mca_id: 'mca_example',
};

export const createSuccessBased = defineOperation({
  ...creating,
  name: 'routing.create-success-based',
  path: `${at}/success_based/create`,
  summary: 'Let a profile learn the account with the most successes',
  about: {
    description:
      'Lets a profile learn at which connector account payments succeed most, in place of what was set. With `enable` as `metrics` scores are kept; with `dynamic_connector_selection` they decide as well.',
    differs: 'The settings without effect are the same as at the update.',
  },
  body: SuccessBasedConfig,
  example: { ...creating.example, body: { params: ['Currency'] } },
});

export const toggleSuccessBased = defineOperation({
  ...toggling,
  name: 'routing.toggle-success-based',
  path: `${at}/success_based/toggle`,
  summary: 'Switch learning from successes on or off',
  about: {
    description:
      'Switches learning from successes on or off; with the usual settings where it was never set.',
  },
});

export const updateSuccessBased = defineOperation({
  ...updating,
  name: 'routing.update-success-based',
  path: `${at}/success_based/config/{algorithm_id}`,
  summary: 'Change the settings by which a profile learns from successes',
  about: {
    description: 'Changes the stated members of the settings; the others stay.',
    stored: [
      'current_block_threshold',
      'specificity_level',
      'shuffle_on_tie_during_exploitation',
      'defaultLatencyThreshold',
      'defaultLowerResetFactor',
      'defaultUpperResetFactor',
      'defaultGatewayExtraScore',
      'subLevelInputConfig',
    ],
  },
  body: SuccessBasedConfig,
  example: { ...updating.example, body: { config: { exploration_percent: 5 } } },
});

export const createElimination = defineOperation({
  ...creating,
  name: 'routing.create-elimination',
  path: `${at}/elimination/create`,
  summary: 'Let accounts that fail technically go last',
  about: {
    description:
      'Has connector accounts go last while their technical failures pass a threshold, in place of what was set.',
  },
  body: EliminationConfig,
  example: { ...creating.example, body: { decision_engine_configs: { threshold: 0.5 } } },
});

export const toggleElimination = defineOperation({
  ...toggling,
  name: 'routing.toggle-elimination',
  path: `${at}/elimination/toggle`,
  summary: 'Switch learning from technical failures on or off',
  about: {
    description:
      'Switches learning from technical failures on or off; with the usual settings where it was never set.',
  },
});

export const updateElimination = defineOperation({
  ...updating,
  name: 'routing.update-elimination',
  path: `${at}/elimination/config/{algorithm_id}`,
  summary: 'Change the settings by which accounts that fail go last',
  about: { description: 'Changes the stated members of the settings; the others stay.' },
  body: EliminationConfig,
  example: { ...updating.example, body: { decision_engine_configs: { threshold: 0.5 } } },
});

export const createContracts = defineOperation({
  ...creating,
  name: 'routing.create-contracts',
  path: `${at}/contracts/create`,
  summary: 'Promise volume to accounts',
  about: {
    description:
      'Promises numbers of payments to connector accounts, in place of what was promised. They are met first.',
  },
  body: ContractsConfig,
  example: { ...creating.example, body: { label_info: [promise] } },
});

export const toggleContracts = defineOperation({
  ...toggling,
  name: 'routing.toggle-contracts',
  path: `${at}/contracts/toggle`,
  summary: 'Switch promises of volume on or off',
  about: {
    description:
      'Switches promises of volume on or off. The body may state promises, and must where none were made.',
  },
  body: v.optional(ContractsConfig),
  example: { ...creating.example, body: { label_info: [promise] } },
});

export const updateContracts = defineOperation({
  ...updating,
  name: 'routing.update-contracts',
  path: `${at}/contracts/config/{algorithm_id}`,
  summary: 'Change the promises of volume',
  about: {
    description: 'Changes the stated members of the promises; the others stay.',
    stored: ['constants'],
  },
  body: ContractsConfig,
  example: { ...updating.example, body: { config: { time_scale: 'day' } } },
});

/** In the order in which the stack lists them. */
export const dynamicOperations = [
  createSuccessBased,
  toggleSuccessBased,
  updateSuccessBased,
  createElimination,
  toggleElimination,
  updateElimination,
  createContracts,
  toggleContracts,
  updateContracts,
] as const;
