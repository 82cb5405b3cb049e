import { configurationStore } from '#merchants/accounts/configuration-store.ts';
import { lambda } from '#merchants/lambda.ts';
import { implement } from '#platform/http/operation/implement.ts';
import { kmsMerchantKeys } from '#platform/secrets/merchant-keys.ts';
import { merchantSecrets } from '#platform/secrets/merchant-secrets.ts';
import { liveTable } from '#platform/table/table.ts';
import type { PlainAuthenticationServices } from '#switch/authentications/authentication-services.ts';
import { authenticationStore } from '#switch/authentications/authentication-store.ts';
import { clickToPaySession } from '#switch/authentications/click-to-pay.ts';
import {
  checkAuthenticationCaller,
  loadAuthentication,
} from '#switch/authentications/load-authentication.ts';
import { openAuthenticationSessions } from '#switch/authentications/operations.ts';

type Services = Pick<PlainAuthenticationServices, 'authentications' | 'configurations' | 'secrets'>;

/** Returns the wallets of the card networks that the profile has enabled; often none. */
export const sessionTokens = implement(openAuthenticationSessions, {
  load: loadAuthentication,

  async run({ caller, now }, { secrets }: Services, [authentication, configuration]) {
    checkAuthenticationCaller(authentication, caller, now);
    const session = await clickToPaySession(authentication, configuration, secrets);
    return { authentication_id: authentication.id, session_token: session ? [session] : [] };
  },
});

export const handler = lambda(sessionTokens, () => ({
  authentications: authenticationStore(liveTable()),
  configurations: configurationStore(liveTable()),
  secrets: merchantSecrets(kmsMerchantKeys()),
}));
