import { codeList } from '../formats/code-list.ts';
import type { DeclineTable } from '../interface/decline-table.ts';

/**
 * Braintree's processor responses. Its own rejections have only the status as their code, and the
 * reason as their message.
 *
 * @see https://developer.paypal.com/braintree/docs/reference/general/processor-responses/authorization-responses
 * @see https://developer.paypal.com/braintree/graphql/reference/#enum--gatewayrejectionreason
 */
export const braintreeDeclines: DeclineTable = {
  readFrom: ['code', 'message'],
  codes: {
    insufficient_funds: codeList('2001 2035'),
    expired_card: codeList('2004 2006'),
    incorrect_cvc: codeList('2010 CVV'),
    incorrect_number: codeList('2005 2008 2009 2051'),
    limit_exceeded: codeList('2002 2003 2056 2086 2097 2098'),
    call_issuer: codeList(`2000 2011 2012 2013 2014 2015 2017 2018 2020 2021 2038 2041 2043 2044
      2046 2047 2053 2057 2070 2102 2103 2104 2106 ProcessorDeclined`),
    not_supported:
      codeList(`2019 2023 2024 2025 2026 2027 2028 2030 2031 2032 2040 2042 2045 2048 2055
      2058 2063 2064 2066 2068 2071 2072 2079 2080 2081 2082 2084 2087 2088 2089 2091 2096 2100
      2101 APPLICATION_INCOMPLETE`),
    authentication_failed: codeList('2092 2099 THREE_D_SECURE'),
    try_again_later: codeList('2033 2034 2073 3000'),
    blocked_by_merchant: codeList('2077 2085 FRAUD RISK_THRESHOLD TOKEN_ISSUANCE'),
    use_another_card: codeList(`2007 2022 2029 2050 2059 2060 2061 2067 2074 2075 2076 2078 2083
      2093 2105 2107 2108 AVS AVS_AND_CVV`),
    // Duplicates, and errors in the merchant's data.
    unknown: codeList('2016 2039 2049 2052 2062 2069 2094 Failed GatewayRejected'),
  },
};
