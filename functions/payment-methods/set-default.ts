import { lambda } from '#merchants/lambda.ts';
import { implement } from '#platform/http/implement.ts';
import { liveTable } from '#platform/table/table.ts';
import { customerStore } from '#switch/customers/customer-store.ts';
import { setDefaultPaymentMethod } from '#switch/payment-methods/operations.ts';
import { paymentMethodStore } from '#switch/payment-methods/payment-method-store.ts';
import {
  loadForDefault,
  setDefault as makeDefault,
  type SetDefaultServices,
} from '#switch/payment-methods/set-default.ts';

/** Makes a payment method its customer's default. */
export const setDefault = implement(setDefaultPaymentMethod, {
  load: loadForDefault,
  run: ({ now }, services: SetDefaultServices, found) => makeDefault(now, services, found),
});

export const handler = lambda(setDefault, () => ({
  customers: customerStore(liveTable()),
  paymentMethods: paymentMethodStore(liveTable()),
}));
