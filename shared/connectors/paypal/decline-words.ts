/** The meanings of the commonest codes of issuers, in PayPal's words. */
export const declineWords: ReadonlyMap<string, string> = new Map([
  ['0500', 'DO_NOT_HONOR.'],
  ['0580', 'UNAUTHORIZED_TRANSACTION.'],
  ['1330', 'INVALID_ACCOUNT.'],
  ['5100', 'GENERIC_DECLINE.'],
  ['5110', 'CVV2_FAILURE.'],
  ['5120', 'INSUFFICIENT_FUNDS.'],
  ['5130', 'INVALID_PIN.'],
  ['5140', 'CARD_CLOSED.'],
  ['5150', 'PICKUP_CARD_SPECIAL_CONDITIONS. Try using another card. Do not retry the same card.'],
  ['5180', 'INVALID_OR_RESTRICTED_CARD. Try using another card. Do not retry the same card.'],
  ['5200', 'ACCOUNT_CLOSED.'],
  ['5400', 'EXPIRED_CARD.'],
  ['5650', 'DECLINED_SCA_REQUIRED.'],
  ['9500', 'SUSPECTED_FRAUD. Try using another card. Do not retry the same card.'],
  ['9520', 'LOST_OR_STOLEN. Try using another card. Do not retry the same card.'],
]);
