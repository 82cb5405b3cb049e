import { lambda } from '#merchants/lambda.ts';
import { returnPostedFromAuthentication } from '#switch/payments/redirect/operations.ts';
import {
  type AuthenticationServices,
  completeAuthentication,
  loadAuthenticationReturn,
} from '#switch/payments/three-ds/authentication-return.ts';
import { liveAuthenticationServices } from '#switch/payments/three-ds/live-authentication-services.ts';
import { implementPage } from '#vocabulary/payer-pages/implement-page.ts';

/**
 * The same as `payments.authenticate-return`, for banks that return their customers with a posted
 * form.
 */
export const authenticateReturnPosted = implementPage(returnPostedFromAuthentication, {
  load: loadAuthenticationReturn,

  run: (request, services: AuthenticationServices, loaded) =>
    completeAuthentication(loaded, request, services),
});

export const handler = lambda(authenticateReturnPosted, liveAuthenticationServices);
