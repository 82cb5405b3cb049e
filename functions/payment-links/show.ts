import { lambda } from '#merchants/lambda.ts';
import { liveLinkPageServices } from '#switch/payment-links/live-link-page-services.ts';
import { showPaymentLink } from '#switch/payment-links/operations.ts';
import { type LinkPageServices, showLink } from '#switch/payment-links/show-link.ts';
import { implementPage } from '#vocabulary/payer-pages/implement-page.ts';

/** Shows the payment page of a link. */
export const show = implementPage(
  showPaymentLink,
  (request, services: LinkPageServices) => showLink('own', request, services),
  ({ scripts }) => scripts.checkoutScript(),
);

export const handler = lambda(show, liveLinkPageServices);
