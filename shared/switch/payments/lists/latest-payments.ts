import type { Lists } from '#platform/lists/read-list.ts';
import type { Payment } from '../payment.ts';
import { listedPayments } from './payment-list-entry.ts';

/** The latest payments of a profile, newest first. */
export async function latestPayments(
  { merchantId, profileId }: { readonly merchantId: string; readonly profileId: string },
  limit: number,
  lists: Lists,
): Promise<readonly Payment[]> {
  const { entities } = await lists.read({
    kind: listedPayments,
    owner: `MERCHANT#${merchantId}`,
    anyOf: { profile: [profileId] },
    limit,
  });
  return entities;
}
