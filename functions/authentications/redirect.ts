import { lambda } from '#merchants/lambda.ts';
import type { PlainAuthenticationServices } from '#switch/authentications/authentication-services.ts';
import { completeReturn, loadReturn } from '#switch/authentications/complete-return.ts';
import { livePlainAuthenticationServices } from '#switch/authentications/live-authentication-services.ts';
import { returnAuthentication } from '#switch/authentications/operations.ts';
import { implementPage } from '#vocabulary/payer-pages/implement-page.ts';

/** Sends a customer back to the shop, who returns from the bank's 3-D Secure page. */
export const redirect = implementPage(returnAuthentication, {
  load: loadReturn,

  run: (request, services: PlainAuthenticationServices, loaded) =>
    completeReturn(loaded, request, services),
});

export const handler = lambda(redirect, livePlainAuthenticationServices);
