// Loaded late: only a page on which a payment can be made runs the script.
import { checkoutScript } from 'turnout:checkout';

/** The script of the payment form. */
export function liveCheckoutScript(): string {
  return checkoutScript();
}
