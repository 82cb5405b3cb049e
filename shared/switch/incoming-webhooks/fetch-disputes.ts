import type { ListedDispute } from '#connectors/interface/dispute-list.ts';
import type { ConnectorAccess } from '#connectors/interface/exchange.ts';
import { isSwitchError, SwitchError } from '#platform/errors.ts';
import type { Currency } from '#vocabulary/currencies.ts';
import type { FetchedDispute } from '../disputes/fetch-operation.ts';
import type { DisputeServices } from '../disputes/sync-dispute.ts';
import { type DisputeWebhookServices, saveReportedDispute } from './apply-dispute.ts';
import type { WebhookSender } from './webhook-sender.ts';

/** The services that fetch disputes and save them as webhooks do. */
export interface FetchServices
  extends Pick<DisputeServices, 'configurations' | 'secrets' | 'connectors'>,
    DisputeWebhookServices {}

interface Fetch {
  readonly access: ConnectorAccess;
  readonly from: Date;
  readonly till: Date;
  readonly sender: WebhookSender;
  remainingMs(): number;
}

/** The most disputes that one request saves. */
const mostDisputes = 500;

/** The most pages that one request reads, so that empty ones end too. */
const mostPages = 30;

/** No page is begun when less time is left: it has to be read, and its disputes saved. */
const pageMs = 10_000;

/** How many payments are handled at a time. */
const paymentsAtATime = 10;

/**
 * Reads the connector's disputes of the span, and saves each like a webhook about it: one that was
 * reported before changes nothing, and one that is told both ways at once is saved once. Disputes
 * of payments that the account did not take are skipped. Returns the others, in the connector's
 * order.
 *
 * @throws SwitchError `dispute_operation_failed` when the connector does not list them;
 * `precondition_failed` when there are more than one request fetches. What was read until then is
 * saved, and a repeat saves nothing twice
 */
export async function fetchDisputesOfSpan(
  { access, from, till, sender, remainingMs }: Fetch,
  services: FetchServices,
): Promise<readonly FetchedDispute[]> {
  const { connectorName } = access;
  const connectors = services.connectors({ remainingMs, requestId: sender.requestId });
  const fetched: FetchedDispute[] = [];
  let at: string | undefined;
  let count = 0;
  for (let page = 1; ; page++) {
    const asked = { connectorName, from, till, ...(at !== undefined && { at }) };
    const outcome = await connectors.listDisputes(access, asked);
    if (outcome.result !== 'listed') throw new SwitchError('dispute_operation_failed');
    fetched.push(...(await saveAll(outcome.disputes, sender, services)));
    at = outcome.nextPage;
    count += outcome.disputes.length;
    if (at === undefined) return fetched;
    if (count >= mostDisputes || page >= mostPages || remainingMs() < pageMs) {
      throw new SwitchError('precondition_failed', {
        message: `There are more disputes from fetch_from to fetch_till than one request can fetch. ${count} of them are saved; fetch shorter spans for the others`,
      });
    }
  }
}

/** Disputes of one payment are saved one after the other: they change the same payment. */
async function saveAll(
  disputes: readonly ListedDispute[],
  sender: WebhookSender,
  services: FetchServices,
): Promise<readonly FetchedDispute[]> {
  const saved = new Map<ListedDispute, FetchedDispute>();
  const byPayment = [...Map.groupBy(disputes, ({ subject }) => subjectKey(subject)).values()];
  const saveNext = async (): Promise<void> => {
    for (let next = byPayment.shift(); next; next = byPayment.shift()) {
      for (const dispute of next) {
        const paymentId = await saveOne(dispute, sender, services);
        if (paymentId !== undefined) saved.set(dispute, presentFetched(dispute, paymentId));
      }
    }
  };
  await Promise.all(Array.from({ length: paymentsAtATime }, saveNext));
  return disputes.flatMap((dispute) => saved.get(dispute) ?? []);
}

const subjectKey = ({ reference, connectorId }: ListedDispute['subject']) =>
  reference ?? `id ${connectorId}`;

/** The id of the payment; undefined for a payment that is not one of the account. */
async function saveOne(
  dispute: ListedDispute,
  sender: WebhookSender,
  services: FetchServices,
): Promise<string | undefined> {
  try {
    const { paymentId, isLawful } = await saveReportedDispute(dispute, sender, services);
    if (!isLawful) services.log.info('listed state of a dispute not allowed', { paymentId });
    return paymentId;
  } catch (error) {
    if (!isSwitchError(error, 'webhook_object_not_found')) throw error;
    return undefined;
  }
}

const presentFetched = ({ dispute }: ListedDispute, paymentId: string): FetchedDispute => ({
  object_reference_id: { PaymentId: { PaymentIntentId: paymentId } },
  amount: String(dispute.amountMinor),
  currency: dispute.currency as Currency, // Set from a parsed connector answer.
  dispute_stage: dispute.stage,
  dispute_status: dispute.status,
  connector_status: dispute.connectorStatus,
  connector_dispute_id: dispute.connectorDisputeId,
  connector_reason: dispute.reason ?? null,
  connector_reason_code: dispute.reasonCode ?? null,
  challenge_required_by: dispute.challengeRequiredBy ?? null,
  created_at: dispute.createdAt ?? null,
  updated_at: dispute.updatedAt ?? null,
});
