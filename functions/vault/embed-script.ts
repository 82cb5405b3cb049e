import { pages } from 'turnout:pages';
import { implementVault } from '#vault/http/vault-implement.ts';
import { vaultLambda } from '#vault/lambda.ts';
import { assetResponse } from '#vault/pages/asset-response.ts';
import type { BuiltPages } from '#vault/pages/built-pages.ts';
import { embedScript as operation } from '#vault/pages/operations.ts';

interface Services {
  readonly pages: BuiltPages;
}

/** Returns the script for merchants' pages, which may check it by its hash. */
export const embedScript = implementVault(operation, async (request, services: Services) =>
  assetResponse(services.pages.embed, request.headers, {
    'cross-origin-resource-policy': 'cross-origin',
    'access-control-allow-origin': '*',
  }),
);

export const handler = vaultLambda(embedScript, () => ({ pages }));
