import type { Context } from 'aws-lambda';
import * as v from 'valibot';
import { currentTime } from '#platform/clock.ts';
import { log } from '#platform/log.ts';
import { metric } from '#platform/metrics.ts';
import { RotateKeysRequest, rotateKeys } from '#vault/jobs/rotate-keys.ts';
import { liveVault } from '#vault/live-vault.ts';

/** The event of a schedule, which sets no options. */
const Scheduled = v.looseObject({ 'detail-type': v.string() });

/**
 * Rotates the keys of all tenants, or runs with an operator's options: see docs/vault-keys.md.
 * Throws when it failed for a tenant, so that an alarm reports it.
 */
export const handler = async (event: unknown, context: Context) => {
  const request = v.is(Scheduled, event) ? {} : v.parse(RotateKeysRequest, event ?? {});
  const { table, provider, keys: tenantKeys, audit } = liveVault();
  const rotation = await rotateKeys(
    {
      tenantKeys,
      provider,
      audit,
      log,
      keys: table('keys'),
      cards: table('cards'),
      clock: currentTime,
      remainingMs: () => context.getRemainingTimeInMillis(),
    },
    request,
  );
  log.info('keys rotated', { ...rotation });
  const { failed, cardsLeft } = rotation;
  if (failed + cardsLeft > 0) {
    metric('KeyRotationFailed', 1);
    throw new Error(`${failed} tenants and ${cardsLeft} cards were left as they were.`);
  }
  return rotation;
};
