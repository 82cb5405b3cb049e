import { payeeScript, statusScript } from 'turnout:checkout';
import { configurationStore } from '#merchants/accounts/configuration-store.ts';
import { lambda } from '#merchants/lambda.ts';
import { liveTable } from '#platform/table/table.ts';
import { collectLinkStore } from '#switch/collect-links/collect-link-store.ts';
import { showCollectLink } from '#switch/collect-links/operations.ts';
import {
  type CollectPageServices,
  showLinkToCollect,
} from '#switch/collect-links/show-collect-link.ts';
import { paymentMethodStore } from '#switch/payment-methods/payment-method-store.ts';
import { implementPage } from '#vocabulary/payer-pages/implement-page.ts';

/** Shows the page on which a customer saves a card. */
export const show = implementPage(showCollectLink, (request, services: CollectPageServices) =>
  showLinkToCollect(request, services),
);

export const handler = lambda(show, () => ({
  collectLinks: collectLinkStore(liveTable()),
  paymentMethods: paymentMethodStore(liveTable()),
  configurations: configurationStore(liveTable()),
  scripts: { payeeScript, statusScript },
}));
