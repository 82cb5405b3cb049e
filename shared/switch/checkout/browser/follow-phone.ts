import type { CheckoutData } from '../checkout-data.ts';
import { paymentStatus } from './ports.ts';

/** How often the page asks, in milliseconds, and for how long at most. */
const everyMs = 5_000;
const maxRequests = 120;

/** Statuses of a payment that was made, or that cannot be made any more. */
const over: ReadonlySet<unknown> = new Set([
  'succeeded',
  'processing',
  'requires_capture',
  'partially_captured',
  'cancelled',
]);

/**
 * Shows the outcome of a payment that a phone makes: while the code for the phone is open, the page
 * asks for the payment's status.
 */
export function followPhone(data: CheckoutData): void {
  const code = document.querySelector<HTMLDetailsElement>('details.phone');
  let left = maxRequests;
  let isAsking = false;
  const ask = async () => {
    if (!document.hidden && code?.open) {
      left -= 1;
      const status = await paymentStatus(data);
      if (over.has(status)) return location.assign(data.paths.status);
    }
    if (left > 0) setTimeout(ask, everyMs);
  };
  code?.addEventListener('toggle', () => {
    if (isAsking) return;
    isAsking = true;
    setTimeout(ask, everyMs);
  });
}
