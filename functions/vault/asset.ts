import { pages } from 'turnout:pages';
import { liveVaultAuthenticator } from '../../shared/vault/http/live-vault-authenticator.ts';
import { implementVault } from '../../shared/vault/http/vault-implement.ts';
import { vaultLambda } from '../../shared/vault/http/vault-lambda.ts';
import { assetResponse } from '../../shared/vault/pages/asset-response.ts';
import type { BuiltPages } from '../../shared/vault/pages/built-pages.ts';
import { asset as operation } from '../../shared/vault/pages/operations.ts';
import { VaultError } from '../../shared/vault/vault-error.ts';

interface Services {
  readonly pages: BuiltPages;
}

/** Returns a file of the pages. Its name changes with its content. */
export const asset = implementVault(operation, async (request, services: Services) => {
  const { capture, show, frame } = services.pages;
  const found = [capture, show, frame].find(({ file }) => file === request.params.file);
  if (!found) throw new VaultError('resource_not_found');
  // Only our own pages may load it.
  const headers = { 'cross-origin-resource-policy': 'same-origin' };
  return assetResponse(found, request.headers, headers);
});

export const handler = vaultLambda(asset, () => ({ pages }), liveVaultAuthenticator);
