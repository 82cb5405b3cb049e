import { cardNetworkOf } from '../../card-networks/card-networks.part.ts';
import type { CardNetwork } from '../../vocabulary/payment-methods.ts';
import type { Card } from '../interface/card.ts';
import type { Exchange, ExchangeAccount } from '../interface/exchange.ts';
import type { Order } from '../interface/order.ts';
import type { Authorization, PaymentOutcome } from '../interface/payments.ts';
import { authenticationOf } from './authentication.ts';
import { amountDetails, apiRequest, codeOf } from './requests.ts';
import { isAutomatic, paymentOutcome, readPayment, refusalIn } from './responses.ts';

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
      authorizationOptions: authorizationOptions(input),
      commerceIndicator: proof?.commerceIndicator ?? commerceIndicatorOf(order),
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
  });
}

/** Without the customer's consent nothing is stored. */
const isToBeStored = ({ futureUsage, source, order, isVerification }: Authorization): boolean =>
  futureUsage === 'off_session' &&
  source.kind === 'card' &&
  (order.customerAcceptance !== undefined || isVerification === true);

/** Who uses the stored card, or has it stored. */
function authorizationOptions(input: Authorization) {
  const { source, order, networkTransactionId } = input;
  const partial = order.partialAuthorization === true && { partialAuthIndicator: true };
  if (isToBeStored(input)) {
    return { initiator: { type: 'customer', credentialStoredOnFile: true }, ...partial };
  }
  if (source.kind !== 'connector_mandate' && networkTransactionId === undefined) {
    return partial || undefined;
  }
  const { initiator } = order;
  return {
    initiator: { type: initiator.by, storedCredentialUsed: true },
    ...(initiator.by === 'merchant' && {
      merchantInitiatedTransaction: {
        ...(initiator.why === 'resubmission' && { reason: '1' }),
        previousTransactionId: networkTransactionId,
      },
    }),
    ...partial,
  };
}

function commerceIndicatorOf({ initiator, channel }: Order): string {
  if (initiator.by === 'merchant' && initiator.why === 'recurring') return 'recurring';
  if (initiator.by === 'merchant' && initiator.why === 'installment') return 'install';
  return channel === undefined ? 'internet' : 'moto';
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

const billTo = ({ billing = {}, customer }: Order) => ({
  firstName: billing.address?.first_name ?? undefined,
  lastName: billing.address?.last_name ?? undefined,
  address1: billing.address?.line1 ?? undefined,
  locality: billing.address?.city ?? undefined,
  administrativeArea: billing.address?.state ?? undefined,
  postalCode: billing.address?.zip ?? undefined,
  country: billing.address?.country ?? undefined,
  email: billing.email ?? customer?.email,
});
