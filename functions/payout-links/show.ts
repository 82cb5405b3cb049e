import { lambda } from '#merchants/lambda.ts';
import { livePayoutPageServices } from '#switch/payout-links/live-payout-page-services.ts';
import { showPayoutLink } from '#switch/payout-links/operations.ts';
import {
  type PayoutLinkServices,
  showLinkOfPayout,
} from '#switch/payout-links/show-payout-link.ts';
import { implementPage } from '#vocabulary/payer-pages/implement-page.ts';

/** Shows the page on which a payee states where a payout goes. */
export const show = implementPage(
  showPayoutLink,
  (request, services: PayoutLinkServices) => showLinkOfPayout(request, services),
  ({ scripts }) => scripts.payeeScript(),
);

export const handler = lambda(show, livePayoutPageServices);
