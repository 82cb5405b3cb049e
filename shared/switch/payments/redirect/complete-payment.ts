import type { Connectors } from '#connectors/connectors.ts';
import type { KeptReferences } from '#connectors/interface/exchange.ts';
import type { Completion } from '#connectors/interface/payments.ts';
import type { Configuration } from '#merchants/accounts/merchant-account.ts';
import { isSwitchError } from '#platform/errors.ts';
import { isAuthenticating } from '../authentication.ts';
import { orderOf } from '../confirm/order-of-payment.ts';
import { openConnectorAccess, referenceOf } from '../connector-access.ts';
import { withKeptReferences } from '../lifecycle/attempts.ts';
import { settleAnswer } from '../lifecycle/late-answer.ts';
import { nextStatus } from '../lifecycle/lifecycle.ts';
import { mayBeSynced, type Payment, withoutChallenge } from '../payment.ts';
import { futureUsageOf } from '../payment-source/future-usage.ts';
import { scheduleFirstSync } from '../pending-sync.ts';
import { findConnectorAccount, type SyncServices, syncWithConnector } from '../sync-payment.ts';
import { type BroughtBack, fingerprintOf } from './brought-back.ts';

interface CompletionRequest {
  remainingMs(): number;
  readonly requestId: string;
}

/** How often a completion is tried again for a payment that other requests keep saving. */
const maxTries = 5;

/**
 * Asks the connector to finish a payment with the data that its customer's browser brought back,
 * where the connector finishes payments so; otherwise syncs it.
 *
 * The payment is saved as asked first. Of several visitors with the same proof, one completes it,
 * and the others sync. When the connector's answer is lost, the payment stays `processing` until a
 * sync finds its outcome.
 *
 * @param broughtBack undefined when it was too much to be handed on
 */
export async function completeOrSync(
  payment: Payment,
  broughtBack: BroughtBack | undefined,
  request: CompletionRequest,
  services: SyncServices,
): Promise<Payment> {
  const { payments, connectors, clock } = services;
  let current = payment;
  for (let attempt = 1; attempt <= maxTries && mayBeSynced(current); attempt++) {
    const asked = broughtBack && completionAsked(current, broughtBack, clock());
    if (!asked || !canComplete(current, broughtBack, connectors(request))) break;
    try {
      return await complete(asked, broughtBack, request, services);
    } catch (error) {
      if (!isSwitchError(error, 'concurrent_update')) throw error;
      current = await payments.get(payment.merchantId, payment.id);
    }
  }
  return mayBeSynced(current) ? syncWithConnector(current, request, services) : current;
}

/** Whether the connector finishes payments so, and the browser brought back the data for that. */
function canComplete(payment: Payment, broughtBack: BroughtBack, connectors: Connectors): boolean {
  const { connectorName = '' } = payment.attempt;
  return (
    connectors.canDo({ connectorName }, 'complete') &&
    connectors.canComplete({ connectorName }, completionOf(payment, broughtBack))
  );
}

function completionOf(
  payment: Payment,
  broughtBack: BroughtBack,
  configuration?: Configuration,
): Completion {
  const futureUsage = futureUsageOf(payment);
  return {
    ...referenceOf(payment),
    ...broughtBack,
    order: orderOf(payment, configuration && { configuration }),
    ...(futureUsage && { futureUsage }),
  };
}

/**
 * The payment as it is saved before the completion is sent; undefined when none is awaited, or this
 * proof was sent before. The customer's challenge is over.
 */
function completionAsked(
  payment: Payment,
  broughtBack: BroughtBack,
  now: Date,
): Payment | undefined {
  const { attempt } = payment;
  const status = nextStatus(payment.status, 'resumed');
  const proof = fingerprintOf(broughtBack);
  const isRepeated = proof !== undefined && proof === attempt.completedProof;
  if (!status || isAuthenticating(payment) || isRepeated) return undefined;
  const at = now.toISOString();
  return {
    ...payment,
    status,
    attempt: {
      ...withoutChallenge(attempt),
      status: 'authorizing',
      completionAskedAt: at,
      ...(proof !== undefined && { completedProof: proof }),
      modifiedAt: at,
    },
    pendingSync: scheduleFirstSync(now),
    modifiedAt: at,
  };
}

/**
 * Saves the payment as asked and sends the completion. Only the caller that wins the save sends it.
 *
 * @throws SwitchError `concurrent_update`
 */
async function complete(
  asked: Payment,
  broughtBack: BroughtBack,
  request: CompletionRequest,
  { payments, configurations, secrets, connectors, clock }: SyncServices,
): Promise<Payment> {
  const found = await findConnectorAccount(asked, configurations);
  // The account was deleted, so its connector can neither be asked nor synced.
  if (!found) return payments.get(asked.merchantId, asked.id);
  const access = await openConnectorAccess(found.account, found.configuration, secrets);
  const connector = connectors(request);
  connector.prepare(access);
  let saved = await payments.saveProgress(asked);
  const keep = async (kept: KeptReferences) => {
    saved = await payments.saveProgress(withKeptReferences(saved, kept, clock()));
  };
  const input = completionOf(saved, broughtBack, found.configuration);
  const outcome = await connector.complete(access, input, keep);
  return settleAnswer(saved, outcome, { payments, clock });
}
