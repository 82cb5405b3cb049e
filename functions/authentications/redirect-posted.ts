import { lambda } from '#merchants/lambda.ts';
import type { PlainAuthenticationServices } from '#switch/authentications/authentication-services.ts';
import { completeReturn, loadReturn } from '#switch/authentications/complete-return.ts';
import { livePlainAuthenticationServices } from '#switch/authentications/live-authentication-services.ts';
import { returnPostedAuthentication } from '#switch/authentications/operations.ts';
import { implementPage } from '#vocabulary/payer-pages/implement-page.ts';

/** The same as `authentications.redirect`, for banks that return their customers with a form. */
export const redirectPosted = implementPage(returnPostedAuthentication, {
  load: loadReturn,

  run: (request, services: PlainAuthenticationServices, loaded) =>
    completeReturn(loaded, request, services),
});

export const handler = lambda(redirectPosted, livePlainAuthenticationServices);
