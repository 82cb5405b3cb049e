import type { Profile } from '#merchants/accounts/merchant-account.ts';
import type { Scores } from './scores.ts';

/** Outcomes of this long ago and longer do not count, in minutes: a month. */
const maxAgeMinutes = 30 * 24 * 60;

/**
 * How often payers of a profile paid by each payment method type in the last month, `card` for cards
 * of all types, or by each payment method. Only a profile whose success rates are grouped by
 * `PaymentMethodType` or `PaymentMethod` counts that; of others the map is empty. Old outcomes fade,
 * so the numbers compare methods and count nothing.
 */
export function usedMethods(
  { dynamicRouting }: Pick<Profile, 'dynamicRouting'>,
  scores: Pick<Scores, 'rates'> | undefined,
  now: Date,
): ReadonlyMap<string, number> {
  const at = methodPlace({ dynamicRouting });
  const used = new Map<string, number>();
  if (at < 0) return used;
  const since = now.getTime() / 60_000 - maxAgeMinutes;
  for (const [group, accounts] of Object.entries(scores?.rates ?? {})) {
    const type = group.split('|')[at];
    if (!type) continue;
    const name = type === 'credit' || type === 'debit' ? 'card' : type;
    const successes = Object.values(accounts).map(([some, , minutes]) =>
      minutes < since ? 0 : some,
    );
    used.set(name, (used.get(name) ?? 0) + successes.reduce((sum, some) => sum + some, 0));
  }
  return used;
}

/** Whether a profile counts which payment methods its payers use. */
export const countsMethods = (profile: Pick<Profile, 'dynamicRouting'>): boolean =>
  methodPlace(profile) >= 0;

/** The place of the type, else of the method, in the names of a profile's groups; -1 without one. */
function methodPlace({ dynamicRouting }: Pick<Profile, 'dynamicRouting'>): number {
  const params = dynamicRouting?.successBased?.params ?? [];
  const ofType = params.indexOf('PaymentMethodType');
  return ofType < 0 ? params.indexOf('PaymentMethod') : ofType;
}
