import * as v from 'valibot';
import type { CardBinFacts } from '#operator/card-bins/card-bin.ts';
import { SwitchError } from '#platform/errors.ts';
import type { MaskedCard } from '#vault/cards/card.ts';
import { isCardToken } from '#vault/cards/card.ts';
import { callVault } from '#vault/switch/from-switch.ts';
import { networkOfBrand } from '#vocabulary/card-networks/card-networks.ts';
import { CardNetwork, PaymentMethodType } from '#vocabulary/payment-methods.ts';
import { requestCustomerOf } from '../../customers/request-customer.ts';
import type { PaymentMethod, SavedCard } from '../../payment-methods/payment-method.ts';
import type { CardServices } from '../card-services.ts';
import type { Payment } from '../payment.ts';
import type { DescribedCard } from '../payment-method-data/card.ts';
import { hasVariant } from '../payment-method-data/payment-method-data.ts';
import type { PaymentRequest } from '../request/payment-request.ts';

/** A vault card that a request refers to. */
export interface StoredCard {
  /** The vault's token; undefined for a masked card, which only its processor can charge. */
  readonly token: string | undefined;
  readonly described: DescribedCard;
  /** `credit` or `debit`, if known. */
  readonly type?: PaymentMethodType | undefined;
  /** The operator's facts of its range, where a routing program compares them. */
  readonly range?: CardBinFacts;
  readonly nickName?: string | undefined;
  /** The vault's fingerprint of the card, if known. */
  readonly fingerprint?: string | undefined;
  /** The saved payment method that the card belongs to. */
  readonly paymentMethod?: PaymentMethod;
  /** The payment token by which the request named it; deleted after the payment. */
  readonly paymentToken?: string;
  /** The cvc typed for this payment. */
  readonly code?: string | undefined;
  /** The vault's token of the cvc, which the customer typed into the vault's form. */
  readonly codeToken?: string | undefined;
  /** Whether the vault may have its cvc. */
  readonly mayHaveCode: boolean;
  /** The error when the vault no longer has the card. */
  readonly missingCardError: () => SwitchError;
}

export interface StoredCardContext {
  readonly merchantId: string;
  /** The payment before this request, if it exists. */
  readonly payment?: Payment;
  readonly now: Date;
}

/**
 * Finds the card that a request refers to: the attached card, a card that the vault's page
 * captured, or a saved payment method. Undefined for a request with its own data, and for one
 * without any: `requirePaymentMethod` throws for that.
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

/** The vault token in the request's payment method data. */
export const vaultTokenIn = ({ payment_method_data: data }: PaymentRequest): string | undefined =>
  (data && typeof data !== 'string' && data.card_token?.vault_token) || undefined;

/** Whether a request contains its own payment method data. */
function carriesItsOwn({ payment_method_data: data }: PaymentRequest): boolean {
  if (!data || !hasVariant(data)) return false;
  // With a token, the data may only add the card holder's name or the cvc.
  return typeof data === 'string' || !data.card_token;
}

/** The request with the attached card, unless it names another payment method. */
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

/**
 * Finds a card that was stored in the vault for this merchant, by the vault's page or by the
 * switch.
 */
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
  // The vault does not find other merchants' cards.
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

/** Finds a payment method by a payment token from the customer's list. */
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

/** Finds a payment method for a charge without the customer. */
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
  fingerprint: card.token === undefined ? undefined : card.fingerprint,
  type: v.is(PaymentMethodType, paymentMethod.type) ? paymentMethod.type : undefined,
  paymentMethod,
  // Saved cards have no cvc.
  mayHaveCode: false,
});

/** Members of the request that win over the stored card's. */
function requestOverrides(request: PaymentRequest, described: DescribedCard) {
  const { payment_method_data: data, card_cvc: atRoot } = request;
  const {
    card_holder_name: name,
    card_cvc,
    card_cvc_token,
  } = (data && typeof data !== 'string' && data.card_token) || {};
  return {
    described: name == null ? described : { ...described, card_holder_name: name },
    code: card_cvc ?? atRoot ?? undefined,
    codeToken: card_cvc_token != null && isCardToken(card_cvc_token) ? card_cvc_token : undefined,
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

/** A vault card as the API describes it. */
const describeVaultCard = (masked: MaskedCard): DescribedCard => ({
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
