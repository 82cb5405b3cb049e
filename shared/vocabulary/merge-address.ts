import { compact } from '#platform/schema.ts';
import type { Address } from './address.ts';

/** Merges an address into the stored one: given members replace, absent ones stay. */
export function mergeAddress(
  stored: Address | null | undefined,
  given: Address | null | undefined,
): Address | undefined {
  if (!given) return stored ?? undefined;
  const address = { ...compact(stored?.address ?? {}), ...compact(given.address ?? {}) };
  const phone = {
    ...compact(stored?.phone ?? {}),
    ...compact({
      number: given.phone?.number?.trim(),
      country_code: given.phone?.country_code?.trim(),
    }),
  };
  const email = given.email ?? stored?.email;
  return {
    ...(Object.keys(address).length > 0 && { address }),
    ...(Object.keys(phone).length > 0 && { phone }),
    ...(email && { email }),
  };
}
