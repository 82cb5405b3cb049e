import { lambda } from '#merchants/lambda.ts';
import { implement } from '#platform/http/implement.ts';
import { liveLinkPageServices } from '#switch/payment-links/live-link-page-services.ts';
import { showEmbeddedPaymentLink } from '#switch/payment-links/operations.ts';
import { type LinkPageServices, showLink } from '#switch/payment-links/show-link.ts';

/** Shows the payment page in a frame of the shop's page, on the domains that the profile allows. */
export const showEmbedded = implement(
  showEmbeddedPaymentLink,
  (request, services: LinkPageServices) => showLink('embedded', request, services),
);

export const handler = lambda(showEmbedded, liveLinkPageServices);
