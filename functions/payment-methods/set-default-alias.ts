import { lambda } from '#merchants/lambda.ts';
import { implement } from '#platform/http/implement.ts';
import { liveTable } from '#platform/table/table.ts';
import { customerStore } from '#switch/customers/customer-store.ts';
import { setDefaultPaymentMethodAlias } from '#switch/payment-methods/operations.ts';
import { paymentMethodStore } from '#switch/payment-methods/payment-method-store.ts';
import {
  loadForDefault,
  setDefault as makeDefault,
  type SetDefaultServices,
} from '#switch/payment-methods/set-default.ts';

/** The same as payment-methods.set-default, by the path of the published API. */
export const setDefaultAlias = implement(setDefaultPaymentMethodAlias, {
  load: loadForDefault,
  run: ({ now }, services: SetDefaultServices, found) => makeDefault(now, services, found),
});

export const handler = lambda(setDefaultAlias, () => ({
  customers: customerStore(liveTable()),
  paymentMethods: paymentMethodStore(liveTable()),
}));
