import { codeList } from '../formats/code-list.ts';
import type { DeclineTable } from '../interface/decline-table.ts';

/**
 * Adyen's refusal reasons: the number in an answer, and the text in a webhook.
 *
 * @see https://docs.adyen.com/development-resources/refusal-reasons
 */
export const adyenDeclines: DeclineTable = {
  readFrom: ['code', 'message'],
  codes: {
    insufficient_funds: ['12', 'Not enough balance'],
    expired_card: ['6', 'Expired Card'],
    incorrect_cvc: ['24', 'CVC Declined'],
    incorrect_number: ['8', 'Invalid Card Number'],
    limit_exceeded: [
      ...codeList('28 29'),
      'Withdrawal amount exceeded',
      'Withdrawal count exceeded',
    ],
    call_issuer: [
      ...codeList('2 3 5 17 18 23 25 26 27 31'),
      ...['Refused', 'Referral', 'Blocked Card', 'Invalid Pin', 'Pin tries exceeded'],
      ...['Transaction Not Permitted', 'Restricted Card', 'Revocation Of Auth'],
      ...['Declined Non Generic', 'Issuer Suspected Fraud'],
    ],
    not_supported: [
      ...codeList('7 10 19 33 34 35 37 43'),
      ...['Invalid Amount', 'Not supported', 'Pin validation not possible'],
      ...['Card requires online pin', 'No checking account available on Card'],
      ...['No savings account available on Card', 'Contactless fallback'],
      'Online PIN required',
    ],
    authentication_failed: [
      ...codeList('11 36 38 39 42'),
      ...['3D Not Authenticated', 'Mobile pin required', 'Authentication required'],
      ...['RReq not received from DS', '3DS Authentication Error'],
    ],
    try_again_later: [
      ...codeList('4 9 21 40 41 44'),
      ...['Acquirer Error', 'Issuer Unavailable', 'Not Submitted'],
      ...['Current AID is in Penalty Box', 'CVM Required Restart Payment'],
      'Try another interface',
    ],
    blocked_by_merchant: [...codeList('14 20 22'), 'Acquirer Fraud', 'FRAUD', 'FRAUD-CANCELLED'],
    use_another_card: [
      ...codeList('32 46 50'),
      ...['AVS Declined', 'Transaction blocked by Adyen to prevent excessive retry fees'],
      'Token Revoked',
    ],
    // The payer ended the payment.
    unknown: [...codeList('15 16'), 'Cancelled', 'Shopper Cancelled'],
  },
};
