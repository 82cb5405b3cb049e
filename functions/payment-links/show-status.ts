import { lambda } from '#merchants/lambda.ts';
import { liveLinkPageServices } from '#switch/payment-links/live-link-page-services.ts';
import { showPaymentLinkStatus } from '#switch/payment-links/operations.ts';
import { type LinkPageServices, showLink } from '#switch/payment-links/show-link.ts';
import { implementPage } from '#vocabulary/payer-pages/implement-page.ts';

/** Shows the outcome of a link's payment, with a way back to the shop. */
export const showStatus = implementPage(
  showPaymentLinkStatus,
  (request, services: LinkPageServices) => showLink('status', request, services),
  ({ scripts }) => scripts.statusScript(),
);

export const handler = lambda(showStatus, liveLinkPageServices);
