import { sha256 } from '../../table/shared-keys.ts';
import type { Caller } from './caller.ts';

/**
 * How many requests a second a payer's device may send about one payment, on average over ten
 * seconds. Its keys stand in a page, and each request costs the merchant calls of the vault, of the
 * table and of processors (OWASP API4:2023 and API6:2023).
 */
export const payerPerSecond = 3;

/**
 * Who counts beside the merchant: the device with the secret of a payment, or a customer's app;
 * undefined for a merchant's server. The id stands below the merchant's, because functions may
 * change only counters of rates.
 */
export function payerOf(caller: Caller): string | undefined {
  switch (caller.kind) {
    case 'client':
    case 'page':
      return caller.clientSecret && counterOf(caller.merchantId, caller.clientSecret);
    case 'customer':
      return counterOf(caller.merchantId, `customer ${caller.customerId}`);
    default:
      return undefined;
  }
}

const counterOf = (merchantId: string, secret: string) =>
  `${merchantId}#RATE#${sha256(secret).toString('base64url')}`;
