import { lambda } from '#merchants/lambda.ts';
import { liveLinkPageServices } from '#switch/payment-links/live-link-page-services.ts';
import { showEmbeddedPaymentLink } from '#switch/payment-links/operations.ts';
import { type LinkPageServices, showLink } from '#switch/payment-links/show-link.ts';
import { implementPage } from '#vocabulary/payer-pages/implement-page.ts';

/** Shows the payment page in a frame of the shop's page, on the domains that the profile allows. */
export const showEmbedded = implementPage(
  showEmbeddedPaymentLink,
  (request, services: LinkPageServices) => showLink('embedded', request, services),
  ({ scripts }) => scripts.checkoutScript(),
);

export const handler = lambda(showEmbedded, liveLinkPageServices);
