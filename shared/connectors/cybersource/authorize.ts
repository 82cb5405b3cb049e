import type { HttpResponse } from '#platform/http/egress/http-message.ts';
import type { Exchange, ExchangeAccount } from '../interface/exchange.ts';
import type { Authorization, PaymentOutcome, Reference } from '../interface/payments.ts';
import { type AuthenticationProof, authenticationOf, exemptionOf } from './authentication.ts';
import { billTo } from './bill-to.ts';
import { levelMembersOf } from './level-data.ts';
import { merchantDefined } from './merchant-defined.ts';
import { isToBeAuthenticated, setupOutcome, setupRequest } from './payer-authentication.ts';
import { networkOf, sourceOf } from './payment-source.ts';
import { amountDetails, apiRequest, codeOf } from './requests.ts';
import { isAutomatic, paymentOutcome, readPayment, refusalIn } from './responses.ts';
import { commerceIndicatorOf, initiatorOf, isToBeStored } from './stored-credentials.ts';

/**
 * Charges or reserves a card, or one that Cybersource has stored. Where Cybersource is to
 * authenticate the customer, it prepares that first, and `complete` charges.
 */
export const authorize: Exchange<Authorization, PaymentOutcome> = {
  request: (input, account) =>
    isToBeAuthenticated(input) ? setupRequest(input, account) : chargeRequest(input, account),

  outcome: (response, input) =>
    isToBeAuthenticated(input) ? setupOutcome(response) : chargeOutcome(response, input),
};

/** Reserves the amount of the verification, which is mostly nothing, and stores the card. */
export const verify: Exchange<Authorization, PaymentOutcome> = {
  request(input, account) {
    if (input.source.kind !== 'card') throw new Error('Cybersource verifies cards alone.');
    return authorize.request({ ...input, isVerification: true }, account);
  },
  outcome: (response, input, account) =>
    authorize.outcome(response, { ...input, isVerification: true }, account),
};

/** A charge, or a reservation, with what is proven about its customer. */
export const chargeRequest = (
  input: Authorization,
  account: ExchangeAccount,
  proof?: AuthenticationProof,
) =>
  input.isVerification
    ? paymentRequest({ ...input, futureUsage: 'off_session' }, account, { proof, capture: false })
    : paymentRequest(input, account, { proof, capture: isAutomatic(input) });

/** What was charged or reserved. */
export function chargeOutcome(response: HttpResponse, input: Reference): PaymentOutcome {
  if (response.status >= 300) return refusalIn(response);
  return paymentOutcome(readPayment(response), input);
}

interface ChargeTerms {
  readonly proof: AuthenticationProof | undefined;
  readonly capture: boolean;
}

function paymentRequest(
  input: Authorization,
  account: ExchangeAccount,
  { capture, proof: made }: ChargeTerms,
) {
  const { source, order, authenticationData } = input;
  const network = networkOf(source);
  const proof = made ?? (authenticationData && authenticationOf(authenticationData, network));
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
      capture,
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
    consumerAuthenticationInformation:
      proof?.information ?? consumerAuthenticationInformation ?? exemptionOf(input),
    merchantDefinedInformation: merchantDefined(order.metadata),
  });
}
