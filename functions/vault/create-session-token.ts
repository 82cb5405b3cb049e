import type { Table } from '#platform/table/table.ts';
import type { AuditTrail } from '#vault/audit/audit-trail.ts';
import { liveMasterKey } from '#vault/callers/master-key.ts';
import { cardKey } from '#vault/cards/card-vault.ts';
import { type ApiKeys, apiKeys } from '#vault/credentials/api-keys.ts';
import { createSessionToken, presentSessionToken } from '#vault/credentials/operations.ts';
import {
  defaultTokenSeconds,
  type SessionTokenStore,
  sessionTokens,
} from '#vault/credentials/session-tokens.ts';
import { auditFieldsOf, implementVault } from '#vault/http/vault-implement.ts';
import { vaultLambda } from '#vault/lambda.ts';
import { liveVault } from '#vault/live-vault.ts';
import { VaultError } from '#vault/vault-error.ts';

interface Services {
  readonly tokens: SessionTokenStore;
  readonly keys: ApiKeys;
  readonly cards: () => Table;
  readonly audit: AuditTrail;
}

/** Creates a token for one operation in a customer's browser, and returns it once. */
export const create = implementVault(createSessionToken, async (request, services: Services) => {
  const { tokens, keys, cards, audit } = services;
  const { tenant, keyId } = request.caller;
  const { scope, card_token, origin, expires_in } = request.body;
  const cardToken = card_token ?? undefined;

  const [isKnown] = await Promise.all([
    cardToken === undefined || hasCard(cards(), tenant, cardToken),
    // The pages check the key's record when the token is used, and have no access to the key's
    // secret.
    keys.recordMasterKey(tenant, keyId),
  ]);
  if (!isKnown) throw new VaultError('validation_error', { card_token: ['is invalid'] });

  await audit.record({
    tenant,
    cardToken,
    ...auditFieldsOf(request),
    reason: `scope ${scope}`,
    type: 'session_token.created',
    result: 'allowed',
  });
  const { token, value } = await tokens.create({
    tenant,
    scope,
    cardToken,
    apiKeyId: keyId,
    now: request.now,
    origin: origin ?? undefined,
    seconds: expires_in ?? defaultTokenSeconds[scope],
  });
  return presentSessionToken(token, value);
});

/** A deleted card leaves a tombstone, which cannot be shown. */
async function hasCard(cards: Table, tenant: string, token: string): Promise<boolean> {
  const item = await cards.get(cardKey(tenant, token));
  return item !== undefined && item.deletedAt === undefined;
}

export const handler = vaultLambda(create, () => {
  const credentials = () => liveVault().table('credentials');
  return {
    tokens: sessionTokens(credentials),
    keys: apiKeys(credentials, liveMasterKey()),
    cards: () => liveVault().table('cards'),
    audit: liveVault().audit,
  };
});
