import * as v from 'valibot';
import type { MerchantSecrets } from '#platform/secrets/merchant-secrets.ts';
import { OlderHashKey } from '../accounts/hash-keys.ts';
import type { MerchantAccount, Profile } from '../accounts/merchant-account.ts';
import { openProfileSecrets } from '../profiles/profile-secrets.ts';
import type { WebhookEndpoint } from './webhook-endpoint.ts';

/** The part of an endpoint that is stored sealed, with its key under the name that profiles use. */
export const EndpointSecrets = v.object({
  payment_response_hash_key: v.string(),
  older_hash_keys: v.optional(v.array(OlderHashKey)),
  /** All headers are secret, because they often carry an authorization. */
  headers: v.optional(v.record(v.string(), v.string())),
});
export type EndpointSecrets = v.InferOutput<typeof EndpointSecrets>;

/** Where an endpoint's secrets are sealed for. */
export const placeOfEndpoint = (id: string) => `ENDPOINT|${id}`;

/** Opens the secrets of a profile's `webhook_url`, or of another endpoint of it. */
export async function openSecretsOf(
  secrets: Pick<MerchantSecrets, 'open'>,
  account: MerchantAccount,
  { profile, endpoint }: { readonly profile: Profile; readonly endpoint?: WebhookEndpoint },
): Promise<EndpointSecrets> {
  if (endpoint) return openEndpointSecrets(secrets, account, endpoint);
  const opened = await openProfileSecrets(secrets, account, profile);
  const { outgoing_webhook_custom_http_headers: headers } = opened;
  return { ...opened, ...(headers && { headers }) };
}

/** Opens an endpoint's secrets for the duration of one request. */
export const openEndpointSecrets = (
  secrets: Pick<MerchantSecrets, 'open'>,
  account: MerchantAccount,
  { id, sealed }: WebhookEndpoint,
): Promise<EndpointSecrets> => secrets.open(account, placeOfEndpoint(id), sealed, EndpointSecrets);
