import * as v from 'valibot';
import type { PaymentSource } from '../interface/payments.ts';

/** Apple's payload as the merchant has decrypted it: a number of the card for this device. */
const DecryptedApple = v.object({
  payment_data: v.object({
    application_primary_account_number: v.string(),
    application_expiration_month: v.string(),
    application_expiration_year: v.string(),
    payment_data: v.object({
      online_payment_cryptogram: v.string(),
      eci_indicator: v.nullish(v.string()),
    }),
  }),
});

/** The same of Google's. */
const DecryptedGoogle = v.object({
  tokenization_data: v.object({
    application_primary_account_number: v.string(),
    card_exp_month: v.string(),
    card_exp_year: v.string(),
    cryptogram: v.string(),
    eci_indicator: v.nullish(v.string()),
  }),
});

const EncryptedApple = v.object({ payment_data: v.string() });
const EncryptedGoogle = v.object({ tokenization_data: v.object({ token: v.string() }) });

/** What Apple and Google encrypt, in their own words. */
const ApplePayload = v.pipe(
  v.string(),
  v.parseJson(),
  v.object({
    version: v.string(),
    data: v.string(),
    signature: v.string(),
    header: v.record(v.string(), v.string()),
  }),
);
const GooglePayload = v.pipe(
  v.string(),
  v.parseJson(),
  v.looseObject({
    signature: v.string(),
    protocolVersion: v.string(),
    signedMessage: v.string(),
  }),
);

/** Checkout.com's answer to a wallet's payload. */
export const WalletToken = v.object({ token: v.pipe(v.string(), v.regex(/^tok_\w{1,64}$/)) });

type Method = Extract<PaymentSource, { readonly kind: 'payment_method' }>;

const isApple = ({ method, type }: Method) => method === 'wallet' && type === 'apple_pay';
const isGoogle = ({ method, type }: Method) => method === 'wallet' && type === 'google_pay';

/** The source, where it is a card in a wallet that Checkout.com charges. */
export const walletIn = (source: PaymentSource): Method | undefined =>
  source.kind === 'payment_method' && (isApple(source) || isGoogle(source)) ? source : undefined;

/**
 * What a wallet has encrypted, for which Checkout.com gives a token; undefined where the merchant has
 * decrypted it. Throws for a payload that is neither.
 *
 * @see https://www.checkout.com/docs/payments/add-payment-methods/apple-pay/api-only
 * @see https://www.checkout.com/docs/payments/add-payment-methods/google-pay/api-only
 */
export function encryptedPayload(source: Method): object | undefined {
  if (decryptedToken(source)) return undefined;
  const payload = isApple(source)
    ? read(EncryptedApple, ApplePayload, source.data, ({ payment_data: data }) =>
        Buffer.from(data, 'base64').toString('utf8'),
      )
    : read(
        EncryptedGoogle,
        GooglePayload,
        source.data,
        ({ tokenization_data: data }) => data.token,
      );
  return { type: isApple(source) ? 'applepay' : 'googlepay', token_data: payload };
}

/** The payload in the data of a wallet. Its values are secret, so no error repeats them. */
function read<Data, Payload>(
  dataSchema: v.GenericSchema<unknown, Data>,
  payloadSchema: v.GenericSchema<unknown, Payload>,
  data: unknown,
  textIn: (data: Data) => string,
): Payload {
  const outer = v.safeParse(dataSchema, data);
  const inner = outer.success ? v.safeParse(payloadSchema, textIn(outer.output)) : undefined;
  if (!inner?.success) throw new Error('This payload of a wallet is not for Checkout.com.');
  return inner.output;
}

/** The number of the card for this device, as Checkout.com charges it; undefined where it is encrypted. */
export function decryptedToken(source: Method): object | undefined {
  const apple = isApple(source) ? v.safeParse(DecryptedApple, source.data) : undefined;
  if (apple?.success) {
    const { payment_data: data } = apple.output;
    const { online_payment_cryptogram: cryptogram, eci_indicator: eci } = data.payment_data;
    return {
      ...{ type: 'network_token', token_type: 'applepay', cryptogram },
      token: data.application_primary_account_number,
      expiry_month: data.application_expiration_month,
      expiry_year: fourDigits(data.application_expiration_year),
      eci: eci ?? undefined,
    };
  }
  const google = isGoogle(source) ? v.safeParse(DecryptedGoogle, source.data) : undefined;
  if (!google?.success) return undefined;
  const { tokenization_data: data } = google.output;
  return {
    ...{ type: 'network_token', token_type: 'googlepay', cryptogram: data.cryptogram },
    token: data.application_primary_account_number,
    expiry_month: data.card_exp_month,
    expiry_year: fourDigits(data.card_exp_year),
    eci: data.eci_indicator ?? undefined,
  };
}

/** A year in four digits, as in every published example of Checkout.com. */
export const fourDigits = (year: string): string => (year.length === 2 ? `20${year}` : year);
