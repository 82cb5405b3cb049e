import { implement } from '../../shared/http/implement.ts';
import { lambda } from '../../shared/http/lambda.ts';
import { liveShowingServices } from '../../shared/payment-links/live-showing-services.ts';
import { showPaymentLink } from '../../shared/payment-links/operations.ts';
import { type ShowingServices, shownLink } from '../../shared/payment-links/shown-link.ts';

/** The page to which a merchant sends a customer, who pays on it. */
export const show = implement(showPaymentLink, (request, services: ShowingServices) =>
  shownLink('own', request, services),
);

export const handler = lambda(show, liveShowingServices);
