import { pages } from 'turnout:pages';
import { liveVaultAuthenticator } from '../../shared/vault/http/live-vault-authenticator.ts';
import { implementVault } from '../../shared/vault/http/vault-implement.ts';
import { vaultLambda } from '../../shared/vault/http/vault-lambda.ts';
import { assetResponse } from '../../shared/vault/pages/asset-response.ts';
import type { BuiltPages } from '../../shared/vault/pages/built-pages.ts';
import { embedScript as operation } from '../../shared/vault/pages/operations.ts';

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

export const handler = vaultLambda(embedScript, () => ({ pages }), liveVaultAuthenticator);
