import { notRefundable, reservable, takingOf } from '../../sandbox/methods.ts';
import type { PaymentMethod, PaymentMethodType } from '../../vocabulary/payment-methods.ts';
import type { MethodAbility } from '../interface/connector.ts';
import { ProcessorsNextAction } from './shown.ts';

// What the sandbox processor says of payments that are not made by card.
export { nextActionOf } from './shown.ts';

/** What the sandbox processor wants its customer to be shown or sent to, as a schema. */
export function processorsNextAction() {
  return ProcessorsNextAction;
}

/** How the sandbox processor takes a payment method; undefined for one that it does not take. */
export function abilityFor(
  method: PaymentMethod,
  type: PaymentMethodType,
): MethodAbility | undefined {
  const taking = takingOf({ method, type });
  return (
    taking && {
      shapes: Object.keys(taking.shapes),
      reserves: reservable.has(method),
      refunds: !notRefundable.has(method),
    }
  );
}
