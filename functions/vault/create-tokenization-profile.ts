import type { AuditTrail } from '#vault/audit/audit-trail.ts';
import { auditFieldsOf, implementVault } from '#vault/http/vault-implement.ts';
import { vaultLambda } from '#vault/lambda.ts';
import { liveVault } from '#vault/live-vault.ts';
import { createProfile, presentProfile } from '#vault/proxy/capture/capture-operations.ts';
import { liveProfiles } from '#vault/proxy/capture/live-profiles.ts';
import { checkSelectors } from '#vault/proxy/capture/profile-selectors.ts';
import type { ProfileStore } from '#vault/proxy/capture/profile-store.ts';

interface Services {
  readonly profiles: Pick<ProfileStore, 'create'>;
  readonly audit: AuditTrail;
}

/** Stores a profile, after its selectors were checked. */
export const create = implementVault(createProfile, async (request, services: Services) => {
  const { profiles, audit } = services;
  const { tenant } = request.caller;
  const { tokenization_profile: given } = request.body;
  checkSelectors(given.profile);
  await audit.record({
    tenant,
    ...auditFieldsOf(request),
    type: 'profile.created',
    result: 'allowed',
    reason: `profile ${given.name}`,
  });
  return { data: presentProfile(await profiles.create(tenant, given, request.now)) };
});

export const handler = vaultLambda(create, () => ({
  profiles: liveProfiles(),
  audit: liveVault().audit,
}));
