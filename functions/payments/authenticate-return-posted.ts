import { implement } from '../../shared/http/implement.ts';
import { lambda } from '../../shared/http/lambda.ts';
import { returnPostedFromAuthentication } from '../../shared/payments/redirect/operations.ts';
import {
  type AuthenticationServices,
  completeAuthentication,
  loadAuthenticationReturn,
} from '../../shared/payments/three-ds/authentication-return.ts';
import { liveAuthenticationServices } from '../../shared/payments/three-ds/live-authentication-services.ts';

/**
 * The same as `payments.authenticate-return`, for banks that return their customers with a posted
 * form.
 */
export const authenticateReturnPosted = implement(returnPostedFromAuthentication, {
  load: loadAuthenticationReturn,

  run: (request, services: AuthenticationServices, loaded) =>
    completeAuthentication(loaded, request, services),
});

export const handler = lambda(authenticateReturnPosted, liveAuthenticationServices);
