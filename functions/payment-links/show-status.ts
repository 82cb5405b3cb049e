import { implement } from '../../shared/http/implement.ts';
import { lambda } from '../../shared/http/lambda.ts';
import { liveShowingServices } from '../../shared/payment-links/live-showing-services.ts';
import { showPaymentLinkStatus } from '../../shared/payment-links/operations.ts';
import { type ShowingServices, shownLink } from '../../shared/payment-links/shown-link.ts';

/** Where the page goes once it was paid on: what became of the payment, and the way to the shop. */
export const showStatus = implement(showPaymentLinkStatus, (request, services: ShowingServices) =>
  shownLink('status', request, services),
);

export const handler = lambda(showStatus, liveShowingServices);
