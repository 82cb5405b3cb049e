import { implement } from '../../shared/http/implement.ts';
import { lambda } from '../../shared/http/lambda.ts';
import { goOnAuthenticatedPosted } from '../../shared/payments/redirect/operations.ts';
import {
  type GoingOnServices,
  loadGoingOn,
  wentOn,
} from '../../shared/payments/three-ds/authentication-return.ts';
import { liveGoingOnServices } from '../../shared/payments/three-ds/live-authentication-services.ts';

/** As `payments.go-on`, for banks that send their customers on by a form. */
export const goOnPosted = implement(goOnAuthenticatedPosted, {
  load: loadGoingOn,

  run: (request, services: GoingOnServices, loaded) => wentOn(loaded, request, services),
});

export const handler = lambda(goOnPosted, liveGoingOnServices);
