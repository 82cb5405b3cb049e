import * as v from 'valibot';
import { nameIn } from '../formats/addresses.ts';
import { fourDigits } from '../formats/expiry.ts';
import { readJson } from '../formats/json.ts';
import { type ProvenToken, provenTokenIn } from '../formats/network-token.ts';
import { inBase64 } from '../formats/request.ts';
import { walletTokenIn } from '../formats/wallet-tokens.ts';
import type { Card } from '../interface/card.ts';
import type { ExchangeAccount } from '../interface/exchange.ts';
import type { Authorization } from '../interface/payments.ts';
import type { EncryptedWalletToken } from '../interface/wallet-token.ts';
import { bankAccountInput, isUsBankAccount } from './us-bank-account.ts';

/** A mutation that makes a payment method of the payment source, and the members of its input. */
export interface Tokenization {
  readonly mutation:
    | 'tokenizeCreditCard'
    | 'tokenizeNetworkToken'
    | 'tokenizeApplePayCard'
    | 'tokenizeUsBankAccount';
  readonly input: object;
}

/** Braintree's id of a payment method, or how it is made. */
type PaymentMethod = { readonly id: string } | Tokenization;

/**
 * The payment source, as Braintree takes it. Throws for every other method, and for a wallet's data
 * that are not for Braintree; no error repeats them.
 */
export function paymentMethodOf(input: Authorization, account: ExchangeAccount): PaymentMethod {
  const { source } = input;
  if (source.kind === 'connector_mandate') return { id: source.connectorMandateId };
  if (source.kind === 'card') return cardTokenization(source.card, input);
  if (isUsBankAccount(source)) {
    return { mutation: 'tokenizeUsBankAccount', input: bankAccountInput(input, account) };
  }
  const networkToken = provenTokenIn(source);
  if (networkToken) return networkTokenization(networkToken, 'NETWORK_TOKEN');
  const token = walletTokenIn(source);
  if (!token) throw new Error(`Braintree does not charge ${source.type}.`);
  if (token.kind === 'encrypted') return encryptedMethod(token);
  const { cryptogram } = token;
  // A card that Google has on file.
  if (cryptogram === undefined) return cardTokenization(token, input);
  const origin = token.wallet === 'apple_pay' ? 'APPLE_PAY' : 'GOOGLE_PAY';
  return networkTokenization({ ...token, cryptogram }, origin);
}

/** How a payment method is made of a number that stands for a card, with the proof of its use. */
const networkTokenization = (
  { number, expiryMonth, expiryYear, cryptogram, eci }: ProvenToken,
  origin: 'APPLE_PAY' | 'GOOGLE_PAY' | 'NETWORK_TOKEN',
): Tokenization => ({
  mutation: 'tokenizeNetworkToken',
  input: {
    networkToken: {
      number,
      expirationMonth: expiryMonth,
      expirationYear: fourDigits(expiryYear),
      cryptogram,
      eCommerceIndicator: eci,
      originDetails: { origin },
    },
  },
});

/** How a payment method is made of a card. */
export const cardTokenization = (
  { number, expiryMonth, expiryYear, cvc, holderName }: Card,
  { order: { billing } }: Authorization,
): Tokenization => {
  return {
    mutation: 'tokenizeCreditCard',
    input: {
      creditCard: {
        number,
        expirationYear: fourDigits(expiryYear),
        expirationMonth: expiryMonth,
        cvv: cvc,
        cardholderName: nameIn(billing) ?? holderName ?? '',
      },
    },
  };
};

/** Google's token holds the payment method that Braintree, its gateway, has already made. */
const GoogleToken = v.object({
  androidPayCards: v.nullish(v.array(v.object({ nonce: v.string() }))),
});

function encryptedMethod(token: EncryptedWalletToken): PaymentMethod {
  if (token.shown) {
    const { displayName, network, transactionId } = token.shown;
    const applePaymentToken = {
      paymentData: inBase64(token.payload),
      paymentInstrumentName: displayName,
      paymentNetwork: network,
      transactionIdentifier: transactionId,
    };
    return { mutation: 'tokenizeApplePayCard', input: { applePaymentToken } };
  }
  const { androidPayCards } = readJson(GoogleToken, { body: token.payload });
  const id = androidPayCards?.[0]?.nonce;
  if (!id) throw new Error("This token of a wallet is not Braintree's.");
  return { id };
}
