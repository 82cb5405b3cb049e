import type { Connectors } from '#connectors/connectors.ts';
import type { Card } from '#connectors/interface/card.ts';
import type { KeptReferences } from '#connectors/interface/exchange.ts';
import type { Completion } from '#connectors/interface/payments.ts';
import type { Configuration } from '#merchants/accounts/merchant-account.ts';
import { isSwitchError } from '#platform/errors.ts';
import { isAuthenticating, isUncharged } from '../authentication.ts';
import type { CardServices } from '../card-services.ts';
import { orderOf } from '../confirm/order-of-payment.ts';
import { openConnectorAccess, referenceOf } from '../connector-access.ts';
import { applyOutcome } from '../lifecycle/apply-outcome.ts';
import { withKeptReferences, withoutLearning } from '../lifecycle/attempts.ts';
import { settleAnswer } from '../lifecycle/late-answer.ts';
import { nextStatus } from '../lifecycle/lifecycle.ts';
import { mayBeSynced, type Payment, withoutChallenge } from '../payment.ts';
import {
  attachedCardToDelete,
  auditContextOf,
  deleteVaultCard,
} from '../payment-source/attached-card.ts';
import { futureUsageOf } from '../payment-source/future-usage.ts';
import { scheduleFirstSync } from '../pending-sync.ts';
import { findConnectorAccount, type SyncServices, syncWithConnector } from '../sync-payment.ts';
import { useKeptCard } from '../three-ds/kept-card.ts';
import { type BroughtBack, fingerprintOf } from './brought-back.ts';
import { redirectUrlsOf } from './redirect-urls.ts';

/** The services that finish a payment. Without the vault, none is finished that wants its card. */
export type CompletionServices = SyncServices & Partial<Pick<CardServices, 'vault'>>;

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
  services: CompletionServices,
): Promise<Payment> {
  const { payments, connectors, clock } = services;
  let current = payment;
  for (let attempt = 1; attempt <= maxTries && mayBeSynced(current); attempt++) {
    const asked = broughtBack && completionAsked(current, broughtBack, clock());
    const connector = connectors(request);
    if (!asked || !canComplete(current, broughtBack, connector)) break;
    const wantsCard = connector.completesWithCard(namedBy(current));
    if (wantsCard && !mayUseCard(current, services)) break;
    try {
      return wantsCard
        ? await completeWithCard({ current, asked }, broughtBack, request, services)
        : await complete(asked, broughtBack, request, services);
    } catch (error) {
      if (!isSwitchError(error, 'concurrent_update')) throw error;
      current = await payments.get(payment.merchantId, payment.id);
    }
  }
  return mayBeSynced(current) ? syncWithConnector(current, request, services) : current;
}

/** Whether the connector finishes payments so, and the browser brought back the data for that. */
const canComplete = (payment: Payment, broughtBack: BroughtBack, connectors: Connectors): boolean =>
  connectors.canDo(namedBy(payment), 'complete') &&
  connectors.canComplete(namedBy(payment), completionOf(payment, broughtBack));

const namedBy = ({ attempt: { connectorName = '' } }: Payment) => ({ connectorName });

/** After the session nothing is charged any more with the card: the sync ends the payment. */
const mayUseCard = ({ expiresAt }: Payment, { vault, clock }: CompletionServices): boolean =>
  vault !== undefined && clock().getTime() <= Date.parse(expiresAt);

function completionOf(
  payment: Payment,
  broughtBack: BroughtBack,
  configuration?: Configuration,
): Completion {
  const futureUsage = futureUsageOf(payment);
  const { complete: completeUrl } = redirectUrlsOf(payment) ?? {};
  return {
    ...referenceOf(payment),
    ...broughtBack,
    order: orderOf(payment, configuration && { configuration }),
    ...(futureUsage && { futureUsage }),
    ...(completeUrl !== undefined && { completeUrl }),
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
  card?: Card,
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
  const input = {
    ...completionOf(saved, broughtBack, found.configuration),
    ...(card && { card }),
  };
  const outcome = await connector.complete(access, input, keep);
  return settleAnswer(saved, outcome, { payments, clock });
}

/**
 * The same with the card that waits in the vault, which is deleted unless another challenge
 * follows. Without it the payment fails: nothing was charged.
 *
 * @throws SwitchError `concurrent_update`, `temporarily_unavailable`
 */
async function completeWithCard(
  { current, asked }: { readonly current: Payment; readonly asked: Payment },
  broughtBack: BroughtBack,
  request: CompletionRequest,
  { vault, ...services }: CompletionServices,
): Promise<Payment> {
  if (!vault) throw new Error('Only a function with the vault completes with a card.');
  const { merchantId, id: paymentId } = asked;
  const { requestId } = request;
  const auditContext = auditContextOf({ merchantId, paymentId, requestId, now: services.clock() });
  const card = await useKeptCard(asked, auditContext, { vault });
  if (!card) return failWithoutCard(current, services);
  const completed = await complete(asked, broughtBack, request, services, card);
  if (completed.status !== 'requires_customer_action') {
    await deleteVaultCard(attachedCardToDelete(asked), auditContext, { vault });
  }
  return completed;
}

/** Fails a payment whose card is gone, unless another visitor has used the card. */
const failWithoutCard = (payment: Payment, { payments, clock }: SyncServices): Promise<Payment> =>
  payments.settle(payment, (current) => {
    if (!isUncharged(current)) return current;
    const outcome = { result: 'not_sent', message: 'Card could not be read' } as const;
    const { id: attemptId } = payment.attempt;
    return applyOutcome(withoutLearning(current), { attemptId, outcome }, clock());
  });
