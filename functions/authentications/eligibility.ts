import { lambda } from '#merchants/lambda.ts';
import { SwitchError } from '#platform/errors.ts';
import { implement } from '#platform/http/operation/implement.ts';
import { checkUndecided } from '#switch/authentications/authentication.ts';
import type { PlainAuthenticationServices } from '#switch/authentications/authentication-services.ts';
import { livePlainAuthenticationServices } from '#switch/authentications/live-authentication-services.ts';
import {
  checkAuthenticationCaller,
  loadAuthentication,
} from '#switch/authentications/load-authentication.ts';
import { checkAuthenticationEligibility } from '#switch/authentications/operations.ts';
import { presentEligibility } from '#switch/authentications/present-authentication.ts';
import { startPlainAuthentication } from '#switch/authentications/start-authentication.ts';

/**
 * Starts the authentication of a card at the 3-D Secure server. Another card may follow until the
 * bank has decided.
 */
export const eligibility = implement(checkAuthenticationEligibility, {
  load: loadAuthentication,

  async run(request, services: PlainAuthenticationServices, loaded) {
    const [authentication] = loaded;
    const { caller, body, now } = request;
    checkAuthenticationCaller(authentication, caller, now);
    checkUndecided(authentication);
    if (body.profile_id != null && body.profile_id !== authentication.profileId) {
      throw new SwitchError('profile_not_found', { id: body.profile_id });
    }
    const started = await startPlainAuthentication(loaded, request, services);
    return presentEligibility(started, services.switchUrl);
  },
});

export const handler = lambda(eligibility, livePlainAuthenticationServices);
