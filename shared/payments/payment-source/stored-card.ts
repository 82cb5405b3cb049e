import * as v from 'valibot';
import { networkOfBrand } from '../../card-networks/card-networks.part.ts';
import { SwitchError } from '../../errors.ts';
import type { PaymentMethod, SavedCard } from '../../payment-methods/payment-method.ts';
import type { MaskedCard } from '../../vault/cards/card.ts';
import { isCardToken } from '../../vault/cards/card.ts';
import { callVault } from '../../vault/switch/from-switch.ts';
import { CardNetwork, PaymentMethodType } from '../../vocabulary/payment-methods.ts';
import type { CardServices } from '../card-services.ts';
import type { Payment } from '../payment.ts';
import type { DescribedCard } from '../payment-method-data/card.ts';
import { hasVariant } from '../payment-method-data/payment-method-data.ts';
import type { PaymentRequest } from '../request/payment-request.ts';
import { requestCustomerOf } from '../request/request-customer.ts';

/** A card that a request names and does not hold: it lies in the vault. */
export interface StoredCard {
  /** The vault's name for it. */
  readonly token: string;
  readonly described: DescribedCard;
  /** `credit` or `debit`, where it is known. */
  readonly type?: PaymentMethodType | undefined;
  readonly nickName?: string | undefined;
  /** By which the vault recognized it when it was stored, where that is known. */
  readonly fingerprint?: string | undefined;
  /** What it is saved as, for a customer who pays with it again. */
  readonly paymentMethod?: PaymentMethod;
  /** By which a list named it; useless once it has paid. */
  readonly paymentToken?: string;
  /** The code that was typed for this payment. */
  readonly code?: string | undefined;
  /** Whether the vault may hold its code. */
  readonly mayHaveCode: boolean;
  /** What the request is answered when the vault has forgotten the card meanwhile. */
  readonly missingCardError: () => SwitchError;
}

export interface StoredCardContext {
  readonly merchantId: string;
  /** The payment as it was before, where it is there. */
  readonly payment?: Payment;
  readonly now: Date;
}

/**
 * Looks up the card that a request names: one that waits for this payment, one that was captured in
 * the vault, or a saved payment method. Undefined for a request that carries what it pays with, and
 * for one that names nothing: `checkMeansOfPayment` says what is wrong then.
 *
 * @throws SwitchError `token_expired`, `payment_method_not_found`, `precondition_failed`,
 * `missing_param`, `temporarily_unavailable`
 */
export async function findStoredCard(
  request: PaymentRequest,
  context: StoredCardContext,
  services: Pick<CardServices, 'vault' | 'paymentMethods'>,
): Promise<StoredCard | undefined> {
  const { recurring_details: recurring, payment_token: paymentToken } = request;
  if (request.mandate_id || recurring?.type === 'mandate_id') return undefined;
  if (recurring?.type === 'payment_method_id') {
    return findSavedCard(request, recurring.data, context, services);
  }
  const vaultToken = vaultTokenIn(request);
  if (vaultToken) return findVaultCard(request, vaultToken, context, services);
  if (carriesItsOwn(request) || !paymentToken) return undefined;
  if (!request.payment_method) throw new SwitchError('missing_param', { field: 'payment_method' });
  return isCardToken(paymentToken)
    ? findVaultCard(request, paymentToken, context, services)
    : findCardByPaymentToken(request, paymentToken, context, services);
}

/** The vault's token in what a request says of its payment method. */
export const vaultTokenIn = ({ payment_method_data: data }: PaymentRequest): string | undefined =>
  (data && typeof data !== 'string' && data.card_token?.vault_token) || undefined;

/** Whether a request holds all that it pays with. */
function carriesItsOwn({ payment_method_data: data }: PaymentRequest): boolean {
  if (!data || !hasVariant(data)) return false;
  // The name on a card, or its code, go with a token.
  return typeof data === 'string' || !data.card_token;
}

/** The request as it reads with the card that waits for its payment, where it names no other means. */
export function withAttachedCard(request: PaymentRequest, payment: Payment): PaymentRequest {
  const { attachedCard, attempt } = payment;
  const { payment_method_data: data } = request;
  if (!attachedCard || !usesAttachedCard(request) || typeof data === 'string') return request;
  return {
    ...request,
    payment_method: request.payment_method ?? 'card',
    payment_method_data: {
      ...data,
      billing: data?.billing ?? attempt.paymentMethodData?.billing,
      card_token: { ...data?.card_token, vault_token: attachedCard.token },
    },
  };
}

const usesAttachedCard = (request: PaymentRequest): boolean =>
  !carriesItsOwn(request) &&
  !vaultTokenIn(request) &&
  !request.payment_token &&
  !request.recurring_details &&
  !request.mandate_id;

/** A card that the vault was shown for this merchant, by its own page or by the switch. */
async function findVaultCard(
  request: PaymentRequest,
  token: string,
  { merchantId, payment, now }: StoredCardContext,
  { vault }: Pick<CardServices, 'vault'>,
): Promise<StoredCard> {
  const { attachedCard } = payment ?? {};
  const known = payment?.attempt.paymentMethodData?.card;
  if (attachedCard?.token === token && known) {
    return {
      token,
      ...requestOverrides(request, known),
      nickName: attachedCard.nickName,
      mayHaveCode: true,
      missingCardError: () => new SwitchError('missing_param', { field: 'payment_method_data' }),
    };
  }
  // Another merchant's card is not there.
  const masked = await callVault(() => vault.describe(merchantId, token, now));
  if (!masked) throw expired();
  return {
    token,
    ...requestOverrides(request, describeVaultCard(masked)),
    fingerprint: masked.fingerprint,
    mayHaveCode: masked.cvcExpiresAt !== undefined,
    missingCardError: expired,
  };
}

/** A payment method as a list of a customer's named it. */
async function findCardByPaymentToken(
  request: PaymentRequest,
  paymentToken: string,
  { merchantId, now }: StoredCardContext,
  { paymentMethods }: Pick<CardServices, 'paymentMethods'>,
): Promise<StoredCard> {
  const paymentMethod = await paymentMethods.byToken(merchantId, paymentToken, now);
  const { card, status, method } = paymentMethod ?? {};
  const isUsable = status === 'active' && method === request.payment_method;
  if (!paymentMethod || !card || !isUsable) throw expired();
  checkCustomer(request, paymentMethod);
  return {
    ...storedCardOfMethod(request, paymentMethod, card),
    paymentToken,
    missingCardError: expired,
  };
}

/** A payment method that the merchant charges while the customer is away. */
async function findSavedCard(
  request: PaymentRequest,
  id: string,
  { merchantId }: StoredCardContext,
  { paymentMethods }: Pick<CardServices, 'paymentMethods'>,
): Promise<StoredCard> {
  const paymentMethod = await paymentMethods.get(merchantId, id);
  const notFound = () => new SwitchError('payment_method_not_found');
  checkCustomer(request, paymentMethod);
  if (paymentMethod.status !== 'active') throw precondition('payment method is not active');
  if (request.payment_method && request.payment_method !== paymentMethod.method) {
    throw precondition(
      'payment method in request does not match previously provided payment method information',
    );
  }
  if (!paymentMethod.card) throw notFound();
  return {
    ...storedCardOfMethod(request, paymentMethod, paymentMethod.card),
    missingCardError: notFound,
  };
}

function checkCustomer(request: PaymentRequest, { customerId }: PaymentMethod): void {
  if (requestCustomerOf(request).id === customerId) return;
  throw precondition(
    'customer associated with payment method and customer passed in payment are not same',
  );
}

const storedCardOfMethod = (
  request: PaymentRequest,
  paymentMethod: PaymentMethod,
  card: SavedCard,
) => ({
  token: card.token,
  ...requestOverrides(request, describeSavedCard(card)),
  fingerprint: card.fingerprint,
  type: v.is(PaymentMethodType, paymentMethod.type) ? paymentMethod.type : undefined,
  paymentMethod,
  // It was saved without one.
  mayHaveCode: false,
});

/** What the request itself says of the card counts. */
function requestOverrides(request: PaymentRequest, described: DescribedCard) {
  const { payment_method_data: data, card_cvc: atRoot } = request;
  const { card_holder_name: name, card_cvc } =
    (data && typeof data !== 'string' && data.card_token) || {};
  return {
    described: name == null ? described : { ...described, card_holder_name: name },
    code: card_cvc ?? atRoot ?? undefined,
  };
}

const unknownOfCard = {
  card_type: null,
  card_issuer: null,
  card_issuing_country: null,
  card_extended_bin: null,
  payment_checks: null,
  authentication_data: null,
  auth_code: null,
};

/** What the vault may say of a card, in the words of this API. */
export const describeVaultCard = (masked: MaskedCard): DescribedCard => ({
  ...unknownOfCard,
  last4: masked.maskedNumber.slice(-4),
  card_network: networkOfBrand(masked.brand) ?? null,
  card_isin: /^\d{6}/.exec(masked.maskedNumber)?.[0] ?? null,
  card_exp_month: masked.expiryMonth,
  card_exp_year: masked.expiryYear,
  card_holder_name: masked.holderName ?? null,
});

const describeSavedCard = (card: SavedCard): DescribedCard => ({
  ...unknownOfCard,
  last4: card.last4,
  card_type: card.type ?? null,
  card_network: v.is(CardNetwork, card.network) ? v.parse(CardNetwork, card.network) : null,
  card_issuer: card.issuer ?? null,
  card_issuing_country: card.issuingCountry ?? null,
  card_isin: card.isin ?? null,
  card_exp_month: card.expiryMonth,
  card_exp_year: card.expiryYear,
  card_holder_name: card.holderName ?? null,
});

const expired = () => new SwitchError('token_expired');
const precondition = (message: string) => new SwitchError('precondition_failed', { message });
