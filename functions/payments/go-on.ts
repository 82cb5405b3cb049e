import { implement } from '../../shared/http/implement.ts';
import { lambda } from '../../shared/http/lambda.ts';
import { goOnAuthenticated } from '../../shared/payments/redirect/operations.ts';
import {
  type GoingOnServices,
  loadGoingOn,
  wentOn,
} from '../../shared/payments/three-ds/authentication-return.ts';
import { liveGoingOnServices } from '../../shared/payments/three-ds/live-authentication-services.ts';

/** Goes on with a payment whose customer comes from their bank. */
export const goOn = implement(goOnAuthenticated, {
  load: loadGoingOn,

  run: (request, services: GoingOnServices, loaded) => wentOn(loaded, request, services),
});

export const handler = lambda(goOn, liveGoingOnServices);
