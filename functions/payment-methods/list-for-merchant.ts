import { configurationStore } from '../../shared/accounts/configuration-store.ts';
import { implement } from '../../shared/http/implement.ts';
import { lambda } from '../../shared/http/lambda.ts';
import { listForMerchant } from '../../shared/payment-methods/merchant-list-operations.ts';
import {
  listOfMerchant,
  type MerchantListServices,
} from '../../shared/payment-methods/offer-to-payer.ts';
import { paymentStore } from '../../shared/payments/payment-store.ts';
import { liveTable } from '../../shared/table/table.ts';

/** Shows a page, or its merchant, what can be paid with. */
export const ofMerchant = implement(
  listForMerchant,
  ({ caller, now }, services: MerchantListServices) => listOfMerchant(caller, services, now),
);

export const handler = lambda(ofMerchant, () => ({
  configurations: configurationStore(liveTable()),
  payments: paymentStore(liveTable()),
}));
