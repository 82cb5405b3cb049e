import { customerStore } from '../../shared/customers/customer-store.ts';
import { implement } from '../../shared/http/implement.ts';
import { lambda } from '../../shared/http/lambda.ts';
import { setDefaultPaymentMethod } from '../../shared/payment-methods/operations.ts';
import { paymentMethodStore } from '../../shared/payment-methods/payment-method-store.ts';
import {
  loadForDefault,
  setDefault as makeDefault,
  type SetDefaultServices,
} from '../../shared/payment-methods/set-default.ts';
import { liveTable } from '../../shared/table/table.ts';

/** Makes a payment method its customer's default. */
export const setDefault = implement(setDefaultPaymentMethod, {
  load: loadForDefault,
  run: ({ now }, services: SetDefaultServices, found) => makeDefault(now, services, found),
});

export const handler = lambda(setDefault, () => ({
  customers: customerStore(liveTable()),
  paymentMethods: paymentMethodStore(liveTable()),
}));
