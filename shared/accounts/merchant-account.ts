import * as v from 'valibot';
import { Bytes, JsonObject } from '../schema.ts';

const dates = { createdAt: v.string(), modifiedAt: v.string(), version: v.number() };

/** Who is paid. What the merchant stated is kept in the words of the API; its secrets are sealed. */
export const MerchantAccount = v.looseObject({
  id: v.string(),
  organizationId: v.string(),
  publishableKey: v.string(),
  defaultProfileId: v.optional(v.string()),
  settings: JsonObject,
  /** The merchant's own key, under which its secrets are sealed; wrapped by KMS. */
  wrappedKey: Bytes,
  sealed: Bytes,
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

/** One of a merchant's shops. What it does not state itself it takes from the merchant account. */
export const Profile = v.looseObject({
  id: v.string(),
  merchantId: v.string(),
  name: v.string(),
  settings: JsonObject,
  /** Its own secrets, under the merchant's key; absent when it has none. */
  sealed: v.optional(Bytes),
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
}
