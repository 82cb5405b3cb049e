import { rawResponse } from '#platform/http/response/raw-response.ts';
import type { AuditTrail } from '#vault/audit/audit-trail.ts';
import { liveMasterKey } from '#vault/callers/master-key.ts';
import { type ApiKeys, apiKeys } from '#vault/credentials/api-keys.ts';
import { revokeApiKey } from '#vault/credentials/operations.ts';
import { auditFieldsOf, implementVault } from '#vault/http/vault-implement.ts';
import { vaultLambda } from '#vault/lambda.ts';
import { liveVault } from '#vault/live-vault.ts';

interface Services {
  readonly keys: ApiKeys;
  readonly audit: AuditTrail;
}

/**
 * Revokes a key. The very next request with it is refused, and so is every unused session token
 * that it created. The key is revoked before the audit record is written, because a stolen key must
 * not stay valid while the audit trail is unavailable. The key's own record also names the caller
 * that revoked it.
 */
export const revoke = implementVault(revokeApiKey, async (request, { keys, audit }: Services) => {
  const { tenant } = request.caller;
  const { id } = request.params;
  const account = auditFieldsOf(request);
  const isNew = await keys.revoke({ tenant, id, actor: account.actor, now: request.now });
  if (isNew) {
    await audit.record({
      tenant,
      ...account,
      reason: `key ${id}`,
      type: 'api_key.revoked',
      result: 'allowed',
    });
  }
  return rawResponse({ status: 204, headers: {}, body: '' });
});

export const handler = vaultLambda(revoke, () => ({
  keys: apiKeys(() => liveVault().table('credentials'), liveMasterKey()),
  audit: liveVault().audit,
}));
