import * as v from 'valibot';
import { cardNetworkOf } from '#vocabulary/card-networks/card-networks.ts';
import type { CardNetwork } from '#vocabulary/payment-methods.ts';
import type { Card } from '../interface/card.ts';
import type { PaymentSource } from '../interface/payments.ts';

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
  const decrypted = source.kind === 'payment_method' ? decryptedIn(source) : undefined;
  return decrypted && (cardNetworkOf(decrypted.number) ?? undefined);
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

const solutions: Readonly<Partial<Record<Wallet['type'], string>>> = {
  apple_pay: '001',
  google_pay: '012',
};

function walletIn(source: Wallet, network: CardNetwork | undefined): Source {
  const paymentSolution = solutions[source.type];
  if (paymentSolution === undefined) throw new Error(`Cybersource takes no ${source.type} here.`);
  const decrypted = decryptedIn(source);
  if (!decrypted)
    return { paymentInformation: { fluidData: fluidDataOf(source) }, paymentSolution };
  const { cryptogram, ...card } = decrypted;
  if (cryptogram === undefined) {
    return { paymentInformation: { card: cardIn(card, network) }, paymentSolution };
  }
  const { number, expirationMonth, expirationYear, type } = cardIn(card, network);
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

const EncryptedByApple = v.object({ payment_data: v.string() });
const EncryptedByGoogle = v.object({ tokenization_data: v.object({ token: v.string() }) });

/** The wallet's token, unchanged: Cybersource has the wallet's key and decrypts it. */
function fluidDataOf({ type, data }: Wallet) {
  if (type === 'apple_pay') {
    return {
      // `FID=COMMON.APPLE.INAPP.PAYMENT`, in base64 as the token is.
      descriptor: 'RklEPUNPTU1PTi5BUFBMRS5JTkFQUC5QQVlNRU5U',
      encoding: 'Base64',
      value: v.parse(EncryptedByApple, data).payment_data,
    };
  }
  const { token } = v.parse(EncryptedByGoogle, data).tokenization_data;
  return { value: Buffer.from(token, 'utf8').toString('base64') };
}

const Digits = v.pipe(v.string(), v.regex(/^\d{12,19}$/));

const DecryptedByApple = v.pipe(
  v.object({
    payment_data: v.object({
      application_primary_account_number: Digits,
      application_expiration_month: v.string(),
      application_expiration_year: v.string(),
      payment_data: v.object({ online_payment_cryptogram: v.string() }),
    }),
  }),
  v.transform(({ payment_data: card }) => ({
    number: card.application_primary_account_number,
    expiryMonth: card.application_expiration_month,
    expiryYear: card.application_expiration_year,
    cryptogram: card.payment_data.online_payment_cryptogram,
  })),
);
const DecryptedByGoogle = v.pipe(
  v.object({
    tokenization_data: v.object({
      application_primary_account_number: Digits,
      card_exp_month: v.string(),
      card_exp_year: v.string(),
      cryptogram: v.nullish(v.string()),
    }),
  }),
  v.transform(({ tokenization_data: card }) => ({
    number: card.application_primary_account_number,
    expiryMonth: card.card_exp_month,
    expiryYear: card.card_exp_year,
    ...(card.cryptogram && { cryptogram: card.cryptogram }),
  })),
);

interface DecryptedCard extends Card {
  /** Absent of a card that Google has on file, which is charged as an ordinary one. */
  readonly cryptogram?: string;
}

/** The card in a wallet's token that the merchant decrypted; undefined where it is encrypted. */
function decryptedIn({ type, data }: Wallet): DecryptedCard | undefined {
  const read = v.safeParse(type === 'apple_pay' ? DecryptedByApple : DecryptedByGoogle, data);
  return read.success ? read.output : undefined;
}

function cardIn({ number, expiryMonth, expiryYear, cvc }: Card, network: CardNetwork | undefined) {
  return {
    number,
    expirationMonth: expiryMonth,
    expirationYear: expiryYear.length === 2 ? `20${expiryYear}` : expiryYear,
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
