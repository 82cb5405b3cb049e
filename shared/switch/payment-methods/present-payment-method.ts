import { presentAddressDetails } from '#vocabulary/address.ts';
import type { CustomerPaymentMethodResponse, PaymentMethodResponse } from './operations.ts';
import type { PaymentMethod, SavedCard } from './payment-method.ts';

/** Presents a payment method to its merchant; unknown members are `null`. */
export const presentPaymentMethod = (paymentMethod: PaymentMethod): PaymentMethodResponse => ({
  merchant_id: paymentMethod.merchantId,
  customer_id: paymentMethod.customerId,
  ...presentShown(paymentMethod),
  client_secret: paymentMethod.clientSecret ?? null,
});

/** Presents a payment method to its customer. */
export const presentToCustomer = (
  paymentMethod: PaymentMethod,
  {
    token,
    isDefault,
    requiresCvv,
  }: { readonly token: string; readonly isDefault: boolean; readonly requiresCvv: boolean },
): CustomerPaymentMethodResponse => ({
  payment_token: token,
  customer_id: paymentMethod.customerId,
  ...presentShown(paymentMethod),
  payment_method_issuer: paymentMethod.issuer ?? null,
  payment_method_issuer_code: paymentMethod.issuerCode ?? null,
  bank: paymentMethod.bankAccount ? { mask: paymentMethod.bankAccount.last4 } : null,
  surcharge_details: null,
  requires_cvv: requiresCvv,
  default_payment_method_set: isDefault,
  billing: presentBilling(paymentMethod),
});

const presentShown = (paymentMethod: PaymentMethod) => ({
  payment_method_id: paymentMethod.id,
  payment_method: paymentMethod.method ?? null,
  payment_method_type: paymentMethod.type ?? null,
  card: paymentMethod.card ? presentCard(paymentMethod.card) : null,
  // With a processor's credential it can be charged without the customer.
  recurring_enabled: Object.keys(paymentMethod.connectorMandates ?? {}).length > 0,
  installment_payment_enabled: false,
  payment_experience: ['redirect_to_url' as const],
  metadata: paymentMethod.metadata ?? null,
  created: paymentMethod.createdAt,
  last_used_at: paymentMethod.lastUsedAt,
});

const presentCard = (card: SavedCard) => ({
  scheme: card.network ?? null,
  issuer_country: card.issuingCountry ?? null,
  issuer_country_code: card.issuingCountryCode ?? null,
  last4_digits: card.last4,
  expiry_month: card.expiryMonth,
  expiry_year: card.expiryYear,
  card_token: card.token ?? null,
  card_holder_name: card.holderName ?? null,
  card_fingerprint: card.token === undefined ? null : card.fingerprint,
  nick_name: card.nickName ?? null,
  card_network: card.network ?? null,
  card_isin: card.isin ?? null,
  card_issuer: card.issuer ?? null,
  card_type: card.type ?? null,
  saved_to_locker: card.token !== undefined,
});

function presentBilling({ billing }: PaymentMethod) {
  if (!billing) return null;
  return {
    address: billing.address ? presentAddressDetails(billing.address) : null,
    phone: billing.phone ?? null,
    email: billing.email ?? null,
  };
}
