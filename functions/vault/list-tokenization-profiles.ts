import { implementVault } from '#vault/http/vault-implement.ts';
import { vaultLambda } from '#vault/lambda.ts';
import { listProfiles, presentProfile } from '#vault/proxy/capture/capture-operations.ts';
import { liveProfiles } from '#vault/proxy/capture/live-profiles.ts';
import type { ProfileStore } from '#vault/proxy/capture/profile-store.ts';

interface Services {
  readonly profiles: Pick<ProfileStore, 'list'>;
}

/** Lists the tenant's profiles, the newest first. */
export const list = implementVault(listProfiles, async (request, { profiles }: Services) => ({
  data: (await profiles.list(request.caller.tenant)).map(presentProfile),
}));

export const handler = vaultLambda(list, () => ({ profiles: liveProfiles() }));
