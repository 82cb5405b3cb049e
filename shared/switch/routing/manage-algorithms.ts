import * as v from 'valibot';
import {
  type ConfigurationStore,
  configurationStore,
} from '#merchants/accounts/configuration-store.ts';
import type { Configuration, Profile } from '#merchants/accounts/merchant-account.ts';
import { profileOf } from '#merchants/profiles/profile-of.ts';
import {
  type ActiveAlgorithm,
  inSeconds,
  type StoredAlgorithm,
} from '#merchants/routing-settings/stored-algorithm.ts';
import type { AlgorithmFor } from '#merchants/routing-settings/transaction-type.ts';
import { SwitchError } from '#platform/errors.ts';
import type { IdempotentRequest } from '#platform/http/operation/idempotency.ts';
import { createIdempotently, fingerprintOf } from '#platform/http/operation/idempotent-create.ts';
import type { RawResponse } from '#platform/http/response/raw-response.ts';
import { derivedId, newId } from '#platform/ids.ts';
import { liveTable } from '#platform/table/table.ts';
import { activated, checkChoices, checkUsable, deactivated } from './activate-algorithm.ts';
import {
  type AlgorithmStore,
  algorithmStore,
  type CreatedAlgorithm,
  parseCreatedAlgorithm,
} from './algorithm-store.ts';
import {
  type CreateRoutingRequest,
  type MerchantRoutingAlgorithm,
  RoutingKind,
  type RoutingRecord,
} from './operations.ts';

/** The services that manage routing. */
export interface RoutingServices {
  readonly configurations: ConfigurationStore;
  readonly algorithms: AlgorithmStore;
}

/** The services with which functions manage routing. */
export const liveRoutingServices = (): RoutingServices => ({
  configurations: configurationStore(liveTable()),
  algorithms: algorithmStore(liveTable()),
});

/** The caller; with a `profileId`, it reaches only that profile's routing. */
interface RoutingCaller {
  readonly merchantId: string;
  readonly profileId?: string;
}

/** The request for a new algorithm, without its body. */
interface CreateContext {
  readonly caller: RoutingCaller;
  readonly now: Date;
  readonly invocationId: string;
  readonly idempotentRequest?: IdempotentRequest | undefined;
}

/**
 * Creates an algorithm, which is not active yet. A repeated request with the same idempotency key
 * gets the algorithm of the first.
 *
 * @throws SwitchError `missing_param`, `profile_not_found`, `invalid_request`, in this order
 */
export function createAlgorithm(
  body: CreateRoutingRequest,
  transactionType: AlgorithmFor,
  { caller, now, invocationId, idempotentRequest }: CreateContext,
  configuration: Configuration,
  { algorithms }: RoutingServices,
): Promise<RoutingRecord | RawResponse> {
  const { merchantId } = caller;
  const id = idempotentRequest ? derivedId('routing', merchantId, invocationId) : newId('routing');
  return createIdempotently<CreatedAlgorithm, RoutingRecord>({
    idempotentRequest,
    isNamed: false,
    async make() {
      const stored = newAlgorithm(body, { id, transactionType, caller, now }, configuration);
      await algorithms.add(merchantId, { ...stored, ...fingerprintOf(idempotentRequest) });
      return presentRecord(stored);
    },
    find: () => algorithms.find(merchantId, id),
    parse: parseCreatedAlgorithm,
    present: presentRecord,
  });
}

function newAlgorithm(
  body: CreateRoutingRequest,
  given: Pick<StoredAlgorithm, 'id' | 'transactionType'> & Pick<CreateContext, 'caller' | 'now'>,
  configuration: Configuration,
): StoredAlgorithm {
  const { id, transactionType, caller, now } = given;
  const name = requireField(body, 'name');
  const description = requireField(body, 'description');
  const algorithm = requireField(body, 'algorithm');
  const profileId = requireField(body, 'profile_id');
  checkScope(caller, profileId);
  const profile = profileOf(configuration, profileId);
  checkUsable(algorithm, transactionType);
  checkChoices(algorithm, profile.id, configuration.connectorAccounts);
  return {
    id,
    profileId: profile.id,
    name,
    description,
    transactionType,
    algorithm,
    createdAt: now.toISOString(),
  };
}

function requireField<T extends object, K extends keyof T & string>(
  body: T,
  field: K,
): NonNullable<T[K]> {
  const value = body[field];
  if (value === null || value === undefined) throw new SwitchError('missing_param', { field });
  return value;
}

/** Throws `profile_not_found` when the caller acts for another profile. */
export function checkScope({ profileId: own }: { readonly profileId?: string }, profileId: string) {
  if (own !== undefined && own !== profileId) {
    throw new SwitchError('profile_not_found', { id: profileId });
  }
}

/** A page of algorithms, latest first. */
export function listAlgorithms(
  algorithms: readonly StoredAlgorithm[],
  transactionType: AlgorithmFor,
  query: {
    readonly limit?: number | undefined;
    readonly offset?: number | undefined;
    readonly profile_id?: string | undefined;
  },
  caller: { readonly profileId?: string },
): RoutingRecord[] {
  const { limit = algorithms.length, offset = 0, profile_id } = query;
  return algorithms
    .filter((one) => one.transactionType === transactionType)
    .filter(({ profileId }) => profile_id === undefined || profileId === profile_id)
    .filter(({ profileId }) => caller.profileId === undefined || profileId === caller.profileId)
    .slice(offset, offset + limit)
    .map(presentRecord);
}

/** The active algorithms of all profiles, or of the requested one. Throws `profile_not_found`. */
export function activeAlgorithms(
  configuration: Configuration,
  transactionType: AlgorithmFor,
  requestedProfileId: string | undefined,
  caller: { readonly profileId?: string },
): RoutingRecord[] {
  if (requestedProfileId !== undefined) checkScope(caller, requestedProfileId);
  const scopedProfileId = requestedProfileId ?? caller.profileId;
  const profiles =
    scopedProfileId === undefined
      ? configuration.profiles
      : [profileOf(configuration, scopedProfileId)];
  return profiles.flatMap(({ activeRouting }) => {
    const active = activeRouting?.[transactionType];
    return active ? [presentRecord(active)] : [];
  });
}

/**
 * Activates an algorithm for its profile. Busy containers use it once their cached configuration is
 * two seconds old. Throws the errors of `activated`, and `concurrent_update`.
 */
export async function activateAlgorithm(
  algorithm: StoredAlgorithm,
  transactionType: AlgorithmFor,
  now: Date,
  configuration: Configuration,
  { configurations }: RoutingServices,
): Promise<RoutingRecord> {
  const before = profileOf(configuration, algorithm.profileId);
  const after = activated(before, algorithm, transactionType, now);
  await configurations.saveProfile(after, before);
  return presentRecord(algorithm);
}

/**
 * Deactivates a profile's algorithm. Throws the errors of `deactivated`, and `concurrent_update`.
 */
export async function deactivateAlgorithm(
  before: Profile,
  transactionType: AlgorithmFor,
  now: Date,
  { configurations }: RoutingServices,
): Promise<RoutingRecord> {
  const { profile, algorithm } = deactivated(before, transactionType, now);
  await configurations.saveProfile(profile, before);
  return presentRecord(algorithm);
}

/**
 * The profile that the body names; without a body, the caller's own or the merchant's default.
 * Throws `missing_param`, `profile_not_found`.
 */
export function requestedProfile(
  body: { readonly profile_id?: string | null | undefined } | undefined,
  caller: { readonly profileId?: string },
  configuration: Configuration,
): Profile {
  const usual = caller.profileId ?? configuration.account.defaultProfileId;
  const profileId = requireField(body ?? { profile_id: usual }, 'profile_id');
  checkScope(caller, profileId);
  return profileOf(configuration, profileId);
}

/**
 * Throws `routing_algorithm_not_found` when the caller acts for another profile than the
 * algorithm's.
 */
export function checkOwn(
  algorithm: StoredAlgorithm,
  { profileId }: { readonly profileId?: string },
) {
  if (profileId !== undefined && profileId !== algorithm.profileId) {
    throw new SwitchError('routing_algorithm_not_found');
  }
}

const presentRecord = (stored: StoredAlgorithm | ActiveAlgorithm): RoutingRecord => ({
  id: stored.id,
  profile_id: stored.profileId,
  name: stored.name,
  kind: kindOf(stored.algorithm),
  description: stored.description,
  created_at: inSeconds(stored.createdAt),
  modified_at: inSeconds(stored.createdAt),
  algorithm_for: stored.transactionType,
  decision_engine_routing_id: null,
});

/** One that only another version of the switch understands is shown as `dynamic`. */
const kindOf = ({ type }: { readonly type: string }): RoutingRecord['kind'] =>
  v.is(RoutingKind, type) ? v.parse(RoutingKind, type) : 'dynamic';

/** Presents a whole algorithm. */
export const presentAlgorithm = (stored: StoredAlgorithm): MerchantRoutingAlgorithm => ({
  id: stored.id,
  profile_id: stored.profileId,
  name: stored.name,
  description: stored.description,
  algorithm: stored.algorithm,
  created_at: inSeconds(stored.createdAt),
  modified_at: inSeconds(stored.createdAt),
  algorithm_for: stored.transactionType,
});
