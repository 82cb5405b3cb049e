import { liveAdminKey } from '#platform/http/admin-key.ts';
import { liveTable } from '#platform/table/table.ts';
import { liveMasterKey } from '../callers/master-key.ts';
import { liveVault } from '../live-vault.ts';
import { keyRate, refusedSources } from './limits.ts';
import { isSharedAddress } from './loopback.ts';
import { type VaultAuthenticator, vaultAuthenticator } from './vault-authenticator.ts';

/** The authenticator of a deployed function. `accessOfAuth` grants its access to tables. */
export function liveVaultAuthenticator(): VaultAuthenticator {
  const credentials = () => liveVault().table('credentials');
  return vaultAuthenticator({
    credentials,
    audit: liveVault().audit,
    master: liveMasterKey(),
    // A vault in an account of its own does not reach the keys of the switch's operators.
    operators: process.env.TABLE_NAME ? liveTable : undefined,
    admin: liveAdminKey(),
    rate: keyRate(credentials),
    sources: refusedSources(credentials, isSharedAddress),
  });
}
