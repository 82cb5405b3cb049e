import type { SavedCard } from '../../payment-methods/payment-method.ts';
import type { VaultRequest } from '../../vault/cards/card-vault.ts';
import { cardToStore } from '../../vault/switch/card-to-store.ts';
import { callVault } from '../../vault/switch/from-switch.ts';
import type { CardServices } from '../card-services.ts';
import type { UsedMethod } from '../payment.ts';
import type { PaymentRequest } from '../request/payment-request.ts';
import { requestCustomerOf } from '../request/request-customer.ts';
import { deleteVaultCard, isRefusal } from './attached-card.ts';
import type { CardInMemory } from './card-in-memory.ts';

/** A payment method that a payment is made with, and a card in the vault that nobody needs for it. */
export interface SavedMethod {
  readonly paymentMethod: UsedMethod;
  readonly supersededToken?: string | undefined;
}

/**
 * The payment method that a card is, or becomes because the customer has agreed to pay with it again:
 * `inactive` until money was taken. The vault then has a card of its own for it, which lives longer
 * than one that waits for a payment, and is no merchant's to remove. Undefined for a card that is not
 * to be saved.
 *
 * @param request with what the payment was told before
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
    const { id, status, card: kept } = stored.paymentMethod;
    return { paymentMethod: { id, status, ...mandateCardOf(request, kept) } };
  }
  const { id: customerId } = requestCustomerOf(request);
  if (!customerId || !shouldSaveCard(request)) return undefined;

  const { vault, paymentMethods } = services;
  const { tenant: merchantId, now } = auditContext;
  const facts = factsOf(request, card);
  const { number, expiryMonth, expiryYear, holderName } = card;
  const withoutCode = cardToStore({ number, expiryMonth, expiryYear, holderName });
  const masked = await callVault(() => vault.store(auditContext, withoutCode));
  const type = request.payment_method_type;
  try {
    const saved = await paymentMethods.saveCard({
      ...{ merchantId, customerId, card: masked, facts, type, status: 'inactive', now },
      isInVault: async (token) =>
        (await callVault(() => vault.describe(merchantId, token, now))) !== undefined,
    });
    const { id, status, card: kept } = saved.paymentMethod;
    return {
      paymentMethod: { id, status, ...mandateCardOf(request, kept) },
      supersededToken: saved.supersededToken,
    };
  } catch (error) {
    if (isRefusal(error)) await deleteVaultCard(masked.token, auditContext, services);
    throw error;
  }
}

/** What a mandate that the payment sets up will show of the card. */
function mandateCardOf({ mandate_data: mandate }: PaymentRequest, card: SavedCard | undefined) {
  if (!mandate || !card) return {};
  const { token: cardToken, fingerprint: cardFingerprint, nickName } = card;
  return { cardToken, cardFingerprint, ...(nickName !== undefined && { nickName }) };
}

/** Whether the customer wants to pay with it again, and has said so. */
export function shouldSaveCard(request: PaymentRequest): boolean {
  const { setup_future_usage: usage, customer_acceptance: atRoot, mandate_data: mandate } = request;
  return usage != null && (atRoot ?? mandate?.customer_acceptance) != null;
}

function factsOf({ payment_method_data: data }: PaymentRequest, { stored }: CardInMemory) {
  if (stored) {
    const { card_network, card_issuer, card_type, card_issuing_country } = stored.described;
    const nick_name = stored.nickName;
    return { nick_name, card_network, card_issuer, card_type, card_issuing_country };
  }
  return (data && typeof data !== 'string' && data.card) || {};
}
