import * as v from 'valibot';
import type { CardBinFacts } from '../card-bins/card-bin.ts';
import type { CardBinStore } from '../card-bins/card-bin-store.ts';
import { cardNetworkOf } from '../card-networks/card-networks.part.ts';
import type { Customer } from '../customers/customer.ts';
import { isSwitchError } from '../errors.ts';
import type { Request } from '../http/implement.ts';
import type { Log } from '../log.ts';
import { erase, type MaskedCard } from '../vault/cards/card.ts';
import type { CardToStore, CardVault } from '../vault/cards/card-vault.ts';
import { cardToStore } from '../vault/switch/card-to-store.ts';
import { callVault, switchAuditContext } from '../vault/switch/from-switch.ts';
import { CardNetwork } from '../vocabulary/payment-methods.ts';
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

/** Whose payment method a card is kept for, and on behalf of which request. */
export interface SaveContext {
  readonly merchantId: string;
  /** Of the payment method. */
  readonly id: string;
  readonly requestId: string;
  readonly now: Date;
}

/**
 * Puts a card into the vault and has it saved. What the vault holds in vain afterwards is taken out
 * again: the new card when saving it was refused, and the one that it took the place of. Where it is
 * not known whether it was saved, it stays: a card that is paid with must not be missing.
 *
 * @throws SwitchError `temporarily_unavailable`, and what `save` throws
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

/** A card that came with a request, whose it is to be, and what the payment method is to be called. */
interface RequestCard {
  readonly merchantId: string;
  readonly customerId: string;
  readonly names: Names;
  readonly card: CardDetail;
  /** What is known of cards that begin so, where the request does not say it all itself. */
  readonly known?: CardBinFacts | undefined;
  readonly customer?: Customer;
}

/**
 * What is known of a card by its first digits. Undefined for a card whose request says it all, and
 * where there is no card: then nobody looks.
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

/** The same for a card that came with a request. Nothing of it is kept beside the vault but its face. */
export async function saveRequestCard(
  { merchantId, customerId, names, card, known, customer }: RequestCard,
  { body, requestId, now }: Pick<Request<typeof createPaymentMethod>, 'body' | 'requestId' | 'now'>,
  services: SaveCardServices,
  save: (request: SaveCard) => ReturnType<PaymentMethods['saveCard']>,
): Promise<PaymentMethod> {
  const vaultCard = cardToStore({
    number: card.card_number,
    holderName: card.card_holder_name?.trim() || undefined,
    ...expiryOf(card),
  });
  const { method: _, type, metadata, ...more } = factsIn(body);
  try {
    return await saveVaultCard(
      { merchantId, id: names.id, requestId, now },
      vaultCard,
      (stored) =>
        save({
          ...{ merchantId, customerId, names, type, metadata, more, customer, now },
          card: stored,
          facts: factsOf(card, known, body.card_network),
          status: 'active',
          isInVault: (token) => isInVault(merchantId, token, now, services),
        }),
      services,
    );
  } finally {
    erase(vaultCard);
  }
}

const isInVault = async (
  merchantId: string,
  token: string,
  now: Date,
  { vault }: SaveCardServices,
) => (await callVault(() => vault.describe(merchantId, token, now))) !== undefined;

/** Takes a card out that nobody asks for any more. When that fails, it goes when its time is over. */
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
    log.error('a card that nobody needs stays in the vault', error, { paymentMethodId: id });
  }
}

/** What the vault does not know of a card: as it was stated, else as it is known. */
function factsOf(
  card: CardDetail,
  known: CardBinFacts | undefined,
  network?: string | null,
): SaveCard['facts'] {
  const beside = v.safeParse(CardNetwork, network);
  const stated = card.card_network ?? (beside.success ? beside.output : null);
  return {
    nick_name: card.nick_name || undefined,
    card_network: stated ?? known?.network ?? cardNetworkOf(card.card_number),
    card_issuer: card.card_issuer || known?.issuer,
    card_type: card.card_type || known?.type,
    card_issuing_country: card.card_issuing_country || known?.issuingCountry,
    card_issuing_country_code: card.card_issuing_country_code || known?.countryCode,
  };
}
