import { rawResponse } from '#platform/http/response/raw-response.ts';
import type { AuditTrail } from '#vault/audit/audit-trail.ts';
import { auditFieldsOf, implementVault } from '#vault/http/vault-implement.ts';
import { vaultLambda } from '#vault/lambda.ts';
import { liveVault } from '#vault/live-vault.ts';
import { deleteProfile } from '#vault/proxy/capture/capture-operations.ts';
import { liveProfiles } from '#vault/proxy/capture/live-profiles.ts';
import type { ProfileStore } from '#vault/proxy/capture/profile-store.ts';

interface Services {
  readonly profiles: Pick<ProfileStore, 'get' | 'remove'>;
  readonly audit: AuditTrail;
}

/** Deletes a profile; its name is free again. */
export const remove = implementVault(deleteProfile, async (request, services: Services) => {
  const { profiles, audit } = services;
  const { tenant } = request.caller;
  const profile = await profiles.get(tenant, request.params.id);
  await audit.record({
    tenant,
    ...auditFieldsOf(request),
    type: 'profile.deleted',
    result: 'allowed',
    reason: `profile ${profile.name}`,
  });
  await profiles.remove(profile);
  return rawResponse({ status: 204, headers: {}, body: '' });
});

export const handler = vaultLambda(remove, () => ({
  profiles: liveProfiles(),
  audit: liveVault().audit,
}));
