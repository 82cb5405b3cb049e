import { implement } from '../../shared/http/implement.ts';
import { lambda } from '../../shared/http/lambda.ts';
import { liveLinkPageServices } from '../../shared/payment-links/live-link-page-services.ts';
import { showPaymentLink } from '../../shared/payment-links/operations.ts';
import { type LinkPageServices, showLink } from '../../shared/payment-links/show-link.ts';

/** Shows the payment page of a link. */
export const show = implement(showPaymentLink, (request, services: LinkPageServices) =>
  showLink('own', request, services),
);

export const handler = lambda(show, liveLinkPageServices);
