// Loaded late: only accounts of the sandbox processor need its methods.
import { PaymentMethod, typesOf } from '#vocabulary/payment-methods.ts';
import type { MethodAbility } from '../interface/about.ts';
import { manualCaptureMethods, methods, notRefundable } from './published/methods.ts';

/** The payment methods that the sandbox processor takes: every one that has a row in its table. */
export function sandboxAbilities(): readonly MethodAbility[] {
  return PaymentMethod.options.flatMap((method) =>
    typesOf[method].flatMap((type): MethodAbility[] => {
      const support = methods[method][type];
      if (!support) return [];
      const isManual = manualCaptureMethods.has(method);
      return [
        {
          method,
          type,
          variants: Object.keys(support.shapes),
          captureMethods: isManual ? everyCaptureMethod : atOnce,
          refunds: !notRefundable.has(method),
          mandates: true,
          ...(method === 'card' && { threeDs: true }),
        },
      ];
    }),
  );
}

const atOnce = ['automatic', 'sequential_automatic'] as const;
const everyCaptureMethod = [...atOnce, 'manual', 'manual_multiple'] as const;
