import { implementVault } from '#vault/http/vault-implement.ts';
import { vaultLambda } from '#vault/lambda.ts';
import { readAppearance } from '#vault/pages/appearance-parameter.ts';
import { capturePage } from '#vault/pages/capture-page.ts';
import { checkRules } from '#vault/pages/capture-rules.ts';
import { livePageServices } from '#vault/pages/live-page-services.ts';
import { captureForm } from '#vault/pages/operations.ts';
import { checkOpener, type PageServices } from '#vault/pages/page-session.ts';
import { withRefusedPage } from '#vault/pages/refused-page.ts';

/** Shows the form, which the browser may load again: only storing a card uses up the token. */
export const form = implementVault(captureForm, async (request, services: PageServices) => {
  const { query, headers, sourceIp, requestId, now } = request;
  const { session_token: value, appearance: look, ...rules } = query;
  const { tokens, visits, audit, pages } = services;
  const site = services.site();
  checkRules(rules);
  const appearance = readAppearance(look);
  const opening = { sessionToken: value, sourceIp, requestId, now };
  return withRefusedPage(
    { locale: rules.locale, script: pages.capture, pages, site, audit, access: opening },
    async (isGood) => {
      await visits.count('form', sourceIp, now);
      const token = await tokens
        .open(value, { scope: 'card', now })
        .catch(async (error: unknown) => {
          await visits.count('attempt', sourceIp, now);
          throw error;
        });
      isGood(token);
      checkOpener(token, headers);
      return capturePage({ rules, appearance, token, pages, site });
    },
  );
});

export const handler = vaultLambda(form, livePageServices);
