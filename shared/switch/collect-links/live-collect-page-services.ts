import { payeeScript, statusScript } from 'turnout:checkout';
import { configurationStore } from '#merchants/accounts/configuration-store.ts';
import { liveTable } from '#platform/table/table.ts';
import { paymentMethodStore } from '../payment-methods/payment-method-store.ts';
import { collectLinkStore } from './collect-link-store.ts';
import type { CollectPageServices } from './show-collect-link.ts';

/** The services with which the function renders the pages of collect links. */
export const liveCollectPageServices = (): CollectPageServices => ({
  collectLinks: collectLinkStore(liveTable()),
  paymentMethods: paymentMethodStore(liveTable()),
  configurations: configurationStore(liveTable()),
  scripts: { payeeScript, statusScript },
});
