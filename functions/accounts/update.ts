import {
  checkAccount,
  presentAccount,
  profilesFor,
  secretsOf,
  updatedSettings,
} from '#merchants/accounts/account-changes.ts';
import { openAccountSecrets } from '#merchants/accounts/account-secrets.ts';
import {
  type ConfigurationStore,
  configurationStore,
  placeOf,
} from '#merchants/accounts/configuration-store.ts';
import type { MerchantAccount } from '#merchants/accounts/merchant-account.ts';
import { updateAccount } from '#merchants/accounts/operations.ts';
import { lambda } from '#merchants/lambda.ts';
import { SwitchError } from '#platform/errors.ts';
import { liveAdminKey } from '#platform/http/callers/admin-key.ts';
import { implement } from '#platform/http/operation/implement.ts';
import { kmsMerchantKeys } from '#platform/secrets/merchant-keys.ts';
import { type MerchantSecrets, merchantSecrets } from '#platform/secrets/merchant-secrets.ts';
import { liveTable } from '#platform/table/table.ts';

interface Services {
  readonly configurations: ConfigurationStore;
  readonly secrets: MerchantSecrets;
}

/**
 * Changes the members that the request states. New business details create profiles. With more than
 * one profile the merchant has no default, unless the request names one.
 */
export const update = implement(
  updateAccount,
  async ({ params, body, now }, { configurations, secrets }: Services) => {
    checkAccount(body);
    const { account, profiles } = await configurations.read(params.account_id);
    if (body.sub_merchants_enabled && body.parent_merchant_id) {
      await configurations.account(body.parent_merchant_id);
    }
    const wanted = body.default_profile;
    if (wanted && !profiles.some(({ id }) => id === wanted)) {
      throw new SwitchError('profile_not_found', { id: wanted });
    }

    const before = await openAccountSecrets(secrets, account);
    const after = secretsOf(body, now, before);

    const known = new Set(profiles.map(({ name }) => name));
    const added = profilesFor(account.id, body.primary_business_details ?? [], now).filter(
      ({ name }) => !known.has(name),
    );
    const { defaultProfileId, ...rest } = account;
    const defaultProfile = wanted ?? (added.length > 0 ? undefined : defaultProfileId);
    const next: MerchantAccount = {
      ...rest,
      ...(defaultProfile && { defaultProfileId: defaultProfile }),
      settings: updatedSettings(account, body),
      sealed: await secrets.seal(account, placeOf.account(account.id), after),
      modifiedAt: now.toISOString(),
    };
    // The account is saved first. After a crash in between, repeating the request creates the
    // missing profiles. Until then payments that name no profile are refused, rather than taken for
    // another shop.
    const saved = await configurations.saveAccount(next);
    for (const profile of added) await configurations.addProfile(profile);
    return presentAccount(saved, after);
  },
);

export const handler = lambda(
  update,
  () => ({
    configurations: configurationStore(liveTable()),
    secrets: merchantSecrets(kmsMerchantKeys()),
  }),
  liveAdminKey,
);
