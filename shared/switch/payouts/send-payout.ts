import * as v from 'valibot';
import { aboutNamed, indexedIdsOf } from '#connectors/abouts.ts';
import type { ConnectorAccess } from '#connectors/interface/exchange.ts';
import type { PayoutDestination } from '#connectors/interface/payouts.ts';
import type { Configuration, ConnectorAccount } from '#merchants/accounts/merchant-account.ts';
import { SwitchError } from '#platform/errors.ts';
import { log } from '#platform/log.ts';
import { checkRequestSize } from '#platform/table/request-size.ts';
import { failoverMinimumMs } from '#platform/time-limits.ts';
import { withRecord } from '../customers/customer-copy.ts';
import { upsertCustomer } from '../customers/upsert-customer.ts';
import { openConnectorAccess } from '../payments/connector-access.ts';
import { reportLateAnswer } from '../payments/lifecycle/late-answer.ts';
import { deleteVaultCard, isRefusal } from '../payments/payment-source/attached-card.ts';
import { reportFailoverStop } from '../routing/report-failover-stop.ts';
import type { RouteDecision } from '../routing/route-decision.ts';
import { referenceOfPayout } from './connector-access.ts';
import {
  attachDestination,
  auditContextOfPayout,
  loadDestination,
  type PayoutDestinationSource,
  payoutCardToDelete,
} from './destination.ts';
import { PayoutPriority } from './passed-on-fields.ts';
import { payeeOf } from './payee.ts';
import { deferPayout, type Payout, startNextPayoutAttempt, startPayout } from './payout.ts';
import { applyPayoutOutcome } from './payout-outcome.ts';
import type { PayoutCall, PayoutSendServices } from './payout-services.ts';
import { saveDestination } from './save-destination.ts';

/** The route of a payout, decided before anything is saved. */
export interface PayoutPlan {
  readonly configuration: Configuration;
  readonly account: ConnectorAccount;
  readonly others: readonly ConnectorAccount[];
  readonly decision: RouteDecision;
  readonly destination: PayoutDestinationSource;
  /** Whether the merchant has it paid now; absent: by its `auto_fulfill`. */
  readonly fulfills?: true;
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
  stated: Payout,
  plan: PayoutPlan,
  request: PayoutCall,
  services: PayoutSendServices,
  save: (started: Payout) => Promise<Payout>,
): Promise<Payout> {
  const { customers, secrets, connectors } = services;
  const { configuration, account, decision, destination } = plan;
  const { now } = request;
  const { merchantId } = stated;
  const auditContext = auditContextOfPayout(stated, request);
  const fulfills = plan.fulfills ?? stated.autoFulfill;
  if (!fulfills && !waitsForFulfillment(account))
    return defer(stated, plan, request, services, save);
  const start = (payout: Payout) =>
    startPayout(payout, { ...chosenConnector(account), routing: decision }, now, fulfills);
  checkRequestSize(start(stated));
  const access = await openConnectorAccess(account, configuration, secrets);
  const record = await upsertCustomer(merchantId, stated.customer ?? {}, customers, now);
  const payout = withRecord(stated, record);
  const context = { payout, keyOwner: configuration.account, request };
  const loaded = await loadDestination(destination, context, services);
  if (!loaded) throw await missingDestinationError(payout, destination, services);
  const methodId = await saveDestination(payout, { destination, loaded }, auditContext, services);
  const known = methodId === undefined ? payout : { ...payout, payoutMethodId: methodId };
  const processor = connectors(request);
  processor.prepare(access);
  const started = await save(start(known));

  const [settled] = await Promise.all([
    payWithFailover(started, { ...plan, access, loaded }, request, services),
    deleteVaultCard(payoutCardToDelete(payout), auditContext, services),
    deletePaymentToken(payout, destination, services),
  ]);
  return settled;
}

/** Whether the account's processor creates a payout first, and pays it when it is asked again. */
const waitsForFulfillment = ({ connectorName }: ConnectorAccount): boolean =>
  aboutNamed(connectorName)?.features.includes('fulfillPayout') === true;

/**
 * Keeps a payout and its destination until the merchant has it paid: its processor would pay as soon
 * as it gets it. No processor is asked.
 *
 * @throws SwitchError `invalid_request` for a destination that must not be stored
 */
async function defer(
  stated: Payout,
  { configuration, account, decision, destination }: PayoutPlan,
  request: PayoutCall,
  services: PayoutSendServices,
  save: (deferred: Payout) => Promise<Payout>,
): Promise<Payout> {
  const { now } = request;
  const { merchantId } = stated;
  const record = await upsertCustomer(merchantId, stated.customer ?? {}, services.customers, now);
  const payout = withRecord(stated, record);
  const context = {
    payout,
    keyOwner: configuration.account,
    request,
    retainSeconds: deferredSeconds,
  };
  const attached = await attachDestination(destination, context, services);
  if (!attached) {
    const message = `${account.connectorName} pays this destination only with auto_fulfill`;
    throw new SwitchError('invalid_request', { message });
  }
  const chosen = { ...chosenConnector(account), routing: decision };
  const isNew = destination.from.kind !== 'attached';
  const auditContext = auditContextOfPayout(stated, request);
  try {
    const deferred = await save(deferPayout(payout, chosen, attached, now));
    if (isNew) await deleteVaultCard(payoutCardToDelete(stated), auditContext, services);
    await deletePaymentToken(payout, destination, services);
    return deferred;
  } catch (error) {
    if (isNew && isRefusal(error)) {
      const card = payoutCardToDelete({ attachedDestination: attached });
      await deleteVaultCard(card, auditContext, services);
    }
    throw error;
  }
}

/** How long a deferred payout can be paid to its card, in seconds: 30 days. */
const deferredSeconds = 2_592_000;

/**
 * Has the processor pay, and saves the outcome. The next connector is asked only when the request
 * certainly did not reach this one. Only the caller that won the save may call it, and only once.
 */
async function payWithFailover(
  started: Payout,
  plan: PayoutPlan & { readonly access: ConnectorAccess; readonly loaded: PayoutDestination },
  request: PayoutCall,
  services: PayoutSendServices,
): Promise<Payout> {
  const { payouts, secrets, clock, switchUrl } = services;
  const processor = services.connectors(request);
  let [current, access] = [started, plan.access];
  for (const next of [...plan.others, undefined]) {
    const { merchantId, attempt } = current;
    const { description, priority } = current.requestFields;
    const outcome = await processor.payout(access, {
      ...referenceOfPayout(current),
      destination: plan.loaded,
      payee: payeeOf(current),
      ...(typeof description === 'string' && { description }),
      ...(v.is(PayoutPriority, priority) && { priority }),
      fulfill: plan.fulfills ?? current.autoFulfill,
      ...(switchUrl && {
        notificationUrl: `${switchUrl}/webhooks/${merchantId}/${attempt.connectorAccountId}`,
      }),
    });
    const settle = async () => {
      const settled = await payouts.settle(current, (one) =>
        applyPayoutOutcome(one, outcome, clock()),
      );
      const isPaid = outcome.result === 'paid' || outcome.result === 'initiated';
      if (isPaid && settled.status === 'failed') {
        reportLateAnswer({ merchantId, payoutId: current.id });
      }
      return settled;
    };
    if (outcome.result !== 'not_sent' || !next || request.remainingMs() < failoverMinimumMs) {
      return settle();
    }
    try {
      access = await openConnectorAccess(next, plan.configuration, secrets);
      processor.prepare(access);
      current = await payouts.save(startNextPayoutAttempt(current, chosenConnector(next), clock()));
    } catch (error) {
      reportFailoverStop(error, {
        payoutId: current.id,
        attemptId: attempt.id,
        connector: next.connectorName,
        connectorAccountId: next.id,
      });
      return settle();
    }
  }
  return current;
}

const chosenConnector = ({ connectorName: name, id: accountId }: ConnectorAccount) => ({
  name,
  accountId,
  ...indexedIdsOf(name),
});

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
