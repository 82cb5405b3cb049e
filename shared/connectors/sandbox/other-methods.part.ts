import { manualCaptureMethods, notRefundable, supportOf } from '../../sandbox/methods.ts';
import type { PaymentMethod, PaymentMethodType } from '../../vocabulary/payment-methods.ts';
import type { MethodSupport } from '../interface/connector.ts';
import { NextActionResponse } from './next-action.ts';

// What the sandbox processor says of payments that are not made by card.
export { nextActionOf } from './next-action.ts';

/** What the sandbox processor wants its customer to be shown or sent to, as a schema. */
export function nextActionSchema() {
  return NextActionResponse;
}

/** How the sandbox processor takes a payment method; undefined for one that it does not take. */
export function methodSupportOf(
  method: PaymentMethod,
  type: PaymentMethodType,
): MethodSupport | undefined {
  const support = supportOf({ method, type });
  return (
    support && {
      variants: Object.keys(support.shapes),
      supportsManualCapture: manualCaptureMethods.has(method),
      supportsRefunds: !notRefundable.has(method),
    }
  );
}
