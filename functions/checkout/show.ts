import { lambda } from '#merchants/lambda.ts';
import { liveCheckoutPageServices } from '#switch/checkout/live-checkout-page-services.ts';
import { showCheckout as operation } from '#switch/checkout/operations.ts';
import { type CheckoutServices, showCheckout } from '#switch/checkout/show-checkout.ts';
import { implementPage } from '#vocabulary/payer-pages/implement-page.ts';

/** Shows the payment form in a frame of a page of the shop. */
export const show = implementPage(
  operation,
  (request, services: CheckoutServices) => showCheckout(request, services),
  ({ scripts }) => scripts.checkoutScript(),
);

export const handler = lambda(show, liveCheckoutPageServices);
