import { sessionTokens } from '../../shared/vault/credentials/session-tokens.ts';
import { pageVisits } from '../../shared/vault/http/limits.ts';
import { liveVaultAuthenticator } from '../../shared/vault/http/live-vault-authenticator.ts';
import { isSharedAddress } from '../../shared/vault/http/loopback.ts';
import { implementVault } from '../../shared/vault/http/vault-implement.ts';
import { vaultLambda } from '../../shared/vault/http/vault-lambda.ts';
import { liveVault } from '../../shared/vault/live-vault.ts';
import { takeServiceCode } from '../../shared/vault/pages/operations.ts';
import {
  bearerOf,
  type PageServices,
  sessionActor,
} from '../../shared/vault/pages/page-session.ts';
import { orRefusalLine } from '../../shared/vault/pages/refusal-line.ts';
import type { ServiceCodes } from '../../shared/vault/service-codes/service-codes.ts';
import { VaultError } from '../../shared/vault/vault-error.ts';

interface Services extends Pick<PageServices, 'tokens' | 'visits' | 'audit'> {
  readonly codes: ServiceCodes;
}

/** Gives the page that shows a card its service code, which is nowhere else from then on. */
export const take = implementVault(takeServiceCode, async (request, services: Services) => {
  const { body, headers, sourceIp: origin, requestId, now } = request;
  const { card_token: cardToken } = body;
  const use = { scope: 'show_service_code', cardToken, now } as const;
  const value = bearerOf(headers);
  const opening = { sessionToken: value, cardToken, sourceIp: origin, requestId, now };
  const code = await orRefusalLine(services, opening, async (isGood) => {
    const token = await services.tokens.consume(value, use);
    isGood(token);
    const taken = await services.codes.take({
      tenant: token.tenant,
      ...{ cardToken, actor: sessionActor(token), reason: 'shown on the page' },
      ...{ origin, requestId, now },
    });
    if (!taken) throw new VaultError('resource_not_found');
    return taken;
  });
  try {
    const attributes = { service_code: code.toString('latin1') };
    return { data: { type: 'service_code' as const, attributes } };
  } finally {
    code.fill(0);
  }
});

export const handler = vaultLambda(
  take,
  () => {
    const credentials = () => liveVault().table('credentials');
    const { audit, codes } = liveVault();
    return {
      tokens: sessionTokens(credentials),
      visits: pageVisits(credentials, isSharedAddress),
      audit,
      codes,
    };
  },
  liveVaultAuthenticator,
);
