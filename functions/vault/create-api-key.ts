import type { AuditTrail } from '#vault/audit/audit-trail.ts';
import { liveMasterKey } from '#vault/callers/master-key.ts';
import { type ApiKeys, apiKeys } from '#vault/credentials/api-keys.ts';
import { createApiKey, presentApiKey } from '#vault/credentials/operations.ts';
import { auditFieldsOf, implementVault, type VaultCaller } from '#vault/http/vault-implement.ts';
import { vaultLambda } from '#vault/lambda.ts';
import { liveVault } from '#vault/live-vault.ts';
import { deploymentTenant } from '#vault/tenant.ts';
import { VaultError } from '#vault/vault-error.ts';

interface Services {
  readonly keys: ApiKeys;
  readonly audit: AuditTrail;
}

/**
 * Creates an API key and returns it once. The operator creates a tenant's first key; the tenant
 * creates the others.
 */
export const create = implementVault(createApiKey, async (request, { keys, audit }: Services) => {
  const { description, merchant_id } = request.body.api_key;
  const tenant = tenantOf(request.caller, merchant_id ?? undefined);
  const account = auditFieldsOf(request);
  await audit.record({
    tenant,
    ...account,
    reason: 'a new API key',
    type: 'api_key.created',
    result: 'allowed',
  });
  const { key, value } = await keys.create({
    tenant,
    actor: account.actor,
    now: request.now,
    description: description ?? undefined,
  });
  return { data: presentApiKey(key, value) };
});

function tenantOf(caller: VaultCaller, merchantId: string | undefined): string {
  if (caller.kind !== 'tenant') return merchantId ?? deploymentTenant;
  if (merchantId !== undefined && merchantId !== caller.tenant) throw new VaultError('forbidden');
  return caller.tenant;
}

export const handler = vaultLambda(create, () => ({
  keys: apiKeys(() => liveVault().table('credentials'), liveMasterKey()),
  audit: liveVault().audit,
}));
