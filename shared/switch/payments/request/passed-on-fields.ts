import * as v from 'valibot';
import { columnOf } from '#platform/column-of.ts';
import { passedOnField } from '#platform/passed-on.ts';
import { chosenName, given, JsonObject, noCardNumber, text } from '#platform/schema.ts';
import { Country } from '#vocabulary/countries.ts';
import { PaymentMethodType } from '#vocabulary/payment-methods.ts';
import type { ChangeRule, ReadRule } from '../../callers/access-rules.ts';
import {
  ConnectorMetadata,
  FeatureMetadata,
  PartnerMerchantIdentifierDetails,
  SplitPayments,
} from './connector-metadata.ts';
import { OrderDetails } from './order-details.ts';

const optionalText = given(v.string());

/**
 * The text on the customer's statement.
 *
 * @public
 */
export const BillingDescriptor = v.object({
  name: optionalText,
  city: optionalText,
  phone: optionalText,
  statement_descriptor: optionalText,
  statement_descriptor_suffix: optionalText,
  reference: optionalText,
});
export type BillingDescriptor = v.InferOutput<typeof BillingDescriptor>;

/** @public */
export const MitCategory = v.picklist(['installment', 'unscheduled', 'recurring', 'resubmission']);
/** @public */
export const Tokenization = v.picklist(['skip_psp', 'tokenize_at_psp']);

/**
 * Where the customer ordered.
 *
 * @public
 */
export const PaymentChannel = v.union([
  v.picklist(['ecommerce', 'mail_order', 'telephone_order', 'other']),
  v.object({ other: v.string() }),
]);

/** A text whose length is checked later, with its own error. */
export const lengthOfAtMost = (max: number) => v.pipe(v.string(), v.metadata({ maxLength: max }));
/** The same for a name that the merchant chooses. */
export const nameOfAtMost = (max: number) =>
  v.pipe(v.string(), noCardNumber, v.metadata({ maxLength: max }));

/**
 * A row: the schema in requests, the schema in responses, the rule for clients that state the field
 * in a confirm, the rule for clients that read it, and whether lists contain it.
 */
const passedOnAs = <
  S extends v.GenericSchema,
  R extends v.GenericSchema,
  const Change extends ChangeRule,
  const Read extends ReadRule,
>(
  stated: () => S,
  returned: () => R,
  change: Change,
  read: Read,
  list: 'listed' | 'unlisted',
) => passedOnField(stated, returned, { change, read, list });

/** The same for a field with one schema. */
const passedOn = <
  S extends v.GenericSchema,
  const Change extends ChangeRule,
  const Read extends ReadRule,
>(
  schema: () => S,
  change: Change,
  read: Read,
  list: 'listed' | 'unlisted',
) => passedOnAs(schema, schema, change, read, list);

const anyText = () => v.string();
const name = () => chosenName(255);
const flag = () => v.boolean();

/**
 * The fields of a payment that the switch passes on: stored as the request states them, sent to
 * processors that take them, and returned. A new one is a row here and its words in
 * `descriptions.ts`: requests, responses, lists and the rights of clients follow.
 */
const passedOnFields = {
  merchant_order_reference_id: passedOnAs(
    () => nameOfAtMost(255),
    anyText,
    'where open',
    'shown',
    'listed',
  ),
  description: passedOnAs(() => text(8_192), anyText, 'where open', 'shown', 'listed'),
  // Customers recognize the shop by the name on their statement.
  statement_descriptor_name: passedOnAs(
    () => lengthOfAtMost(255),
    anyText,
    "merchant's",
    'shown',
    'unlisted',
  ),
  statement_descriptor_suffix: passedOnAs(
    () => lengthOfAtMost(255),
    anyText,
    "merchant's",
    'shown',
    'unlisted',
  ),
  billing_descriptor: passedOn(() => BillingDescriptor, "merchant's", 'shown', 'listed'),
  order_details: passedOn(() => v.array(OrderDetails), 'where open', 'shown', 'listed'),
  metadata: passedOn(() => JsonObject, 'where open', 'hidden', 'listed'),
  // Among it are accounts at processors, to which the money would go.
  connector_metadata: passedOn(() => ConnectorMetadata, "merchant's", 'hidden', 'unlisted'),
  feature_metadata: passedOn(() => FeatureMetadata, 'where open', 'hidden', 'unlisted'),
  // Fraud checks read it.
  frm_metadata: passedOn(() => JsonObject, "merchant's", 'hidden', 'unlisted'),
  split_payments: passedOnAs(
    () => SplitPayments,
    () => JsonObject,
    "merchant's",
    'hidden',
    'unlisted',
  ),
  allowed_payment_method_types: passedOn(
    () => v.array(PaymentMethodType),
    "merchant's",
    'shown',
    'unlisted',
  ),
  business_country: passedOn(() => Country, "merchant's", 'hidden', 'listed'),
  business_label: passedOnAs(name, anyText, "merchant's", 'hidden', 'listed'),
  business_sub_label: passedOnAs(name, anyText, "merchant's", 'hidden', 'listed'),
  is_iframe_redirection_enabled: passedOn(flag, 'where open', 'shown', 'listed'),
  // An order by telephone needs no proof of who pays.
  payment_channel: passedOn(() => PaymentChannel, "merchant's", 'shown', 'listed'),
  partner_merchant_identifier_details: passedOn(
    () => PartnerMerchantIdentifierDetails,
    "merchant's",
    'hidden',
    'listed',
  ),
  is_stored_credential: passedOn(flag, "merchant's", 'hidden', 'listed'),
  mit_category: passedOn(() => MitCategory, "merchant's", 'hidden', 'listed'),
  tokenization: passedOn(() => Tokenization, "merchant's", 'hidden', 'listed'),
};

export const passedOnInRequests = columnOf(passedOnFields, 'request');
export const passedOnInResponses = columnOf(passedOnFields, 'response');
export const passedOnWithoutValue = columnOf(passedOnFields, 'noValue');
export const passedOnChangeRules = columnOf(passedOnFields, 'change');
export const passedOnReadRules = columnOf(passedOnFields, 'read');
export const passedOnListRules = columnOf(passedOnFields, 'list');
