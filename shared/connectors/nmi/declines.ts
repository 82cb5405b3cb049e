import { codeList } from '../formats/code-list.ts';
import type { DeclineTable } from '../interface/decline-table.ts';

/**
 * NMI's response codes.
 *
 * @see https://secure.nmi.com/merchants/resources/integration/integration_portal.php#transaction_response_variables
 */
export const nmiDeclines: DeclineTable = {
  readFrom: ['code'],
  codes: {
    insufficient_funds: ['202'],
    expired_card: codeList('223 224'),
    incorrect_cvc: ['225'],
    incorrect_number: codeList('220 221 222'),
    limit_exceeded: ['203'],
    call_issuer: codeList('200 201 204 240 250 251 252 253 260 261 262'),
    not_supported: codeList('410 411 460 461'),
    try_again_later: codeList('264 400 420 421 440'),
    // NMI rejects by the merchant's own rules.
    blocked_by_merchant: ['300'],
    use_another_card: ['263'],
    unknown: codeList('430 441'),
  },
};
