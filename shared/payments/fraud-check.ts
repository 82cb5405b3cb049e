import * as v from 'valibot';

/** What was found out about the risk of an attempt before it was made. */
export const FraudCheck = v.object({
  /** Who checked, as merchants write it in `connector_name`. */
  checkedBy: v.string(),
  /** Its own name for the check, once it has told us. */
  transactionId: v.optional(v.string()),
  status: v.picklist(['legit', 'fraud', 'manual_review', 'pending']),
  /** From 0, no risk at all. */
  score: v.optional(v.number()),
  reason: v.optional(v.string()),
  /** Why there is no finding. */
  error: v.optional(v.string()),
  /** What follows from it: the payment goes on, ends, or waits for a person once money is reserved. */
  verdict: v.picklist(['accept', 'reject', 'review']),
});
export type FraudCheck = v.InferOutput<typeof FraudCheck>;

/** Whether a person has to look at what is reserved before any of it is taken. */
export const isForReview = ({
  attempt: { fraudCheck, merchantDecision },
}: {
  readonly attempt: {
    readonly fraudCheck?: FraudCheck | undefined;
    readonly merchantDecision?: 'approved' | 'rejected' | undefined;
  };
}): boolean => fraudCheck?.verdict === 'review' && merchantDecision !== 'approved';

/** The finding in the words in which a payment tells why it failed. */
export const fraudCheckError = (check: FraudCheck | undefined) => ({
  ...(check && { code: check.status }),
  ...(check?.reason !== undefined && { message: check.reason }),
});
