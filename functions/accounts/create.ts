import {
  checkAccount,
  newMerchant,
  presentAccount,
  secretsOf,
} from '#merchants/accounts/account-changes.ts';
import {
  type ConfigurationStore,
  configurationStore,
  placeOf,
} from '#merchants/accounts/configuration-store.ts';
import { type CreateAccountRequest, createAccount } from '#merchants/accounts/operations.ts';
import { lambda } from '#merchants/lambda.ts';
import { newOrganization, type Organization } from '#merchants/organizations/organization.ts';
import { SwitchError } from '#platform/errors.ts';
import { liveAdminKey } from '#platform/http/callers/admin-key.ts';
import { implement } from '#platform/http/operation/implement.ts';
import { kmsMerchantKeys, type MerchantKeys } from '#platform/secrets/merchant-keys.ts';
import { seal } from '#platform/secrets/seal.ts';
import { environment } from '#platform/stage.ts';
import { liveTable } from '#platform/table/table.ts';

interface Services {
  readonly configurations: ConfigurationStore;
  readonly keys: MerchantKeys;
  readonly environment: string;
}

/**
 * Creates a merchant account with a key for its secrets, its first profile and, unless the request
 * names one, its organization, in one transaction. The account has no API key yet.
 */
export const create = implement(createAccount, async ({ body, now }, services: Services) => {
  const { configurations, keys } = services;
  checkAccount(body);
  const organizationType = await checkedOrganization(body, configurations);
  const parentMerchantId = body.sub_merchants_enabled
    ? (body.parent_merchant_id ?? undefined)
    : undefined;
  // The item of a deleted account still exists, so only `account` finds out.
  if (parentMerchantId) await configurations.account(parentMerchantId);

  const { clear, wrapped } = await keys.make(body.merchant_id);
  const secrets = secretsOf(body, now);
  const sealed = seal(clear, placeOf.account(body.merchant_id), secrets);
  const merchant = newMerchant(body, { wrappedKey: wrapped, sealed }, services.environment, now);

  const { organizationId } = merchant.account;
  await configurations.create({
    ...merchant,
    newOrganization: organizationType && newOrganization(organizationType, {}, now, organizationId),
    parentMerchantId,
  });
  return presentAccount(merchant.account, secrets);
});

/** The type of the organization to create; undefined when the request names one. */
async function checkedOrganization(
  { organization_id, merchant_account_type: type }: CreateAccountRequest,
  configurations: ConfigurationStore,
): Promise<Organization['type'] | undefined> {
  const refusal = (message: string) => new SwitchError('invalid_request', { message });
  if (!organization_id) {
    if (type === 'connected') {
      throw refusal('Organization cannot be created with connected merchant only');
    }
    return type === 'platform' ? 'platform' : 'standard';
  }
  if (type && type !== 'standard') {
    const organization = await configurations.organization(organization_id);
    if (!organization) throw new SwitchError('organization_not_found');
    if (organization.type === 'standard') {
      throw refusal(
        type === 'platform'
          ? 'Merchant account type cannot be Platform for a Standard Organization'
          : 'Merchant account type must be Standard for a Standard Organization',
      );
    }
  }
  return undefined;
}

export const handler = lambda(
  create,
  () => ({
    configurations: configurationStore(liveTable()),
    keys: kmsMerchantKeys(),
    environment: environment(),
  }),
  liveAdminKey,
);
