import { pages } from 'turnout:pages';
import { loopbackAllowed } from '#platform/stage.ts';
import { sessionTokens } from '../credentials/session-tokens.ts';
import { pageVisits } from '../http/limits.ts';
import { isSharedAddress } from '../http/loopback.ts';
import { liveVault, vaultUrl } from '../live-vault.ts';
import type { PageServices } from './page-session.ts';

/** The services of the pages in a deployment. */
export function livePageServices(): PageServices {
  const credentials = () => liveVault().table('credentials');
  return {
    tokens: sessionTokens(credentials),
    visits: pageVisits(credentials, isSharedAddress),
    audit: liveVault().audit,
    site: () => ({ url: vaultUrl(), loopbackAllowed: loopbackAllowed() }),
    pages,
  };
}
