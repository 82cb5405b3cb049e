import * as v from 'valibot';

const text = v.nullish(v.string());
const Amount = v.object({ value: v.number(), currency: v.string() });
const metadata = v.nullish(v.record(v.string(), v.unknown()));

const Address = v.object({
  first_name: text,
  last_name: text,
  line1: text,
  line2: text,
  line3: text,
  city: text,
  state: text,
  zip: text,
  country: text,
  email: text,
  phone: text,
  phone_country_code: text,
});
export type NeutralAddress = v.InferOutput<typeof Address>;

const Card = v.object({
  number: v.string(),
  exp_month: v.string(),
  exp_year: v.string(),
  cvc: text,
  holder_name: text,
  network: text,
});
export type NeutralCard = v.InferOutput<typeof Card>;

const Acceptance = v.object({
  type: v.picklist(['online', 'offline']),
  accepted_at: v.nullish(v.number()),
  online: v.nullish(v.object({ ip_address: v.string(), user_agent: v.string() })),
});
export type NeutralAcceptance = v.InferOutput<typeof Acceptance>;

/** The input of a connector call, in neutral words; each flow uses some of it. */
export const NeutralInput = v.object({
  reference: text,
  amount: v.nullish(Amount),
  amount_to_capture: v.nullish(Amount),
  payment_amount: v.nullish(Amount),
  refund_amount: v.nullish(Amount),
  refund_reference: text,
  capture_method: text,
  multiple_capture: v.nullish(v.object({ sequence: v.number() })),
  auth_type: v.nullish(v.picklist(['three_ds', 'no_three_ds'])),
  connector_transaction_id: text,
  connector_refund_id: text,
  connector_mandate_id: text,
  connector_dispute_id: text,
  /** Data of an earlier answer, stored for later calls. */
  connector_metadata: metadata,
  refund_metadata: metadata,
  /** The query of the address to which the customer returned. */
  encoded_data: text,
  access_token: text,
  payment_method: v.nullish(
    v.looseObject({
      card: v.nullish(Card),
      card_for_network_transaction_id: v.nullish(Card),
      /** The processor's token for the card, from an earlier step. */
      token: text,
    }),
  ),
  network_transaction_id: text,
  customer: v.nullish(
    v.object({
      id: text,
      name: text,
      email: text,
      phone: text,
      phone_country_code: text,
      connector_customer_id: text,
    }),
  ),
  state_customer_id: text,
  billing: v.nullish(Address),
  shipping: v.nullish(Address),
  browser: v.nullish(v.record(v.string(), v.unknown())),
  return_url: text,
  complete_authorize_url: text,
  webhook_url: text,
  description: text,
  statement_descriptor: text,
  statement_descriptor_suffix: text,
  merchant_order_id: text,
  metadata,
  order_details: v.nullish(v.array(v.record(v.string(), v.unknown()))),
  setup_future_usage: v.nullish(v.picklist(['on_session', 'off_session'])),
  off_session: v.nullish(v.boolean()),
  mit_category: text,
  payment_channel: text,
  customer_acceptance: v.nullish(Acceptance),
  /** The mandate that is wanted. */
  setup_mandate: v.nullish(
    v.object({
      customer_acceptance: v.nullish(Acceptance),
      single_use: v.nullish(Amount),
      multi_use: v.nullish(Amount),
    }),
  ),
  request_incremental_authorization: v.nullish(v.boolean()),
  request_extended_authorization: v.nullish(v.boolean()),
  enable_partial_authorization: v.nullish(v.boolean()),
  authentication_data: v.nullish(
    v.object({
      cavv: text,
      eci: text,
      ds_transaction_id: text,
      message_version: text,
      threeds_server_transaction_id: text,
    }),
  ),
  cancellation_reason: text,
  reason: text,
  webhook_secret: text,
  /** The switch's data of the payment that a webhook is about. */
  context: v.nullish(v.object({ capture_method: text })),
});
export type NeutralInput = v.InferOutput<typeof NeutralInput>;
