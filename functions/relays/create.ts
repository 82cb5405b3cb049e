import { lambda } from '#merchants/lambda.ts';
import { SwitchError } from '#platform/errors.ts';
import { replayed } from '#platform/http/operation/idempotency.ts';
import { implement } from '#platform/http/operation/implement.ts';
import { derivedId } from '#platform/ids.ts';
import { checkExpressible } from '#switch/payments/expressible-amount.ts';
import { scheduleFirstSync } from '#switch/payments/pending-sync.ts';
import { liveRelayServices } from '#switch/relays/live-relay-services.ts';
import { createRelay } from '#switch/relays/operations.ts';
import { amountsOf, isSameRelay, type Relay } from '#switch/relays/relay.ts';
import { presentRelay, relayInputOf } from '#switch/relays/relay-request.ts';
import { type RelayServices, relayTarget, sendRelay } from '#switch/relays/send-relay.ts';

/**
 * Sends a request about a transaction to the processor that made it.
 *
 * The relay is saved before it is sent, under an id derived from the invocation or from its
 * `Idempotency-Key`. A repeated request finds the saved relay and sends nothing. Without an answer
 * the sync job asks for the outcome.
 */
export const create = implement(createRelay, async (request, services: RelayServices) => {
  const { body, caller, now, invocationId } = request;
  const { merchantId } = caller;
  const input = relayInputOf(body);
  const lookup = { accountId: body.connector_id, type: input.type };
  const { account, access } = await relayTarget(caller, lookup, services);
  for (const amountMinor of amountsOf(input)) {
    checkExpressible(account, amountMinor, input.currency ?? '', 'amount');
  }
  const at = now.toISOString();
  const relay: Relay = {
    merchantId,
    id: derivedId('relay', merchantId, invocationId),
    profileId: account.profileId,
    connectorName: account.connectorName,
    connectorAccountId: account.id,
    connectorResourceId: body.connector_resource_id,
    input,
    status: 'created',
    askedAt: at,
    pendingSync: scheduleFirstSync(now),
    createdAt: at,
    modifiedAt: at,
    version: 1,
  };
  const earlier = await services.relays.add(relay);
  if (!earlier) return presentRelay(await sendRelay(relay, access, request, services));
  if (!isSameRelay(earlier, relay)) throw new SwitchError('idempotency_key_reused');
  return request.idempotentRequest ? replayed(presentRelay(earlier)) : presentRelay(earlier);
});

export const handler = lambda(create, liveRelayServices);
