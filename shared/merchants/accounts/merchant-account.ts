import * as v from 'valibot';
import { Bytes, JsonObject } from '#platform/schema.ts';
import { ProfileAcquirer } from '../profile-acquirers/profile-acquirer.ts';
import type { DecisionProgram, DecisionPurpose } from '../routing-settings/decision-program.ts';
import { DynamicRouting } from '../routing-settings/dynamic-settings.ts';
import { ActiveAlgorithm } from '../routing-settings/stored-algorithm.ts';
import { OlderHashKey } from './hash-keys.ts';
import type { SlowReceiver } from './slow-receiver.ts';

/** Ids of connector accounts in the order in which they are tried when no routing decides. */
const FallbackOrder = v.object({
  payment: v.optional(v.array(v.string())),
  payout: v.optional(v.array(v.string())),
});

const dates = { createdAt: v.string(), modifiedAt: v.string(), version: v.number() };

/** A merchant, who is paid. Its settings are stored in the words of the API, its secrets sealed. */
export const MerchantAccount = v.looseObject({
  id: v.string(),
  organizationId: v.string(),
  publishableKey: v.string(),
  defaultProfileId: v.optional(v.string()),
  /** Whether payments are checked against the merchant's blocklist. */
  blocklistGuard: v.optional(v.boolean()),
  settings: JsonObject,
  /** The merchant's own data key, which seals its secrets; wrapped by KMS. */
  wrappedKey: Bytes,
  sealed: Bytes,
  /** The merchant's order of connector accounts; accounts missing from it come last. */
  fallback: v.optional(FallbackOrder),
  /** The operator's storage switch: stored and shown, without any effect. */
  kvEnabled: v.optional(v.boolean()),
  ...dates,
});
export type MerchantAccount = v.InferOutput<typeof MerchantAccount>;

/** The part of a merchant account that is stored sealed. */
export const AccountSecrets = v.object({
  payment_response_hash_key: v.string(),
  older_hash_keys: v.optional(v.array(OlderHashKey)),
  webhook_password: v.optional(v.string()),
  network_tokenization_credentials: v.optional(JsonObject),
});
export type AccountSecrets = v.InferOutput<typeof AccountSecrets>;

/** The name of the profile that a new account gets. */
export const firstProfileName = 'default';

/** One of a merchant's shops. Settings that it does not state come from the merchant account. */
export const Profile = v.looseObject({
  id: v.string(),
  merchantId: v.string(),
  name: v.string(),
  settings: JsonObject,
  /** The profile's own secrets, sealed under the merchant's key; absent when it has none. */
  sealed: v.optional(Bytes),
  /** The profile's own order; without it, the merchant account's order applies. */
  fallback: v.optional(FallbackOrder),
  /**
   * Copies of the active routing algorithms, so that one read of the configuration includes them.
   */
  activeRouting: v.optional(
    v.object({
      payment: v.optional(ActiveAlgorithm),
      payout: v.optional(ActiveAlgorithm),
      three_ds_authentication: v.optional(ActiveAlgorithm),
    }),
  ),
  /** Routing by the success rates of its connector accounts. */
  dynamicRouting: v.optional(DynamicRouting),
  /** The merchant's registrations with acquirers, for 3-D Secure. */
  acquirers: v.optional(v.array(ProfileAcquirer)),
  ...dates,
});
export type Profile = v.InferOutput<typeof Profile>;

/** A merchant's account with a processor; its credentials are sealed. */
export const ConnectorAccount = v.looseObject({
  id: v.string(),
  merchantId: v.string(),
  profileId: v.string(),
  connectorName: v.string(),
  connectorType: v.string(),
  label: v.string(),
  status: v.picklist(['active', 'inactive']),
  disabled: v.boolean(),
  settings: JsonObject,
  sealed: Bytes,
  ...dates,
});
export type ConnectorAccount = v.InferOutput<typeof ConnectorAccount>;

/** A connector account before its secrets are sealed, or without them. */
export type UnsealedConnectorAccount = {
  [K in keyof ConnectorAccount as string extends K
    ? never
    : K extends 'sealed'
      ? never
      : K]: ConnectorAccount[K];
};

/** All settings that decide how a merchant's payments are made and its webhooks are sent. */
export interface Configuration {
  readonly account: MerchantAccount;
  /** In order of creation. */
  readonly profiles: readonly Profile[];
  /** In order of creation. */
  readonly connectorAccounts: readonly ConnectorAccount[];
  /** The merchant's webhook servers that are, or lately were, slow to answer. */
  readonly slowReceivers: readonly SlowReceiver[];
  /** The merchant's programs about 3-D Secure and surcharges; absent when it has none. */
  readonly decisions?: Readonly<Partial<Record<DecisionPurpose, DecisionProgram>>>;
}
