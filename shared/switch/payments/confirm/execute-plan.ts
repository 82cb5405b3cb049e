import { log } from '#platform/log.ts';
import { requestCustomerOf } from '../../customers/request-customer.ts';
import { reportDecision, reportTroubles } from '../../routing/report-decision.ts';
import type { CardServices } from '../card-services.ts';
import { type Confirmation, startAttempt } from '../lifecycle/attempts.ts';
import type { Payment } from '../payment.ts';
import type { PaymentServices } from '../payment-services.ts';
import { attachedCardToDelete } from '../payment-source/attached-card.ts';
import { storeExtendedCard } from '../payment-source/extended-card.ts';
import { saveCardFor } from '../payment-source/save-card.ts';
import { countFailedPayment, declineBlockedCard, screenCard } from '../risk/card-blocking.ts';
import { findProof } from '../three-ds/use-proof.ts';
import { authorizeSaved } from './authorize-saved.ts';
import type { PlannedConfirm } from './plan-payment.ts';
import { prepareConfirm, type ReadyConfirm } from './prepare-confirm.ts';

type Services = PaymentServices & CardServices;

/**
 * Executes a plan. Every refusal comes before `save`: the credentials open, the customer exists,
 * the payment source is in memory, and a card to be saved is saved. `save` writes the payment as
 * `processing`. Of two racing callers only one wins that save and authorizes the payment.
 *
 * @throws SwitchError `payment_blocked` after the save, for a card that the merchant blocks
 */
export async function executePlan(
  planned: PlannedConfirm,
  services: Services,
  save: (processing: Payment) => Promise<Payment>,
): Promise<Payment> {
  const { payment, now } = planned;
  reportPlan(planned);
  const proof = await statedProof(planned, services);
  const confirm = await prepareConfirm(planned, services);
  const { sources, cleanup } = confirm;
  try {
    const screening = await screenCard(confirm, sources.first, services);
    const { declineMessage, fingerprint } = screening ?? {};
    const [paymentMethod, extendedCard] = declineMessage
      ? []
      : await Promise.all([saveCard(confirm, services), keepExtendedCard(confirm, services)]);
    const confirmation = {
      ...confirm.confirmation,
      ...(paymentMethod && { paymentMethod }),
      ...(extendedCard && { extendedCard }),
      fingerprint,
      switchUrl: services.switchUrl,
    };
    if (!declineMessage) services.connectors(confirm).prepare(confirm.access);
    const processing = await save(startAttempt(payment, confirmation, now));

    if (declineMessage) {
      cleanup.deleteCard(attachedCardToDelete(payment));
      throw await declineBlockedCard(processing, declineMessage, services);
    }
    const settled = await authorizeSaved(processing, { ...confirm, proof }, services);
    await countFailedPayment(settled, screening, services);
    return settled;
  } finally {
    sources.erase();
    await cleanup.finished();
  }
}

/** The proof of an authentication of ours that the request states; see `findProof`. */
const statedProof = async (
  { payment, plan, body: { three_ds_data: data } }: PlannedConfirm,
  services: Services,
) => (data ? findProof(payment, plan.confirmation.netAmountMinor, data, services) : undefined);

/** Saves the card as a payment method of its customer, if both want that. */
async function saveCard(
  { payment, whole, sources: { first }, auditContext, cleanup }: ReadyConfirm,
  services: Services,
): Promise<Confirmation['paymentMethod']> {
  if (first.kind !== 'card') return undefined;
  const saved = await saveCardFor(whole, first.card, auditContext, services);
  if (!saved && whole.setup_future_usage) {
    // The payment succeeds like in Hyperswitch, and its answer does not show why no card is saved.
    const lack = requestCustomerOf(whole).id ? 'customer_acceptance' : 'customer';
    log.info(`card not saved: no ${lack}`, { paymentId: payment.id });
  }
  cleanup.deleteCard(saved?.supersededToken);
  return saved?.paymentMethod;
}

/** Keeps the card for the merchant to ask for, where its profile wants that. */
const keepExtendedCard = async (
  { payment, configuration, sources: { first }, auditContext }: ReadyConfirm,
  services: Services,
): Promise<Confirmation['extendedCard']> =>
  first.kind === 'card'
    ? storeExtendedCard(first.card, { configuration, payment }, auditContext, services)
    : undefined;

function reportPlan({ payment: { id: paymentId }, plan }: PlannedConfirm): void {
  reportDecision(plan.confirmation.routing, { paymentId });
  if (plan.troubles) reportTroubles(plan.troubles, { paymentId });
}
