import { ownMember } from '#platform/own-member.ts';
import type { CardNetwork } from '#vocabulary/payment-methods.ts';
import { nameIn } from '../formats/addresses.ts';
import { isCapturedLater } from '../formats/charges.ts';
import { chosenNetwork } from '../formats/chosen-network.ts';
import { fourDigits } from '../formats/expiry.ts';
import { hashOf } from '../formats/hashes.ts';
import type { MethodSource } from '../formats/method-data.ts';
import { networkTokenIn } from '../formats/network-token.ts';
import { walletTokenIn } from '../formats/wallet-tokens.ts';
import type { Exchange } from '../interface/exchange.ts';
import type { Browser, Order } from '../interface/order.ts';
import type { Authorization, Completion, PaymentOutcome } from '../interface/payments.ts';
import { levelData } from './level-data.ts';
import { invoicedMark } from './line-items.ts';
import { isInvoiced, localPayment, storedType } from './local-methods.ts';
import { adyenKeys, amountOf, apiRequest } from './requests.ts';
import { paymentOutcome } from './responses.ts';
import { addressOf, metadataOf, shopper } from './shopper.ts';
import { isCustomerAway, storedCredential } from './stored-credentials.ts';
import { isProvenByDevice, walletMethod, walletOrigin, walletProof } from './wallets.ts';

/**
 * Charges, reserves or, with amount 0, verifies a card, a wallet's card, or a card that Adyen
 * stores.
 */
export const authorize: Exchange<Authorization, PaymentOutcome> = {
  request(input, account) {
    const { order, reference } = input;
    const isAway = isCustomerAway(input);
    const local = localSourceOf(input);
    const body = {
      amount: amountOf(input.amountMinor, input.currency),
      merchantAccount: adyenKeys(account).merchantAccount,
      ...(!local && { paymentMethod: paymentMethodOf(input) }),
      reference,
      returnUrl: input.returnUrl,
      browserInfo: isAway ? undefined : browserInfo(order.browser),
      ...storedCredential(input),
      additionalData: local ? captureData(input) : additionalData(input),
      mpiData: walletProof(input.source) ?? tokenProof(input.source) ?? mpiData(input),
      telephoneNumber: order.billing?.phone?.number ?? undefined,
      billingAddress: addressOf(order.billing),
      deliveryAddress: addressOf(order.shipping),
      metadata: metadataOf(order),
      merchantOrderReference: order.merchantReference,
      shopperStatement: order.statementDescriptor,
      ...(!isAway && shopper(order)),
      ...(local && localPayment(local, input)),
    };
    return apiRequest('payments', account, body, reference);
  },

  outcome(response, input) {
    const outcome = paymentOutcome(response, input);
    if (outcome.result === 'not_found' || outcome.result === 'not_sent') return outcome;
    const local = localSourceOf(input);
    return {
      ...outcome,
      // The card is preauthorised, also after a challenge, so that its amount can be raised.
      ...(!local && isRaisable(input) && { incrementAllowed: true }),
      ...(local && isInvoiced(local) && { connectorMetadata: invoicedMark }),
    };
  },
};

const isRaisable = (input: Authorization): boolean =>
  input.incrementalAuthorization === true && isCapturedLater(input);

/** The source of a payment by another method than a card or its wallet. */
function localSourceOf({ source }: Authorization): MethodSource | undefined {
  if (source.kind !== 'payment_method') return undefined;
  return source.method === 'network_token' || walletTokenIn(source) ? undefined : source;
}

/** Passes on the redirect return's proof; Adyen answers as it does to the payment itself. */
export const complete: Exchange<Completion, PaymentOutcome> = {
  canAsk: (input) => proofIn(input) !== undefined,

  request(input, account) {
    const found = proofIn(input);
    if (!found) throw new Error('The customer brought nothing that Adyen knows.');
    const { name, proof } = found;
    const { reference } = input;
    const details = { [name]: proof };
    // After a second challenge the customer brings another proof, which is another request.
    const hash = hashOf(proof).slice(0, 16);
    return apiRequest('payments/details', account, { details }, `${reference}_details_${hash}`);
  },

  outcome: (response, input) => paymentOutcome(response, input),
};

/** The proof of a challenge's result for Adyen, with its name. */
function proofIn({ query, form }: Pick<Completion, 'query' | 'form'>) {
  const brought = { ...query, ...form };
  for (const name of ['redirectResult', 'threeDSResult', 'payload']) {
    const proof = ownMember(brought, name);
    if (proof) return { name, proof };
  }
  return undefined;
}

function paymentMethodOf({ source, order, currency, networkTransactionId }: Authorization) {
  if (source.kind === 'connector_mandate') {
    return { type: storedType(source, currency), storedPaymentMethodId: source.connectorMandateId };
  }
  const token = networkTokenIn(source);
  if (token) {
    return {
      type: 'networkToken',
      number: token.number,
      expiryMonth: token.expiryMonth,
      expiryYear: fourDigits(token.expiryYear),
      holderName: nameIn(order.billing) ?? token.holderName,
      brand: token.network && brands[token.network],
      networkPaymentReference: networkTransactionId,
    };
  }
  if (source.kind !== 'card') {
    const wallet = walletMethod(source);
    if (!wallet) throw new Error(`Adyen does not charge ${source.type}.`);
    return wallet;
  }
  const { number, expiryMonth, expiryYear, cvc, holderName, network } = source.card;
  const chosen = chosenNetwork(source.card);
  const card = {
    type: 'scheme',
    number,
    expiryMonth,
    expiryYear: fourDigits(expiryYear),
  };
  if (networkTransactionId !== undefined) {
    return {
      ...card,
      holderName,
      brand: network && brands[network],
      networkPaymentReference: networkTransactionId,
    };
  }
  return {
    ...card,
    cvc,
    holderName: nameIn(order.billing) ?? holderName,
    // The brand counts where the card has two.
    brand: chosen && brands[chosen],
  };
}

/** The proof of a network token's use; undefined for any other source. */
function tokenProof(source: Authorization['source']) {
  const { cryptogram, eci } = networkTokenIn(source) ?? {};
  return cryptogram && { tokenAuthenticationVerificationValue: cryptogram, eci };
}

/** Adyen's names of card networks. */
const brands: Readonly<Partial<Record<CardNetwork, string>>> = {
  Visa: 'visa',
  Mastercard: 'mc',
  AmericanExpress: 'amex',
  CartesBancaires: 'cartebancaire',
  Bancontact: 'bcmc',
  Dankort: 'dankort',
  EftposAustralia: 'eftpos_australia',
  DinersClub: 'diners',
  Discover: 'discover',
  JCB: 'jcb',
  Maestro: 'maestro',
  UnionPay: 'cup',
};

/** All of the browser's data, or undefined: Adyen requires each member. */
function browserInfo(browser: Browser | undefined) {
  const info = browser && {
    userAgent: browser.userAgent,
    acceptHeader: browser.acceptHeader,
    language: browser.language,
    colorDepth: browser.colorDepth,
    screenHeight: browser.screenHeight,
    screenWidth: browser.screenWidth,
    timeZoneOffset: browser.timeZone,
    javaEnabled: browser.javaEnabled ?? false,
  };
  return info && Object.values(info).includes(undefined) ? undefined : info;
}

/** Adyen authorises a part of the amount only for accounts that its support enabled for it. */
const additionalData = (input: Authorization) => {
  const { source, order } = input;
  const isWanted = order.authenticationType === 'three_ds' && !isProvenByDevice(source);
  return {
    ...walletOrigin(source),
    ...(isCapturedLater(input) && { authorisationType: 'PreAuth' }),
    ...captureData(input),
    executeThreeD: isWanted ? 'true' : 'false',
    scaExemption: exemptionOf(order),
    ...(order.partialAuthorization === true && { allowPartialAuth: 'true' }),
    ...levelData(input),
  };
};

/**
 * The exemption from strong customer authentication that the merchant claims. A charge by the
 * merchant needs none.
 *
 * @see https://github.com/Adyen/adyen-openapi/blob/main/json/CheckoutService-v68.json
 * (AdditionalData3DSecure)
 */
const exemptionOf = ({ scaExemption, initiator }: Order): string | undefined =>
  scaExemption && initiator.by === 'customer' ? exemptions[scaExemption] : undefined;

const exemptions: Readonly<Record<NonNullable<Order['scaExemption']>, string>> = {
  low_value: 'lowValue',
  transaction_risk_analysis: 'transactionRiskAnalysis',
};

const captureData = (input: Pick<Authorization, 'captureMethod'>) =>
  isCapturedLater(input) ? { manualCapture: 'true' } : {};

const mpiData = ({ authenticationData: proof }: Authorization) =>
  proof && {
    directoryResponse: proof.transactionStatus ?? 'Y',
    authenticationResponse: proof.transactionStatus ?? 'Y',
    cavv: proof.cryptogram,
    eci: proof.electronicCommerceIndicator,
    dsTransID: proof.dsTransactionId,
    threeDSVersion: proof.version,
  };
