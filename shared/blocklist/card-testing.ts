import type { CardTestingGuardConfig } from '../profiles/profile-settings.ts';
import { sha256 } from '../table/shared-keys.ts';
import type { Item, Key } from '../table/table.ts';

/** Who pays, as far as a guard against the testing of stolen cards cares. */
export interface Payer {
  readonly customerId?: string | undefined;
  readonly ipAddress?: string | undefined;
}

/** Counts the payments that failed for the same reason to be suspicious. */
export interface Counter {
  readonly key: Key;
  /** With so many within its time no further one is tried. */
  readonly threshold: number;
  /** How long it counts from the first one on, in seconds. */
  readonly seconds: number;
}

/**
 * What a guard counts for one payment: the card from this address, and for a guest the card and the
 * address, for a customer the customer. What a request does not say is not counted.
 */
export function countersOf(
  guard: CardTestingGuardConfig,
  { merchantId, profileId }: { readonly merchantId: string; readonly profileId: string },
  { customerId, ipAddress, fingerprint }: Payer & { readonly fingerprint?: string | undefined },
): readonly Counter[] {
  const seconds = guard.card_testing_guard_expiry;
  const counter = (
    status: string,
    threshold: number,
    kind: string,
    ...facts: readonly (string | undefined)[]
  ): readonly Counter[] => {
    if (status !== 'enabled' || facts.includes(undefined)) return [];
    const name = sha256(JSON.stringify([profileId, ...facts])).toString('base64url');
    return [{ key: { pk: `MERCHANT#${merchantId}#FAILED#${name}`, sk: kind }, threshold, seconds }];
  };
  const isGuest = customerId === undefined;
  return [
    ...counter(
      guard.card_ip_blocking_status,
      guard.card_ip_blocking_threshold,
      'CARD_AND_ADDRESS',
      fingerprint,
      ipAddress,
    ),
    ...(isGuest
      ? counter(
          guard.guest_user_card_blocking_status,
          guard.guest_user_card_blocking_threshold,
          'CARD_OF_GUEST',
          fingerprint,
        )
      : []),
    ...(isGuest
      ? counter(
          guard.guest_ip_blocking_status ?? 'disabled',
          guard.guest_ip_blocking_threshold ?? 10,
          'ADDRESS_OF_GUEST',
          ipAddress,
        )
      : []),
    ...counter(
      guard.customer_id_blocking_status,
      guard.customer_id_blocking_threshold,
      'CUSTOMER',
      customerId,
    ),
  ];
}

/** Whether a counter has reached its threshold, among the items that were read. */
export function isTripped({ key, threshold }: Counter, items: readonly Item[], now: Date): boolean {
  const item = items.find(({ pk, sk }) => pk === key.pk && sk === key.sk);
  const isOver = Number(item?.expiresAtSeconds ?? 0) * 1_000 <= now.getTime();
  const count = isOver ? 0 : Number(item?.count ?? 0);
  return count >= threshold;
}
