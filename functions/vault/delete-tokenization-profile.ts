import { rawResponse } from '../../shared/http/raw-response.ts';
import type { AuditTrail } from '../../shared/vault/audit/audit-trail.ts';
import { liveVaultAuthenticator } from '../../shared/vault/http/live-vault-authenticator.ts';
import { auditFieldsOf, implementVault } from '../../shared/vault/http/vault-implement.ts';
import { vaultLambda } from '../../shared/vault/http/vault-lambda.ts';
import { liveVault } from '../../shared/vault/live-vault.ts';
import { deleteProfile } from '../../shared/vault/proxy/capture/capture-operations.ts';
import { liveProfiles } from '../../shared/vault/proxy/capture/live-profiles.ts';
import type { ProfileStore } from '../../shared/vault/proxy/capture/profile-store.ts';

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
    ...{ tenant, ...auditFieldsOf(request), type: 'profile.deleted', result: 'allowed' },
    reason: `profile ${profile.name}`,
  });
  await profiles.remove(profile);
  return rawResponse({ status: 204, headers: {}, body: '' });
});

export const handler = vaultLambda(
  remove,
  () => ({ profiles: liveProfiles(), audit: liveVault().audit }),
  liveVaultAuthenticator,
);
