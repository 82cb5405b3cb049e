import * as v from 'valibot';
import type { HttpResponse } from '#platform/http/egress/http-message.ts';
import { known } from '../formats/request.ts';
import type { Card } from '../interface/card.ts';
import type { ExchangeAccount, NextStep, StepRequest } from '../interface/exchange.ts';
import type { Authorization, PaymentOutcome } from '../interface/payments.ts';
import type { AuthenticationData } from '../interface/three-ds.ts';
import { knownCustomer } from './charges.ts';
import { formRequest } from './requests.ts';
import { readAnswer, refusalIn } from './responses.ts';

/** Whether Shift4 authenticates the customer: one who is there and has typed a card. */
export const isToBeAuthenticated = ({ order, source, authenticationData }: Authorization) =>
  order.authenticationType === 'three_ds' &&
  order.initiator.by === 'customer' &&
  source.kind === 'card' &&
  authenticationData === undefined;

/** Makes a token of the card that its customer can be authenticated for. Charges nothing. */
export function authenticationRequest(
  { reference, amountMinor, currency, completeUrl }: Authorization,
  card: ReturnType<typeof cardForm>,
  account: ExchangeAccount,
): StepRequest {
  const request = formRequest('3d-secure', account, `${reference}_3ds`, {
    amount: amountMinor,
    currency,
    card,
    returnUrl: known(completeUrl, "The customer's way back"),
  });
  return { ...request, step: 'authentication' };
}

/** A card in the members that a charge and a token share. */
export const cardForm = (
  { number, expiryMonth, expiryYear, cvc, holderName }: Card,
  name: string | undefined,
) => ({
  number,
  expMonth: expiryMonth,
  expYear: expiryYear,
  cvc,
  cardholderName: name ?? holderName,
});

/**
 * Sends the customer to Shift4's page, which returns them when the bank has decided; or charges at
 * once where there is no page, because the bank takes no part.
 */
export function readAuthentication(
  response: HttpResponse,
  input: Authorization,
  charge: (source: object) => NextStep<PaymentOutcome>,
): PaymentOutcome | NextStep<PaymentOutcome> {
  if (response.status !== 200) return refusalIn(response);
  const { redirectUrl, token } = readAnswer(Authentication, response);
  const { amount, currency } = token.threeDSecureInfo ?? {};
  const isOurs =
    (amount ?? input.amountMinor) === input.amountMinor &&
    (currency ?? input.currency).toUpperCase() === input.currency;
  if (!isOurs) throw new Error('Shift4 authenticates another amount.');
  if (!redirectUrl) return charge(authenticatedSource(token.id));
  const customerId = knownCustomer(input);
  return {
    result: 'challenged',
    redirectUrl,
    connectorMetadata: { token: token.id },
    ...(customerId !== undefined && { connectorCustomerId: customerId }),
  };
}

const Authentication = v.object({
  redirectUrl: v.nullish(v.string()),
  token: v.object({
    id: v.string(),
    threeDSecureInfo: v.nullish(
      v.object({ amount: v.nullish(v.number()), currency: v.nullish(v.string()) }),
    ),
  }),
});

/**
 * The source of a charge after the authentication. Shift4 knows the result by the token and refuses
 * the charge where the bank takes part and has not confirmed its customer, so that a browser that
 * only returns gets nothing. A card whose bank takes no part is charged.
 *
 * @see https://github.com/shift4developer/shift4-java/blob/master/src/main/java/com/shift4/request/ThreeDSecureRequest.java
 */
export const authenticatedSource = (token: string) => ({
  card: token,
  threeDSecure: {
    requireAttempt: true,
    requireEnrolledCard: false,
    requireSuccessfulLiabilityShiftForEnrolledCard: true,
  },
});

/**
 * The proof of an authentication outside of Shift4. Version 1 has an id of its own.
 *
 * @see https://github.com/shift4developer/shift4-java/blob/master/src/main/java/com/shift4/request/ThreeDSecureRequest.java
 */
export const externalProof = (proof: AuthenticationData | undefined) =>
  proof && {
    threeDSecure: {
      external: {
        version: proof.version,
        eci: proof.electronicCommerceIndicator,
        authenticationValue: proof.cryptogram,
        [proof.version?.startsWith('1') ? 'xid' : 'dsTransactionId']: proof.dsTransactionId,
        status: proof.transactionStatus,
      },
    },
  };
