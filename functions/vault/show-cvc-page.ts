import type { CvcStore } from '#vault/cvc/cvc-store.ts';
import { implementVault } from '#vault/http/vault-implement.ts';
import { vaultLambda } from '#vault/lambda.ts';
import { liveVault } from '#vault/live-vault.ts';
import { livePageServices } from '#vault/pages/live-page-services.ts';
import { showCvcPage as operation } from '#vault/pages/operations.ts';
import { checkOpener, type PageServices, sessionActor } from '#vault/pages/page-session.ts';
import { withRefusedPage } from '#vault/pages/refused-page.ts';
import { showCvcPage } from '#vault/pages/show-page.ts';
import { VaultError } from '#vault/vault-error.ts';

interface Services extends PageServices {
  readonly codes: CvcStore;
}

/** Shows a card verification code. Token and code are used up before the page is written. */
export const showCvc = implementVault(operation, async (request, services: Services) => {
  const { query, headers, sourceIp: origin, requestId, now } = request;
  const { card_token: cardToken, session_token: value, locale } = query;
  const { tokens, visits, audit, codes, pages } = services;
  const site = services.site();
  const access = { sessionToken: value, cardToken, sourceIp: origin, requestId, now };
  const refused = { locale, script: pages.show, pages, site, audit, access };
  return withRefusedPage(refused, async (isGood) => {
    await visits.count('attempt', origin, now);
    const token = await tokens.consume(value, { scope: 'show_service_code', cardToken, now });
    isGood(token);
    checkOpener(token, headers);
    const code = await codes.take({
      tenant: token.tenant,
      cardToken,
      actor: sessionActor(token),
      reason: 'shown on the page',
      origin,
      requestId,
      now,
    });
    if (!code) throw new VaultError('resource_not_found');
    try {
      return showCvcPage(code, { locale, origin: token.origin, pages, site });
    } finally {
      code.fill(0);
    }
  });
});

export const handler = vaultLambda(showCvc, () => ({
  ...livePageServices(),
  codes: liveVault().codes,
}));
