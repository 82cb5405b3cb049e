import {
  type SessionTokens,
  sessionTokens,
} from '../../shared/vault/credentials/session-tokens.ts';
import { liveVaultAuthenticator } from '../../shared/vault/http/live-vault-authenticator.ts';
import { implementVault } from '../../shared/vault/http/vault-implement.ts';
import { vaultLambda } from '../../shared/vault/http/vault-lambda.ts';
import { liveVault } from '../../shared/vault/live-vault.ts';
import { takeServiceCode } from '../../shared/vault/pages/operations.ts';
import { bearerOf, sessionActor } from '../../shared/vault/pages/page-session.ts';
import type { ServiceCodes } from '../../shared/vault/service-codes/service-codes.ts';
import { VaultError } from '../../shared/vault/vault-error.ts';

interface Services {
  readonly tokens: SessionTokens;
  readonly codes: ServiceCodes;
}

/** Gives the page that shows a card its service code, which is nowhere else from then on. */
export const take = implementVault(takeServiceCode, async (request, services: Services) => {
  const { body, headers, sourceIp: origin, requestId, now } = request;
  const { card_token: cardToken } = body;
  const use = { scope: 'show_service_code', cardToken, now } as const;
  const token = await services.tokens.consume(bearerOf(headers), use);
  const code = await services.codes.take({
    tenant: token.tenant,
    ...{ cardToken, actor: sessionActor(token), reason: 'shown on the page' },
    ...{ origin, requestId, now },
  });
  if (!code) throw new VaultError('resource_not_found');
  try {
    const attributes = { service_code: code.toString('latin1') };
    return { data: { type: 'service_code' as const, attributes } };
  } finally {
    code.fill(0);
  }
});

export const handler = vaultLambda(
  take,
  () => ({
    tokens: sessionTokens(() => liveVault().table('credentials')),
    codes: liveVault().codes,
  }),
  liveVaultAuthenticator,
);
