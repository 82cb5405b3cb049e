import * as v from 'valibot';
import type { Configuration } from '#merchants/accounts/merchant-account.ts';
import { ExtendedCardInfoConfig } from '#merchants/profiles/profile-settings.ts';
import type { CardVault, VaultRequest } from '#vault/cards/card-vault.ts';
import { cardToStore } from '#vault/switch/card-to-store.ts';
import { callVault } from '#vault/switch/from-switch.ts';
import type { Payment } from '../payment.ts';
import type { CardInMemory } from './card-in-memory.ts';

/** The settings of a profile whose merchant may ask for cards; undefined where it may not. */
export function extendedCardConfig(
  { profiles }: Configuration,
  { profileId }: Pick<Payment, 'profileId'>,
): v.InferOutput<typeof ExtendedCardInfoConfig> | undefined {
  const settings = profiles.find(({ id }) => id === profileId)?.settings ?? {};
  if (settings.is_extended_card_info_enabled !== true) return undefined;
  const read = v.safeParse(ExtendedCardInfoConfig, settings.extended_card_info_config);
  return read.success ? read.output : undefined;
}

/**
 * Stores the card of a payment in the vault, without its service code and for the profile's time:
 * so long the merchant may ask for it. A copy of its own, which no one else deletes earlier;
 * undefined where the profile does not want it.
 *
 * @throws SwitchError `temporarily_unavailable`
 */
export async function storeExtendedCard(
  { cvc: _, ...withoutCvc }: CardInMemory,
  { configuration, payment }: { readonly configuration: Configuration; readonly payment: Payment },
  auditContext: VaultRequest,
  { vault }: { readonly vault: Pick<CardVault, 'store'> },
): Promise<Payment['extendedCard']> {
  const retainSeconds = extendedCardConfig(configuration, payment)?.ttl_in_secs;
  if (!retainSeconds) return undefined;
  const card = cardToStore(withoutCvc);
  const request = { ...auditContext, retainSeconds };
  const { token } = await callVault(() => vault.store(request, card));
  const until = new Date(auditContext.now.getTime() + retainSeconds * 1_000);
  return { token, until: until.toISOString() };
}
