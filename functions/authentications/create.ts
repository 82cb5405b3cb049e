import type { ConfigurationStore } from '#merchants/accounts/configuration-store.ts';
import { configurationStore } from '#merchants/accounts/configuration-store.ts';
import { lambda } from '#merchants/lambda.ts';
import {
  createIdempotently,
  idempotencyClaim,
} from '#platform/http/operation/idempotent-create.ts';
import { implement } from '#platform/http/operation/implement.ts';
import { liveTable } from '#platform/table/table.ts';
import {
  type AuthenticationStore,
  authenticationStore,
  parseAuthentication,
} from '#switch/authentications/authentication-store.ts';
import {
  draftAuthentication,
  newAuthenticationId,
} from '#switch/authentications/new-authentication.ts';
import { createAuthentication } from '#switch/authentications/operations.ts';
import { presentCreated } from '#switch/authentications/present-authentication.ts';

interface Services {
  readonly authentications: AuthenticationStore;
  readonly configurations: Pick<ConfigurationStore, 'decide'>;
}

/** Creates an authentication without a payment. No 3-D Secure server is asked yet. */
export const create = implement(createAuthentication, (request, services: Services) => {
  const { caller, body, idempotentRequest } = request;
  const { merchantId } = caller;
  const { authentications, configurations } = services;
  const isNamed = body.authentication_id != null;
  const claim = idempotencyClaim(request, merchantId, { isNamed, operation: createAuthentication });
  return createIdempotently({
    idempotentRequest,
    isNamed,
    make: async () => {
      const drafted = await configurations.decide(merchantId, (found) =>
        draftAuthentication(request, found),
      );
      await authentications.create(drafted, claim);
      return presentCreated(drafted);
    },
    find: () => authentications.get(merchantId, newAuthenticationId(request)),
    parse: parseAuthentication,
    present: presentCreated,
  });
});

export const handler = lambda(create, () => ({
  authentications: authenticationStore(liveTable()),
  configurations: configurationStore(liveTable()),
}));
