import * as v from 'valibot';
import { defineOperation } from '#platform/http/operation/operation.ts';
import { FilePart, NamePart, TextPart } from '#platform/http/request/form.ts';
import { given, Identifier, JsonObject, Metadata, text } from '#platform/schema.ts';
import { Address } from '#vocabulary/address.ts';
import { PaymentMethod, PaymentMethodType } from '#vocabulary/payment-methods.ts';
import { DisplayName } from '../instrument-variants.ts';
import { CreatePaymentMethodRequest, PaymentMethodResponse } from '../operations.ts';
import { PaymentMethodStatus } from '../payment-method.ts';
import {
  ConnectorMandateDetails,
  MigratedCard,
  MigratedNetworkToken,
  NetworkTransactionId,
} from './migration-schemas.ts';

/** Unknown members are ignored. */
export const MigratePaymentMethodRequest = v.object({
  merchant_id: Identifier,
  customer_id: given(Identifier),
  payment_method: given(PaymentMethod),
  payment_method_type: given(PaymentMethodType),
  payment_method_issuer: given(DisplayName),
  payment_method_issuer_code: CreatePaymentMethodRequest.entries.payment_method_issuer_code,
  card: given(MigratedCard),
  network_token: given(MigratedNetworkToken),
  metadata: given(Metadata),
  card_network: given(text(255)),
  billing: given(Address),
  connector_mandate_details: given(ConnectorMandateDetails),
  network_transaction_id: given(NetworkTransactionId),
});
export type MigratePaymentMethodRequest = v.InferOutput<typeof MigratePaymentMethodRequest>;

/** Null where the record states none; false where it was not taken. */
const migrated = {
  card_migrated: v.nullable(v.boolean()),
  network_token_migrated: v.nullable(v.boolean()),
  connector_mandate_details_migrated: v.nullable(v.boolean()),
  network_transaction_id_migrated: v.nullable(v.boolean()),
};

export const MigratePaymentMethodResponse = v.object({
  payment_method_response: PaymentMethodResponse,
  ...migrated,
});
export type MigratePaymentMethodResponse = v.InferOutput<typeof MigratePaymentMethodResponse>;

const TextOfForm = v.optional(TextPart);
/** An identifier, whose form the operation checks with an error of its own. */
const IdOfForm = v.optional(NamePart);

/** Missing parts of the form have their own errors, so nothing is required here. */
export const MigratePaymentMethodsRequest = v.object({
  /** Comma-separated values; the first line names the columns. */
  file: v.optional(FilePart),
  merchant_id: IdOfForm,
  merchant_connector_id: IdOfForm,
  /** Several, with commas between them. */
  merchant_connector_ids: TextOfForm,
});
export type MigratePaymentMethodsRequest = v.InferOutput<typeof MigratePaymentMethodsRequest>;

const MigrationStatus = v.picklist(['Success', 'Failed']);

export const MigratePaymentMethodsResponse = v.array(
  v.object({
    /** Counted from 1, without the line of the columns' names. */
    line_number: v.number(),
    payment_method_id: v.nullable(v.string()),
    payment_method: v.nullable(v.string()),
    payment_method_type: v.nullable(v.string()),
    customer_id: v.nullable(v.string()),
    migration_status: MigrationStatus,
    migration_error: v.nullable(v.string()),
    card_number_masked: v.nullable(v.string()),
    ...migrated,
  }),
);
export type MigratePaymentMethodsResponse = v.InferOutput<typeof MigratePaymentMethodsResponse>;

export const UpdatePaymentMethodsRequest = v.object({
  /** Comma-separated values; the first line names the columns. */
  file: v.optional(FilePart),
  merchant_id: IdOfForm,
});

export const UpdatePaymentMethodsResponse = v.array(
  v.object({
    payment_method_id: v.nullable(v.string()),
    status: v.nullable(PaymentMethodStatus),
    network_transaction_id: v.nullable(v.string()),
    connector_mandate_details: v.nullable(JsonObject),
    update_status: MigrationStatus,
    update_error: v.nullable(v.string()),
    /** Whether the expiry was stated. */
    updated_payment_method_data: v.nullable(v.boolean()),
    /** Counted from 1, without the line of the columns' names. */
    line_number: v.number(),
  }),
);
export type UpdatePaymentMethodsResponse = v.InferOutput<typeof UpdatePaymentMethodsResponse>;

export const migratePaymentMethod = defineOperation({
  name: 'payment-methods.migrate',
  method: 'POST',
  path: '/payment_methods/migrate',
  summary: 'Take over a payment method from another system',
  about: {
    description:
      'Takes over a payment method of another system: a card with its number, which goes into the vault, or a masked card with its connector mandates. The customer is created unless it exists. A record that comes again finds its payment method. Only the operator may do it.',
  },
  auth: 'admin key',
  body: MigratePaymentMethodRequest,
  response: MigratePaymentMethodResponse,
  errors: [
    'merchant_account_not_found',
    'missing_param',
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
  impact: 'Payment methods of other systems cannot be taken over; payments continue.',
  example: {
    body: {
      merchant_id: 'merchant_example',
      customer_id: 'customer_example',
      payment_method: 'card',
      card: { card_number: '4242424242424242', card_exp_month: '10', card_exp_year: '2035' },
      network_transaction_id: '016153570198200',
    },
  },
});

const formErrors = [
  'merchant_account_not_found',
  'missing_param',
  'file_missing',
  'invalid_value',
  'invalid_request',
  'precondition_failed',
] as const;

export const migratePaymentMethods = defineOperation({
  name: 'payment-methods.migrate-batch',
  method: 'POST',
  path: '/payment_methods/migrate-batch',
  summary: 'Take over many payment methods from another system',
  about: {
    description:
      'Takes a CSV file with a payment method of another system in each row, of at most 4 MiB and 2,000 rows, and answers how each row went. A refused row affects no other, and a file may be sent again whole. Only the operator may do it.',
  },
  auth: 'admin key',
  body: MigratePaymentMethodsRequest,
  bodyAs: 'form',
  response: MigratePaymentMethodsResponse,
  errors: [...formErrors, 'connector_account_not_found'],
  access: migratePaymentMethod.access,
  impact: 'Payment methods of other systems cannot be taken over; payments continue.',
  example: {
    body: {
      merchant_id: 'merchant_example',
      merchant_connector_id: 'mca_example',
      file:
        'customer_id,email,raw_card_number,card_expiry_month,card_expiry_year,original_transaction_id\n' +
        'customer_example,payer@example.com,4242424242424242,10,2035,016153570198200\n',
    },
  },
});

export const updatePaymentMethods = defineOperation({
  name: 'payment-methods.update-batch',
  method: 'POST',
  path: '/payment_methods/update-batch',
  summary: 'Change many payment methods',
  about: {
    description:
      'Takes a CSV file with changes of a payment method in each row, of at most 4 MiB and 2,000 rows, and answers how each row went: expiry, status, network transaction id, connector mandate. An empty cell changes nothing. Only the operator may do it.',
  },
  auth: 'admin key',
  body: UpdatePaymentMethodsRequest,
  bodyAs: 'form',
  response: UpdatePaymentMethodsResponse,
  errors: formErrors,
  access: {
    table: ['GetItem', 'PutItem', 'Query', 'UpdateItem'],
    vault: ['use cards without cvc', 'store cards without cvc', 'remove cards'],
  },
  impact: 'Many payment methods cannot be changed at once; payments continue.',
  example: {
    body: {
      merchant_id: 'merchant_example',
      file: 'payment_method_id,card_expiry_month,card_expiry_year\npm_example,11,2036\n',
    },
  },
});
