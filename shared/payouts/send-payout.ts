import type { Configuration, ConnectorAccount } from '../accounts/merchant-account.ts';
import { indexedIdsOf } from '../connectors/abouts.part.ts';
import { upsertCustomer } from '../customers/upsert-customer.ts';
import { SwitchError } from '../errors.ts';
import { log } from '../log.ts';
import { openConnectorAccess } from '../payments/connector-access.ts';
import { deleteVaultCard } from '../payments/payment-source/attached-card.ts';
import type { RouteDecision } from '../routing/route-decision.ts';
import { checkRequestSize } from '../table/request-size.ts';
import { referenceOfPayout } from './connector-access.ts';
import {
  auditContextOfPayout,
  loadDestination,
  type PayoutDestinationSource,
  payoutCardToDelete,
} from './destination.ts';
import { type Payout, startPayout } from './payout.ts';
import { applyPayoutOutcome } from './payout-outcome.ts';
import type { PayoutCall, PayoutSendServices } from './payout-services.ts';
import { saveDestination } from './save-destination.ts';

/** The route of a payout, decided before anything is saved. */
export interface PayoutPlan {
  readonly configuration: Configuration;
  readonly account: ConnectorAccount;
  readonly decision: RouteDecision;
  readonly destination: PayoutDestinationSource;
}

/**
 * Sends a payout to a processor. Everything that can be refused is refused first: the credentials
 * are opened, the customer is checked, and the destination is loaded and, if requested, saved. Then
 * `save` writes the payout as sent, which only one caller wins, and that caller sends it.
 * Afterwards the card attached to the payout is deleted.
 *
 * @throws SwitchError `concurrent_update` when another request changed the payout meanwhile
 */
export async function sendPayout(
  payout: Payout,
  { configuration, account, decision, destination }: PayoutPlan,
  request: PayoutCall,
  services: PayoutSendServices,
  save: (started: Payout) => Promise<Payout>,
): Promise<Payout> {
  const { payouts, customers, secrets, connectors, clock, switchUrl } = services;
  const { now } = request;
  const { merchantId } = payout;
  const auditContext = auditContextOfPayout(payout, request);
  checkRequestSize(payout);
  const access = await openConnectorAccess(account, configuration, secrets);
  await upsertCustomer(merchantId, payout.customer ?? {}, customers, now);
  const context = { payout, keyOwner: configuration.account, request };
  const loaded = await loadDestination(destination, context, services);
  if (!loaded) throw await missingDestinationError(payout, destination, services);
  const methodId = await saveDestination(payout, { destination, loaded }, auditContext, services);
  const { connectorName: name, id: accountId } = account;
  const connector = { name, accountId, routing: decision, ...indexedIdsOf(name) };
  const known = methodId === undefined ? payout : { ...payout, payoutMethodId: methodId };
  const processor = connectors(request);
  processor.prepare(access);
  const started = await save(startPayout(known, connector, now));

  const [settled] = await Promise.all([
    processor
      .payout(access, {
        ...referenceOfPayout(started),
        destination: loaded,
        fulfill: started.autoFulfill,
        ...(switchUrl && {
          notificationUrl: `${switchUrl}/webhooks/${merchantId}/${account.id}`,
        }),
      })
      .then((outcome) =>
        payouts.settle(started, (current) => applyPayoutOutcome(current, outcome, clock())),
      ),
    deleteVaultCard(payoutCardToDelete(payout), auditContext, services),
    deletePaymentToken(payout, destination, services),
  ]);
  return settled;
}

/**
 * The error when the destination is gone. A concurrent confirm may have sent the payout and deleted
 * the card.
 */
async function missingDestinationError(
  payout: Payout,
  { from }: PayoutDestinationSource,
  { payouts }: Pick<PayoutSendServices, 'payouts'>,
): Promise<SwitchError> {
  if (from.kind === 'saved') return new SwitchError('payment_method_not_found');
  const current = await payouts.get(payout.merchantId, payout.id);
  return current.version === payout.version
    ? new SwitchError('missing_param', { field: 'payout_method_data' })
    : new SwitchError('concurrent_update');
}

/** Uses up the payment token. Never throws: a token that stays expires by itself. */
async function deletePaymentToken(
  { merchantId, id: payoutId }: Payout,
  { from }: PayoutDestinationSource,
  { paymentMethods }: Pick<PayoutSendServices, 'paymentMethods'>,
): Promise<void> {
  if (from.kind !== 'saved' || !from.paymentToken) return;
  try {
    await paymentMethods.deleteToken(merchantId, from.paymentToken);
  } catch (error) {
    log.error('payout token not deleted', error, { payoutId });
  }
}
