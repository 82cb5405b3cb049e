import * as v from 'valibot';

/** The kinds of evidence that are files, as the API names them. */
export const EvidenceType = v.picklist([
  'cancellation_policy',
  'customer_communication',
  'customer_signature',
  'receipt',
  'refund_policy',
  'service_documentation',
  'shipping_documentation',
  'invoice_showing_distinct_transactions',
  'recurring_transaction_agreement',
  'uncategorized_file',
]);
export type EvidenceType = v.InferOutput<typeof EvidenceType>;

/** The kinds of evidence that are texts. */
export const evidenceTexts = [
  'access_activity_log',
  'billing_address',
  'cancellation_policy_disclosure',
  'cancellation_rebuttal',
  'customer_email_address',
  'customer_name',
  'customer_purchase_ip',
  'product_description',
  'refund_policy_disclosure',
  'refund_refusal_explanation',
  'service_date',
  'shipping_address',
  'shipping_carrier',
  'shipping_date',
  'shipping_tracking_number',
  'uncategorized_text',
] as const;

/** A file attached to a dispute, as the list of evidence shows it. */
export const AttachedFile = v.object({
  fileId: v.string(),
  /** The name from the merchant's upload. */
  name: v.optional(v.string()),
  /** In bytes. */
  size: v.number(),
  type: v.string(),
  /** SHA-256 of the bytes, in hex. */
  sha256: v.string(),
  /** The processor's own id of the file, once it was uploaded there. */
  connectorFileId: v.optional(v.string()),
});
export type AttachedFile = v.InferOutput<typeof AttachedFile>;

/** A dispute's evidence files, at most one of each kind. */
export const Evidence = v.record(EvidenceType, AttachedFile);
export type Evidence = v.InferOutput<typeof Evidence>;
