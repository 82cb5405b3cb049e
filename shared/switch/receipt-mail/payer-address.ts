import * as v from 'valibot';
import { mailAddress } from '#platform/aws/ses.ts';
import type { Payment } from '../payments/payment.ts';

const Contact = v.fallback(v.nullish(v.object({ email: v.nullish(v.string()) })), undefined);

/**
 * The address for mails to the payer: the payment's `email`, else that of the billing address.
 * Undefined where there is none to which SES sends, or the customer was deleted.
 */
export function payerAddress({
  customer,
  attempt,
  requestFields,
}: Pick<Payment, 'customer' | 'attempt' | 'requestFields'>): string | undefined {
  if (customer?.redactedAt !== undefined) return undefined;
  const billing = [requestFields.billing, attempt.paymentMethodData?.billing];
  const stated = [customer?.email, ...billing.map((one) => v.parse(Contact, one)?.email)];
  const [email] = stated.filter((one) => typeof one === 'string');
  return email === undefined ? undefined : mailAddress(email);
}
