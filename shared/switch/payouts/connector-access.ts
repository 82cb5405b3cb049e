import type { PayoutFeature } from '#connectors/interface/about.ts';
import type { ConnectorAccess } from '#connectors/interface/exchange.ts';
import type { PayoutOutcome, PayoutReference } from '#connectors/interface/payouts.ts';
import { sentReference } from '#connectors/sent-reference.ts';
import { SwitchError } from '#platform/errors.ts';
import { openConnectorAccess } from '../payments/connector-access.ts';
import { findConnectorAccount } from '../payments/sync-payment.ts';
import type { Payout } from './payout.ts';
import { applyPayoutOutcome } from './payout-outcome.ts';
import type { PayoutCall, PayoutServices } from './payout-services.ts';

/** The identifiers by which the processor knows the payout. */
export function referenceOfPayout({ attempt, amountMinor, currency }: Payout): PayoutReference {
  const { connectorName = '', connectorTransactionId } = attempt;
  return {
    reference: sentReference(attempt.id, attempt.referenceMark),
    connectorName,
    amountMinor,
    currency,
    ...(connectorTransactionId !== undefined && { connectorTransactionId }),
  };
}

/**
 * Opens the connector account that the payout was sent through, before anything is saved that could
 * then not be sent.
 *
 * @throws SwitchError `not_implemented` when the connector does not support the feature,
 * `connector_account_not_found`
 */
export async function connectorOfPayout(
  payout: Payout,
  feature: PayoutFeature,
  { configurations, secrets, connectors }: PayoutServices,
): Promise<ConnectorAccess> {
  const { connectorAccountId } = payout.attempt;
  const { configuration, account } = await configurations.decide(payout.merchantId, (found) => {
    const account = found.connectorAccounts.find(({ id }) => id === connectorAccountId);
    if (!account) throw new SwitchError('connector_account_not_found');
    return { configuration: found, account };
  });
  const access = await openConnectorAccess(account, configuration, secrets);
  const { canDo: supports } = connectors({ remainingMs: () => 0, requestId: '' });
  if (supports(access, feature)) return access;
  throw new SwitchError('not_implemented', {
    what: `${flowNames[feature]} flow for ${access.connectorName}`,
  });
}

const flowNames: Readonly<Record<PayoutFeature, string>> = {
  payout: 'Payout Create',
  fulfillPayout: 'Payout Fulfill',
  cancelPayout: 'Payout Cancel',
};

/**
 * Asks the connector for the payout's state and saves a new one. It only reads, so it never pays.
 * Returns the payout unchanged when the connector cannot be asked.
 *
 * `also` is applied after the outcome and before the save. It gets the outcome too, which is
 * undefined when the connector could not be asked.
 */
export async function syncPayoutWithConnector(
  payout: Payout,
  request: Omit<PayoutCall, 'now'>,
  services: PayoutServices,
  also: (payout: Payout, outcome: PayoutOutcome | undefined) => Payout = (current) => current,
): Promise<Payout> {
  const { payouts, clock } = services;
  const outcome = await requestSync(payout, request, services);
  return payouts.settle(payout, (current) =>
    also(outcome ? applyPayoutOutcome(current, outcome, clock()) : current, outcome),
  );
}

/** Undefined when the connector account no longer exists. */
async function requestSync(
  payout: Payout,
  request: Omit<PayoutCall, 'now'>,
  { configurations, secrets, connectors }: PayoutServices,
): Promise<PayoutOutcome | undefined> {
  const found = await findConnectorAccount(payout, configurations);
  if (!found) return undefined;
  const access = await openConnectorAccess(found.account, found.configuration, secrets);
  return connectors(request).syncPayout(access, referenceOfPayout(payout));
}
