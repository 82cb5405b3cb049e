import * as v from 'valibot';
import type { Table } from '#platform/table/table.ts';
import { defaultCvcSeconds, maxCvcSeconds, minCvcSeconds } from '../cvc/cvc-seconds.ts';
import { defaultRetainSeconds } from './card-vault.ts';

const daySeconds = 86_400;

/** A tenant's settings; each member has a default. */
const SettingsItem = v.looseObject({
  cvcSeconds: v.optional(
    v.pipe(v.number(), v.integer(), v.minValue(minCvcSeconds), v.maxValue(maxCvcSeconds)),
    defaultCvcSeconds,
  ),
  retainDays: v.optional(
    v.pipe(v.number(), v.integer(), v.minValue(1)),
    defaultRetainSeconds / daySeconds,
  ),
  requireMfaAssertion: v.optional(v.boolean(), false),
});

export interface TenantSettings {
  /** How long card verification codes are stored, in seconds: 60 to 86 400. */
  readonly cvcSeconds: number;
  /** How long an unused card is stored, in seconds. */
  readonly retainSeconds: number;
  /** Whether a card is shown only if the tenant asserts that the viewer used a second factor. */
  readonly requireMfaAssertion: boolean;
}

export const settingsKey = (tenant: string) => ({ pk: `TENANT#${tenant}`, sk: 'SETTINGS' });

/**
 * A tenant's settings. No route writes them: the operator puts the item, and without one the
 * defaults hold. It is in the credentials table, so that functions that store cards need no
 * permission to read them.
 */
export async function tenantSettings(
  credentials: Pick<Table, 'get'>,
  tenant: string,
): Promise<TenantSettings> {
  const item = (await credentials.get(settingsKey(tenant))) ?? {};
  const { cvcSeconds, retainDays, requireMfaAssertion } = v.parse(SettingsItem, item);
  return { cvcSeconds, retainSeconds: retainDays * daySeconds, requireMfaAssertion };
}
