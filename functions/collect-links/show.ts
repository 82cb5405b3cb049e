import { lambda } from '#merchants/lambda.ts';
import { liveCollectPageServices } from '#switch/collect-links/live-collect-page-services.ts';
import { showCollectLink } from '#switch/collect-links/operations.ts';
import {
  type CollectPageServices,
  showLinkToCollect,
} from '#switch/collect-links/show-collect-link.ts';
import { implementPage } from '#vocabulary/payer-pages/implement-page.ts';

/** Shows the page on which a customer saves a card. */
export const show = implementPage(
  showCollectLink,
  (request, services: CollectPageServices) => showLinkToCollect(request, services),
  ({ scripts }) => scripts.payeeScript(),
);

export const handler = lambda(show, liveCollectPageServices);
