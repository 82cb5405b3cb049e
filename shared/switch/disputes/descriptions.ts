import { type Descriptions, describeSchema } from '#platform/http/descriptions.ts';
import { DisputeStage, DisputeStatus } from '#vocabulary/dispute-statuses.ts';

export const descriptions: Descriptions = {
  groups: {
    disputes: 'Payments that a customer contests at the issuer, and the evidence against it.',
  },
  operations: {
    'GET /disputes/list': 'Lists the disputes that fit all conditions in the query.',
    'GET /disputes/profile/list':
      'The same list for one profile: the one of the header `X-Profile-Id`, or all that the key reaches.',
    'GET /disputes/filter':
      'Answers with the connectors, currencies, stages, statuses and reasons that a list can be narrowed by.',
    'GET /disputes/profile/filter':
      'The same for one profile: the one of the header `X-Profile-Id`, or all that the key reaches.',
    'GET /disputes/aggregate': 'Counts the disputes of a time by their status.',
    'GET /disputes/profile/aggregate':
      'The same for one profile: the one of the header `X-Profile-Id`, or all that the key reaches.',
    'GET /disputes/{dispute_id}':
      'Answers with the dispute. With `force_sync` the connector is asked first.',
    'POST /disputes/accept/{dispute_id}':
      'Accepts that the customer gets the money back. It cannot be undone.',
    'POST /disputes/evidence':
      'Sends the evidence to the connector: texts, and files that were uploaded. Files that were attached earlier go along.',
    'PUT /disputes/evidence':
      'Uploads a file and attaches it to the dispute. It is sent to the connector when the evidence is submitted.',
    'DELETE /disputes/evidence': 'Takes away a file that has not been submitted yet.',
    'GET /disputes/evidence/{dispute_id}':
      'Lists the files that are attached, each with what it proves.',
    'GET /disputes/{merchant_connector_id}/fetch':
      'Fetches the disputes of a time span from the connector, saves those that are new or have changed, and answers with all of them.',
  },
  properties: {
    fetch_from: 'The first second of the span, in UTC: `YYYY-MM-DDTHH:MM:SS`.',
    fetch_till: 'The last second of the span, in UTC: at most 366 days after the first one.',
    object_reference_id: 'The disputed payment.',
    PaymentId: 'An identifier of the disputed payment.',
    PaymentIntentId: 'The `payment_id` of the disputed payment.',
    access_activity_log: 'What the customer did with the product: a log as text.',
    available: 'Whether the file can be downloaded here.',
    billing_address: 'The billing address, as text.',
    cancellation_policy: 'A file: the rules for cancelling.',
    cancellation_policy_disclosure: 'How the customer was shown the rules for cancelling.',
    cancellation_rebuttal: 'Why the purchase was not cancelled.',
    customer_communication: 'A file: what customer and merchant wrote to each other.',
    customer_email_address: 'The email address of the customer.',
    customer_name: 'The name of the customer.',
    customer_purchase_ip: 'The IP address that the purchase was made from.',
    customer_signature: 'A file: the signature of the customer.',
    evidence_type: 'What the file proves.',
    file_metadata_response: 'What is known about the file.',
    file_name: 'The name of the file.',
    file_size: 'The size of the file, in bytes.',
    file_type: 'The media type of the file.',
    invoice_showing_distinct_transactions:
      'A file: an invoice that shows that these are two purchases.',
    is_already_refunded: 'Whether refunds and lost disputes together exceed what was captured.',
    product_description: 'What was sold.',
    receipt: 'A file: the receipt.',
    recurring_transaction_agreement: 'A file: the agreement about recurring payments.',
    refund_policy: 'A file: the rules for refunds.',
    refund_policy_disclosure: 'How the customer was shown the rules for refunds.',
    refund_refusal_explanation: 'Why a refund was refused.',
    service_date: 'When the service was given, as text.',
    service_documentation: 'A file: that the service was given.',
    shipping_address: 'The address that the goods were sent to, as text.',
    shipping_carrier: 'Who carried the goods.',
    shipping_date: 'When the goods were sent, as text.',
    shipping_documentation: 'A file: that the goods were sent.',
    shipping_tracking_number: 'The tracking number of the parcel.',
    status_with_count: 'How many disputes there are in each status.',
    uncategorized_file: 'A file: anything else.',
    uncategorized_text: 'Anything else, as text.',
    received_time: 'Only those that came at this time.',
    'received_time.lt': 'Only those that came before this time.',
    'received_time.gt': 'Only those that came after this time.',
    'received_time.lte': 'Only those that came at this time or earlier.',
    'received_time.gte': 'Only those that came at this time or later.',
    amount: 'The amount that is contested, in minor units, as text.',
    challenge_required_by: 'Until when evidence may be submitted, ISO 8601 in UTC.',
    reason: 'The reason that disputes are listed for.',
  },
  schemas: [
    describeSchema(
      DisputeStage,
      {},
      'How far a dispute has gone: from an inquiry before it to arbitration after it.',
    ),
    describeSchema(
      DisputeStatus,
      {},
      'How things stand with a dispute. Evidence can be submitted while it is `dispute_opened`; `dispute_challenged` waits for the bank of the customer.',
    ),
  ],
};
