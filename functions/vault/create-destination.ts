import type { AuditTrail } from '#vault/audit/audit-trail.ts';
import { auditFieldsOf, implementVault } from '#vault/http/vault-implement.ts';
import { vaultLambda } from '#vault/lambda.ts';
import { liveVault } from '#vault/live-vault.ts';
import { readDestination } from '#vault/proxy/send/destination.ts';
import type { DestinationStore } from '#vault/proxy/send/destination-store.ts';
import { liveDestinations, liveReach } from '#vault/proxy/send/live-egress.ts';
import { createDestination, presentDestination } from '#vault/proxy/send/send-operations.ts';
import type { Reach } from '#vault/proxy/send/target.ts';
import { VaultError } from '#vault/vault-error.ts';

interface Services {
  readonly destinations: Pick<DestinationStore, 'create'>;
  readonly audit: AuditTrail;
  readonly reach: Reach;
}

/**
 * Allows a destination for the tenant's cards. The audit record, with the caller, is written first.
 */
export const create = implementVault(createDestination, async (request, services: Services) => {
  const { destinations, audit, reach } = services;
  const { tenant } = request.caller;
  const read = readDestination(request.body.destination, reach);
  if ('wrong' in read) throw new VaultError('validation_error', { [read.wrong]: ['is invalid'] });
  const { scheme, host, port, pathPrefix } = read;
  await audit.record({
    tenant,
    ...auditFieldsOf(request),
    type: 'destination.allowed',
    result: 'allowed',
    reason: `${scheme}://${host}:${port}${pathPrefix}`,
  });
  const createdAt = request.now.toISOString();
  return { data: presentDestination(await destinations.create({ ...read, tenant, createdAt })) };
});

export const handler = vaultLambda(create, () => ({
  destinations: liveDestinations(),
  audit: liveVault().audit,
  reach: liveReach(),
}));
