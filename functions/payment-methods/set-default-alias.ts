import { customerStore } from '../../shared/customers/customer-store.ts';
import { implement } from '../../shared/http/implement.ts';
import { lambda } from '../../shared/http/lambda.ts';
import { setDefaultPaymentMethodAlias } from '../../shared/payment-methods/operations.ts';
import { paymentMethodStore } from '../../shared/payment-methods/payment-method-store.ts';
import {
  loadForDefault,
  setDefault as makeDefault,
  type SetDefaultServices,
} from '../../shared/payment-methods/set-default.ts';
import { liveTable } from '../../shared/table/table.ts';

/** The same as payment-methods.set-default, by the path of the published API. */
export const setDefaultAlias = implement(setDefaultPaymentMethodAlias, {
  load: loadForDefault,
  run: ({ now }, services: SetDefaultServices, found) => makeDefault(now, services, found),
});

export const handler = lambda(setDefaultAlias, () => ({
  customers: customerStore(liveTable()),
  paymentMethods: paymentMethodStore(liveTable()),
}));
