import * as v from 'valibot';

/** The fraud check of an attempt, made before its authorization. */
export const FraudCheck = v.object({
  /** The checking connector, as in the merchant's `connector_name`. */
  checkedBy: v.string(),
  /** The fraud checker's id of the check, once it has answered. */
  transactionId: v.optional(v.string()),
  status: v.picklist(['legit', 'fraud', 'manual_review', 'pending']),
  /** From 0, no risk at all. */
  score: v.optional(v.number()),
  reason: v.optional(v.string()),
  /** Why the check has no result. */
  error: v.optional(v.string()),
  /** The consequence: the payment continues, fails, or awaits a review once authorized. */
  verdict: v.picklist(['accept', 'reject', 'review']),
});
export type FraudCheck = v.InferOutput<typeof FraudCheck>;

/** Whether the authorized payment must be reviewed before any capture. */
export const isForReview = ({
  attempt: { fraudCheck, merchantDecision },
}: {
  readonly attempt: {
    readonly fraudCheck?: FraudCheck | undefined;
    readonly merchantDecision?: 'approved' | 'rejected' | undefined;
  };
}): boolean => fraudCheck?.verdict === 'review' && merchantDecision !== 'approved';

/** Whether the payment awaits a review of the fraud check or of the processor. */
export const isUnderReview = ({
  attempt,
}: {
  readonly attempt: Parameters<typeof isForReview>[0]['attempt'] & {
    readonly isHeld?: boolean | undefined;
  };
}): boolean => attempt.isHeld === true || isForReview({ attempt });

/** The fraud check's result as the error of a payment. */
export const fraudCheckError = (check: FraudCheck | undefined) => ({
  ...(check && { code: check.status }),
  ...(check?.reason !== undefined && { message: check.reason }),
});
