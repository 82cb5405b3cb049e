import { ownMember } from '#platform/own-member.ts';

/**
 * The numbers of the test cards that Stripe publishes as tokens (`tok_visa`) and as payment methods
 * (`pm_card_visa`), by the name after the prefix. Wallets produce tokens.
 *
 * @see https://docs.stripe.com/testing?testing-method=tokens
 */
const numbers: Readonly<Record<string, string>> = {
  visa: '4242424242424242',
  visa_debit: '4000056655665556',
  mastercard: '5555555555554444',
  mastercard_debit: '5200828282828210',
  mastercard_prepaid: '5105105105105100',
  amex: '378282246310005',
  discover: '6011111111111117',
  diners: '3056930009020004',
  jcb: '3566002020360505',
  unionpay: '6200000000000005',
  visa_chargeDeclined: '4000000000000002',
  visa_chargeDeclinedInsufficientFunds: '4000000000009995',
  visa_chargeDeclinedLostCard: '4000000000009987',
  visa_chargeDeclinedStolenCard: '4000000000009979',
  chargeDeclinedExpiredCard: '4000000000000069',
  chargeDeclinedProcessingError: '4000000000000119',
  chargeCustomerFail: '4000000000000341',
  cvcCheckFail: '4000000000000101',
  avsFail: '4000000000000010',
  avsLine1Fail: '4000000000000028',
  avsZipFail: '4000000000000036',
  avsUnchecked: '4000000000000044',
  threeDSecureRequired: '4000000000003220',
  threeDSecureOptional: '4000000000003055',
  authenticationRequired: '4000002760003184',
  authenticationRequiredOnSetup: '4000002500003155',
  createDispute: '4000000000000259',
  createDisputeProductNotReceived: '4000000000002685',
  createDisputeInquiry: '4000000000001976',
  pendingRefund: '4000000000007726',
  refundFail: '4000000000005126',
};

/** The number that a published token or payment method stands for; undefined for other ids. */
export function numberOfToken(id: string): string | undefined {
  const name = /^(?:tok|pm_card)_(\w+)$/.exec(id)?.[1];
  return name !== undefined && Object.hasOwn(numbers, name) ? ownMember(numbers, name) : undefined;
}
