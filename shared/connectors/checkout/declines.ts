import { codeList } from '../formats/code-list.ts';
import type { DeclineTable } from '../interface/decline-table.ts';

/**
 * Checkout.com's response codes of payments: soft declines, hard declines, and its risk engine.
 * Codes of payouts are left out. Some errors of a request are about the payer's card.
 *
 * @see https://www.checkout.com/docs/developer-resources/codes/response-codes
 * @see https://www.checkout.com/docs/developer-resources/codes/error-codes
 */
export const checkoutDeclines: DeclineTable = {
  readFrom: ['code'],
  codes: {
    insufficient_funds: ['20051'],
    expired_card: codeList(`20054 20087 20100 30033 card_expired card_expiry_month_invalid
      card_expiry_year_invalid`),
    incorrect_cvc: codeList('20082 20124 200N7 cvv_invalid'),
    incorrect_number: codeList('20014 20025 20056 30015 card_number_invalid'),
    limit_exceeded: codeList(`20061 20065 20121 200P1 200P9 30021 30022`),
    call_issuer: codeList(`20001 20002 20004 20005 20012 20018 20038 20046 20055 20057 20059 20060
      20062 20063 20064 20066 20067 20075 20078 20093 20182 20183 2005C 2006P 2009G 200A4 200A5
      200E0 200E2 200O5 200R1 200R3 200T5 30004 30007 30034 30035 30036 30037 30038 30041 30043`),
    not_supported: codeList(`20003 20013 20015 20023 20031 20040 20042 20045 20058 20081 20102
      20103 20106 20112 20122 20156 20157 20193 20197 200T3 30020 30044 payment_method_not_supported`),
    authentication_failed: codeList('20150 20151 20152 20153 20154 20155 20159 44301'),
    try_again_later: codeList(`20006 20009 20019 20020 20021 20022 20028 20030 20068 20086 20088
      20089 20090 20091 20092 20096 20098 20104 20118 200A6 200E3 200N0 200S4`),
    blocked_by_merchant: codeList(`20105 40101 40201 40202 40203 40204 40205 41101 41201 41202
      41203 41204 41205 41206 41301 42101 42201 42202 42203 42204 42205 42206 42301 43101 43102
      43201 43202 43203 43204 43205 43206 43301`),
    use_another_card: codeList(`20016 20039 20044 20052 20053 20072 20083 20101 20107 20108 20114
      20123 20179 30046`),
    // Files between banks, and the merchant's data.
    unknown: codeList(`20017 20024 20026 20027 20029 20033 20084 20085 20094 20099 20113 20115
      20116 20117 20119 20120 200T2`),
  },
};
