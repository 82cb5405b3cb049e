import { setTimeout as wait } from 'node:timers/promises';
import { currentTime } from '#platform/clock.ts';
import { lazy } from '#platform/lazy.ts';
import { log } from '#platform/log.ts';
import type { MerchantSecrets } from '#platform/secrets/merchant-secrets.ts';
import { liveTable } from '#platform/table/table.ts';
import type { AccessTokens } from './access-tokens.ts';
import { tableAccessTokens } from './table-access-tokens.ts';

/** The access tokens that functions share. */
export const liveAccessTokens = (secrets: MerchantSecrets): AccessTokens =>
  lazy(() => tableAccessTokens({ table: liveTable(), secrets, clock: currentTime, log, wait }));
