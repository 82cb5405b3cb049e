import { lambda } from '#merchants/lambda.ts';
import { returnFromAuthentication } from '#switch/payments/redirect/operations.ts';
import {
  type AuthenticationServices,
  completeAuthentication,
  loadAuthenticationReturn,
} from '#switch/payments/three-ds/authentication-return.ts';
import { liveAuthenticationServices } from '#switch/payments/three-ds/live-authentication-services.ts';
import { implementPage } from '#vocabulary/payer-pages/implement-page.ts';

/** Continues a payment after its customer returns from the bank's 3-D Secure page. */
export const authenticateReturn = implementPage(returnFromAuthentication, {
  load: loadAuthenticationReturn,

  run: (request, services: AuthenticationServices, loaded) =>
    completeAuthentication(loaded, request, services),
});

export const handler = lambda(authenticateReturn, liveAuthenticationServices);
