import { manualCaptureMethods, notRefundable, supportOf } from '../../sandbox/methods.ts';
import type { PaymentMethod, PaymentMethodType } from '../../vocabulary/payment-methods.ts';
import type { MethodSupport } from '../interface/connector.ts';
import { NextActionResponse } from './next-action.ts';

// The parts of the sandbox adapter for payment methods other than cards.
export { nextActionOf } from './next-action.ts';

/** The schema of the sandbox processor's next action. */
export function nextActionSchema() {
  return NextActionResponse;
}

/** How the sandbox processor supports a payment method; undefined when it does not. */
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
