import * as v from 'valibot';
import { SwitchError } from '#platform/errors.ts';
import { describeIssue } from '#platform/http/response/describe-issue.ts';
import { compact, Email, Identifier, text } from '#platform/schema.ts';
import { type Address, AddressDetails } from '#vocabulary/address.ts';
import { Currency } from '#vocabulary/currencies.ts';
import { CardNetwork, PaymentMethod, PaymentMethodType } from '#vocabulary/payment-methods.ts';
import { CardNumber } from '../../payments/payment-method-data/card.ts';
import { DisplayName } from '../instrument-variants.ts';
import type { FileRow } from './file-rows.ts';
import { MaskedNumber } from './masked-number.ts';
import {
  AmountMinor,
  ExpiryDigits,
  NetworkTransactionId,
  ProcessorsName,
} from './migration-schemas.ts';
import { checkRecord, credentialsIn, customerOfBilling, type MigratedRecord } from './record.ts';

const { entries: address } = AddressDetails;
const optional = <S extends v.GenericSchema>(schema: S) => v.optional(schema);

/** The ids of connector accounts, with commas between them. */
export const AccountIds = v.pipe(
  v.string(),
  v.transform((value) =>
    value
      .split(',')
      .map((id) => id.trim())
      .filter((id) => id !== ''),
  ),
  v.array(Identifier),
);

const WholeNumber = v.pipe(
  v.string(),
  v.regex(/^\d{1,15}$/, 'expected a whole number, in minor units'),
  v.transform(Number),
  AmountMinor,
);

/** The cells of a row; an empty cell is absent. */
const Row = v.object({
  customer_id: Identifier,
  name: optional(DisplayName),
  email: optional(v.pipe(Email, v.maxLength(255, 'Failed to parse email'))),
  phone: optional(text(255)),
  phone_country_code: optional(text(255)),
  payment_method: optional(PaymentMethod),
  payment_method_type: optional(PaymentMethodType),
  nick_name: optional(DisplayName),
  payment_instrument_id: optional(ProcessorsName),
  connector_customer_id: optional(ProcessorsName),
  card_number_masked: optional(MaskedNumber),
  raw_card_number: optional(CardNumber),
  card_expiry_month: ExpiryDigits,
  card_expiry_year: ExpiryDigits,
  card_scheme: optional(text(255)),
  original_transaction_id: optional(NetworkTransactionId),
  original_transaction_amount: optional(WholeNumber),
  original_transaction_currency: optional(Currency),
  billing_address_zip: address.zip,
  billing_address_state: optional(text(255)),
  billing_address_first_name: address.first_name,
  billing_address_last_name: address.last_name,
  billing_address_city: address.city,
  billing_address_country: address.country,
  billing_address_line1: address.line1,
  billing_address_line2: address.line2,
  billing_address_line3: address.line3,
  merchant_connector_id: optional(Identifier),
  merchant_connector_ids: optional(AccountIds),
  network_token_number: optional(CardNumber),
  network_token_expiry_month: optional(ExpiryDigits),
  network_token_expiry_year: optional(ExpiryDigits),
  network_token_requestor_ref_id: optional(ProcessorsName),
});
type Row = v.InferOutput<typeof Row>;

/** The columns of a file with payment methods of another system. */
export const recordColumns: readonly string[] = Object.keys(Row.entries);

/**
 * The record of a row. Its connector mandate belongs to the given accounts, and its processor's
 * customer to the accounts that the row names, or else to the same.
 *
 * @throws SwitchError `invalid_request`, `missing_param`, and those of `checkRecord`
 */
export function recordOfRow(
  { cells, wrong }: FileRow,
  accountIds: readonly string[],
): MigratedRecord {
  if (wrong !== undefined) throw new SwitchError('invalid_request', { message: wrong });
  const parsed = v.safeParse(Row, cells, { abortEarly: true });
  if (!parsed.success) {
    throw new SwitchError('invalid_request', { message: describeIssue(parsed.issues[0]) });
  }
  const row = parsed.output;
  const number = numberIn(row);
  const billing = billingOf(row);
  const { name } = row;
  const scheme = v.safeParse(CardNetwork, row.card_scheme?.toUpperCase());
  const record: MigratedRecord = {
    customer: customerOfBilling(row.customer_id, name, billing),
    number,
    card: {
      card_exp_month: row.card_expiry_month,
      card_exp_year: row.card_expiry_year,
      ...compact({ card_holder_name: name, nick_name: row.nick_name }),
      ...(scheme.success && { card_network: scheme.output }),
    },
    facts: compact({ payment_method_type: row.payment_method_type, billing }),
    credentials: {
      ...credentialsIn(mandatesOf(row, accountIds), row.original_transaction_id),
      ...connectorCustomersOf(row, accountIds),
    },
    hasNetworkToken: row.network_token_number !== undefined,
  };
  checkRecord(record, row.payment_method);
  return record;
}

function numberIn({
  raw_card_number: raw,
  card_number_masked: masked,
}: Row): MigratedRecord['number'] {
  const number = raw ?? masked;
  if (number === undefined) throw new SwitchError('missing_param', { field: 'raw_card_number' });
  const isOther =
    raw !== undefined &&
    masked !== undefined &&
    !(raw.startsWith(masked.isin ?? '') && raw.endsWith(masked.last4));
  if (!isOther) return number;
  throw new SwitchError('invalid_request', {
    message: 'raw_card_number and card_number_masked are different cards',
  });
}

const mandatesOf = (
  {
    payment_instrument_id: connector_mandate_id,
    original_transaction_amount: original_payment_authorized_amount,
    original_transaction_currency: original_payment_authorized_currency,
  }: Row,
  accountIds: readonly string[],
) =>
  connector_mandate_id === undefined
    ? undefined
    : Object.fromEntries(
        accountIds.map((id) => [
          id,
          {
            connector_mandate_id,
            original_payment_authorized_amount,
            original_payment_authorized_currency,
          },
        ]),
      );

function connectorCustomersOf(row: Row, accountIds: readonly string[]) {
  const { connector_customer_id: id, merchant_connector_id: one } = row;
  if (id === undefined) return {};
  const stated = row.merchant_connector_ids ?? (one === undefined ? undefined : [one]);
  const owners = stated ?? accountIds;
  return { connectorCustomers: Object.fromEntries(owners.map((owner) => [owner, id])) };
}

/** Undefined for a row without any billing data. */
function billingOf(row: Row): Address | undefined {
  const details = compact({
    zip: row.billing_address_zip,
    state: row.billing_address_state,
    first_name: row.billing_address_first_name,
    last_name: row.billing_address_last_name,
    city: row.billing_address_city,
    country: row.billing_address_country,
    line1: row.billing_address_line1,
    line2: row.billing_address_line2,
    line3: row.billing_address_line3,
  });
  const phone = compact({ number: row.phone, country_code: row.phone_country_code });
  const billing = {
    ...(Object.keys(details).length > 0 && { address: details }),
    ...(Object.keys(phone).length > 0 && { phone }),
    ...compact({ email: row.email }),
  };
  return Object.keys(billing).length > 0 ? billing : undefined;
}
