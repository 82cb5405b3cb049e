import * as v from 'valibot';
import type { Table } from '../../table/table.ts';
import { defaultCvcSeconds, maxCvcSeconds, minCvcSeconds } from '../cvc/cvc-seconds.ts';
import { defaultRetainSeconds } from './card-vault.ts';

const daySeconds = 86_400;

/** What a tenant may have otherwise than we do; each member has our default. */
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
  /** How long service codes are held, in seconds: 60 to 86 400. */
  readonly cvcSeconds: number;
  /** How long a card is kept that nobody uses, in seconds. */
  readonly retainSeconds: number;
  /** Whether a card is shown only to somebody of whom the tenant says that a second factor was seen. */
  readonly requireMfaAssertion: boolean;
}

export const settingsKey = (tenant: string) => ({ pk: `TENANT#${tenant}`, sk: 'SETTINGS' });

/**
 * What a tenant has settled. There is no route that writes it, because none is documented: the item
 * is the operator's to put, and without one everything has our default. It lies in the table of
 * credentials, so that whoever stores cards needs no right to read them.
 */
export async function tenantSettings(
  credentials: Pick<Table, 'get'>,
  tenant: string,
): Promise<TenantSettings> {
  const item = (await credentials.get(settingsKey(tenant))) ?? {};
  const { cvcSeconds, retainDays, requireMfaAssertion } = v.parse(SettingsItem, item);
  return { cvcSeconds, retainSeconds: retainDays * daySeconds, requireMfaAssertion };
}
