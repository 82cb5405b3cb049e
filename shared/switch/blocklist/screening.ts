import * as v from 'valibot';
import type { Configuration } from '#merchants/accounts/merchant-account.ts';
import {
  CardTestingGuardConfig,
  PaymentMethodBlocking,
} from '#merchants/profiles/profile-settings.ts';
import type { CardBinFacts } from '#operator/card-bins/card-bin.ts';
import { cardBinAmong, cardBinKeys } from '#operator/card-bins/card-bin-store.ts';
import type { Key } from '#platform/table/table.ts';
import type { CardVault } from '#vault/cards/card-vault.ts';
import { callVault } from '#vault/switch/from-switch.ts';
import type { DataKind } from './blocklist-entry.ts';
import { blocklistKey } from './blocklist-store.ts';
import { type Counter, countersOf, isTripped, type Payer } from './card-testing.ts';
import type { ScreeningStore } from './screening-store.ts';

/** A profile's rules for cards, checked before any request to a processor. */
export interface ScreeningRules {
  readonly blocklist: boolean;
  readonly blocking?: Blocking | undefined;
  readonly guard?: CardTestingGuardConfig | undefined;
}
type Blocking = NonNullable<v.InferOutput<typeof PaymentMethodBlocking>['card']>;

/** A card in memory, with its payer. */
export interface ScreenedCard extends Payer {
  readonly merchantId: string;
  readonly profileId: string;
  /** The first eight digits of the card's number; six when no more are known; or empty. */
  readonly firstDigits: string;
  /** The vault's fingerprints of the card, computed only when a rule needs them. */
  fingerprints(): Promise<readonly string[]>;
  readonly now: Date;
}

/**
 * Returns a function for the vault's fingerprints of a card. It throws SwitchError
 * `temporarily_unavailable`.
 */
export const fingerprintsOf =
  (
    {
      merchantId,
      number,
      now,
    }: {
      readonly merchantId: string;
      /** ASCII digits; the caller erases them. */
      readonly number: Uint8Array;
      readonly now: Date;
    },
    vault: Pick<CardVault, 'fingerprints'>,
  ) =>
  () =>
    callVault(() => vault.fingerprints(merchantId, number, now));

/** The result of a screening. */
export interface Screening {
  /** Why the card is declined, in the words of the API; the payment fails. */
  readonly declineMessage?: string;
  /**
   * Whether too many payments failed with this card or payer; the payment is then not even saved.
   */
  readonly isSuspicious: boolean;
  readonly fingerprint?: string;
  /** The counters to raise if the payment fails. */
  readonly counters: readonly Counter[];
}

/** The payment, or the order that becomes one, whose card is screened. */
interface Screened {
  readonly profileId: string;
  /** The payment link, if it has one. */
  readonly link?: unknown;
}

/**
 * The rules for a payment's card by its profile; undefined when there are none, so that nothing is
 * read for them. The page of a payment link takes cards of anyone who has its address, so the guard
 * against card testing is on for its payments unless the profile states another.
 */
export function rulesOf(
  { account, profiles }: Configuration,
  { profileId, link }: Screened,
): ScreeningRules | undefined {
  const settings = profiles.find(({ id }) => id === profileId)?.settings ?? {};
  const blocking = v.safeParse(PaymentMethodBlocking, settings.payment_method_blocking);
  const guard = v.safeParse(CardTestingGuardConfig, settings.card_testing_guard_config);
  const rules: ScreeningRules = {
    blocklist: account.blocklistGuard === true,
    ...(blocking.success && blocking.output.card && { blocking: blocking.output.card }),
    ...(guard.success
      ? isOn(guard.output) && { guard: guard.output }
      : link !== undefined && { guard: guardOfLinks }),
  };
  return rules.blocklist || rules.blocking || rules.guard ? rules : undefined;
}

const guardOfLinks: CardTestingGuardConfig = {
  card_ip_blocking_status: 'enabled',
  card_ip_blocking_threshold: 3,
  guest_user_card_blocking_status: 'enabled',
  guest_user_card_blocking_threshold: 10,
  customer_id_blocking_status: 'enabled',
  customer_id_blocking_threshold: 10,
  guest_ip_blocking_status: 'enabled',
  guest_ip_blocking_threshold: 10,
  client_attempt_threshold: 10,
  card_testing_guard_expiry: 3_600,
};

const isOn = (guard: CardTestingGuardConfig) =>
  guard.card_ip_blocking_status === 'enabled' ||
  guard.guest_user_card_blocking_status === 'enabled' ||
  guard.customer_id_blocking_status === 'enabled' ||
  guard.guest_ip_blocking_status === 'enabled';

/**
 * Screens a card with one read for any number of rules. Nothing of the card's number leaves the
 * memory.
 */
export async function runScreening(
  rules: ScreeningRules,
  card: ScreenedCard,
  { screening }: { readonly screening: ScreeningStore },
): Promise<Screening> {
  const { merchantId, profileId, firstDigits, now } = card;
  const fingerprints = rules.blocklist || rules.guard ? await card.fingerprints() : [];
  const [fingerprint] = fingerprints;
  const counters = rules.guard
    ? countersOf(rules.guard, { merchantId, profileId }, { ...card, fingerprint })
    : [];
  const blocked = rules.blocklist ? blocklistKeys(merchantId, firstDigits, fingerprints) : [];
  const items = await screening.read([
    ...blocked,
    ...(rules.blocking ? cardBinKeys(firstDigits) : []),
    ...counters.map(({ key }) => key),
  ]);
  const isThere = ({ pk, sk }: Key) => items.some((item) => item.pk === pk && item.sk === sk);
  const reason = blocked.some(isThere)
    ? notAccepted
    : rules.blocking && refusedBy(rules.blocking, cardBinAmong(items, firstDigits));
  return {
    ...(reason && { declineMessage: reason }),
    isSuspicious: counters.some((counter) => isTripped(counter, items, now)),
    ...(fingerprint && { fingerprint }),
    counters,
  };
}

const blocklistKeys = (
  merchantId: string,
  firstDigits: string,
  fingerprints: readonly string[],
): readonly Key[] => {
  const of = (kind: DataKind) => (data: string) => blocklistKey({ merchantId, kind, data });
  const six = firstDigits.slice(0, 6);
  return [
    ...(six.length === 6 ? [six] : []).map(of('card_bin')),
    ...(firstDigits.length === 8 ? [firstDigits] : []).map(of('extended_card_bin')),
    ...fingerprints.map(of('payment_method')),
  ];
};

const notAccepted =
  "We're unable to accept this card, please try another card or a different payment method";

/** The message of the first rule that declines a card. Unknown facts of a card decline nothing. */
function refusedBy(blocking: Blocking, card: CardBinFacts | undefined): string | undefined {
  if (!card) return blocking.block_if_bin_info_unavailable ? notAccepted : undefined;
  const type = blocking.card_types?.find((one) => same(one, card.type));
  if (type) {
    const title = type === 'credit' ? 'Credit' : 'Debit';
    return `${title} cards are not accepted for this transaction, please try a different card`;
  }
  if (blocking.card_subtypes?.some((one) => same(one, card.subtype))) {
    return 'This card is not accepted for this transaction, please try a different card';
  }
  if (blocking.issuing_country?.some((one) => same(one, card.countryCode))) {
    return "Cards issued in your region aren't supported for this transaction, please try a different card";
  }
  if (blocking.issuers?.some((one) => same(one, card.issuer))) {
    return "We can't process payments from this bank, please try another card or a different payment method";
  }
  return undefined;
}

const same = (one: string, other: string | undefined) => one.toUpperCase() === other?.toUpperCase();
