import { codeList } from '../formats/code-list.ts';
import type { DeclineTable } from '../interface/decline-table.ts';

/**
 * The declines among Authorize.net's response reasons, and the ends of a review and a settlement.
 * Most of its more than 300 reasons are errors in a request, which payers never cause: they are
 * left out.
 *
 * @see https://developer.authorize.net/api/reference/responseCodes.html
 */
export const authorizeDotNetDeclines: DeclineTable = {
  readFrom: ['code'],
  codes: {
    // A prepaid card that has a part of the amount.
    insufficient_funds: ['295'],
    expired_card: codeList('7 8 201 316 317'),
    incorrect_cvc: codeList('44 65 78 165'),
    incorrect_number: codeList('6 37 200 315'),
    limit_exceeded: ['49'],
    call_issuer: codeList('2 3 4 128 211'),
    not_supported: codeList(`13 17 24 28 29 30 31 34 35 38 39 43 56 67 130 131 132 154 155 170 171
      172 173 202 203 204 205 206 207 208 210 212 213 221 289`),
    authentication_failed: codeList('116 117 118'),
    try_again_later: codeList(`19 20 21 22 23 25 26 57 58 59 60 61 62 63 153 180 209 214 217 220
      224 261 901`),
    blocked_by_merchant: codeList('41 66 96 141 250 251 254 failedReview'),
    use_another_card: codeList('27 45 127 145'),
    unknown: codeList(`215 216 218 222 223 E00027 E00118 settlementError
      communicationError`),
  },
};
