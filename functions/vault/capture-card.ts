import { erase } from '#vault/cards/card.ts';
import type { CardVault } from '#vault/cards/card-vault.ts';
import { presentCard, readNewCard } from '#vault/cards/new-card.ts';
import { sessionTokens } from '#vault/credentials/session-tokens.ts';
import { pageVisits } from '#vault/http/limits.ts';
import { liveVaultAuthenticator } from '#vault/http/live-vault-authenticator.ts';
import { isSharedAddress } from '#vault/http/loopback.ts';
import { implementVault } from '#vault/http/vault-implement.ts';
import { vaultLambda } from '#vault/http/vault-lambda.ts';
import { liveVault } from '#vault/live-vault.ts';
import { auditRefusals } from '#vault/pages/audit-refusal.ts';
import { checkCard, checkRules } from '#vault/pages/capture-rules.ts';
import { captureCard } from '#vault/pages/operations.ts';
import { bearerOf, type PageServices, sessionActor } from '#vault/pages/page-session.ts';

interface Services extends Pick<PageServices, 'tokens' | 'visits' | 'audit'> {
  readonly cards: CardVault;
}

/**
 * Stores the card that the customer typed into the form.
 *
 * Only one request can use up the token, and it does so before the card is stored: a token stores
 * one card, however often the browser sends the form. When storing fails after that, the form says
 * that its session is over, and the merchant's page opens it with another token.
 */
export const capture = implementVault(captureCard, async (request, services: Services) => {
  const { body, query: rules, headers, sourceIp: origin, requestId, now } = request;
  const value = bearerOf(headers);
  checkRules(rules);
  const card = readNewCard(body.card, { now, refusePast: true });
  try {
    checkCard(card, rules);
    const opening = { sessionToken: value, sourceIp: origin, requestId, now };
    const token = await auditRefusals(services, opening, () =>
      services.tokens.consume(value, { scope: 'card', now }),
    );
    const actor = sessionActor(token);
    const reason = 'typed into the form';
    const stored = await services.cards.store(
      { tenant: token.tenant, actor, reason, origin, requestId, now },
      card,
    );
    return { data: presentCard(stored) };
  } finally {
    erase(card);
  }
});

export const handler = vaultLambda(
  capture,
  () => {
    const credentials = () => liveVault().table('credentials');
    const { audit, cards } = liveVault();
    return {
      tokens: sessionTokens(credentials),
      visits: pageVisits(credentials, isSharedAddress),
      audit,
      cards,
    };
  },
  liveVaultAuthenticator,
);
