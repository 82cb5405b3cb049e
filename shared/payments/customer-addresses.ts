import type { Payment } from './payment.ts';

/**
 * Where a payment's customer goes: `start` sends them on to the processor, which sends them `back`.
 * Both are ours, so they stay the same whatever the processor's address is. Undefined for a payment
 * that was confirmed before the switch knew its own address.
 */
export function customerAddresses({ switchUrl, id, merchantId, attempt }: Payment) {
  if (!switchUrl) return undefined;
  return {
    start: `${switchUrl}/payments/redirect/${id}/${merchantId}/${attempt.id}`,
    back: `${switchUrl}/payments/${id}/${merchantId}/redirect/response/${attempt.connectorName}`,
  };
}
