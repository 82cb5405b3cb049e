import type { ReportedPayment } from '../interface/payments.ts';

/**
 * The meanings of the address verification service's codes.
 *
 * @see https://developer.authorize.net/api/reference/responseCodes.html
 */
const addressWords: ReadonlyMap<string, string> = new Map([
  ['A', 'The street address matched, but the postal code did not.'],
  ['B', 'No address information was provided.'],
  ['E', 'The AVS check returned an error.'],
  ['G', 'The card was issued by a bank outside the U.S. and does not support AVS.'],
  ['N', 'Neither the street address nor postal code matched.'],
  ['P', 'AVS is not applicable for this transaction.'],
  ['R', 'Retry, AVS was unavailable or timed out.'],
  ['S', 'AVS is not supported by card issuer.'],
  ['U', 'Address information is unavailable.'],
  ['W', 'The US ZIP code matches, but the street address does not.'],
  ['X', 'Both the street address and the US ZIP code matched.'],
  ['Y', 'The street address and postal code matched.'],
  ['Z', 'The postal code matched, but the street address did not.'],
]);

/** The meanings of the card code's results. */
const cvcWords: ReadonlyMap<string, string> = new Map([
  ['M', 'The card code matched.'],
  ['N', 'The card code did not match.'],
  ['P', 'The card code was not processed.'],
  ['S', 'The card code was not indicated.'],
  ['U', 'Card code verification is not supported by the card issuer.'],
]);

/** The issuer's checks of the customer's address and the card's code. */
export function checksIn(found: {
  readonly avs?: string | undefined;
  readonly cvv?: string | undefined;
}): Pick<ReportedPayment, 'paymentChecks'> {
  const { avs, cvv } = found;
  if (!avs && !cvv) return {};
  return {
    paymentChecks: {
      ...(avs && { avs_result_code: avs, description: addressWords.get(avs) ?? null }),
      ...(cvv && { cvv_result_code: cvv, cvv_description: cvcWords.get(cvv) ?? null }),
    },
  };
}
