import type { PayoutFeature } from '../connectors/connectors.ts';
import type { ConnectorAccess } from '../connectors/interface/exchange.ts';
import type { PayoutOutcome, PayoutReference } from '../connectors/interface/payouts.ts';
import { SwitchError } from '../errors.ts';
import { openConnectorAccess } from '../payments/connector-access.ts';
import { findConnectorAccount } from '../payments/sync-payment.ts';
import type { Payout } from './payout.ts';
import { applyPayoutOutcome } from './payout-outcome.ts';
import type { PayoutCall, PayoutServices } from './payout-services.ts';
import { isOver } from './payout-status.ts';

/** What names a payout at its processor. */
export function referenceOfPayout({ attempt, amountMinor, currency }: Payout): PayoutReference {
  const { connectorName = '', connectorTransactionId } = attempt;
  return {
    reference: attempt.id,
    connectorName,
    amountMinor,
    currency,
    ...(connectorTransactionId !== undefined && { connectorTransactionId }),
  };
}

/**
 * Access to the connector account that was told of a payout, opened before anything is written that
 * then could not be asked.
 *
 * @throws SwitchError `not_implemented` when the connector cannot do it, `connector_account_not_found`
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

/** Whether it makes sense to ask the processor what became of a payout. */
export const mayPayoutBeSynced = ({ status, attempt }: Payout): boolean =>
  attempt.askedAt !== undefined && !isOver(status);

/**
 * Asks the payout's connector what became of it, and writes down what is new. Only asks: nobody is
 * paid by it. Returns the payout as it is then; as it was when the connector cannot be asked.
 *
 * `also` is applied to the payout after the news, before it is saved.
 */
export async function syncPayoutWithConnector(
  payout: Payout,
  request: Omit<PayoutCall, 'now'>,
  services: PayoutServices,
  also: (payout: Payout) => Payout = (current) => current,
): Promise<Payout> {
  const { payouts, clock } = services;
  const outcome = await requestSync(payout, request, services);
  return payouts.settle(payout, (current) =>
    also(outcome ? applyPayoutOutcome(current, outcome, clock()) : current),
  );
}

/** Undefined when there is nobody to ask any more. */
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
