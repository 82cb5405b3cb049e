import * as v from 'valibot';
import type { HttpResponse } from '#platform/http/egress/http-message.ts';
import type { PaymentOutcome } from '../interface/payments.ts';
import { failureIn } from './failures.ts';
import { checksIn, readAnswer } from './responses.ts';
import { Verification } from './transaction.ts';

const Vaulted = v.object({
  paymentMethod: v.nullish(v.object({ id: v.string() })),
  verification: v.nullish(Verification),
});

type Stored = Extract<PaymentOutcome, { result: 'captured' }> & {
  readonly connectorMandateId: string;
};

/**
 * The answer of a mutation that verifies a payment method and stores it: Braintree stores none whose
 * verification failed.
 */
export function readVaulted(
  mutation: 'vaultCreditCard' | 'vaultUsBankAccount',
  response: HttpResponse,
): Stored | Exclude<PaymentOutcome, { result: 'captured' }> {
  const answer = readAnswer(mutation, Vaulted, response);
  if ('refusal' in answer) return answer.refusal;
  const { paymentMethod, verification } = answer.done;
  const checks = verification ? checksIn([verification]) : {};
  if (verification && verification.status === undefined) {
    throw new Error('A status that tells nothing about the verification.');
  }
  switch (verification?.status) {
    case 'FAILED':
    case 'GATEWAY_REJECTED':
    case 'PROCESSOR_DECLINED':
      return { result: 'declined', ...failureIn(verification.status, [verification]), ...checks };
    case 'PENDING':
    case 'VERIFYING':
      throw new Error('The payment method is not verified yet.');
    default:
      if (!paymentMethod) throw new Error('The payment method was not stored.');
      return {
        result: 'captured',
        capturedMinor: 0,
        connectorMandateId: paymentMethod.id,
        ...checks,
      };
  }
}
