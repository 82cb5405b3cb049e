import { implement } from '../../shared/http/implement.ts';
import { lambda } from '../../shared/http/lambda.ts';
import { liveLinkPageServices } from '../../shared/payment-links/live-link-page-services.ts';
import { showEmbeddedPaymentLink } from '../../shared/payment-links/operations.ts';
import { type LinkPageServices, showLink } from '../../shared/payment-links/show-link.ts';

/** Shows the payment page in a frame of the shop's page, on the domains that the profile allows. */
export const showEmbedded = implement(
  showEmbeddedPaymentLink,
  (request, services: LinkPageServices) => showLink('embedded', request, services),
);

export const handler = lambda(showEmbedded, liveLinkPageServices);
