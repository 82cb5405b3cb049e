import type { DisputeFeature } from '../connectors/connectors.ts';
import type { DisputeOutcome, DisputeReference } from '../connectors/interface/disputes.ts';
import type { ConnectorAccess } from '../connectors/interface/exchange.ts';
import { isSwitchError, SwitchError } from '../errors.ts';
import { log } from '../log.ts';
import { connectorOfPayment } from '../payments/connector-access.ts';
import type { SyncServices } from '../payments/sync-payment.ts';
import { applyReportedDispute, type Dispute } from './dispute.ts';
import type { DisputeStore } from './dispute-store.ts';
import { mayChange } from './statuses.ts';

/** What asking a connector about a dispute reaches. */
export interface DisputeServices
  extends Pick<SyncServices, 'configurations' | 'secrets' | 'connectors' | 'clock'> {
  readonly disputes: DisputeStore;
}

interface ConnectorCall {
  remainingMs(): number;
  readonly requestId: string;
}

/**
 * Access to the connector account that a dispute came to, opened before anything is written down.
 *
 * @throws SwitchError `not_implemented` when the connector cannot do it, `connector_account_not_found`
 */
export const connectorOfDispute = (
  { merchantId, connectorAccountId }: Dispute,
  feature: DisputeFeature,
  services: DisputeServices,
): Promise<ConnectorAccess> =>
  connectorOfPayment({ merchantId, attempt: { connectorAccountId } }, feature, services);

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
export async function settleDispute(
  dispute: Dispute,
  outcome: DisputeOutcome,
  { disputes, clock }: DisputeServices,
): Promise<Dispute> {
  switch (outcome.result) {
    case 'reported':
      return disputes.settle(dispute, (current) => applySynced(current, outcome, clock()));
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
export async function syncDisputeWithConnector(
  dispute: Dispute,
  request: ConnectorCall,
  services: DisputeServices,
): Promise<Dispute> {
  if (!mayChange(dispute)) return dispute;
  const access = await connectorOfDispute(dispute, 'syncDispute', services).catch(ignoreNotFound);
  if (!access) return dispute;
  const outcome = await services
    .connectors(request)
    .syncDispute(access, referenceOfDispute(dispute));
  if (outcome.result !== 'reported') return dispute;
  const { disputes, clock } = services;
  return disputes.settle(dispute, (current) => applySynced(current, outcome, clock()));
}

/** An answer may be older than what a webhook brought meanwhile: that is no error of anybody's. */
function applySynced(
  dispute: Dispute,
  { dispute: reported }: Extract<DisputeOutcome, { result: 'reported' }>,
  now: Date,
): Dispute {
  const next = applyReportedDispute(dispute, reported, now);
  if (next) return next;
  const { id: disputeId, stage, status } = dispute;
  const facts = {
    disputeId,
    stage,
    status,
    toldStage: reported.stage,
    toldStatus: reported.status,
  };
  log.info('a dispute cannot go where its connector says it is', facts);
  return dispute;
}

function ignoreNotFound(error: unknown): undefined {
  const isGone =
    isSwitchError(error, 'connector_account_not_found') ||
    isSwitchError(error, 'merchant_account_not_found') ||
    isSwitchError(error, 'not_implemented');
  if (!isGone) throw error;
}
