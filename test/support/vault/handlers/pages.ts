import { pages } from 'turnout:pages';
import { loopbackAllowed } from '#platform/stage.ts';
import { coBadgedRanges } from '#vault/cards/co-badged-ranges.ts';
import { sessionTokens } from '#vault/credentials/session-tokens.ts';
import { pageVisits } from '#vault/http/limits.ts';
import { isSharedAddress } from '#vault/http/loopback.ts';
import { vaultUrl } from '#vault/live-vault.ts';
import { asset } from '../../../../functions/vault/asset.ts';
import { capture } from '../../../../functions/vault/capture-card.ts';
import { form } from '../../../../functions/vault/capture-form.ts';
import { embedScript } from '../../../../functions/vault/embed-script.ts';
import { show } from '../../../../functions/vault/show-card.ts';
import { showCvc } from '../../../../functions/vault/show-cvc-page.ts';
import { take } from '../../../../functions/vault/take-cvc.ts';
import type { VaultInMemory } from '../vault-context.ts';
import type { VaultHandlers } from './handlers.ts';

/** Where the vault in memory is said to be, unless VAULT_URL says otherwise. */
const vaultInMemoryUrl = 'https://vault.example';

export function pagesHandlers({ vault, serve, operators }: VaultInMemory): VaultHandlers {
  const credentials = () => vault.table('credentials');
  const { cards, codes, audit, keys } = vault;
  const tokens = sessionTokens(credentials);
  const services = () => ({
    tokens,
    credentials: credentials(),
    cards,
    codes,
    keys,
    audit,
    pages,
    ranges: coBadgedRanges(() => operators),
    visits: pageVisits(credentials, isSharedAddress),
    site: () => ({ url: vaultUrl() || vaultInMemoryUrl, loopbackAllowed: loopbackAllowed() }),
  });
  return {
    'vault.capture-form': serve(form, services),
    'vault.capture-card': serve(capture, services),
    'vault.show-card': serve(show, services),
    'vault.show-cvc-page': serve(showCvc, services),
    'vault.take-cvc': serve(take, services),
    'vault.asset': serve(asset, services),
    'vault.embed-script': serve(embedScript, services),
  };
}
