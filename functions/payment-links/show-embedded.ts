import { implement } from '../../shared/http/implement.ts';
import { lambda } from '../../shared/http/lambda.ts';
import { liveShowingServices } from '../../shared/payment-links/live-showing-services.ts';
import { showEmbeddedPaymentLink } from '../../shared/payment-links/operations.ts';
import { type ShowingServices, shownLink } from '../../shared/payment-links/shown-link.ts';

/** The same page for a frame of the shop's own page, on the domains that the profile allows. */
export const showEmbedded = implement(
  showEmbeddedPaymentLink,
  (request, services: ShowingServices) => shownLink('embedded', request, services),
);

export const handler = lambda(showEmbedded, liveShowingServices);
