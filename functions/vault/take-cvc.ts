import { sessionTokens } from '#vault/credentials/session-tokens.ts';
import type { CvcStore } from '#vault/cvc/cvc-store.ts';
import { pageVisits } from '#vault/http/limits.ts';
import { isSharedAddress } from '#vault/http/loopback.ts';
import { implementVault } from '#vault/http/vault-implement.ts';
import { vaultLambda } from '#vault/lambda.ts';
import { liveVault } from '#vault/live-vault.ts';
import { auditRefusals } from '#vault/pages/audit-refusal.ts';
import { takeCvc } from '#vault/pages/operations.ts';
import { bearerOf, type PageServices, sessionActor } from '#vault/pages/page-session.ts';
import { VaultError } from '#vault/vault-error.ts';

interface Services extends Pick<PageServices, 'tokens' | 'visits' | 'audit'> {
  readonly codes: CvcStore;
}

/** Gives the page that shows a card its verification code, and deletes the stored one. */
export const take = implementVault(takeCvc, async (request, services: Services) => {
  const { body, headers, sourceIp: origin, requestId, now } = request;
  const { card_token: cardToken } = body;
  const use = { scope: 'show_service_code', cardToken, now } as const;
  const value = bearerOf(headers);
  const opening = { sessionToken: value, cardToken, sourceIp: origin, requestId, now };
  const code = await auditRefusals(services, opening, async (isGood) => {
    const token = await services.tokens.consume(value, use);
    isGood(token);
    const cvc = await services.codes.take({
      tenant: token.tenant,
      cardToken,
      actor: sessionActor(token),
      reason: 'shown on the page',
      origin,
      requestId,
      now,
    });
    if (!cvc) throw new VaultError('resource_not_found');
    return cvc;
  });
  try {
    const attributes = { service_code: code.toString('latin1') };
    return { data: { type: 'service_code' as const, attributes } };
  } finally {
    code.fill(0);
  }
});

export const handler = vaultLambda(take, () => {
  const credentials = () => liveVault().table('credentials');
  const { audit, codes } = liveVault();
  return {
    tokens: sessionTokens(credentials),
    visits: pageVisits(credentials, isSharedAddress),
    audit,
    codes,
  };
});
