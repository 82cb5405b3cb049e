import type { Address } from '#vocabulary/address.ts';
import { addressAs, nameIn } from '../formats/addresses.ts';
import { known } from '../formats/request.ts';
import { cardOnFileIn } from '../formats/wallet-tokens.ts';
import type { Exchange, ExchangeAccount, NextStep } from '../interface/exchange.ts';
import type { Authorization, Completion, PaymentOutcome } from '../interface/payments.ts';
import { chargeSteps } from './charges.ts';
import { postRequest } from './requests.ts';
import { readAnswer, refusalIn } from './responses.ts';
import {
  authenticatedSource,
  authenticationRequest,
  cardForm,
  externalProof,
  isToBeAuthenticated,
  readAuthentication,
} from './three-ds.ts';
import { methodRefusal, WalletMethod, walletMethod } from './wallets.ts';

/** An exchange by its first step. */
const startingWith = <Input>(
  first: (input: Input, account: ExchangeAccount) => NextStep<PaymentOutcome>,
): Exchange<Input, PaymentOutcome> => ({
  request: (input, account) => first(input, account).next,
  outcome: (response, input, account) => first(input, account).outcome(response),
});

/**
 * Charges or reserves. A wallet's encrypted payload becomes a payment method first, and a card whose
 * customer is to be authenticated a token.
 */
const authorizing =
  (isVerification: boolean) =>
  (input: Authorization, account: ExchangeAccount): NextStep<PaymentOutcome> => {
    const { source, order, reference } = input;
    const charge = (by: object) =>
      chargeSteps({ payment: input, source: by, isVerification }, account);
    const method = walletMethod(source);
    if (method) {
      if (isVerification) throw new Error('Shift4 verifies cards alone.');
      const made = postRequest('payment-methods', account, `${reference}_method`, method);
      return {
        next: { ...made, step: 'token' },
        outcome(response) {
          if (response.status !== 200) return refusalIn(response);
          const { id, ...state } = readAnswer(WalletMethod, response);
          return methodRefusal(state) ?? charge({ paymentMethod: id });
        },
      };
    }
    if (source.kind !== 'card' || !isToBeAuthenticated(input)) return charge(sourceOf(input));
    return {
      next: authenticationRequest(input, cardForm(source.card, nameIn(order.billing)), account),
      outcome: (response) => readAuthentication(response, input, charge),
    };
  };

export const authorize = startingWith(authorizing(false));
export const verify = startingWith(authorizing(true));

/**
 * Charges by the token whose customer came back from the challenge. The redirect return is not
 * read: Shift4 has the challenge's result.
 */
export const complete: Exchange<Completion, PaymentOutcome> = {
  canAsk: ({ connectorMetadata }) => connectorMetadata?.token !== undefined,
  ...startingWith((input: Completion, account) =>
    chargeSteps(
      {
        payment: { ...input, source: { kind: 'card' } },
        source: authenticatedSource(known(input.connectorMetadata?.token, "Shift4's token")),
        isVerification: input.isVerification === true,
      },
      account,
    ),
  ),
};

function sourceOf({ source, order, returnUrl, authenticationData }: Authorization) {
  const proof = externalProof(authenticationData);
  if (source.kind === 'connector_mandate') return { card: source.connectorMandateId, ...proof };
  const { billing } = order;
  const name = nameIn(billing);
  if (source.kind === 'card') return { card: cardForm(source.card, name), ...proof };
  const onFile = cardOnFileIn(source);
  if (onFile) return { card: cardForm(onFile, name), ...proof };
  if (source.type !== 'ideal' && source.type !== 'eps') {
    throw new Error(`Shift4 does not charge ${source.type}.`);
  }
  return {
    paymentMethod: {
      type: source.type,
      billing: {
        name,
        email: billing?.email ?? undefined,
        address: addressIn(billing),
      },
    },
    flow: { returnUrl },
  };
}

const addressIn = ({ address }: Address = {}) =>
  address &&
  addressAs(
    {
      ...{ line1: 'line1', line2: 'line2' },
      ...{ city: 'city', state: 'state', zip: 'zip', country: 'country' },
    },
    address,
  );
