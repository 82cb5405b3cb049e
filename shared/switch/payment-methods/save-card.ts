import * as v from 'valibot';
import type { CardBinFacts } from '#operator/card-bins/card-bin.ts';
import type { CardBinStore } from '#operator/card-bins/card-bin-store.ts';
import { isSwitchError } from '#platform/errors.ts';
import type { Request } from '#platform/http/operation/implement.ts';
import type { Log } from '#platform/log.ts';
import { erase, type MaskedCard } from '#vault/cards/card.ts';
import type { CardToStore, CardVault } from '#vault/cards/card-vault.ts';
import { cardToStore } from '#vault/switch/card-to-store.ts';
import { callVault, switchAuditContext } from '#vault/switch/from-switch.ts';
import { cardNetworkOf } from '#vocabulary/card-networks/card-networks.ts';
import { CardNetwork } from '#vocabulary/payment-methods.ts';
import type { Customer } from '../customers/customer.ts';
import { expiryOf } from './check-payment-method.ts';
import type { CardDetail } from './instrument-variants.ts';
import type { createPaymentMethod } from './operations.ts';
import type { SaveCard } from './payment-method.ts';
import { factsIn, type Names, type PaymentMethod } from './payment-method.ts';
import type { PaymentMethods } from './payment-methods.ts';

export interface SaveCardServices {
  readonly vault: CardVault;
  readonly log: Log;
}

/** The payment method for which a card is stored, and the request that stores it. */
export interface SaveContext {
  readonly merchantId: string;
  /** The payment method's id. */
  readonly id: string;
  readonly requestId: string;
  readonly now: Date;
}

/**
 * Stores a card in the vault and saves its payment method. A vault card that is not needed
 * afterwards is deleted: the new card when the save was refused, and the card that it replaced.
 * When the outcome of the save is unknown, the card stays, because a saved payment method must have
 * its card.
 *
 * @throws SwitchError `temporarily_unavailable`, and the errors of `save`
 */
export async function saveVaultCard(
  context: SaveContext,
  card: CardToStore,
  save: (stored: MaskedCard) => Promise<{ paymentMethod: PaymentMethod; supersededToken?: string }>,
  services: SaveCardServices,
): Promise<PaymentMethod> {
  const { merchantId, id } = context;
  const request = switchAuditContext(merchantId, context, `payment method ${id} saved`);
  const stored = await callVault(() => services.vault.store(request, card));
  try {
    const { paymentMethod, supersededToken } = await save(stored);
    if (supersededToken !== undefined) await deleteVaultCard(context, supersededToken, services);
    return paymentMethod;
  } catch (error) {
    const isRefused = isSwitchError(error) && error.kind !== 'temporarily_unavailable';
    if (isRefused) await deleteVaultCard(context, stored.token, services);
    throw error;
  }
}

/** A card from a request, with its customer and the names of its payment method. */
interface RequestCard {
  readonly merchantId: string;
  readonly customerId: string;
  readonly names: Names;
  readonly card: CardDetail;
  /** The card's BIN facts, for those that the request does not state. */
  readonly known?: CardBinFacts | undefined;
  readonly customer?: Customer;
}

/**
 * The BIN facts of a card. Undefined without a card or when the request states them all; then
 * nothing is read.
 */
export async function findCardBin(
  card: CardDetail | null | undefined,
  { cardBins }: { readonly cardBins: Pick<CardBinStore, 'find'> },
): Promise<CardBinFacts | undefined> {
  if (!card) return undefined;
  const { card_issuer, card_network, card_type, card_issuing_country } = card;
  const saysAll = card_issuer && card_network && card_type && card_issuing_country;
  return saysAll ? undefined : cardBins.find(card.card_number.slice(0, 8));
}

/** Saves a card from a request. Outside the vault only its masked details are stored. */
export async function saveRequestCard(
  { merchantId, customerId, names, card, known, customer }: RequestCard,
  { body, requestId, now }: Pick<Request<typeof createPaymentMethod>, 'body' | 'requestId' | 'now'>,
  services: SaveCardServices,
  save: (request: SaveCard) => ReturnType<PaymentMethods['saveCard']>,
): Promise<PaymentMethod> {
  const vaultCard = cardToStore({
    number: card.card_number,
    holderName: card.card_holder_name?.trim() || undefined,
    network: card.card_network,
    ...expiryOf(card),
  });
  const { method: _, type, metadata, ...more } = factsIn(body);
  try {
    return await saveVaultCard(
      { merchantId, id: names.id, requestId, now },
      vaultCard,
      (stored) =>
        save({
          merchantId,
          customerId,
          names,
          type,
          metadata,
          more,
          customer,
          now,
          card: stored,
          isBrandChosen: vaultCard.chosenBrand !== undefined,
          facts: factsOfCard(card, card.card_number, known, body.card_network),
          status: 'active',
          isInVault: (token) => isInVault(merchantId, token, now, services),
        }),
      services,
    );
  } finally {
    erase(vaultCard);
  }
}

/** Whether the vault has a card. Throws `temporarily_unavailable`. */
export const isInVault = async (
  merchantId: string,
  token: string,
  now: Date,
  { vault }: Pick<SaveCardServices, 'vault'>,
) => (await callVault(() => vault.describe(merchantId, token, now))) !== undefined;

/**
 * Deletes a vault card that is no longer needed. If this fails, the vault deletes it after its
 * retention.
 */
async function deleteVaultCard(
  context: SaveContext,
  token: string,
  { vault, log }: SaveCardServices,
) {
  const { merchantId, id } = context;
  const request = switchAuditContext(merchantId, context, `payment method ${id} has another card`);
  try {
    await vault.remove({ ...request, token });
  } catch (error) {
    log.error('unneeded card not deleted from the vault', error, { paymentMethodId: id });
  }
}

/** The facts that the vault does not store: as stated, else from the BIN or the first digits. */
export function factsOfCard(
  card: Omit<CardDetail, 'card_number'>,
  digits: string,
  known: CardBinFacts | undefined,
  network?: string | null,
): SaveCard['facts'] {
  const beside = v.safeParse(CardNetwork, network);
  const stated = card.card_network ?? (beside.success ? beside.output : null);
  return {
    nick_name: card.nick_name || undefined,
    card_network: stated ?? known?.network ?? cardNetworkOf(digits),
    card_issuer: card.card_issuer || known?.issuer,
    card_type: card.card_type || known?.type,
    card_issuing_country: card.card_issuing_country || known?.issuingCountry,
    card_issuing_country_code: card.card_issuing_country_code || known?.countryCode,
  };
}
