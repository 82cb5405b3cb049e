/** The amount of a refund; NMI puts a minus before it in sums of the merchant's earnings. */
export const refundedAmount = (amount: string): string => amount.replace(/^-/, '');
