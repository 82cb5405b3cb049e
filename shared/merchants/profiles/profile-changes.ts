import * as v from 'valibot';
import { compact } from '#platform/schema.ts';
import { secretsAfter } from '#platform/secrets/mask-secrets.ts';
import { statedHashKey } from '../accounts/hash-keys.ts';
import type { MerchantAccount, Profile } from '../accounts/merchant-account.ts';
import { WebhookDetails } from '../accounts/webhook-details.ts';
import type { UpdateProfileRequest } from './operations.ts';
import type { EffectiveSecrets, ProfileSecrets } from './profile-secrets.ts';

/** The profile after an update, without its secrets; absent members stay. */
export function updatedProfile(
  profile: Profile,
  account: Pick<MerchantAccount, 'settings'>,
  request: UpdateProfileRequest,
  now: Date,
): Profile {
  const {
    profile_name,
    payment_response_hash_key: _sealed,
    payment_response_hash_key_overlap_hours: _onlyForNow,
    network_tokenization_credentials: _sealedToo,
    outgoing_webhook_custom_http_headers: _sealedAsWell,
    webhook_details,
    ...settings
  } = request;
  return {
    ...profile,
    name: profile_name ?? profile.name,
    settings: {
      ...profile.settings,
      ...compact(settings),
      ...(webhook_details && {
        webhook_details: mergedWebhooks(
          profile.settings.webhook_details ?? account.settings.webhook_details ?? {},
          webhook_details,
        ),
      }),
    },
    modifiedAt: now.toISOString(),
  };
}

/**
 * Merges webhook details member by member. A profile without its own starts from its merchant
 * account's.
 */
function mergedWebhooks(before: unknown, stated: WebhookDetails) {
  const { webhook_password: _sealed, ...merged } = {
    ...compact(v.parse(WebhookDetails, before)),
    ...compact(stated),
  };
  return merged;
}

/** A profile's own secrets after an update; `holding` are the effective secrets before it. */
export function updatedSecrets(
  request: UpdateProfileRequest,
  own: ProfileSecrets,
  holding: Partial<EffectiveSecrets>,
  now: Date,
): ProfileSecrets {
  const {
    network_tokenization_credentials,
    outgoing_webhook_custom_http_headers,
    webhook_details,
  } = request;
  return {
    ...own,
    ...statedHashKey(request, holding, now),
    ...compact({
      network_tokenization_credentials: secretsAfter(
        network_tokenization_credentials,
        own.network_tokenization_credentials,
      ),
      outgoing_webhook_custom_http_headers,
      webhook_password:
        webhook_details &&
        (secretsAfter(webhook_details.webhook_password, holding.webhook_password) ??
          holding.webhook_password),
    }),
  };
}
