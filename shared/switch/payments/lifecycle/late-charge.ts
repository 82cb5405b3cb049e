import type { PaymentOutcome } from '#connectors/interface/payments.ts';

/** Whether it takes money for an attempt that it has refused before, or never got. */
export const isLateCharge = ({ result }: PaymentOutcome): boolean =>
  result === 'authorized' || result === 'captured';
