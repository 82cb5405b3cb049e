import { implement } from '../../shared/http/implement.ts';
import { lambda } from '../../shared/http/lambda.ts';
import { returnFromAuthentication } from '../../shared/payments/redirect/operations.ts';
import {
  type AuthenticationServices,
  completeAuthentication,
  loadAuthenticationReturn,
} from '../../shared/payments/three-ds/authentication-return.ts';
import { liveAuthenticationServices } from '../../shared/payments/three-ds/live-authentication-services.ts';

/** Continues a payment after its customer returns from the bank's 3-D Secure page. */
export const authenticateReturn = implement(returnFromAuthentication, {
  load: loadAuthenticationReturn,

  run: (request, services: AuthenticationServices, loaded) =>
    completeAuthentication(loaded, request, services),
});

export const handler = lambda(authenticateReturn, liveAuthenticationServices);
