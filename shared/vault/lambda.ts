import { currentTime } from '#platform/clock.ts';
import { liveAdminKey } from '#platform/http/callers/admin-key.ts';
import { lambdaOver } from '#platform/http/edge/lambda.ts';
import { log } from '#platform/log.ts';
import { liveTable } from '#platform/table/table.ts';
import { liveMasterKey } from './callers/master-key.ts';
import { livePagesEdge } from './http/edge.ts';
import { keyRate, refusedSources } from './http/limits.ts';
import { isSharedAddress } from './http/loopback.ts';
import { type VaultAuthenticator, vaultAuthenticator } from './http/vault-authenticator.ts';
import type { VaultImplemented } from './http/vault-implement.ts';
import type { VaultOperation } from './http/vault-operation.ts';
import { vaultPolicy } from './http/vault-policy.ts';
import { liveVault } from './live-vault.ts';

/** The Lambda handler of an operation of the vault, with everything that all its routes share. */
export const vaultLambda = <O extends VaultOperation, Services>(
  implemented: VaultImplemented<O, Services>,
  wire: () => Services,
) =>
  lambdaOver(vaultPolicy, implemented, wire, () => ({
    authenticator: liveAuthenticator(),
    log,
    clock: currentTime,
    pages: livePagesEdge(),
  }));

/** `accessOfAuth` grants its access to tables. */
function liveAuthenticator(): VaultAuthenticator {
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
