import * as v from 'valibot';
import { JsonObject } from '../schema.ts';

export const PaymentMethodStatus = v.picklist([
  'active',
  'inactive',
  'processing',
  'awaiting_data',
  'new',
  'redacted',
]);
export type PaymentMethodStatus = v.InferOutput<typeof PaymentMethodStatus>;

/** What may be known of a saved card: nothing of it pays. The number lies in the vault. */
export const SavedCard = v.looseObject({
  /** The vault's token. */
  token: v.string(),
  /** By which a merchant's equal numbers are found (the vault's). */
  fingerprint: v.string(),
  last4: v.string(),
  expiryMonth: v.string(),
  expiryYear: v.string(),
  holderName: v.optional(v.string()),
  nickName: v.optional(v.string()),
  /** First six digits. */
  isin: v.optional(v.string()),
  /** As in CardNetwork. */
  network: v.optional(v.string()),
  issuer: v.optional(v.string()),
  issuingCountry: v.optional(v.string()),
  issuingCountryCode: v.optional(v.string()),
  /** `credit` or `debit`, where it is known. */
  type: v.optional(v.string()),
});
export type SavedCard = v.InferOutput<typeof SavedCard>;

/** Something that a customer pays with again and again. */
export const PaymentMethod = v.looseObject({
  merchantId: v.string(),
  /** `pm_` and 20 letters and digits. */
  id: v.string(),
  customerId: v.string(),
  status: PaymentMethodStatus,
  /** `card`, `wallet`, … */
  method: v.optional(v.string()),
  /** `credit`, `debit`, `apple_pay`, … */
  type: v.optional(v.string()),
  card: v.optional(SavedCard),
  metadata: v.optional(JsonObject),
  clientSecret: v.optional(v.string()),
  createdAt: v.string(),
  lastUsedAt: v.string(),
  version: v.number(),
});
export type PaymentMethod = v.InferOutput<typeof PaymentMethod>;
