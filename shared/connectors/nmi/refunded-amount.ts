/** The amount of a refund, which NMI writes with a minus where it counts what the merchant earned. */
export const refundedAmount = (amount: string): string => amount.replace(/^-/, '');
