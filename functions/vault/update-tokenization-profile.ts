import type { AuditTrail } from '#vault/audit/audit-trail.ts';
import { auditFieldsOf, implementVault } from '#vault/http/vault-implement.ts';
import { vaultLambda } from '#vault/lambda.ts';
import { liveVault } from '#vault/live-vault.ts';
import { presentProfile, updateProfile } from '#vault/proxy/capture/capture-operations.ts';
import { liveProfiles } from '#vault/proxy/capture/live-profiles.ts';
import { checkSelectors } from '#vault/proxy/capture/profile-selectors.ts';
import type { ProfileStore } from '#vault/proxy/capture/profile-store.ts';

interface Services {
  readonly profiles: Pick<ProfileStore, 'get' | 'change'>;
  readonly audit: AuditTrail;
}

/** Replaces a profile, which may change its name. */
export const update = implementVault(updateProfile, async (request, services: Services) => {
  const { profiles, audit } = services;
  const { tenant } = request.caller;
  const { tokenization_profile: given } = request.body;
  checkSelectors(given.profile);
  const before = await profiles.get(tenant, request.params.id);
  await audit.record({
    tenant,
    ...auditFieldsOf(request),
    type: 'profile.changed',
    result: 'allowed',
    reason: `profile ${before.name}`,
  });
  return { data: presentProfile(await profiles.change(before, given, request.now)) };
});

export const handler = vaultLambda(update, () => ({
  profiles: liveProfiles(),
  audit: liveVault().audit,
}));
