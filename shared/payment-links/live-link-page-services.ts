import { configurationStore } from '../accounts/configuration-store.ts';
import { paymentStore } from '../payments/payment-store.ts';
import { kmsMerchantKeys } from '../secrets/merchant-keys.ts';
import { merchantSecrets } from '../secrets/merchant-secrets.ts';
import { liveTable } from '../table/table.ts';
import type { LinkPageServices } from './show-link.ts';

/** The services with which functions render payment link pages: the table and KMS. */
export const liveLinkPageServices = (): LinkPageServices => ({
  payments: paymentStore(liveTable()),
  configurations: configurationStore(liveTable()),
  secrets: merchantSecrets(kmsMerchantKeys()),
});
