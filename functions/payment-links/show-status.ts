import { implement } from '../../shared/http/implement.ts';
import { lambda } from '../../shared/http/lambda.ts';
import { liveLinkPageServices } from '../../shared/payment-links/live-link-page-services.ts';
import { showPaymentLinkStatus } from '../../shared/payment-links/operations.ts';
import { type LinkPageServices, showLink } from '../../shared/payment-links/show-link.ts';

/** Shows the outcome of a link's payment, with a way back to the shop. */
export const showStatus = implement(showPaymentLinkStatus, (request, services: LinkPageServices) =>
  showLink('status', request, services),
);

export const handler = lambda(showStatus, liveLinkPageServices);
