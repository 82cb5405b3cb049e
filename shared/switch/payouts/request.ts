import * as v from 'valibot';
import { processors } from '#connectors/sandbox/processors.ts';
import { chosenName, Email, given, Identifier, integer, text } from '#platform/schema.ts';
import { Address } from '#vocabulary/address.ts';
import { Currency } from '#vocabulary/currencies.ts';
import { PaymentMethod, PaymentMethodType } from '#vocabulary/payment-methods.ts';
import { CustomerDetails } from '../customers/customer-details.ts';
import { BrowserInfo } from '../payments/request/browser-info.ts';
import { RoutingField } from '../payments/request/straight-through-routing.ts';
import { passedOnInRequests } from './passed-on-fields.ts';
import { PayoutMethodData, PayoutType, SourceBankData } from './payout-method-variants.ts';

/** The payout connectors of the published API, one more of ours, and those that move no money. */
// biome-ignore format: names read better in rows.
const payoutConnectors = [
  'adyen', 'adyenplatform', 'cybersource', 'ebanx', 'envoy', 'gigadat', 'itaubank', 'loonio',
  'nomupay', 'nuvei', 'payone', 'paypal', 'stripe', 'truelayer', 'trustly', 'wise', 'worldpay',
  'worldpayxml', 'checkout', ...processors,
] as const;
export const PayoutConnector = v.picklist(payoutConnectors);

/** `lowercase` means a business; the published API spells it so. */
export const PayoutEntityType = v.picklist([
  'Individual',
  'Company',
  'NonProfit',
  'PublicSector',
  'NaturalPerson',
  'lowercase',
  'Personal',
]);
export type PayoutEntityType = v.InferOutput<typeof PayoutEntityType>;

const flag = given(v.boolean());
const short = given(text(255));

const PayoutLinkRequest = v.strictObject({
  logo: short,
  merchant_name: short,
  theme: short,
  payout_link_id: given(chosenName(255)),
  enabled_payment_methods: given(
    v.array(
      v.strictObject({
        payment_method: PaymentMethod,
        payment_method_types: v.array(PaymentMethodType),
      }),
    ),
  ),
  form_layout: given(v.picklist(['tabs', 'journey'])),
  test_mode: flag,
});

/** In the order of the published API. */
const changeable = {
  /** In minor units. */
  amount: given(integer(0, Number.MAX_SAFE_INTEGER)),
  currency: given(Currency),
  merchant_order_reference_id: passedOnInRequests.merchant_order_reference_id,
  description: passedOnInRequests.description,
  metadata: passedOnInRequests.metadata,
  return_url: passedOnInRequests.return_url,
  business_country: passedOnInRequests.business_country,
  business_label: passedOnInRequests.business_label,
  profile_id: given(Identifier),
  billing: given(Address),
  browser_info: given(BrowserInfo),
  customer: given(CustomerDetails),
  customer_id: given(Identifier),
  email: given(Email),
  name: short,
  phone: short,
  phone_country_code: short,
  auto_fulfill: flag,
  payout_type: given(PayoutType),
  payout_method_data: given(PayoutMethodData),
  payout_token: given(chosenName(255)),
  payout_method_id: given(chosenName(255)),
  recurring: flag,
  entity_type: given(PayoutEntityType),
  priority: passedOnInRequests.priority,
  connector: given(v.array(PayoutConnector)),
  routing: given(RoutingField),
  payout_link: flag,
  payout_link_config: given(PayoutLinkRequest),
  /** How long the client secret is valid, in seconds. */
  session_expiry: given(integer(0, 4_294_967_295)),
  source_bank_data: given(SourceBankData),
};

/**
 * A merchant's payout request. Absent and `null` mean the same. It may contain a card number or a
 * bank account, so it lives in memory only.
 */
export const PayoutRequest = v.strictObject({
  ...changeable,
  ...passedOnInRequests,
  confirm: flag,
  client_secret: given(text(255)),
});
export type PayoutRequest = v.InferOutput<typeof PayoutRequest>;

export const CreatePayoutRequest = v.strictObject({
  ...PayoutRequest.entries,
  amount: integer(0, Number.MAX_SAFE_INTEGER),
  currency: Currency,
  payout_id: given(Identifier),
  merchant_id: given(Identifier),
});
export type CreatePayoutRequest = v.InferOutput<typeof CreatePayoutRequest>;
