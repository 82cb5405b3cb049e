import { jsonResponse } from '#platform/http/response/raw-response.ts';
import { erase } from '#vault/cards/card.ts';
import { type CardVault, newCardToken } from '#vault/cards/card-vault.ts';
import { isOnlyCode, presentCard, readCode, readNewCard } from '#vault/cards/new-card.ts';
import { defaultTokenSeconds, sessionTokens } from '#vault/credentials/session-tokens.ts';
import type { CvcStore } from '#vault/cvc/cvc-store.ts';
import { pageVisits } from '#vault/http/limits.ts';
import { isSharedAddress } from '#vault/http/loopback.ts';
import { implementVault } from '#vault/http/vault-implement.ts';
import { vaultLambda } from '#vault/lambda.ts';
import { liveVault } from '#vault/live-vault.ts';
import { auditRefusals } from '#vault/pages/audit-refusal.ts';
import { checkCard, checkRules } from '#vault/pages/capture-rules.ts';
import { captureCard } from '#vault/pages/operations.ts';
import { bearerOf, type PageServices, sessionActor } from '#vault/pages/page-session.ts';

interface Services extends Pick<PageServices, 'tokens' | 'visits' | 'audit'> {
  readonly cards: CardVault;
  readonly codes: Pick<CvcStore, 'store'>;
}

/**
 * Stores the card that the customer typed into the form, or only the service code of a saved card.
 *
 * Only one request can use up the token, and it does so before the card is stored: a token stores
 * one card, however often the browser sends the form. When storing fails after that, the form says
 * that its session is over, and the merchant's page opens it with another token.
 */
export const capture = implementVault(captureCard, async (request, services: Services) => {
  const { body, query: rules, headers, sourceIp: origin, requestId, now } = request;
  const value = bearerOf(headers);
  checkRules(rules);
  const opening = { sessionToken: value, sourceIp: origin, requestId, now };
  const consume = (onlyCode: boolean) =>
    auditRefusals(services, opening, () =>
      services.tokens.consume(value, { scope: 'card', onlyCode, now }),
    );
  if (isOnlyCode(body.card)) {
    const cvc = readCode(body.card);
    try {
      const token = await consume(true);
      const { tenant } = token;
      const cardToken = newCardToken();
      await services.codes.store({
        ...{ tenant, cardToken, cvc, origin, requestId, now },
        actor: sessionActor(token),
        reason: 'typed into the form for a saved card',
        seconds: defaultTokenSeconds.card,
        ifPresent: 'keep',
      });
      // The token stands for the code only, so it is no card of the API.
      return jsonResponse(200, { data: { attributes: { card_token: cardToken } } });
    } finally {
      cvc.fill(0);
    }
  }
  const card = readNewCard(body.card, { now, refusePast: true });
  try {
    checkCard(card, rules);
    const token = await consume(false);
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

export const handler = vaultLambda(capture, () => {
  const credentials = () => liveVault().table('credentials');
  const { audit, cards, codes } = liveVault();
  return {
    tokens: sessionTokens(credentials),
    visits: pageVisits(credentials, isSharedAddress),
    audit,
    cards,
    codes,
  };
});
