import { lambda } from '#merchants/lambda.ts';
import { implement } from '#platform/http/implement.ts';
import { liveLinkPageServices } from '#switch/payment-links/live-link-page-services.ts';
import { showPaymentLinkStatus } from '#switch/payment-links/operations.ts';
import { type LinkPageServices, showLink } from '#switch/payment-links/show-link.ts';

/** Shows the outcome of a link's payment, with a way back to the shop. */
export const showStatus = implement(showPaymentLinkStatus, (request, services: LinkPageServices) =>
  showLink('status', request, services),
);

export const handler = lambda(showStatus, liveLinkPageServices);
