import { lambda } from '#merchants/lambda.ts';
import { implement } from '#platform/http/implement.ts';
import { liveLinkPageServices } from '#switch/payment-links/live-link-page-services.ts';
import { showPaymentLink } from '#switch/payment-links/operations.ts';
import { type LinkPageServices, showLink } from '#switch/payment-links/show-link.ts';

/** Shows the payment page of a link. */
export const show = implement(showPaymentLink, (request, services: LinkPageServices) =>
  showLink('own', request, services),
);

export const handler = lambda(show, liveLinkPageServices);
