import * as v from 'valibot';
import { defineOperation, variantOf } from '#platform/http/operation/operation.ts';
import { given, Identifier, JsonObject, Metadata, text } from '#platform/schema.ts';
import { Address, AddressDetailsResponse, PhoneDetails } from '#vocabulary/address.ts';
import { Country } from '#vocabulary/countries.ts';
import { Currency } from '#vocabulary/currencies.ts';
import {
  CardNetwork,
  PaymentExperience,
  PaymentMethod,
  PaymentMethodType,
} from '#vocabulary/payment-methods.ts';
import {
  BankTransfer,
  BankTransferData,
  CardDetail,
  CardUpdate,
  CompletingData,
  DisplayName,
  Wallet,
  WalletUpdate,
} from './instrument-variants.ts';

export const CreatePaymentMethodRequest = v.strictObject({
  customer_id: given(Identifier),
  payment_method: given(PaymentMethod),
  payment_method_type: given(PaymentMethodType),
  payment_method_issuer: given(DisplayName),
  payment_method_issuer_code: given(
    v.picklist([
      'jp_hdfc',
      'jp_icici',
      'jp_googlepay',
      'jp_applepay',
      'jp_phonepay',
      'jp_wechat',
      'jp_sofort',
      'jp_giropay',
      'jp_sepa',
      'jp_bacs',
    ]),
  ),
  card: given(CardDetail),
  card_network: given(text(255)),
  bank_transfer: given(BankTransfer),
  bank_transfer_data: given(BankTransferData),
  wallet: given(Wallet),
  /** Used only when a payment method that awaits its data is completed. */
  payment_method_data: given(CompletingData),
  metadata: given(Metadata),
  billing: given(Address),
  client_secret: given(text(255)),
});
export type CreatePaymentMethodRequest = v.InferOutput<typeof CreatePaymentMethodRequest>;

export const UpdatePaymentMethodRequest = v.strictObject({
  card: given(CardUpdate),
  wallet: given(WalletUpdate),
  client_secret: given(text(255)),
});
export type UpdatePaymentMethodRequest = v.InferOutput<typeof UpdatePaymentMethodRequest>;

const SavedCardResponse = v.object({
  scheme: v.nullable(v.string()),
  issuer_country: v.nullable(v.string()),
  issuer_country_code: v.nullable(v.string()),
  last4_digits: v.nullable(v.string()),
  expiry_month: v.nullable(v.string()),
  expiry_year: v.nullable(v.string()),
  /** The vault's token, which payments accept too. */
  card_token: v.nullable(v.string()),
  card_holder_name: v.nullable(v.string()),
  /** Equal for equal card numbers of one merchant. */
  card_fingerprint: v.nullable(v.string()),
  nick_name: v.nullable(v.string()),
  card_network: v.nullable(v.string()),
  card_isin: v.nullable(v.string()),
  card_issuer: v.nullable(v.string()),
  card_type: v.nullable(v.string()),
  saved_to_locker: v.boolean(),
});

const shown = {
  payment_method_id: v.string(),
  payment_method: v.nullable(v.string()),
  payment_method_type: v.nullable(v.string()),
  card: v.nullable(SavedCardResponse),
  recurring_enabled: v.boolean(),
  installment_payment_enabled: v.boolean(),
  payment_experience: v.array(PaymentExperience),
  metadata: v.nullable(JsonObject),
  created: v.string(),
  last_used_at: v.string(),
};

export const PaymentMethodResponse = v.object({
  ...shown,
  merchant_id: v.string(),
  customer_id: v.string(),
  client_secret: v.nullable(v.string()),
});
export type PaymentMethodResponse = v.InferOutput<typeof PaymentMethodResponse>;

export const UpdatePaymentMethodResponse = v.object({
  ...PaymentMethodResponse.entries,
  wallet: v.nullable(JsonObject),
});

export const DeletePaymentMethodResponse = v.object({
  payment_method_id: v.string(),
  deleted: v.boolean(),
});

export const DefaultPaymentMethodResponse = v.object({
  default_payment_method_id: v.string(),
  customer_id: v.string(),
  payment_method: v.nullable(v.string()),
  payment_method_type: v.nullable(v.string()),
});

const BillingResponse = v.object({
  address: v.nullable(AddressDetailsResponse),
  phone: v.nullable(PhoneDetails),
  email: v.nullable(v.string()),
});

export const CustomerPaymentMethodResponse = v.object({
  ...shown,
  payment_token: v.string(),
  customer_id: v.string(),
  payment_method_issuer: v.nullable(v.string()),
  payment_method_issuer_code: v.nullable(v.string()),
  bank: v.nullable(v.object({ mask: v.string() })),
  surcharge_details: v.nullable(JsonObject),
  requires_cvv: v.boolean(),
  default_payment_method_set: v.boolean(),
  billing: v.nullable(BillingResponse),
});
export type CustomerPaymentMethodResponse = v.InferOutput<typeof CustomerPaymentMethodResponse>;

export const CustomerPaymentMethodsResponse = v.object({
  customer_payment_methods: v.array(CustomerPaymentMethodResponse),
  /** Set only in responses to customers: whether the payment names no customer. */
  is_guest_customer: v.nullable(v.boolean()),
});

const Whole = v.pipe(
  v.string(),
  v.regex(/^\d{1,9}$/, 'invalid digit found in string'),
  v.transform(Number),
);
const Flag = v.picklist(['true', 'false']);
/** A repeated query parameter arrives as one text with commas. */
const several = <Word extends v.GenericSchema<string, unknown>>(word: Word) =>
  v.pipe(
    v.string(),
    v.transform((value) => value.split(',')),
    v.array(word),
  );

/** All but `limit` are accepted and ignored, and so are unknown parameters. */
export const listQuery = v.object({
  client_secret: given(text(255)),
  accepted_countries: given(several(Country)),
  accepted_currencies: given(several(Currency)),
  amount: given(Whole),
  recurring_enabled: given(Flag),
  installment_payment_enabled: given(Flag),
  card_networks: given(several(CardNetwork)),
  limit: given(Whole),
});

const params = v.object({ method_id: Identifier });
const example = { method_id: 'pm_example' };

const aCard = {
  card_number: '4242424242424242',
  card_exp_month: '10',
  card_exp_year: '2035',
  card_holder_name: 'Joseph Doe',
} as const;

export const createPaymentMethod = defineOperation({
  name: 'payment-methods.create',
  method: 'POST',
  path: '/payment_methods',
  summary: 'Save a payment method of a customer',
  about: {
    description:
      'Stores a payment method for a customer, without a payment. Card data goes into the vault.',
    differs:
      'Saves cards. Bank accounts and wallets are refused with 501 `IR_00`: [saved cards](decisions/0013-saved-cards.md).',
  },
  auth: 'secret key',
  body: CreatePaymentMethodRequest,
  response: PaymentMethodResponse,
  errors: [
    'missing_param',
    'customer_not_found',
    'customer_redacted',
    'invalid_request',
    'invalid_value',
    'precondition_failed',
    'not_implemented',
    'concurrent_update',
  ],
  access: {
    table: ['GetItem', 'PutItem', 'Query', 'UpdateItem', 'BatchGetItem'],
    vault: ['store cards without cvc', 'describe cards', 'remove cards'],
  },
  impact: 'Merchants cannot save cards of their customers; payments continue.',
  example: {
    body: { customer_id: 'customer_example', payment_method: 'card', card: aCard },
  },
});

export const savePaymentMethod = defineOperation({
  name: 'payment-methods.save',
  method: 'POST',
  path: '/payment_methods/{method_id}/save',
  summary: 'Complete a payment method that waits for its data',
  about: {
    description:
      'Adds the data to a payment method that was created without it. For browsers and apps, with the client secret of the payment method.',
  },
  auth: 'secret key or client secret',
  params,
  body: CreatePaymentMethodRequest,
  response: PaymentMethodResponse,
  errors: [
    'payment_method_not_found',
    'client_secret_mismatch',
    'client_secret_expired',
    'missing_param',
    'customer_not_found',
    'customer_redacted',
    'invalid_request',
    'invalid_value',
    'precondition_failed',
    'not_implemented',
    'concurrent_update',
  ],
  notFound: 'payment_method_not_found',
  access: {
    table: ['GetItem', 'PutItem', 'Query', 'UpdateItem', 'BatchGetItem'],
    vault: ['store cards without cvc', 'describe cards', 'remove cards'],
  },
  impact: 'Customers cannot save cards on pages of merchants; payments continue.',
  example: {
    params: { method_id: 'pm_awaited' },
    body: { payment_method: 'card', payment_method_data: { card: aCard } },
  },
});

export const retrievePaymentMethod = defineOperation({
  name: 'payment-methods.retrieve',
  method: 'GET',
  path: '/payment_methods/{method_id}',
  summary: 'Retrieve a payment method',
  about: { description: 'Answers with the stored payment method, masked.' },
  auth: 'secret key',
  params,
  response: PaymentMethodResponse,
  errors: ['payment_method_not_found'],
  notFound: 'payment_method_not_found',
  access: { table: ['GetItem', 'Query'] },
  impact: 'Merchants cannot see saved payment methods; payments continue.',
  example: { params: example },
});

export const updatePaymentMethod = defineOperation({
  name: 'payment-methods.update',
  method: 'POST',
  path: '/payment_methods/{method_id}/update',
  summary: 'Update a saved card',
  about: {
    description: 'Changes the expiry date, the name on it or the nickname of a stored card.',
    differs: 'Changes cards; no wallet can be saved: [saved cards](decisions/0013-saved-cards.md).',
  },
  auth: 'secret key or client secret',
  params,
  body: UpdatePaymentMethodRequest,
  response: UpdatePaymentMethodResponse,
  errors: [
    'payment_method_not_found',
    'payment_method_data_not_found',
    'payment_method_type_not_supported',
    'client_secret_mismatch',
    'client_secret_expired',
    'invalid_request',
    'invalid_value',
    'precondition_failed',
    'concurrent_update',
  ],
  notFound: 'payment_method_not_found',
  access: {
    table: ['GetItem', 'PutItem', 'Query'],
    vault: ['use cards without cvc', 'store cards without cvc', 'remove cards'],
  },
  impact: 'The expiry and names of saved cards cannot be changed; payments continue.',
  example: { params: example, body: { card: { card_exp_month: '11', card_exp_year: '2036' } } },
});

export const deletePaymentMethod = defineOperation({
  name: 'payment-methods.delete',
  method: 'DELETE',
  path: '/payment_methods/{method_id}',
  summary: 'Delete a payment method',
  about: {
    description: 'Deletes the stored payment method. A card is deleted from the vault as well.',
  },
  auth: 'secret key or ephemeral key',
  params,
  response: DeletePaymentMethodResponse,
  errors: ['payment_method_not_found', 'concurrent_update'],
  notFound: 'payment_method_not_found',
  access: {
    table: ['GetItem', 'PutItem', 'Query', 'UpdateItem', 'DeleteItem'],
    vault: ['remove cards'],
  },
  impact: 'Saved cards cannot be deleted; payments continue.',
  example: { params: example },
});

export const listPaymentMethods = defineOperation({
  name: 'payment-methods.list',
  method: 'GET',
  path: '/customers/{customer_id}/payment_methods',
  summary: 'List the payment methods of a customer',
  about: {
    description:
      'Lists the stored payment methods of a customer, each with a `payment_token` that a payment can be made with.',
  },
  auth: 'secret key or ephemeral key',
  params: v.object({ customer_id: Identifier }),
  query: listQuery,
  response: CustomerPaymentMethodsResponse,
  errors: ['customer_not_found', 'customer_redacted'],
  notFound: 'customer_not_found',
  access: { table: ['GetItem', 'PutItem', 'Query', 'BatchGetItem'], indexes: ['by-list'] },
  impact: 'Merchants cannot list saved cards of customers; payments with new cards continue.',
  example: { params: { customer_id: 'customer_example' } },
});

export const listPaymentMethodsForCustomer = defineOperation({
  name: 'payment-methods.list-for-customer',
  method: 'GET',
  path: '/customers/payment_methods',
  summary: "List the payment methods of a payment's customer",
  about: {
    description:
      'The same list for the customer of a payment. For browsers and apps, with the client secret of the payment.',
  },
  auth: 'secret key, client secret or ephemeral key',
  query: listQuery,
  response: CustomerPaymentMethodsResponse,
  errors: [
    'payment_not_found',
    'client_secret_mismatch',
    'client_secret_expired',
    'customer_not_found',
    'customer_redacted',
  ],
  notFound: 'payment_not_found',
  access: { table: ['GetItem', 'PutItem', 'Query', 'BatchGetItem'], indexes: ['by-list'] },
  impact: 'Customers do not see their saved cards; payments with new cards continue.',
  example: {},
});

export const setDefaultPaymentMethod = defineOperation({
  name: 'payment-methods.set-default',
  method: 'POST',
  path: '/customers/{customer_id}/payment_methods/{payment_method_id}/default',
  summary: 'Make a payment method the default of its customer',
  about: { description: 'Makes a stored payment method the one that forms offer first.' },
  auth: 'secret key or ephemeral key',
  params: v.object({ customer_id: Identifier, payment_method_id: Identifier }),
  response: DefaultPaymentMethodResponse,
  errors: [
    'payment_method_not_found',
    'customer_not_found',
    'customer_redacted',
    'precondition_failed',
    'concurrent_update',
  ],
  notFound: 'payment_method_not_found',
  access: { table: ['GetItem', 'Query', 'UpdateItem'] },
  impact: 'The default payment method of customers cannot be changed; payments continue.',
  example: { params: { customer_id: 'customer_example', payment_method_id: 'pm_second' } },
});

/** The same by the path of the published API; Hyperswitch v1 itself serves the other path. */
export const setDefaultPaymentMethodAlias = variantOf(setDefaultPaymentMethod, {
  name: 'payment-methods.set-default-alias',
  path: '/{customer_id}/payment_methods/{payment_method_id}/default',
  summary: 'Make a payment method the default of its customer, by its published path',
  about: { description: 'The same by another path.' },
});
