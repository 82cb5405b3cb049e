import { lambda } from '#merchants/lambda.ts';
import { implement } from '#platform/http/operation/implement.ts';
import { setDefaultPaymentMethod } from '#switch/payment-methods/operations.ts';
import { defaultSetting, liveSetDefaultServices } from '#switch/payment-methods/set-default.ts';

/** Makes a payment method its customer's default. */
export const setDefault = implement(setDefaultPaymentMethod, defaultSetting);

export const handler = lambda(setDefault, liveSetDefaultServices);
