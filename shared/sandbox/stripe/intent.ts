import * as v from 'valibot';
import { JsonObject } from '#platform/schema.ts';

/** Texts by name, as Stripe stores metadata. */
export const StripeMetadata = v.record(v.string(), v.string());

/** The public fields of a card in Stripe's API. The number is not stored. */
export const StripeCard = v.object({
  brand: v.string(),
  /** The networks of a co-badged card. */
  networks: v.optional(v.array(v.string())),
  last4: v.string(),
  expMonth: v.number(),
  expYear: v.number(),
  funding: v.picklist(['credit', 'debit', 'prepaid']),
  country: v.string(),
  /** The results of the checks at the first payment; `null` for data that the customer omitted. */
  checks: v.object({
    address_line1_check: v.nullable(v.string()),
    address_postal_code_check: v.nullable(v.string()),
    cvc_check: v.nullable(v.string()),
  }),
});
export type StripeCard = v.InferOutput<typeof StripeCard>;

export const BillingDetails = v.object({
  address: v.nullable(JsonObject),
  email: v.nullable(v.string()),
  name: v.nullable(v.string()),
  phone: v.nullable(v.string()),
});
export type BillingDetails = v.InferOutput<typeof BillingDetails>;

/** The attributes of an intent in Stripe's wire API, beside those of the ledger's payment. */
export const StripeIntent = v.object({
  /** A setup intent verifies a payment method; it moves no money. */
  object: v.picklist(['payment_intent', 'setup_intent']),
  paymentMethod: v.string(),
  /** The type of the payment method in Stripe's words. */
  type: v.string(),
  types: v.array(v.string()),
  card: v.optional(StripeCard),
  billing: BillingDetails,
  metadata: StripeMetadata,
  customer: v.optional(v.string()),
  description: v.optional(v.string()),
  receiptEmail: v.optional(v.string()),
  statementDescriptor: v.optional(v.string()),
  statementDescriptorSuffix: v.optional(v.string()),
  shipping: v.optional(JsonObject),
  /** Whether the payment method is stored, and for which later charges. */
  futureUsage: v.optional(v.picklist(['on_session', 'off_session'])),
  mandate: v.optional(v.string()),
  options: JsonObject,
  /** The customer's page, where the customer has to act. */
  pageUrl: v.optional(v.string()),
  /** Whether the customer was authenticated by another service. */
  authenticatedElsewhere: v.optional(v.boolean()),
  riskLevel: v.optional(v.picklist(['elevated', 'highest'])),
  canceled: v.optional(v.object({ at: v.number(), reason: v.nullable(v.string()) })),
  /** The fields of refunds beside the ledger's, by the refund's id. */
  refunds: v.optional(
    v.record(v.string(), v.object({ metadata: StripeMetadata, reason: v.nullable(v.string()) })),
  ),
  /** The evidence against disputes, by the dispute's id. */
  evidence: v.optional(v.record(v.string(), StripeMetadata)),
});
export type StripeIntent = v.InferOutput<typeof StripeIntent>;
