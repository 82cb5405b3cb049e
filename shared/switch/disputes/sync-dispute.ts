import type { DisputeFeature } from '#connectors/interface/about.ts';
import type {
  DisputeOutcome,
  DisputeReference,
  ReportedDispute,
} from '#connectors/interface/disputes.ts';
import type { ConnectorAccess } from '#connectors/interface/exchange.ts';
import { sentReference } from '#connectors/sent-reference.ts';
import { isSwitchError, SwitchError } from '#platform/errors.ts';
import { log } from '#platform/log.ts';
import { mayChange } from '#vocabulary/dispute-statuses.ts';
import { connectorOfPayment } from '../payments/connector-access.ts';
import type { SyncServices } from '../payments/sync-payment.ts';
import { applyReportedDispute, type Dispute, withoutPendingSync } from './dispute.ts';
import type { DisputeStore } from './dispute-store.ts';

/** The services that ask a connector about a dispute. */
export interface DisputeServices
  extends Pick<SyncServices, 'configurations' | 'secrets' | 'connectors' | 'clock'> {
  readonly disputes: DisputeStore;
}

interface ConnectorCall {
  remainingMs(): number;
  readonly requestId: string;
}

/**
 * Opens the connector account of a dispute, before anything is saved.
 *
 * @throws SwitchError `not_implemented` when the connector does not support the feature,
 * `connector_account_not_found`
 */
export const connectorOfDispute = (
  { merchantId, connectorAccountId }: Dispute,
  feature: DisputeFeature,
  services: DisputeServices,
): Promise<ConnectorAccess> =>
  connectorOfPayment({ merchantId, attempt: { connectorAccountId } }, feature, services);

/** The identifiers by which the processor knows the dispute. */
export const referenceOfDispute = (dispute: Dispute): DisputeReference => ({
  connectorName: dispute.connectorName,
  connectorDisputeId: dispute.connectorDisputeId,
  reference: sentReference(dispute.attemptId, dispute.referenceMark),
});

/**
 * Saves the connector's outcome of a merchant's request and returns the saved dispute. A report
 * that contradicts the stored state changes nothing.
 *
 * @throws SwitchError `dispute_refused_by_connector` when the connector refused,
 * `dispute_operation_failed` when the outcome is unknown: the merchant may safely repeat the
 * request
 */
export async function settleDispute(
  dispute: Dispute,
  outcome: DisputeOutcome,
  { disputes, clock }: DisputeServices,
): Promise<Dispute> {
  switch (outcome.result) {
    case 'reported':
      return disputes.settle(dispute, (current) =>
        withoutPendingSync(applySynced(current, outcome, clock())),
      );
    case 'changed': {
      const { status, connectorStatus } = outcome;
      return disputes.settle(dispute, (current) =>
        withoutPendingSync(
          applySynced(
            current,
            { result: 'reported', dispute: { ...known(current), status, connectorStatus } },
            clock(),
          ),
        ),
      );
    }
    case 'declined': {
      await disputes.settle(dispute, withoutPendingSync);
      const { code = 'No error code', message = 'No error message', httpStatus } = outcome;
      throw new SwitchError('dispute_refused_by_connector', {
        connector_code: code,
        connector_message: message,
        connector_status: httpStatus,
        connector: dispute.connectorName,
        reason: outcome.reason ?? message,
      });
    }
    case 'not_sent':
      await disputes.settle(dispute, withoutPendingSync);
      throw new SwitchError('dispute_operation_failed');
    default:
      throw new SwitchError('dispute_operation_failed');
  }
}

/**
 * Asks the connector for the dispute's state and saves a new one. `andThen` changes the dispute
 * further in the same save. Its outcome is undefined when no sync is possible: the dispute is
 * final, or its connector account no longer exists or reports no disputes.
 */
export async function syncDisputeWithConnector(
  dispute: Dispute,
  request: ConnectorCall,
  services: DisputeServices,
  andThen: (current: Dispute, outcome: DisputeOutcome | undefined) => Dispute = (one) => one,
): Promise<Dispute> {
  const { disputes, clock, connectors } = services;
  const access = mayChange(dispute)
    ? await connectorOfDispute(dispute, 'syncDispute', services).catch(ignoreNotFound)
    : undefined;
  const outcome =
    access && (await connectors(request).syncDispute(access, referenceOfDispute(dispute)));
  return disputes.settle(dispute, (current) =>
    andThen(
      outcome?.result === 'reported' ? applySynced(current, outcome, clock()) : current,
      outcome,
    ),
  );
}

/** The stored state of a dispute, as a report of it. */
const known = ({
  connectorDisputeId,
  amountMinor,
  currency,
  stage,
  status,
  connectorStatus,
}: Dispute): ReportedDispute => ({
  connectorDisputeId,
  amountMinor,
  currency,
  stage,
  status,
  connectorStatus,
});

/**
 * A sync's answer may be older than a webhook that arrived meanwhile; such an answer is ignored.
 */
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
    reportedStage: reported.stage,
    reportedStatus: reported.status,
  };
  log.info('reported state of a dispute not allowed', facts);
  return dispute;
}

function ignoreNotFound(error: unknown): undefined {
  const isGone =
    isSwitchError(error, 'connector_account_not_found') ||
    isSwitchError(error, 'merchant_account_not_found') ||
    isSwitchError(error, 'not_implemented');
  if (!isGone) throw error;
}
