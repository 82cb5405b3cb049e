import { isSwitchError, SwitchError } from '#platform/errors.ts';
import { log } from '#platform/log.ts';
import { checkUnused, type Proof } from '../authentication/proof-store.ts';
import type { AuthorizationStep } from '../authorization-step.ts';
import { applyOutcome } from '../lifecycle/apply-outcome.ts';
import { withoutLearning } from '../lifecycle/attempts.ts';
import type { Payment } from '../payment.ts';
import type { PaymentServices } from '../payment-services.ts';
import type { PaymentRequest } from '../request/payment-request.ts';
import { cryptogramOf } from './authentication-proof.ts';

/**
 * The proof of an authentication of this switch that a payment states. Refuses a payment that may
 * not use it, before anything is saved. Undefined without one: a proof from elsewhere is the
 * merchant's own matter.
 *
 * @throws SwitchError `precondition_failed` for a proof of another currency or of less money, and
 * for one that another payment uses
 */
export async function findProof(
  { id, merchantId, currency }: Pick<Payment, 'id' | 'merchantId' | 'currency'>,
  amountMinor: number,
  data: NonNullable<PaymentRequest['three_ds_data']>,
  { proofs }: Pick<PaymentServices, 'proofs'>,
): Promise<Proof | undefined> {
  const cryptogram = cryptogramOf(data);
  const proof = cryptogram ? await proofs.find(merchantId, cryptogram) : undefined;
  if (!proof) return undefined;
  checkUnused(proof, id);
  checkCovers(proof, { amountMinor, currency });
  return proof;
}

/**
 * Reserves the proof for a payment saved as `processing`, before the proof is sent. Of several
 * payments with one proof, one gets it, and the others fail: no money moved for them.
 */
export async function useProof(
  processing: Payment,
  proof: Proof,
  services: Pick<PaymentServices, 'proofs' | 'payments' | 'clock'>,
): Promise<AuthorizationStep> {
  const { id: paymentId } = processing;
  try {
    await services.proofs.use(proof, paymentId);
    return { payment: processing, mayAuthorize: true };
  } catch (error) {
    if (!isSwitchError(error, 'precondition_failed')) {
      log.error('proof of an authentication not reserved', error, { paymentId });
    }
    const payment = await fail(processing, services);
    return { payment, mayAuthorize: false };
  }
}

function checkCovers(
  proof: Proof,
  { amountMinor, currency }: { readonly amountMinor: number; readonly currency: string },
): void {
  if (currency === proof.currency && amountMinor <= proof.amountMinor) return;
  throw new SwitchError('precondition_failed', {
    message: 'three_ds_data is the proof of an authentication for another amount or currency',
  });
}

const fail = (
  processing: Payment,
  { payments, clock }: Pick<PaymentServices, 'payments' | 'clock'>,
): Promise<Payment> =>
  payments.settle(processing, (current) => {
    const message = 'The authentication of this payment may not be used';
    const outcome = { result: 'not_sent', message } as const;
    const { id: attemptId } = processing.attempt;
    return applyOutcome(withoutLearning(current), { attemptId, outcome }, clock());
  });
