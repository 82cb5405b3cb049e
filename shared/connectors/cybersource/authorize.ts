import type { Exchange, ExchangeAccount } from '../interface/exchange.ts';
import type { Authorization, PaymentOutcome } from '../interface/payments.ts';
import { authenticationOf } from './authentication.ts';
import { billTo } from './bill-to.ts';
import { levelMembersOf } from './level-data.ts';
import { merchantDefined } from './merchant-defined.ts';
import { networkOf, sourceOf } from './payment-source.ts';
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
  const { paymentInformation, paymentSolution, consumerAuthenticationInformation } = sourceOf(
    source,
    network,
  );
  // The token of a wallet by JCB has no word for its proof.
  const isUnsaid = network === 'JCB' && consumerAuthenticationInformation !== undefined;
  const level = levelMembersOf(input);
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
      commerceIndicator: isUnsaid
        ? undefined
        : (proof?.commerceIndicator ?? commerceIndicatorOf(input)),
      capture: isCaptured,
      paymentSolution,
      purchaseLevel: level.purchaseLevel,
    },
    paymentInformation,
    orderInformation: {
      amountDetails: {
        ...amountDetails(input.amountMinor, input.currency),
        ...level.amountDetails,
      },
      billTo: billTo(order),
      ...level.order,
    },
    buyerInformation: level.buyerInformation,
    clientReferenceInformation: { code: codeOf(input.reference) },
    consumerAuthenticationInformation: proof?.information ?? consumerAuthenticationInformation,
    merchantDefinedInformation: merchantDefined(order.metadata),
  });
}
