import { cardNetworkOf } from '../../card-networks/card-networks.part.ts';
import type { CardNetwork } from '../../vocabulary/payment-methods.ts';
import type { Card } from '../interface/card.ts';
import type { Exchange, ExchangeAccount } from '../interface/exchange.ts';
import type { Authorization, PaymentOutcome } from '../interface/payments.ts';
import { authenticationOf } from './authentication.ts';
import { billTo } from './bill-to.ts';
import { merchantDefined } from './merchant-defined.ts';
import { amountDetails, apiRequest, codeOf } from './requests.ts';
import { isAutomatic, paymentOutcome, readPayment, refusalIn } from './responses.ts';
import { commerceIndicatorOf, initiatorOf, isToBeStored } from './stored-credentials.ts';

/** Charges or reserves a card, or one that Cybersource has stored. */
export const authorize: Exchange<Authorization, PaymentOutcome> = {
  request: (input, account) => paymentRequest(input, account, isAutomatic(input)),

  outcome(response, input) {
    if (response.status >= 300) return refusalIn(response);
    return paymentOutcome(readPayment(response), input);
  },
};

/** Reserves the amount of the verification, which is mostly nothing, and stores the card. */
export const verify: Exchange<Authorization, PaymentOutcome> = {
  request(input, account) {
    if (input.source.kind !== 'card') throw new Error('Cybersource verifies cards alone.');
    return paymentRequest(
      { ...input, futureUsage: 'off_session', isVerification: true },
      account,
      false,
    );
  },

  outcome(response, input) {
    if (response.status >= 300) return refusalIn(response);
    return paymentOutcome(readPayment(response), { ...input, isVerification: true });
  },
};

function paymentRequest(input: Authorization, account: ExchangeAccount, isCaptured: boolean) {
  const { source, order, authenticationData } = input;
  const network = networkOf(source);
  const proof = authenticationData && authenticationOf(authenticationData, network);
  if (source.kind === 'card' && order.authenticationType === 'three_ds' && !proof) {
    throw new Error('Cybersource does not authenticate customers by 3-D Secure here.');
  }
  return apiRequest('POST', 'pts/v2/payments/', account, {
    processingInformation: {
      ...(isToBeStored(input) && {
        actionList: ['TOKEN_CREATE'],
        actionTokenTypes: ['paymentInstrument', 'customer'],
      }),
      authorizationOptions: {
        initiator: initiatorOf(input, network),
        ...(order.partialAuthorization === true && { partialAuthIndicator: true }),
      },
      commerceIndicator: proof?.commerceIndicator ?? commerceIndicatorOf(input),
      capture: isCaptured,
    },
    paymentInformation:
      source.kind === 'connector_mandate'
        ? { paymentInstrument: { id: source.connectorMandateId } }
        : { card: cardIn(source, network) },
    orderInformation: {
      amountDetails: amountDetails(input.amountMinor, input.currency),
      billTo: billTo(order),
    },
    clientReferenceInformation: { code: codeOf(input.reference) },
    consumerAuthenticationInformation: proof?.information,
    merchantDefinedInformation: merchantDefined(order.metadata),
  });
}

type Source = Authorization['source'];

function networkOf(source: Source): CardNetwork | undefined {
  if (source.kind !== 'card') return undefined;
  return source.card.network ?? cardNetworkOf(source.card.number) ?? undefined;
}

function cardIn(source: Source, network: CardNetwork | undefined) {
  if (source.kind !== 'card') throw new Error(`Cybersource does not charge a ${source.kind} here.`);
  const { number, expiryMonth, expiryYear, cvc }: Card = source.card;
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
