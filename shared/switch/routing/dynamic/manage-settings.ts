import * as v from 'valibot';
import type { ConfigurationStore } from '#merchants/accounts/configuration-store.ts';
import type { Configuration, Profile } from '#merchants/accounts/merchant-account.ts';
import { profileOf } from '#merchants/profiles/profile-of.ts';
import type {
  DynamicRouting,
  DynamicRoutingFeatures,
} from '#merchants/routing-settings/dynamic-settings.ts';
import { inSeconds } from '#merchants/routing-settings/stored-algorithm.ts';
import { SwitchError } from '#platform/errors.ts';
import { newId } from '#platform/ids.ts';
import { ownMember } from '#platform/own-member.ts';
import { compact } from '#platform/schema.ts';
import { checkScope } from '../manage-algorithms.ts';
import type { RoutingRecord } from '../operations.ts';
import { ContractsConfig, EliminationConfig, SuccessBasedConfig } from './operations.ts';

/** The kinds of learning of a profile, as its settings call them. */
export type LearningKind = keyof DynamicRouting;

/** The profile whose learning is changed, and who asks. */
export interface SettingContext {
  readonly params: { readonly account_id: string; readonly profile_id: string };
  readonly caller: { readonly kind: string; readonly profileId?: string };
  readonly now: Date;
}

interface Services {
  readonly configurations: Pick<ConfigurationStore, 'read' | 'saveProfile'>;
}

/** A kind's settings before they are read out of the merchant's values. */
interface Stated {
  readonly id: string;
  readonly features: DynamicRoutingFeatures;
  readonly stated: Readonly<Record<string, unknown>>;
  readonly createdAt: string;
  readonly modifiedAt: string;
}

/**
 * Sets a kind of learning, in place of the earlier one. It has a new identifier.
 *
 * @throws SwitchError `profile_not_found`, `invalid_request`, `concurrent_update`
 */
export function createLearning(
  kind: LearningKind,
  context: SettingContext,
  features: DynamicRoutingFeatures,
  stated: object,
  services: Services,
): Promise<RoutingRecord> {
  return changeLearning(kind, context, services, ({ at }) => ({
    id: newId('routing'),
    features,
    stated: { ...stated },
    createdAt: at,
    modifiedAt: at,
  }));
}

/**
 * Switches a kind of learning on or off; with the usual settings where it was never set. Switching
 * to the present state changes nothing.
 *
 * @throws SwitchError `precondition_failed` for promises that were never stated, and as
 * `createLearning`
 */
export function toggleLearning(
  kind: LearningKind,
  context: SettingContext,
  features: DynamicRoutingFeatures,
  stated: object | undefined,
  services: Services,
): Promise<RoutingRecord> {
  return changeLearning(kind, context, services, ({ before, at }) => {
    if (before) {
      const changed = stated ? merged(before.stated, stated) : before.stated;
      return { ...before, features, stated: changed, modifiedAt: at };
    }
    if (kind === 'contracts' && !stated) {
      throw new SwitchError('precondition_failed', {
        message: 'Contract based routing has no label_info yet: create it first',
      });
    }
    return {
      id: newId('routing'),
      features,
      stated: { ...stated },
      createdAt: at,
      modifiedAt: at,
    };
  });
}

/**
 * Changes members of a kind's settings; the others stay.
 *
 * @throws SwitchError `routing_algorithm_not_found` when the profile's current one has another id,
 * and as `createLearning`
 */
export function updateLearning(
  kind: LearningKind,
  context: SettingContext,
  algorithmId: string,
  stated: object,
  services: Services,
): Promise<RoutingRecord> {
  return changeLearning(kind, context, services, ({ before, at }) => {
    if (before?.id !== algorithmId) throw new SwitchError('routing_algorithm_not_found');
    return { ...before, stated: merged(before.stated, stated), modifiedAt: at };
  });
}

/** Members of members are merged too, so that a request may change only one number. */
function merged(before: Stated['stated'], changes: object): Stated['stated'] {
  const next = Object.entries(compact({ ...changes })).map(([name, value]) => {
    const was = ownMember(before, name);
    const isMerged = isMembers(was) && isMembers(value);
    return [name, isMerged ? { ...was, ...compact({ ...value }) } : value];
  });
  return { ...before, ...Object.fromEntries(next) };
}

const isMembers = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

async function changeLearning(
  kind: LearningKind,
  { params, caller, now }: SettingContext,
  { configurations }: Services,
  change: (given: { readonly before: Stated | undefined; readonly at: string }) => Stated,
): Promise<RoutingRecord> {
  const { account_id, profile_id } = params;
  checkScope(caller, profile_id);
  const configuration = await configurations.read(account_id);
  const profile = profileOf(configuration, profile_id);
  const at = now.toISOString();
  const stated = change({ before: profile.dynamicRouting?.[kind], at });
  const dynamicRouting = withKind(kind, stated, profile, { configuration, now });
  await configurations.saveProfile({ ...profile, dynamicRouting, modifiedAt: at }, profile);
  return presentLearning(kind, stated, profile_id);
}

interface ReadContext {
  readonly configuration: Configuration;
  readonly now: Date;
}

function withKind(
  kind: LearningKind,
  stated: Stated,
  { id, dynamicRouting }: Profile,
  context: ReadContext,
): DynamicRouting {
  const common = { ...stated, stated: { ...stated.stated } };
  switch (kind) {
    case 'successBased':
      return { ...dynamicRouting, successBased: { ...common, ...ratesOf(stated) } };
    case 'elimination':
      return { ...dynamicRouting, elimination: { ...common, ...bucketOf(stated) } };
    case 'contracts':
      return { ...dynamicRouting, contracts: { ...common, ...promisesOf(stated, id, context) } };
  }
}

function ratesOf({ stated }: Stated) {
  const { params, config, decision_engine_configs: engine } = v.parse(SuccessBasedConfig, stated);
  const minOutcomes = config?.min_aggregates_size ?? 5;
  const most = config?.max_aggregates_size ?? engine?.defaultBucketSize ?? 200;
  const exploration = config?.exploration_percent ?? engine?.defaultHedgingPercent ?? 20;
  return {
    params: params ?? ['PaymentMethod' as const],
    minOutcomes,
    maxOutcomes: Math.max(most, minOutcomes),
    defaultRate: (config?.default_success_rate ?? 100) / 100,
    exploration: exploration / 100,
  };
}

function bucketOf({ stated }: Stated) {
  const { elimination_analyser_config: bucket, decision_engine_configs: engine } = v.parse(
    EliminationConfig,
    stated,
  );
  return {
    bucketSize: bucket?.bucket_size ?? 5,
    leakSeconds: bucket?.bucket_leak_interval_in_secs ?? 60,
    threshold: engine?.threshold ?? 1,
  };
}

/**
 * @throws SwitchError `invalid_request` for an account that is not the profile's, or named twice
 */
function promisesOf({ stated }: Stated, profileId: string, { configuration, now }: ReadContext) {
  const { config, label_info } = v.parse(ContractsConfig, stated);
  const own = configuration.connectorAccounts.filter(
    (one) => one.profileId === profileId && one.connectorType === 'payment_processor',
  );
  const promises = (label_info ?? []).map(({ mca_id: accountId, target_count, target_time }) => {
    if (!own.some(({ id }) => id === accountId)) {
      throw refusal(`connector account '${accountId}' not found for the given profile`);
    }
    if (target_time * 1_000 <= now.getTime()) {
      throw refusal(`target_time of '${accountId}' is past`);
    }
    return { accountId, targetCount: target_count, until: target_time };
  });
  if (new Set(promises.map(({ accountId }) => accountId)).size < promises.length) {
    throw refusal('a connector account is named twice');
  }
  return { timeScale: config?.time_scale ?? ('month' as const), promises };
}

const refusal = (message: string) => new SwitchError('invalid_request', { message });

const names: Readonly<Record<LearningKind, readonly [name: string, description: string]>> = {
  successBased: ['Success rate based routing', 'The account that succeeds most goes first'],
  elimination: ['Elimination routing', 'Accounts that fail technically go last'],
  contracts: ['Contract based routing', 'Volume that was promised is met first'],
};

function presentLearning(kind: LearningKind, stated: Stated, profileId: string): RoutingRecord {
  const [name, description] = names[kind];
  return {
    id: stated.id,
    profile_id: profileId,
    name,
    description,
    kind: 'dynamic' as const,
    created_at: inSeconds(stated.createdAt),
    modified_at: inSeconds(stated.modifiedAt),
    algorithm_for: 'payment',
    decision_engine_routing_id: null,
  };
}
