import { isSwitchError } from '#platform/errors.ts';
import { log } from '#platform/log.ts';
import { erase, isCardToken } from '#vault/cards/card.ts';
import type { VaultRequest } from '#vault/cards/card-vault.ts';
import { cardToStore } from '#vault/switch/card-to-store.ts';
import { callVault, switchAuditContext } from '#vault/switch/from-switch.ts';
import type { CardServices } from '../card-services.ts';
import type { AttachedCard, Payment } from '../payment.ts';
import { type CardData, describeCard } from '../payment-method-data/card.ts';
import type { MaskedPaymentMethodData } from '../payment-method-data/payment-method-data.ts';
import type { PaymentRequest } from '../request/payment-request.ts';
import { findStoredCard, vaultTokenIn } from './stored-card.ts';

/** The card attached to a payment, and its masked details. */
export interface CardAttachment {
  readonly attachedCard: AttachedCard;
  readonly paymentMethodData: MaskedPaymentMethodData;
}

interface AttachmentContext {
  readonly merchantId: string;
  readonly paymentId: string;
  /** Until when the payment can be confirmed, ISO 8601. */
  readonly expiresAt: string;
  readonly requestId: string;
  readonly now: Date;
}

/**
 * How long after the session's end a merchant may still confirm with its secret key, in seconds.
 */
const daySeconds = 86_400;
/** The vault stores cvcs for at least this long, and at most a day, in seconds. */
const shortestCodeSeconds = 60;

/**
 * Attaches the card of an unconfirmed payment: stores it in the vault, or finds the vault card that
 * the request names. The payment stores the token and the masked details. Undefined for a request
 * without a card.
 *
 * @throws SwitchError `temporarily_unavailable`, `token_expired`
 */
export async function attachCard(
  request: PaymentRequest,
  context: AttachmentContext,
  services: Pick<CardServices, 'vault' | 'paymentMethods'>,
): Promise<CardAttachment | undefined> {
  const { payment_method_data: data } = request;
  if (!data || typeof data === 'string') return undefined;
  const billing = data.billing ?? null;
  const { card } = data;
  if (card) {
    const token = await storeAttachedCard(card, context, services);
    const nickName = card.nick_name ?? undefined;
    return {
      attachedCard: { token, ...(nickName && { nickName }) },
      paymentMethodData: { card: describeCard(card), billing },
    };
  }
  if (!vaultTokenIn(request)) return undefined;
  const stored = await findStoredCard(request, context, services);
  if (stored?.token === undefined) return undefined;
  return {
    attachedCard: { token: stored.token, isMerchants: true },
    paymentMethodData: { card: stored.described, billing },
  };
}

async function storeAttachedCard(
  card: CardData,
  { expiresAt, now, ...context }: AttachmentContext,
  { vault }: Pick<CardServices, 'vault'>,
): Promise<string> {
  const sessionSeconds = Math.max(0, Math.ceil((Date.parse(expiresAt) - now.getTime()) / 1_000));
  const auditContext = auditContextOf({ ...context, now });
  const bytes = cardToStore({
    number: card.card_number,
    cvc: card.card_cvc,
    expiryMonth: card.card_exp_month,
    expiryYear: card.card_exp_year,
    holderName: card.card_holder_name,
    network: card.card_network,
  });
  try {
    const request = {
      ...auditContext,
      retainSeconds: sessionSeconds + daySeconds,
      cvcSeconds: Math.max(shortestCodeSeconds, Math.min(sessionSeconds, daySeconds)),
    };
    return (await callVault(() => vault.store(request, bytes))).token;
  } finally {
    erase(bytes);
  }
}

/** The audit context of vault calls that are made for a payment. */
export const auditContextOf = ({
  merchantId,
  paymentId,
  requestId,
  now,
}: Omit<AttachmentContext, 'expiresAt'>): VaultRequest =>
  switchAuditContext(merchantId, { requestId, now }, `payment ${paymentId}`);

/**
 * The vault token of a card that was stored for this payment; undefined for a merchant's own card.
 */
export const attachedCardToDelete = ({
  attachedCard,
}: Pick<Payment, 'attachedCard'>): string | undefined =>
  attachedCard && !attachedCard.isMerchants ? attachedCard.token : undefined;

/**
 * Deletes a vault card that is no longer needed. Never throws: the vault deletes a remaining card
 * after its retention.
 */
export async function deleteVaultCard(
  token: string | undefined,
  auditContext: VaultRequest,
  { vault }: Pick<CardServices, 'vault'>,
): Promise<void> {
  if (!token || !isCardToken(token)) return;
  try {
    await vault.remove({ ...auditContext, token });
  } catch (error) {
    log.error('card not deleted from the vault', error, { requestId: auditContext.requestId });
  }
}

/**
 * Whether an error says for certain that nothing was saved. Then a card stored for that save is not
 * needed.
 */
export const isRefusal = (error: unknown): boolean =>
  isSwitchError(error) && error.kind !== 'temporarily_unavailable';
