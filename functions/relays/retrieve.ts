import { lambda } from '#merchants/lambda.ts';
import { SwitchError } from '#platform/errors.ts';
import { implement } from '#platform/http/operation/implement.ts';
import { liveRelayServices } from '#switch/relays/live-relay-services.ts';
import { retrieveRelay } from '#switch/relays/operations.ts';
import { isOpen } from '#switch/relays/relay.ts';
import { presentRelay } from '#switch/relays/relay-request.ts';
import { type RelayServices, syncRelay } from '#switch/relays/send-relay.ts';

/**
 * Retrieves a relay. With `force_sync` the switch first asks the processor, unless it has decided.
 */
export const retrieve = implement(retrieveRelay, {
  load: ({ merchantId, params }, { relays }: RelayServices) =>
    relays.get(merchantId, params.relay_id),

  async run(request, services: RelayServices, relay) {
    const { profileId } = request.caller;
    if (profileId !== undefined && profileId !== relay.profileId) {
      throw new SwitchError('relay_not_found');
    }
    const isAsked = request.query.force_sync === true && isOpen(relay);
    return presentRelay(isAsked ? await syncRelay(relay, request, services) : relay);
  },
});

export const handler = lambda(retrieve, liveRelayServices);
