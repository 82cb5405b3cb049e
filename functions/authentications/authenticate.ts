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
import { authenticateCustomer } from '#switch/authentications/operations.ts';
import { presentAuthenticated } from '#switch/authentications/present-authentication.ts';
import { requestorOf } from '#switch/payments/authentication/authenticator.ts';

/**
 * Returns the bank's answer about the customer, or the bank's page for the challenge. Asked again,
 * it answers the same. Only the merchant's secret key gets the proof.
 */
export const authenticate = implement(authenticateCustomer, {
  load: loadAuthentication,

  async run(request, services: PlainAuthenticationServices, loaded) {
    const { caller, now } = request;
    const [before, configuration] = loaded;
    checkAuthenticationCaller(before, caller, now);
    if (!before.asked?.version) {
      throw new SwitchError('precondition_failed', {
        message: 'You cannot authenticate before a card was found eligible for the authentication',
      });
    }
    const isMerchant = caller.kind === 'merchant';
    const { authentication, ...answered } = await askAbout(loaded, isMerchant, request, services);
    const requestor = requestorOf(configuration, authentication.profileId);
    return presentAuthenticated(authentication, { ...answered, isMerchant, requestor });
  },
});

export const handler = lambda(authenticate, livePlainAuthenticationServices);
