import type { DisputeAbility } from '../connectors/connectors.ts';
import type { DisputeOutcome, DisputeReference } from '../connectors/interface/disputes.ts';
import type { ConnectorAccess } from '../connectors/interface/exchange.ts';
import { isSwitchError, SwitchError } from '../errors.ts';
import { log } from '../log.ts';
import { holderOf } from '../payments/connector-access.ts';
import type { SyncServices } from '../payments/sync-payment.ts';
import { type Dispute, toldDispute } from './dispute.ts';
import type { DisputeStore } from './dispute-store.ts';
import { mayHaveNews } from './statuses.ts';

/** What asking a connector about a dispute reaches. */
export interface AskDisputeServices
  extends Pick<SyncServices, 'configurations' | 'secrets' | 'connectors' | 'clock'> {
  readonly disputes: DisputeStore;
}

interface AskRequest {
  remainingMs(): number;
  readonly requestId: string;
}

/**
 * Access to the connector account that a dispute came to, opened before anything is written down.
 *
 * @throws SwitchError `not_implemented` when the connector cannot do it, `connector_account_not_found`
 */
export const holderOfDispute = (
  { merchantId, connectorAccountId }: Dispute,
  ability: DisputeAbility,
  services: AskDisputeServices,
): Promise<ConnectorAccess> =>
  holderOf({ merchantId, attempt: { connectorAccountId } }, ability, services);

/** What names a dispute at its processor. */
export const referenceOfDispute = (dispute: Dispute): DisputeReference => ({
  connectorName: dispute.connectorName,
  connectorDisputeId: dispute.connectorDisputeId,
  reference: dispute.attemptId,
});

/**
 * Writes down what a connector answered to what a merchant wished, and returns the dispute as it is
 * then. What contradicts what we know changes nothing.
 *
 * @throws SwitchError `dispute_refused_by_connector` for a no, `dispute_operation_failed` when nobody
 * knows: asking again is asking for the same
 */
export async function settledDispute(
  dispute: Dispute,
  outcome: DisputeOutcome,
  { disputes, clock }: AskDisputeServices,
): Promise<Dispute> {
  switch (outcome.result) {
    case 'told':
      return disputes.settle(dispute, (current) => believed(current, outcome, clock()));
    case 'declined': {
      const { code = 'No error code', message = 'No error message', httpStatus } = outcome;
      throw new SwitchError('dispute_refused_by_connector', {
        connector_code: code,
        connector_message: message,
        connector_status: httpStatus,
        connector: dispute.connectorName,
        reason: outcome.reason ?? message,
      });
    }
    default:
      throw new SwitchError('dispute_operation_failed');
  }
}

/**
 * Asks the connector how a dispute stands, and writes down what is new. Returns the dispute as it is
 * then; as it was when there is nothing to ask, or nobody.
 */
export async function syncedDispute(
  dispute: Dispute,
  request: AskRequest,
  services: AskDisputeServices,
): Promise<Dispute> {
  if (!mayHaveNews(dispute)) return dispute;
  const access = await holderOfDispute(dispute, 'syncDispute', services).catch(unlessGone);
  if (!access) return dispute;
  const outcome = await services
    .connectors(request)
    .syncDispute(access, referenceOfDispute(dispute));
  if (outcome.result !== 'told') return dispute;
  const { disputes, clock } = services;
  return disputes.settle(dispute, (current) => believed(current, outcome, clock()));
}

/** An answer may be older than what a webhook brought meanwhile: that is no error of anybody's. */
function believed(
  dispute: Dispute,
  { dispute: told }: Extract<DisputeOutcome, { result: 'told' }>,
  now: Date,
): Dispute {
  const next = toldDispute(dispute, told, now);
  if (next) return next;
  const { id: disputeId, stage, status } = dispute;
  const facts = { disputeId, stage, status, toldStage: told.stage, toldStatus: told.status };
  log.info('a dispute cannot go where its connector says it is', facts);
  return dispute;
}

function unlessGone(error: unknown): undefined {
  const isGone =
    isSwitchError(error, 'connector_account_not_found') ||
    isSwitchError(error, 'merchant_account_not_found') ||
    isSwitchError(error, 'not_implemented');
  if (!isGone) throw error;
}
