import type { PaymentSource } from '#connectors/interface/payments.ts';
import { log } from '#platform/log.ts';
import type { Proof } from '../authentication/proof-store.ts';
import type { AuthorizationStep } from '../authorization-step.ts';
import type { CardServices } from '../card-services.ts';
import { applyOutcome } from '../lifecycle/apply-outcome.ts';
import { withoutLearning } from '../lifecycle/attempts.ts';
import type { Payment } from '../payment.ts';
import type { PaymentServices } from '../payment-services.ts';
import { attachedCardToDelete } from '../payment-source/attached-card.ts';
import type { LoadedPaymentSource } from '../payment-source/payment-source.ts';
import { fraudAlgorithmOf } from '../risk/fraud-algorithm.ts';
import { screenForFraud } from '../risk/fraud-screening.ts';
import { startAuthentication } from '../three-ds/start-authentication.ts';
import { useProof } from '../three-ds/use-proof.ts';
import { authorizeWithFailover } from './authorize.ts';
import type { PaymentSources } from './payment-sources.ts';
import type { ReadyConfirm } from './prepare-confirm.ts';

/**
 * Authorizes a payment that was saved as `processing`. If the merchant requires it, the customer is
 * authenticated and the payment is screened for fraud first. The card's cvc is taken from the vault
 * here, after the save, so that a caller that lost the race uses up none.
 */
export async function authorizeSaved(
  processing: Payment,
  confirm: ReadyConfirm & { readonly proof?: Proof | undefined },
  services: PaymentServices & CardServices,
): Promise<Payment> {
  const { payment, configuration, plan, access, sources, cleanup } = confirm;
  const source = await openSource(processing, sources);
  cleanup.deleteCard(attachedCardToDelete(payment));
  if (!source) return settleUnreadable(processing, services);
  cleanup.deletePaymentToken(paymentTokenOf(sources.first));
  const keeping = { auditContext: confirm.auditContext, vault: services.vault };
  const context = { ...confirm, ...plan, source, loadCard: sources.loadCard, keeping };

  // Few payments need these steps, which are parts that load late.
  let step: AuthorizationStep = { payment: processing, mayAuthorize: true };
  if (processing.requestFields.request_external_three_ds_authentication === true) {
    step = await startAuthentication(processing, configuration, context, services);
  }
  if (step.mayAuthorize && confirm.proof) {
    step = await useProof(step.payment, confirm.proof, services);
  }
  if (step.mayAuthorize && fraudAlgorithmOf(processing, configuration) != null) {
    step = await screenForFraud(step.payment, configuration, context, services);
  }
  if (!step.mayAuthorize) return step.payment;
  const attempt = { payment: step.payment, access, source, others: plan.others, retries: 0 };
  return authorizeWithFailover(attempt, context, services);
}

/** The payment source as the connector gets it; undefined when the vault does not give the cvc. */
async function openSource(
  { id: paymentId }: Payment,
  sources: PaymentSources,
): Promise<PaymentSource | undefined> {
  try {
    return await sources.open();
  } catch (error) {
    log.error('cvc not read from the vault', error, { paymentId });
    return undefined;
  }
}

/** Fails a payment whose card could not be read. No authorization was sent. */
const settleUnreadable = (
  processing: Payment,
  { payments, clock }: PaymentServices,
): Promise<Payment> => {
  const { id: attemptId } = processing.attempt;
  const outcome = { result: 'not_sent', message: 'Card could not be read' } as const;
  return payments.settle(processing, (current) =>
    applyOutcome(withoutLearning(current), { attemptId, outcome }, clock()),
  );
};

const paymentTokenOf = (loaded: LoadedPaymentSource): string | undefined =>
  loaded.kind === 'card' ? loaded.card.stored?.paymentToken : undefined;
