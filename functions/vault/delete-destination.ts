import { rawResponse } from '#platform/http/response/raw-response.ts';
import type { AuditTrail } from '#vault/audit/audit-trail.ts';
import { auditFieldsOf, implementVault } from '#vault/http/vault-implement.ts';
import { vaultLambda } from '#vault/lambda.ts';
import { liveVault } from '#vault/live-vault.ts';
import type { DestinationStore } from '#vault/proxy/send/destination-store.ts';
import { liveDestinations } from '#vault/proxy/send/live-egress.ts';
import { deleteDestination } from '#vault/proxy/send/send-operations.ts';
import { VaultError } from '#vault/vault-error.ts';

interface Services {
  readonly destinations: Pick<DestinationStore, 'remove'>;
  readonly audit: AuditTrail;
}

/**
 * Removes a destination from the allowed ones, from the next request on. It is removed before the
 * audit record is written: cards must not go there even while the audit trail is unavailable.
 */
export const remove = implementVault(deleteDestination, async (request, services: Services) => {
  const { destinations, audit } = services;
  const { tenant } = request.caller;
  const removed = await destinations.remove(tenant, request.params.id);
  if (!removed) throw new VaultError('resource_not_found');
  const { scheme, host, port, pathPrefix } = removed;
  await audit.record({
    tenant,
    ...auditFieldsOf(request),
    type: 'destination.removed',
    result: 'allowed',
    reason: `${scheme}://${host}:${port}${pathPrefix}`,
  });
  return rawResponse({ status: 204, headers: {}, body: '' });
});

export const handler = vaultLambda(remove, () => ({
  destinations: liveDestinations(),
  audit: liveVault().audit,
}));
