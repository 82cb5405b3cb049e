import * as v from 'valibot';
import { CardNetwork } from '#vocabulary/payment-methods.ts';

/** A merchant's registration with an acquirer for a card network; 3-D Secure servers require it. */
export const ProfileAcquirer = v.object({
  id: v.string(),
  isDefault: v.boolean(),
  acquirer_assigned_merchant_id: v.optional(v.string()),
  merchant_name: v.optional(v.string()),
  network: v.optional(CardNetwork),
  acquirer_bin: v.optional(v.string()),
  acquirer_ica: v.optional(v.string()),
  /** A share: 0.01 is one in a hundred. */
  acquirer_fraud_rate: v.optional(v.number()),
  acquirer_country_code: v.optional(v.string()),
});
export type ProfileAcquirer = v.InferOutput<typeof ProfileAcquirer>;
