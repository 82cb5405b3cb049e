import { erase } from '#vault/cards/card.ts';
import type { CardVault } from '#vault/cards/card-vault.ts';
import { implementVault } from '#vault/http/vault-implement.ts';
import { vaultLambda } from '#vault/lambda.ts';
import { liveVault } from '#vault/live-vault.ts';
import { livePageServices } from '#vault/pages/live-page-services.ts';
import { showCard } from '#vault/pages/operations.ts';
import { checkOpener, type PageServices, sessionActor } from '#vault/pages/page-session.ts';
import { withRefusedPage } from '#vault/pages/refused-page.ts';
import { showCardPage } from '#vault/pages/show-page.ts';
import { VaultError } from '#vault/vault-error.ts';

interface Services extends PageServices {
  readonly cards: CardVault;
}

/** Shows a card. The token is used up before the card is read, so a page is sent once at most. */
export const show = implementVault(showCard, async (request, services: Services) => {
  const { query, headers, sourceIp: origin, requestId, now } = request;
  const { card_token: cardToken, session_token: value, service_code_token, locale } = query;
  const { tokens, visits, audit, cards, pages } = services;
  const site = services.site();
  const access = { sessionToken: value, cardToken, sourceIp: origin, requestId, now };
  const refused = { locale, script: pages.show, pages, site, audit, access };
  return withRefusedPage(refused, async (isGood) => {
    await visits.count('attempt', origin, now);
    const token = await tokens.consume(value, { scope: 'show_card', cardToken, now });
    isGood(token);
    checkOpener(token, headers);
    const card = await cards.use({
      tenant: token.tenant,
      token: cardToken,
      as: 'card.shown',
      cvc: 'leave',
      actor: sessionActor(token),
      reason: 'shown on the page',
      origin,
      requestId,
      now,
    });
    if (!card) throw new VaultError('resource_not_found');
    try {
      const hasCvc = service_code_token !== undefined;
      return showCardPage(card, { locale, origin: token.origin, pages, site, hasCvc });
    } finally {
      erase(card);
    }
  });
});

export const handler = vaultLambda(show, () => ({
  ...livePageServices(),
  cards: liveVault().cards,
}));
