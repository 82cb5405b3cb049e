import { liveVaultAuthenticator } from '../../shared/vault/http/live-vault-authenticator.ts';
import { implementVault } from '../../shared/vault/http/vault-implement.ts';
import { vaultLambda } from '../../shared/vault/http/vault-lambda.ts';
import {
  presentProfile,
  retrieveProfile,
} from '../../shared/vault/proxy/capture/capture-operations.ts';
import { liveProfiles } from '../../shared/vault/proxy/capture/live-profiles.ts';
import type { ProfileStore } from '../../shared/vault/proxy/capture/profile-store.ts';

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

export const handler = vaultLambda(
  retrieve,
  () => ({ profiles: liveProfiles() }),
  liveVaultAuthenticator,
);
