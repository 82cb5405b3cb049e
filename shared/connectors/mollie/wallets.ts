import * as v from 'valibot';
import { cardOnFileIn, walletTokenIn } from '../formats/wallet-tokens.ts';
import type { PaymentSource } from '../interface/payments.ts';

/** Apple's and Google's encrypted payloads, which go to Mollie unchanged for decryption. */
const ApplePayload = v.pipe(
  v.string(),
  v.parseJson(),
  v.looseObject({ data: v.string(), signature: v.string() }),
);
const GooglePayload = v.pipe(
  v.string(),
  v.parseJson(),
  v.looseObject({ signature: v.string(), signedMessage: v.string() }),
);

/**
 * Mollie's request for a wallet's card: its method, and the wallet's token as a JSON text;
 * undefined where the source is none, or is charged as an ordinary card. Throws for a device's number
 * that the merchant has decrypted, and for a payload that is encrypted for another processor. The values are secret, so no error repeats them.
 *
 * @see https://docs.mollie.com/docs/direct-integration-of-apple-pay
 * @see https://docs.mollie.com/docs/direct-integration-of-google-pay
 * @see https://github.com/mollie/openapi/blob/main/specs.yaml (applePayPaymentToken,
 * googlePayPaymentToken)
 */
export function walletPayment(source: PaymentSource) {
  const token = walletTokenIn(source);
  if (!token || cardOnFileIn(source)) return undefined;
  if (token.kind === 'decrypted') throw new Error('Mollie takes what the wallet has encrypted.');
  const { payload, shown } = token;
  if (token.wallet === 'google_pay') {
    if (!v.is(GooglePayload, payload)) throw new Error(foreign);
    return { method: 'creditcard', googlePayPaymentToken: payload };
  }
  const read = v.safeParse(ApplePayload, payload);
  if (!read.success) throw new Error(foreign);
  // The token as Apple's JavaScript hands it over, of which the payload is a part.
  const applePayPaymentToken = JSON.stringify({
    paymentData: read.output,
    paymentMethod: shown && { displayName: shown.displayName, network: shown.network },
    transactionIdentifier: shown?.transactionId,
  });
  return { method: 'applepay', applePayPaymentToken };
}

const foreign = 'This payload of a wallet is not for Mollie.';
