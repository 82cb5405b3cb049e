import type { Configuration } from '#merchants/accounts/merchant-account.ts';
import type { Payment } from '../payment.ts';
import type { PaymentRequest } from '../request/payment-request.ts';

/**
 * The payment with only the stated fields: decisions of programs for an earlier attempt are
 * removed.
 */
export function withoutDecided(payment: Payment): Payment {
  const { decidedFields, ...rest } = payment;
  if (!decidedFields) return payment;
  const stated = Object.entries(payment.requestFields).filter(
    ([name]) => !decidedFields.includes(name),
  );
  return { ...rest, requestFields: Object.fromEntries(stated) };
}

/**
 * A client's request without the fields by which it would evade the decisions of the merchant's
 * programs: the surcharge, and 3-D Secure. Client libraries state the surcharge that they showed.
 */
export function withoutEvasion(
  request: PaymentRequest,
  { requestFields }: Payment,
  { decisions }: Configuration,
): PaymentRequest {
  if (!decisions) return request;
  const { surcharge_details: surcharge, authentication_type: authentication, ...rest } = request;
  const isDecided = decisions.surcharge && requestFields.surcharge_details == null;
  const isWaived = decisions.three_ds && authentication === 'no_three_ds';
  return {
    ...rest,
    ...(!isDecided && { surcharge_details: surcharge }),
    ...(!(isWaived && requestFields.authentication_type == null) && {
      authentication_type: authentication,
    }),
  };
}
