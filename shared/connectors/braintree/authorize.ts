import * as v from 'valibot';
import type { Address } from '../../vocabulary/address.ts';
import type { Card } from '../interface/card.ts';
import type { Exchange, ExchangeAccount, HttpResponse, NextStep } from '../interface/exchange.ts';
import type { Authorization, PaymentOutcome } from '../interface/payments.ts';
import { amounts } from './amounts.ts';
import { apiRequest, merchantAccountFor } from './requests.ts';
import {
  checksIn,
  failureIn,
  Payment,
  paymentFields,
  paymentOutcome,
  readAnswer,
  Verification,
  verificationFields,
} from './responses.ts';

/** Makes a token of a card first: the charge itself carries no number. */
export const authorize: Exchange<Authorization, PaymentOutcome> = {
  request: (input, account) =>
    input.source.kind === 'card'
      ? tokenRequest(input, input.source.card, account)
      : chargeRequest(input, account, vaultedId(input)),

  outcome(response, input, account): PaymentOutcome | NextStep<PaymentOutcome> {
    const read = (charged: HttpResponse) => readCharge(charged, input);
    if (input.source.kind !== 'card') return read(response);
    const answer = readToken(response);
    if ('refusal' in answer) return answer.refusal;
    const { id } = answer.done.paymentMethod;
    return { next: chargeRequest(input, account, id), outcome: read };
  },
};

/** Stores a card after Braintree has verified it, and charges nothing. */
export const verify: Exchange<Authorization, PaymentOutcome> = {
  request(input, account) {
    if (input.source.kind !== 'card') throw new Error('Braintree verifies cards alone.');
    return tokenRequest(input, input.source.card, account);
  },

  outcome(response, input, account): PaymentOutcome | NextStep<PaymentOutcome> {
    const answer = readToken(response);
    if ('refusal' in answer) return answer.refusal;
    const next = apiRequest(
      account,
      `mutation vaultCreditCard($input: VaultCreditCardInput!) { vaultCreditCard(input: $input) { paymentMethod { id } verification { ${verificationFields} } } }`,
      {
        paymentMethodId: answer.done.paymentMethod.id,
        verification: { merchantAccountId: merchantAccountFor(account, input.currency) },
      },
    );
    return { next, outcome: readVaulted };
  },
};

/** Braintree stores no card whose verification failed. */
function readVaulted(response: HttpResponse): PaymentOutcome {
  const answer = readAnswer('vaultCreditCard', Vaulted, response);
  if ('refusal' in answer) return answer.refusal;
  const { paymentMethod, verification } = answer.done;
  const checks = verification ? checksIn([verification]) : {};
  switch (verification?.status) {
    case 'FAILED':
    case 'GATEWAY_REJECTED':
    case 'PROCESSOR_DECLINED':
      return { result: 'declined', ...failureIn(verification.status, [verification]), ...checks };
    case 'PENDING':
    case 'VERIFYING':
      throw new Error('The card is not verified yet.');
    default:
      if (!paymentMethod) throw new Error('The card was not stored.');
      return {
        result: 'captured',
        capturedMinor: 0,
        connectorMandateId: paymentMethod.id,
        ...checks,
      };
  }
}

const Vaulted = v.object({
  paymentMethod: v.nullish(v.object({ id: v.string() })),
  verification: v.nullish(Verification),
});
const PaymentMethod = v.object({ paymentMethod: v.object({ id: v.string() }) });
const Charged = v.object({ transaction: Payment });

const readToken = (response: HttpResponse) =>
  readAnswer('tokenizeCreditCard', PaymentMethod, response);

/** Throws for what Braintree cannot do before a card was handed over. */
function tokenRequest(input: Authorization, card: Card, account: ExchangeAccount) {
  if (input.order.authenticationType === 'three_ds' || input.authenticationData) {
    throw new Error('Braintree authenticates customers by its own script alone.');
  }
  merchantAccountFor(account, input.currency);
  amounts.toMajorString(input.amountMinor, input.currency);
  const request = apiRequest(
    account,
    'mutation tokenizeCreditCard($input: TokenizeCreditCardInput!) { tokenizeCreditCard(input: $input) { clientMutationId paymentMethod { id } } }',
    { creditCard: creditCard(card, input) },
  );
  return { ...request, step: 'token' } as const;
}

const creditCard = (
  { number, expiryMonth, expiryYear, cvc, holderName }: Card,
  { order: { billing } }: Authorization,
) => {
  const { first_name: firstName, last_name: lastName } = billing?.address ?? {};
  return {
    number,
    expirationYear: expiryYear.length === 2 ? `20${expiryYear}` : expiryYear,
    expirationMonth: expiryMonth,
    cvv: cvc,
    cardholderName: [firstName, lastName].filter(Boolean).join(' ') || (holderName ?? ''),
  };
};

/** A card that Braintree has stored since an earlier payment. */
function vaultedId({ source }: Authorization): string {
  if (source.kind !== 'connector_mandate') throw new Error('Braintree charges cards alone.');
  return source.connectorMandateId;
}

/** The order id is our reference: by it the payment is found, and a duplicate is refused. */
function chargeRequest(input: Authorization, account: ExchangeAccount, paymentMethodId: string) {
  const { order, futureUsage, currency } = input;
  const isManual = input.captureMethod === 'manual';
  const isVaulted = input.source.kind === 'connector_mandate';
  const isToBeVaulted = !isVaulted && futureUsage === 'off_session';
  const [name, kind] = isManual
    ? ['authorizeCreditCard', 'AuthorizeCreditCardInput']
    : ['chargeCreditCard', 'ChargeCreditCardInput'];
  const fields = isToBeVaulted ? `${paymentFields} paymentMethod { id }` : paymentFields;
  const { email } = order.customer ?? {};
  const billing = order.billing?.address;
  return apiRequest(
    account,
    `mutation ${name}($input: ${kind}!) { ${name}(input: $input) { transaction { ${fields} } } }`,
    {
      paymentMethodId,
      transaction: {
        amount: amounts.toMajorString(input.amountMinor, currency),
        merchantAccountId: merchantAccountFor(account, currency),
        orderId: input.reference,
        paymentInitiator: initiatorOf(input),
        ...(email && !isVaulted && { customerDetails: { email } }),
        ...(isToBeVaulted && {
          vaultPaymentMethodAfterTransacting: { when: 'ON_SUCCESSFUL_TRANSACTION' },
        }),
      },
      options: {
        ...(billing && { billingAddress: addressIn(billing) }),
        ...externalVaultIn(input),
      },
    },
  );
}

/** Braintree refuses a postal code of more than nine letters and digits, so such a one is left out. */
const addressIn = (address: NonNullable<Address['address']>) => ({
  firstName: address.first_name ?? undefined,
  lastName: address.last_name ?? undefined,
  addressLine1: address.line1 ?? undefined,
  addressLine2: address.line2 ?? undefined,
  adminArea2: address.city ?? undefined,
  adminArea1: address.state ?? undefined,
  postalCode:
    (address.zip ?? '').replace(/[ -]/g, '').length <= 9 ? address.zip || undefined : undefined,
  // The meaning of `countryCode` depends on the version of the API: this one always has two letters.
  countryCodeAlpha2: address.country ?? undefined,
});

/**
 * What Braintree is told of a card that another vault than its own stores: ours, from this payment on,
 * or since the payment with the network's id, which is for charges without the customer alone.
 */
function externalVaultIn({ source, order, futureUsage, networkTransactionId }: Authorization) {
  if (source.kind !== 'card') return {};
  if (order.initiator.by === 'merchant' && networkTransactionId !== undefined) {
    return {
      externalVault: { status: 'VAULTED', verifyingNetworkTransactionId: networkTransactionId },
    };
  }
  return futureUsage === 'on_session' ? { externalVault: { status: 'WILL_VAULT' } } : {};
}

/** Who starts the charge, in Braintree's words; absent for a customer in a shop on the web. */
function initiatorOf({ order: { initiator, channel } }: Authorization): string | undefined {
  if (initiator.by === 'customer') return channel === undefined ? undefined : 'MOTO';
  switch (initiator.why) {
    case 'recurring':
      return 'RECURRING';
    case 'installment':
      return 'INSTALLMENT';
    default:
      return 'UNSCHEDULED';
  }
}

function readCharge(response: HttpResponse, input: Authorization): PaymentOutcome {
  const name = input.captureMethod === 'manual' ? 'authorizeCreditCard' : 'chargeCreditCard';
  const answer = readAnswer(name, Charged, response);
  return 'refusal' in answer ? answer.refusal : paymentOutcome(answer.done.transaction, input);
}
