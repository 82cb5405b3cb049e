import { SwitchError } from '#platform/errors.ts';
import { newId, randomHex, randomText } from '#platform/ids.ts';
import { compact } from '#platform/schema.ts';
import { secretsAfter } from '#platform/secrets/mask-secrets.ts';
import { checkLinkDomains } from '../link-settings/link-config.ts';
import { checkOverlap, statedHashKey } from './hash-keys.ts';
import {
  type AccountSecrets,
  firstProfileName,
  type MerchantAccount,
  type Profile,
} from './merchant-account.ts';
import type { BusinessDetails } from './merchant-details.ts';
import { maskedCredentials } from './network-tokenization-credentials.ts';
import type {
  CreateAccountRequest,
  MerchantAccountResponse,
  UpdateAccountRequest,
} from './operations.ts';
import { checkWebhookStatuses, presentWebhookDetails } from './webhook-details.ts';

type AccountInput = (CreateAccountRequest | UpdateAccountRequest) &
  Pick<UpdateAccountRequest, 'payment_response_hash_key_overlap_hours'>;

/**
 * Checks the rules that the schema of a merchant account cannot express. Throws
 * `parent_merchant_missing`, `invalid_request`.
 */
export function checkAccount(request: AccountInput): void {
  if (request.sub_merchants_enabled && !request.parent_merchant_id) {
    throw new SwitchError('parent_merchant_missing');
  }
  checkOverlap(request);
  if (request.webhook_details) checkWebhookStatuses(request.webhook_details);
  if (request.pm_collect_link_config) {
    checkLinkDomains('pm_collect_link_config', request.pm_collect_link_config);
  }
}

/** The part of a request that is stored in clear, in the words of the API. */
function settingsOf(request: AccountInput): Record<string, unknown> {
  const {
    merchant_id: _id,
    publishable_key: _madeByUs,
    payment_response_hash_key: _sealed,
    payment_response_hash_key_overlap_hours: _onlyForNow,
    network_tokenization_credentials: _sealedToo,
    webhook_details,
    ...settings
  } = request;
  const { webhook_password: _sealedAsWell, ...webhooks } = webhook_details ?? {};
  return compact({ ...settings, webhook_details: webhook_details && compact(webhooks) });
}

/** The part of a request that is stored sealed, merged over the secrets sealed before. */
export function secretsOf(
  request: AccountInput,
  now: Date,
  before?: AccountSecrets,
): AccountSecrets {
  const { webhook_details, network_tokenization_credentials } = request;
  const storedPassword = before?.webhook_password;
  const password = webhook_details
    ? secretsAfter(webhook_details.webhook_password, storedPassword)
    : storedPassword;
  const network =
    secretsAfter(network_tokenization_credentials, before?.network_tokenization_credentials) ??
    before?.network_tokenization_credentials ??
    undefined;
  return {
    payment_response_hash_key: before?.payment_response_hash_key ?? randomText(64),
    ...(before?.older_hash_keys && { older_hash_keys: before.older_hash_keys }),
    ...statedHashKey(request, before ?? {}, now),
    ...(password && { webhook_password: password }),
    ...(network && { network_tokenization_credentials: compact(network) }),
  };
}

/** A new, unsaved merchant account, with a profile for each of its business details. */
export function newMerchant(
  request: CreateAccountRequest,
  keys: Pick<MerchantAccount, 'wrappedKey' | 'sealed'>,
  environment: string,
  now: Date,
): { account: MerchantAccount; profiles: Profile[] } {
  const { merchant_id, organization_id, primary_business_details } = request;
  const at = now.toISOString();
  const profiles = profilesFor(merchant_id, primary_business_details ?? [], now);
  if (profiles.length === 0) profiles.push(newProfile(merchant_id, firstProfileName, now));
  const [only, ...others] = profiles;
  const account: MerchantAccount = {
    id: merchant_id,
    organizationId: organization_id ?? newId('org'),
    publishableKey: `pk_${environment}_${randomHex()}`,
    ...(only && others.length === 0 && { defaultProfileId: only.id }),
    settings: settingsOf(request),
    ...keys,
    createdAt: at,
    modifiedAt: at,
    version: 1,
  };
  return { account, profiles };
}

/** One profile for each distinct pair of country and business, named after the pair. */
export const profilesFor = (merchantId: string, details: readonly BusinessDetails[], now: Date) =>
  [...new Set(details.map(({ country, business }) => `${country}_${business}`))].map((name) =>
    newProfile(merchantId, name, now),
  );

/** A new, unsaved profile that takes all its settings from the merchant account. */
export const newProfile = (merchantId: string, name: string, now: Date): Profile => ({
  id: newId('pro'),
  merchantId,
  name,
  settings: {},
  createdAt: now.toISOString(),
  modifiedAt: now.toISOString(),
  version: 1,
});

/** The merchant account's settings after an update; absent members stay. */
export const updatedSettings = (account: MerchantAccount, request: UpdateAccountRequest) => {
  const { default_profile: _, ...settings } = settingsOf(request);
  return { ...account.settings, ...settings };
};

/** Presents a merchant account to an operator; unset members are `null`. */
export function presentAccount(
  { settings, ...account }: MerchantAccount,
  secrets: AccountSecrets,
): MerchantAccountResponse {
  const setting = <K extends keyof MerchantAccountResponse>(name: K) =>
    // `settingsOf` stored it from a parsed request, under the response's name.
    (settings[name] ?? null) as MerchantAccountResponse[K] | null;
  return {
    merchant_id: account.id,
    merchant_name: setting('merchant_name'),
    return_url: setting('return_url'),
    enable_payment_response_hash: setting('enable_payment_response_hash') ?? false,
    payment_response_hash_key: secrets.payment_response_hash_key,
    redirect_to_merchant_with_http_post: setting('redirect_to_merchant_with_http_post') ?? false,
    merchant_details: setting('merchant_details'),
    webhook_details: presentWebhookDetails(setting('webhook_details'), secrets.webhook_password),
    payout_routing_algorithm: setting('payout_routing_algorithm'),
    sub_merchants_enabled: setting('sub_merchants_enabled') ?? false,
    parent_merchant_id: setting('parent_merchant_id'),
    publishable_key: account.publishableKey,
    metadata: setting('metadata'),
    // The vault separates merchants by their ids.
    locker_id: setting('locker_id') ?? account.id,
    primary_business_details: setting('primary_business_details') ?? [],
    frm_routing_algorithm: setting('frm_routing_algorithm'),
    organization_id: account.organizationId,
    is_recon_enabled: false,
    default_profile: account.defaultProfileId ?? null,
    recon_status: 'not_requested',
    pm_collect_link_config: setting('pm_collect_link_config'),
    product_type: setting('product_type') ?? 'orchestration',
    merchant_account_type: setting('merchant_account_type') ?? 'standard',
    network_tokenization_credentials:
      (maskedCredentials(secrets.network_tokenization_credentials) as
        | MerchantAccountResponse['network_tokenization_credentials']
        | undefined) ?? null, // `secretsOf` sealed it from a parsed request.
    ...(typeof settings.requests_per_second === 'number' && {
      requests_per_second: settings.requests_per_second,
    }),
  };
}
