import * as v from 'valibot';
import type { ConnectorError } from '../interface/exchange.ts';
import type { ReportedPayment } from '../interface/payments.ts';

const text = v.nullish(v.string());

/**
 * Adyen's data about a payment's card beside the result, in answers and in AUTHORISATION events
 * alike. The names with `recurring` are old; those with `tokenization` replace them.
 *
 * @see https://github.com/Adyen/adyen-openapi/blob/main/json/CheckoutService-v68.json
 * (ResponseAdditionalDataCommon)
 */
export const additionalData = {
  'tokenization.storedPaymentMethodId': text,
  'tokenization.shopperReference': text,
  'recurring.recurringDetailReference': text,
  'recurring.shopperReference': text,
  networkTxReference: text,
  avsResult: text,
  avsResultRaw: text,
  cvcResult: text,
  cvcResultRaw: text,
  refusalCodeRaw: text,
  refusalReasonRaw: text,
  merchantAdviceCode: text,
};
const AdditionalData = v.object(additionalData);
type AdditionalData = v.InferOutput<typeof AdditionalData>;

/** The stored card, its network's id of the payment, and the issuer's checks of the holder. */
export function cardIn(data: AdditionalData): ReportedPayment {
  const mandate =
    data['tokenization.storedPaymentMethodId'] ?? data['recurring.recurringDetailReference'];
  const customer = data['tokenization.shopperReference'] ?? data['recurring.shopperReference'];
  return {
    ...(mandate && { connectorMandateId: mandate }),
    ...(customer && { connectorCustomerId: customer }),
    ...(data.networkTxReference && { networkTransactionId: data.networkTxReference }),
    ...checksIn(data),
  };
}

/**
 * Adyen's code with its text, such as `4 AVS not supported for this card type`, and the issuer's.
 */
function checksIn({ avsResult, avsResultRaw, cvcResult, cvcResultRaw }: AdditionalData) {
  const checks = {
    avs_result: avsResult ?? null,
    avs_result_raw: avsResultRaw ?? null,
    cvc_result: cvcResult ?? null,
    cvc_result_raw: cvcResultRaw ?? null,
  };
  return Object.values(checks).every((one) => one === null) ? {} : { paymentChecks: checks };
}

/** The issuer's own words of a decline, and the card network's advice. */
export function issuerErrorIn(data: AdditionalData): ConnectorError {
  const { refusalCodeRaw, refusalReasonRaw, merchantAdviceCode } = data;
  // The advice is written as a code and its meaning: `03 : Do not try again`.
  const [advice] = merchantAdviceCode?.split(' : ') ?? [];
  return {
    ...(refusalCodeRaw && { issuerCode: refusalCodeRaw }),
    ...(refusalReasonRaw && { issuerMessage: refusalReasonRaw }),
    ...(advice && { networkAdviceCode: advice }),
  };
}
