import { lambda } from '#merchants/lambda.ts';
import { implement } from '#platform/http/operation/implement.ts';
import { setDefaultPaymentMethodAlias } from '#switch/payment-methods/operations.ts';
import { defaultSetting, liveSetDefaultServices } from '#switch/payment-methods/set-default.ts';

/** The same as payment-methods.set-default, by the path of the published API. */
export const setDefaultAlias = implement(setDefaultPaymentMethodAlias, defaultSetting);

export const handler = lambda(setDefaultAlias, liveSetDefaultServices);
