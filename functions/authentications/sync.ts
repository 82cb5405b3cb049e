import { lambda } from '#merchants/lambda.ts';
import { SwitchError } from '#platform/errors.ts';
import { implement } from '#platform/http/operation/implement.ts';
import { askAbout } from '#switch/authentications/ask-about.ts';
import type { PlainAuthenticationServices } from '#switch/authentications/authentication-services.ts';
import { livePlainAuthenticationServices } from '#switch/authentications/live-authentication-services.ts';
import {
  checkAuthenticationCaller,
  loadAuthentication,
} from '#switch/authentications/load-authentication.ts';
import { syncAuthentication } from '#switch/authentications/operations.ts';
import { presentSynced } from '#switch/authentications/present-authentication.ts';
import { requestorOf } from '#switch/payments/authentication/authenticator.ts';

/**
 * Retrieves an authentication, and asks the 3-D Secure server first unless the bank has decided.
 * Only the merchant's secret key gets the proof, in the form in which a payment takes it.
 */
export const sync = implement(syncAuthentication, {
  load: loadAuthentication,

  async run(request, services: PlainAuthenticationServices, loaded) {
    const { caller, params, body, now } = request;
    const [before, configuration] = loaded;
    if (params.merchant_id !== caller.merchantId) throw new SwitchError('authentication_not_found');
    checkAuthenticationCaller(before, caller, now);
    if (body.payment_method_details) {
      throw new SwitchError('not_implemented', { what: 'Click to Pay' });
    }
    const isMerchant = caller.kind === 'merchant';
    const { authentication, ...answered } = await askAbout(loaded, isMerchant, request, services);
    const requestor = requestorOf(configuration, authentication.profileId);
    return presentSynced(authentication, { ...answered, isMerchant, requestor });
  },
});

export const handler = lambda(sync, livePlainAuthenticationServices);
