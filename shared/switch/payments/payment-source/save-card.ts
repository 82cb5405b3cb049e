import type { VaultRequest } from '#vault/cards/card-vault.ts';
import { cardToStore } from '#vault/switch/card-to-store.ts';
import { callVault } from '#vault/switch/from-switch.ts';
import { requestCustomerOf } from '../../customers/request-customer.ts';
import type { SavedCard } from '../../payment-methods/payment-method.ts';
import type { CardServices } from '../card-services.ts';
import type { UsedMethod } from '../payment.ts';
import type { PaymentRequest } from '../request/payment-request.ts';
import { deleteVaultCard, isRefusal } from './attached-card.ts';
import type { CardInMemory } from './card-in-memory.ts';

/** The saved payment method of a payment, and a vault token that it no longer needs. */
export interface SavedMethod {
  readonly paymentMethod: UsedMethod;
  readonly supersededToken?: string | undefined;
}

/**
 * The saved payment method of a card; created when the customer consented to further use,
 * `inactive` until the payment is authorized or captured. The vault then has a card of its own for
 * it, which outlives the attached one and which no merchant can delete. Undefined for a card that
 * is not to be saved.
 *
 * @param request completed from the stored fields of the payment
 * @throws SwitchError `temporarily_unavailable`, `concurrent_update`
 */
export async function saveCardFor(
  request: PaymentRequest,
  card: CardInMemory,
  auditContext: VaultRequest,
  services: Pick<CardServices, 'vault' | 'paymentMethods'>,
): Promise<SavedMethod | undefined> {
  const { stored } = card;
  if (stored?.paymentMethod) {
    const { id, status, card: savedCard } = stored.paymentMethod;
    return { paymentMethod: { id, status, ...mandateCardOf(request, savedCard) } };
  }
  const { id: customerId } = requestCustomerOf(request);
  if (!customerId || !shouldSaveCard(request)) return undefined;

  const { vault, paymentMethods } = services;
  const { tenant: merchantId, now } = auditContext;
  const facts = factsOf(request, card);
  const { cvc: _, ...withoutCvc } = card;
  const withoutCode = cardToStore(withoutCvc);
  const masked = await callVault(() => vault.store(auditContext, withoutCode));
  const type = request.payment_method_type;
  try {
    const saved = await paymentMethods.saveCard({
      merchantId,
      customerId,
      card: masked,
      isBrandChosen: withoutCode.chosenBrand !== undefined,
      facts,
      type,
      status: 'inactive',
      now,
      isInVault: async (token) =>
        (await callVault(() => vault.describe(merchantId, token, now))) !== undefined,
    });
    const { id, status, card: savedCard } = saved.paymentMethod;
    return {
      paymentMethod: { id, status, ...mandateCardOf(request, savedCard) },
      supersededToken: saved.supersededToken,
    };
  } catch (error) {
    if (isRefusal(error)) await deleteVaultCard(masked.token, auditContext, services);
    throw error;
  }
}

/** The card's facts that a mandate of this payment shows. */
function mandateCardOf({ mandate_data: mandate }: PaymentRequest, card: SavedCard | undefined) {
  if (!mandate || !card) return {};
  const { token: cardToken, fingerprint: cardFingerprint, nickName } = card;
  return { cardToken, cardFingerprint, ...(nickName !== undefined && { nickName }) };
}

/**
 * Whether the customer has consented to saving the card. The consent alone decides, as in
 * Hyperswitch: its checkout states it when a payer ticks the box, and no further use.
 */
export const shouldSaveCard = ({
  customer_acceptance: atRoot,
  mandate_data: mandate,
}: PaymentRequest): boolean => (atRoot ?? mandate?.customer_acceptance) != null;

function factsOf({ payment_method_data: data }: PaymentRequest, { stored }: CardInMemory) {
  if (stored) {
    const { card_network, card_issuer, card_type, card_issuing_country } = stored.described;
    const nick_name = stored.nickName;
    return { nick_name, card_network, card_issuer, card_type, card_issuing_country };
  }
  return (data && typeof data !== 'string' && data.card) || {};
}
