import { pages } from 'turnout:pages';
import { implementVault } from '#vault/http/vault-implement.ts';
import { vaultLambda } from '#vault/lambda.ts';
import { assetResponse } from '#vault/pages/asset-response.ts';
import type { BuiltPages } from '#vault/pages/built-pages.ts';
import { asset as operation } from '#vault/pages/operations.ts';
import { VaultError } from '#vault/vault-error.ts';

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

export const handler = vaultLambda(asset, () => ({ pages }));
