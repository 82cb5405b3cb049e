/**
 * Whether nine digits are a routing number of a bank in the United States: their weighted sum ends
 * with 0.
 *
 * @see https://www.aba.com/about-us/routing-number
 */
export const isRoutingNumber = (digits: string): boolean =>
  /^\d{9}$/.test(digits) &&
  !/^0+$/.test(digits) &&
  [...digits].reduce((sum, digit, at) => sum + Number(digit) * ([3, 7, 1][at % 3] ?? 0), 0) % 10 ===
    0;
