import { implementVault } from '#vault/http/vault-implement.ts';
import { vaultLambda } from '#vault/lambda.ts';
import type { DestinationStore } from '#vault/proxy/send/destination-store.ts';
import { liveDestinations } from '#vault/proxy/send/live-egress.ts';
import { listDestinations, presentDestination } from '#vault/proxy/send/send-operations.ts';

interface Services {
  readonly destinations: Pick<DestinationStore, 'list'>;
}

/** Lists the destinations that the tenant has allowed for its cards. */
export const list = implementVault(listDestinations, async (request, services: Services) => {
  const destinations = await services.destinations.list(request.caller.tenant);
  return { data: destinations.map(presentDestination) };
});

export const handler = vaultLambda(list, () => ({ destinations: liveDestinations() }));
