import { configurationStore } from '../../shared/accounts/configuration-store.ts';
import { implement } from '../../shared/http/implement.ts';
import { lambda } from '../../shared/http/lambda.ts';
import { listForMerchantByItsOtherName } from '../../shared/payment-methods/merchant-list-operations.ts';
import {
  listOfMerchant,
  type MerchantListServices,
} from '../../shared/payment-methods/offer-to-payer.ts';
import { paymentStore } from '../../shared/payments/payment-store.ts';
import { liveTable } from '../../shared/table/table.ts';

/** The same as payment-methods.list-for-merchant, by its other path. */
export const ofMerchantByItsOtherName = implement(
  listForMerchantByItsOtherName,
  ({ caller, now }, services: MerchantListServices) => listOfMerchant(caller, services, now),
);

export const handler = lambda(ofMerchantByItsOtherName, () => ({
  configurations: configurationStore(liveTable()),
  payments: paymentStore(liveTable()),
}));
