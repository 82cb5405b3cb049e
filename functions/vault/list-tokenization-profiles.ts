import { liveVaultAuthenticator } from '../../shared/vault/http/live-vault-authenticator.ts';
import { implementVault } from '../../shared/vault/http/vault-implement.ts';
import { vaultLambda } from '../../shared/vault/http/vault-lambda.ts';
import {
  listProfiles,
  presentProfile,
} from '../../shared/vault/proxy/capture/capture-operations.ts';
import { liveProfiles } from '../../shared/vault/proxy/capture/live-profiles.ts';
import type { ProfileStore } from '../../shared/vault/proxy/capture/profile-store.ts';

interface Services {
  readonly profiles: Pick<ProfileStore, 'list'>;
}

/** Lists the tenant's profiles, the newest first. */
export const list = implementVault(listProfiles, async (request, { profiles }: Services) => ({
  data: (await profiles.list(request.caller.tenant)).map(presentProfile),
}));

export const handler = vaultLambda(
  list,
  () => ({ profiles: liveProfiles() }),
  liveVaultAuthenticator,
);
