import { lambda } from '#merchants/lambda.ts';
import { implement } from '#platform/http/operation/implement.ts';
import { log } from '#platform/log.ts';
import { metric } from '#platform/metrics.ts';
import { connectorIds } from '#platform/table/connector-ids.ts';
import { liveTable } from '#platform/table/table.ts';
import { fetchDisputes } from '#switch/disputes/fetch-operation.ts';
import { spanOf } from '#switch/disputes/fetch-span.ts';
import { liveDisputeServices } from '#switch/disputes/live-dispute-services.ts';
import {
  type FetchServices,
  fetchDisputesOfSpan,
} from '#switch/incoming-webhooks/fetch-disputes.ts';
import { connectorOfPayment } from '#switch/payments/connector-access.ts';
import { paymentStore } from '#switch/payments/payment-store.ts';

/**
 * Fetches the disputes of a time span from a connector and saves them, for disputes whose webhooks
 * were lost. The merchant gets a webhook for each change, once, whichever way reported it first.
 */
export const fetch = implement(fetchDisputes, async (request, services: FetchServices) => {
  const { caller, params, query, now, requestId, remainingMs } = request;
  const { merchantId, profileId } = caller;
  const connectorAccountId = params.merchant_connector_id;
  const span = spanOf(query);
  const owner = { merchantId, attempt: { connectorAccountId }, ownProfileId: profileId };
  const access = await connectorOfPayment(owner, 'listDisputes', services);
  const sender = { merchantId, accountIds: new Set([connectorAccountId]), requestId, now };
  return [...(await fetchDisputesOfSpan({ access, ...span, sender, remainingMs }, services))];
});

export const handler = lambda(fetch, () => ({
  ...liveDisputeServices(),
  payments: paymentStore(liveTable()),
  connectorIds: connectorIds(liveTable()),
  log,
  metric,
}));
