import { implementVault } from '#vault/http/vault-implement.ts';
import { vaultLambda } from '#vault/lambda.ts';
import { presentProfile, retrieveProfile } from '#vault/proxy/capture/capture-operations.ts';
import { liveProfiles } from '#vault/proxy/capture/live-profiles.ts';
import type { ProfileStore } from '#vault/proxy/capture/profile-store.ts';

interface Services {
  readonly profiles: Pick<ProfileStore, 'get'>;
}

/** Shows one of the tenant's profiles. */
export const retrieve = implementVault(
  retrieveProfile,
  async (request, { profiles }: Services) => ({
    data: presentProfile(await profiles.get(request.caller.tenant, request.params.id)),
  }),
);

export const handler = vaultLambda(retrieve, () => ({ profiles: liveProfiles() }));
