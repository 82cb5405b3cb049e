import { withCurrent } from '#merchants/accounts/with-current.ts';
import { lambda } from '#merchants/lambda.ts';
import { implement } from '#platform/http/operation/implement.ts';
import { taggedResponse } from '#platform/http/response/tagged-response.ts';
import {
  type AvailableMethodsServices,
  listedProfile,
  liveAvailableMethodsServices,
} from '#switch/payment-methods/available/available-methods.ts';
import { merchantList } from '#switch/payment-methods/available/merchant-list.ts';
import { offersByType } from '#switch/payment-methods/available/offers.ts';
import { sdkConfig } from '#switch/payment-methods/available/sdk-config.ts';
import { retrieveSdkConfig } from '#switch/payment-methods/available/sdk-config-operations.ts';
import { findPaymentByClientSecret } from '#switch/payments/client-secret.ts';

/** Answers what an SDK needs to draw the form of the payment whose secret its page shows. */
export const sdkConfigOfPayment = implement(
  retrieveSdkConfig,
  async ({ caller, headers, now }, services: AvailableMethodsServices) => {
    const [payment, configuration] = await withCurrent(
      findPaymentByClientSecret(caller, services, now),
      services.configurations.current(caller.merchantId),
    );
    const profile = listedProfile(configuration, payment.profileId);
    const offered = offersByType(configuration, profile.id, payment);
    const list = merchantList(configuration, profile, payment);
    return taggedResponse(sdkConfig(configuration, profile, offered, list), headers);
  },
);

export const handler = lambda(sdkConfigOfPayment, liveAvailableMethodsServices);
