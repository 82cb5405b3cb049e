import type { CardTestingGuardConfig } from '#merchants/profiles/profile-settings.ts';
import { sha256 } from '#platform/table/shared-keys.ts';
import type { Item, Key } from '#platform/table/table.ts';

/** The payer's facts that the card testing guard counts by. */
export interface Payer {
  readonly customerId?: string | undefined;
  readonly ipAddress?: string | undefined;
}

/** Counts failed payments that share a card, an address or a customer. */
export interface Counter {
  readonly key: Key;
  /** At this count, within `seconds`, further payments are refused. */
  readonly threshold: number;
  /** How long the counter lasts, from its first failed payment on, in seconds. */
  readonly seconds: number;
}

/**
 * The counters of one payment: the card together with the IP address; for a guest also the card by
 * itself and the address by itself; for a customer the customer. Facts that the request does not
 * state are not counted.
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

/** Whether a counter, found among the items read, has reached its threshold. */
export function isTripped({ key, threshold }: Counter, items: readonly Item[], now: Date): boolean {
  const item = items.find(({ pk, sk }) => pk === key.pk && sk === key.sk);
  const isOver = Number(item?.expiresAtSeconds ?? 0) * 1_000 <= now.getTime();
  const count = isOver ? 0 : Number(item?.count ?? 0);
  return count >= threshold;
}
