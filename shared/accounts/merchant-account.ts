import * as v from 'valibot';
import { ProfileAcquirer } from '../profile-acquirers/profile-acquirer.ts';
import { ActiveAlgorithm } from '../routing/stored-algorithm.ts';
import { Bytes, JsonObject } from '../schema.ts';
import type { SlowReceiver } from '../webhooks/slow-receiver.ts';

/** Identifiers of connector accounts in the order in which they are tried where nothing else decides. */
const FallbackOrder = v.object({
  payment: v.optional(v.array(v.string())),
  payout: v.optional(v.array(v.string())),
});

const dates = { createdAt: v.string(), modifiedAt: v.string(), version: v.number() };

/** Who is paid. What the merchant stated is kept in the words of the API; its secrets are sealed. */
export const MerchantAccount = v.looseObject({
  id: v.string(),
  organizationId: v.string(),
  publishableKey: v.string(),
  defaultProfileId: v.optional(v.string()),
  /** Whether payments are checked against the merchant's blocklist. */
  blocklistGuard: v.optional(v.boolean()),
  settings: JsonObject,
  /** The merchant's own key, under which its secrets are sealed; wrapped by KMS. */
  wrappedKey: Bytes,
  sealed: Bytes,
  /** Put in order by hand; accounts that it does not name come after those that it does. */
  fallback: v.optional(FallbackOrder),
  /** The operator's storage switch: kept and shown, and without an effect here. */
  kvEnabled: v.optional(v.boolean()),
  ...dates,
});
export type MerchantAccount = v.InferOutput<typeof MerchantAccount>;

/** The part of a merchant account that is kept sealed. */
export const AccountSecrets = v.object({
  payment_response_hash_key: v.string(),
  webhook_password: v.optional(v.string()),
  network_tokenization_credentials: v.optional(JsonObject),
});
export type AccountSecrets = v.InferOutput<typeof AccountSecrets>;

/** What the profile is called that comes with a new account. */
export const firstProfileName = 'default';

/** One of a merchant's shops. What it does not state itself it takes from the merchant account. */
export const Profile = v.looseObject({
  id: v.string(),
  merchantId: v.string(),
  name: v.string(),
  settings: JsonObject,
  /** Its own secrets, under the merchant's key; absent when it has none. */
  sealed: v.optional(Bytes),
  /** The profile's own order; without one it goes by the merchant account's. */
  fallback: v.optional(FallbackOrder),
  /** Copies of the algorithms that it routes by: one read of the configuration brings them along. */
  activeRouting: v.optional(
    v.object({ payment: v.optional(ActiveAlgorithm), payout: v.optional(ActiveAlgorithm) }),
  ),
  /** How the acquirers behind its processors know the merchant. */
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

/** A connector account before its secrets were put away, or without them. */
export type UnsealedConnectorAccount = {
  [K in keyof ConnectorAccount as string extends K
    ? never
    : K extends 'sealed'
      ? never
      : K]: ConnectorAccount[K];
};

/** Everything that decides how a merchant's payments are taken and told of. */
export interface Configuration {
  readonly account: MerchantAccount;
  /** In order of creation. */
  readonly profiles: readonly Profile[];
  /** In order of creation. */
  readonly connectorAccounts: readonly ConnectorAccount[];
  /** Servers of the merchant that let us wait with a webhook, or did so a while ago. */
  readonly slowReceivers: readonly SlowReceiver[];
}
