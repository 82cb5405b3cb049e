import { isSwitchError } from '../../errors.ts';
import { log } from '../../log.ts';
import { erase, isCardToken } from '../../vault/cards/card.ts';
import type { VaultRequest } from '../../vault/cards/card-vault.ts';
import { cardToStore } from '../../vault/switch/card-to-store.ts';
import { asTheSwitch, throughVault } from '../../vault/switch/from-switch.ts';
import type { CardServices } from '../card-services.ts';
import type { HeldCard, Payment } from '../payment.ts';
import { type CardData, describeCard } from '../payment-method-data/card.ts';
import type { MaskedPaymentMethodData } from '../payment-method-data/payment-method-data.ts';
import type { PaymentRequest } from '../request/payment-request.ts';
import { storedCardOf, vaultTokenIn } from './stored-card.ts';

/** What a payment keeps of the card that it will be paid with. */
export interface Held {
  readonly heldCard: HeldCard;
  readonly paymentMethodData: MaskedPaymentMethodData;
}

interface Holding {
  readonly merchantId: string;
  readonly paymentId: string;
  /** Until when the payment can be confirmed, ISO 8601. */
  readonly expiresAt: string;
  readonly requestId: string;
  readonly now: Date;
}

/** A merchant may confirm with its secret key a while after the session has ended. */
const daySeconds = 86_400;
/** The vault holds codes no shorter than this and no longer than a day, in seconds. */
const shortestCodeSeconds = 60;

/**
 * Puts the card of a request that does not confirm into the vault, where it waits for its payment, or
 * finds the one that the request names there. The payment keeps its name and what may be shown of it.
 * Undefined for a request without a card.
 *
 * @throws SwitchError `temporarily_unavailable`, `token_expired`
 */
export async function held(
  request: PaymentRequest,
  holding: Holding,
  services: Pick<CardServices, 'vault' | 'paymentMethods'>,
): Promise<Held | undefined> {
  const { payment_method_data: data } = request;
  if (!data || typeof data === 'string') return undefined;
  const billing = data.billing ?? null;
  const { card } = data;
  if (card) {
    const token = await kept(card, holding, services);
    const nickName = card.nick_name ?? undefined;
    return {
      heldCard: { token, ...(nickName && { nickName }) },
      paymentMethodData: { card: describeCard(card), billing },
    };
  }
  if (!vaultTokenIn(request)) return undefined;
  const stored = await storedCardOf(request, holding, services);
  return (
    stored && {
      heldCard: { token: stored.token, isMerchants: true },
      paymentMethodData: { card: stored.described, billing },
    }
  );
}

async function kept(
  card: CardData,
  { expiresAt, now, ...holding }: Holding,
  { vault }: Pick<CardServices, 'vault'>,
): Promise<string> {
  const sessionSeconds = Math.max(0, Math.ceil((Date.parse(expiresAt) - now.getTime()) / 1_000));
  const about = aboutPayment({ ...holding, now });
  const bytes = cardToStore({
    number: card.card_number,
    cvc: card.card_cvc,
    expiryMonth: card.card_exp_month,
    expiryYear: card.card_exp_year,
    holderName: card.card_holder_name,
  });
  try {
    const request = {
      ...about,
      retainSeconds: sessionSeconds + daySeconds,
      codeSeconds: Math.max(shortestCodeSeconds, Math.min(sessionSeconds, daySeconds)),
    };
    return (await throughVault(() => vault.store(request, bytes))).token;
  } finally {
    erase(bytes);
  }
}

/** What the audit trail is told of what happens for a payment. */
export const aboutPayment = ({
  merchantId,
  paymentId,
  requestId,
  now,
}: Omit<Holding, 'expiresAt'>): VaultRequest =>
  asTheSwitch(merchantId, { requestId, now }, `payment ${paymentId}`);

/** The card that was put into the vault for this payment; a merchant's own is none. */
export const ownHeldCard = ({ heldCard }: Pick<Payment, 'heldCard'>): string | undefined =>
  heldCard && !heldCard.isMerchants ? heldCard.token : undefined;

/**
 * Has the vault forget a card that nobody needs any more. It never throws: what is left is forgotten
 * when its time is over.
 */
export async function forgotten(
  token: string | undefined,
  about: VaultRequest,
  { vault }: Pick<CardServices, 'vault'>,
): Promise<void> {
  if (!token || !isCardToken(token)) return;
  try {
    await vault.remove({ ...about, token });
  } catch (error) {
    log.error('card not forgotten yet', error, { requestId: about.requestId });
  }
}

/**
 * Whether an error says for certain that nothing was written: then a card that was stored for what
 * was to be written is nobody's.
 */
export const isRefusal = (error: unknown): boolean =>
  isSwitchError(error) && error.kind !== 'temporarily_unavailable';
