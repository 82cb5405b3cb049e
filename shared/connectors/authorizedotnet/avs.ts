import type { ReportedPayment } from '../interface/payments.ts';

/**
 * What the codes of the address verification service say.
 *
 * @see https://developer.authorize.net/api/reference/responseCodes.html
 */
const descriptions: ReadonlyMap<string, string> = new Map([
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

/** What the issuer found about the customer's address. */
export function addressChecks(code: string | undefined): Pick<ReportedPayment, 'paymentChecks'> {
  if (!code) return {};
  return {
    paymentChecks: { avs_result_code: code, description: descriptions.get(code) ?? null },
  };
}
