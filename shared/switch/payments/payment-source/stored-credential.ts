import * as v from 'valibot';
import { isSwitchError, SwitchError } from '#platform/errors.ts';
import { CardNetwork, PaymentMethod, PaymentMethodType } from '#vocabulary/payment-methods.ts';
import { requestCustomerOf } from '../../customers/request-customer.ts';
import { checkChangeable, checkChargeable, type Mandate } from '../../mandates/mandate.ts';
import type { ChangedMandate, ChargedMandate } from '../../mandates/mandate-in-payment.ts';
import type { CardServices } from '../card-services.ts';
import type { Payment, UsedMethod } from '../payment.ts';
import type { DescribedCard } from '../payment-method-data/card.ts';
import { netAmount } from '../request/net-amount.ts';
import type { PaymentRequest } from '../request/payment-request.ts';
import { type StoredConsent, storedConsentOf } from './charge-without-customer.ts';
import { shouldSaveCard } from './save-card.ts';
import { findStoredCard, type StoredCard, type StoredCardContext } from './stored-card.ts';

/**
 * The stored credential that the request refers to (saved card, mandate or connector token), with
 * the processors' own credentials for it. Empty when the request carries payment method data.
 */
export interface StoredCredential extends StoredConsent {
  /** A card in the vault. */
  readonly card?: StoredCard | undefined;
  /** The customer's mandate with its limits. */
  readonly mandate?: Mandate | undefined;
}

interface CredentialContext extends StoredCardContext {
  /** Whether a processor may charge a credential to which the customer agreed at another one. */
  readonly isAgnostic: boolean;
}

/**
 * Finds the stored credential of a request. A mandate is charged at the processor that stores it.
 * A mandate that no processor stores, and one that other processors may charge, comes with the card
 * of its payment method.
 *
 * @throws SwitchError `mandate_not_found`, and those of `findStoredCard`
 */
export async function findStoredCredential(
  request: PaymentRequest,
  context: CredentialContext,
  services: Pick<CardServices, 'vault' | 'paymentMethods' | 'mandates'>,
): Promise<StoredCredential> {
  const { recurring_details: recurring, mandate_id: atRoot } = request;
  const mandateId = recurring?.type === 'mandate_id' ? recurring.data : atRoot;
  if (mandateId) {
    const mandate = await services.mandates.get(context.merchantId, mandateId);
    return { mandate, ...(await storedOfMandate(mandate, request, context, services)) };
  }
  if (recurring?.type === 'processor_payment_token') {
    const { processor_payment_token: connectorMandateId, merchant_connector_id } = recurring.data;
    return {
      connectorMandates: [{ accountId: merchant_connector_id ?? undefined, connectorMandateId }],
    };
  }
  const card = await findStoredCard(request, context, services);
  const { paymentMethod } = card ?? {};
  const isAway = request.off_session && paymentMethod;
  return { card, ...(isAway && storedConsentOf(paymentMethod, context.isAgnostic)) };
}

/** How a mandate can be charged: its processor's credential, and its card where that is of use. */
async function storedOfMandate(
  mandate: Mandate,
  request: PaymentRequest,
  context: CredentialContext,
  services: Pick<CardServices, 'vault' | 'paymentMethods'>,
): Promise<StoredCredential> {
  const { connectorMandateId, connectorAccountId: accountId, networkTransactionId } = mandate;
  if (!connectorMandateId) {
    const card = await cardOfMandate(mandate, request, context, services);
    return { card, ...(context.isAgnostic && { networkTransactionId }) };
  }
  const own = { connectorMandates: [{ accountId, connectorMandateId }] };
  if (!context.isAgnostic || networkTransactionId === undefined) return own;
  try {
    const card = await cardOfMandate(mandate, request, context, services);
    return card ? { ...own, card, networkTransactionId } : own;
  } catch (error) {
    // Its own processor needs no payment method of ours.
    if (!isSwitchError(error)) throw error;
    return own;
  }
}

async function cardOfMandate(
  { paymentMethodId }: Mandate,
  request: PaymentRequest,
  context: StoredCardContext,
  services: Pick<CardServices, 'vault' | 'paymentMethods'>,
): Promise<StoredCard | undefined> {
  if (!paymentMethodId) return undefined;
  const { mandate_id: _, ...rest } = request;
  const byMethod = { type: 'payment_method_id', data: paymentMethodId } as const;
  return findStoredCard({ ...rest, recurring_details: byMethod }, context, services);
}

/** Whether the request refers to a stored credential. */
export const hasStoredCredential = ({
  card,
  mandate,
  connectorMandates = [],
}: StoredCredential): boolean =>
  card !== undefined || mandate !== undefined || connectorMandates.length > 0;

/**
 * The payment method of a stored credential, in the words of the API. A processor's token counts as
 * a card unless the request states otherwise.
 */
export function methodOfCredential(
  { card, mandate }: StoredCredential,
  request: PaymentRequest,
): { readonly method: PaymentMethod; readonly type: PaymentMethodType | undefined } {
  const stated = request.payment_method_type ?? undefined;
  if (card) return { method: 'card', type: stated ?? card.type };
  if (!mandate) return { method: request.payment_method ?? 'card', type: stated };
  const method = v.parse(PaymentMethod, mandate.method);
  return { method, type: stated ?? v.parse(v.optional(PaymentMethodType), mandate.type) };
}

/**
 * The part of the mandate that this payment uses; undefined without one. Refuses a payment that the
 * mandate does not allow.
 *
 * @throws SwitchError those of `checkChargeable`
 */
export function chargeOfMandate(
  { mandate }: StoredCredential,
  payment: Pick<Payment, 'amountMinor' | 'currency' | 'requestFields' | 'customer'>,
  request: PaymentRequest,
  now: Date,
): ChargedMandate | undefined {
  if (!mandate) return undefined;
  const amountMinor = netAmount({
    ...payment.requestFields,
    ...request,
    amount: payment.amountMinor,
  });
  checkChargeable(mandate, {
    customerId: requestCustomerOf(request).id ?? payment.customer?.id,
    amountMinor,
    currency: payment.currency,
    method: request.payment_method,
    now,
  });
  const { id, kind, limitMinor } = mandate;
  return {
    role: 'charged',
    id,
    kind,
    ...(limitMinor !== undefined && { limitMinor }),
    amountMinor,
    state: 'wanted',
  };
}

/**
 * The mandate that gets the payment's method once the payment is authorized. The processor deletes
 * its old one afterwards.
 *
 * @throws SwitchError `missing_param` without the customer's consent to the new method, and those of
 * `checkChangeable`
 */
export function changeOfMandate(
  mandate: Mandate,
  { currency, customer }: Pick<Payment, 'currency' | 'customer'>,
  request: PaymentRequest,
): ChangedMandate {
  const customerId = requestCustomerOf(request).id ?? customer?.id;
  checkChangeable(mandate, { customerId, currency });
  if (!shouldSaveCard(request)) {
    throw new SwitchError('missing_param', { field: 'mandate_data.customer_acceptance' });
  }
  const { id, connectorName, connectorAccountId, connectorMandateId } = mandate;
  const { connectorCustomerId, paymentMethodId } = mandate;
  return {
    role: 'changed',
    id,
    state: 'wanted',
    before: {
      connectorName,
      connectorAccountId,
      ...(connectorMandateId !== undefined && { connectorMandateId }),
      ...(connectorCustomerId !== undefined && { connectorCustomerId }),
      ...(paymentMethodId !== undefined && { paymentMethodId }),
    },
  };
}

/**
 * The card network's id of the payment to which the customer consented, as a processor gets it
 * beside the card.
 */
export const networkTransactionIdOf = ({
  mandate,
  networkTransactionId,
}: StoredCredential): string | undefined => networkTransactionId ?? mandate?.networkTransactionId;

/** A stored credential without a vault card, as it may be shown beside its billing. */
export function maskedOfMandate({ mandate }: StoredCredential): DescribedCard | undefined {
  const { card } = mandate ?? {};
  if (!card) return undefined;
  return {
    last4: card.last4 ?? null,
    card_type: card.type ?? null,
    card_network: v.is(CardNetwork, card.network) ? v.parse(CardNetwork, card.network) : null,
    card_issuer: card.issuer ?? null,
    card_issuing_country: card.issuingCountry ?? null,
    card_isin: card.isin ?? null,
    card_extended_bin: null,
    card_exp_month: card.expiryMonth ?? null,
    card_exp_year: card.expiryYear ?? null,
    card_holder_name: card.holderName ?? null,
    payment_checks: null,
    authentication_data: null,
    auth_code: null,
  };
}

/**
 * The processors' own ids of the customer, by connector account, as earlier payments returned them.
 */
export const connectorCustomersOf = ({
  card,
  mandate,
}: StoredCredential): Readonly<Record<string, string>> => ({
  ...card?.paymentMethod?.connectorCustomers,
  ...(mandate?.connectorCustomerId !== undefined && {
    [mandate.connectorAccountId]: mandate.connectorCustomerId,
  }),
});

/** The saved payment method of a stored credential. */
export function savedMethodOf({ card, mandate }: StoredCredential): UsedMethod | undefined {
  if (card?.paymentMethod) {
    const { id, status } = card.paymentMethod;
    return { id, status };
  }
  return mandate?.paymentMethodId ? { id: mandate.paymentMethodId, status: 'active' } : undefined;
}
