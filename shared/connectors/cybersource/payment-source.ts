import { cardNetworkOf } from '#vocabulary/card-networks/card-networks.ts';
import type { CardNetwork } from '#vocabulary/payment-methods.ts';
import { fourDigits } from '../formats/expiry.ts';
import { inBase64 } from '../formats/request.ts';
import { walletTokenIn } from '../formats/wallet-tokens.ts';
import type { Card } from '../interface/card.ts';
import type { PaymentSource } from '../interface/payments.ts';
import type { EncryptedWalletToken } from '../interface/wallet-token.ts';

/** The payment source, as Cybersource takes it. */
interface Source {
  readonly paymentInformation: object;
  /** The wallet, by Cybersource's number of it. */
  readonly paymentSolution?: string;
  /** The proof of the customer's device, where the merchant has decrypted the wallet's token. */
  readonly consumerAuthenticationInformation?: object;
}

/** The card's network; undefined where the number is not known here. */
export function networkOf(source: PaymentSource): CardNetwork | undefined {
  if (source.kind === 'card') {
    return source.card.network ?? cardNetworkOf(source.card.number) ?? undefined;
  }
  const token = walletTokenIn(source);
  return token?.kind === 'decrypted' ? (cardNetworkOf(token.number) ?? undefined) : undefined;
}

/**
 * A card, a wallet's token, or a credential that Cybersource stores. Throws for any other source.
 */
export function sourceOf(source: PaymentSource, network: CardNetwork | undefined): Source {
  switch (source.kind) {
    case 'connector_mandate':
      return { paymentInformation: { paymentInstrument: { id: source.connectorMandateId } } };
    case 'card':
      return { paymentInformation: { card: cardIn(source.card, network) } };
    case 'payment_method':
      return walletIn(source, network);
  }
}

type Wallet = Extract<PaymentSource, { readonly kind: 'payment_method' }>;

const solutions = { apple_pay: '001', google_pay: '012' } as const;

function walletIn(source: Wallet, network: CardNetwork | undefined): Source {
  const token = walletTokenIn(source);
  if (!token) throw new Error(`Cybersource takes no ${source.type} here.`);
  const paymentSolution = solutions[token.wallet];
  if (token.kind === 'encrypted') {
    return { paymentInformation: { fluidData: fluidDataOf(token) }, paymentSolution };
  }
  const { cryptogram } = token;
  if (cryptogram === undefined) {
    return { paymentInformation: { card: cardIn(token, network) }, paymentSolution };
  }
  const { number, expirationMonth, expirationYear, type } = cardIn(token, network);
  return {
    paymentInformation: {
      tokenizedCard: {
        number,
        expirationMonth,
        expirationYear,
        type,
        cryptogram,
        // In an app, or on a page.
        transactionType: '1',
      },
    },
    paymentSolution,
    consumerAuthenticationInformation:
      network === 'Mastercard' || network === 'Maestro'
        ? { ucafAuthenticationData: cryptogram, ucafCollectionIndicator: '2' }
        : { cavv: cryptogram },
  };
}

/** The wallet's token, unchanged: Cybersource has the wallet's key and decrypts it. */
function fluidDataOf({ wallet, payload }: EncryptedWalletToken) {
  const value = inBase64(payload);
  if (wallet === 'google_pay') return { value };
  // `FID=COMMON.APPLE.INAPP.PAYMENT`, in base64 as the token is.
  return { descriptor: 'RklEPUNPTU1PTi5BUFBMRS5JTkFQUC5QQVlNRU5U', encoding: 'Base64', value };
}

function cardIn({ number, expiryMonth, expiryYear, cvc }: Card, network: CardNetwork | undefined) {
  return {
    number,
    expirationMonth: expiryMonth,
    expirationYear: fourDigits(expiryYear),
    securityCode: cvc,
    type: network && cardTypes[network],
    typeSelectionIndicator: '1',
  };
}

/** Cybersource's numbers of the networks. */
const cardTypes: Readonly<Partial<Record<CardNetwork, string>>> = {
  Visa: '001',
  Mastercard: '002',
  AmericanExpress: '003',
  Discover: '004',
  DinersClub: '005',
  JCB: '007',
  CartesBancaires: '036',
  Maestro: '042',
  UnionPay: '062',
};
