import * as v from 'valibot';
import type { HttpResponse } from '#platform/http/egress/http-message.ts';
import type { Exchange, ExchangeAccount, NextStep } from '../interface/exchange.ts';
import type { Authorization, PaymentOutcome } from '../interface/payments.ts';
import { addressIn } from './addresses.ts';
import { amounts } from './amounts.ts';
import { exemptionIn, proofIn, refuseAuthentication } from './authentication.ts';
import { isEstimated } from './increment.ts';
import { approvalRequest, isPayPal, readApproval } from './paypal.ts';
import { levelFieldsIn } from './purchase.ts';
import { apiRequest, merchantAccountFor } from './requests.ts';
import { paymentOutcome, readAnswer } from './responses.ts';
import { cardTokenization, paymentMethodOf, type Tokenization } from './tokens.ts';
import { Payment, paymentFields, verificationFields } from './transaction.ts';
import { chargeOfToken, debitRequest, isUsBankAccount, readDebit } from './us-bank-account.ts';
import { readVaulted } from './verification.ts';

/**
 * Makes a payment method of a card, a wallet's token or a bank account first: the charge itself
 * carries none of them. A payment by PayPal is charged after the customer's return.
 */
export const authorize: Exchange<Authorization, PaymentOutcome> = {
  request(input, account) {
    refuseAuthentication(input);
    if (isPayPal(input)) return approvalRequest(input, account);
    const method = paymentMethodOf(input, account);
    if (!('id' in method)) return tokenRequest(input, method, account);
    return isUsBankAccount(input.source)
      ? debitRequest(input, account, method.id)
      : chargeRequest(input, account, method.id);
  },

  outcome(response, input, account): PaymentOutcome | NextStep<PaymentOutcome> {
    if (isPayPal(input)) return readApproval(response);
    const isDebit = isUsBankAccount(input.source);
    const read = (charged: HttpResponse) =>
      isDebit ? readDebit(charged, input) : readCharge(charged, input);
    const method = paymentMethodOf(input, account);
    if ('id' in method) return read(response);
    const answer = readToken(method, response);
    if ('refusal' in answer) return answer.refusal;
    const { id } = answer.done.paymentMethod;
    if (isDebit) return chargeOfToken(input, account, id);
    return { next: chargeRequest(input, account, id), outcome: read };
  },
};

/** Stores a card after Braintree has verified it, and charges nothing. */
export const verify: Exchange<Authorization, PaymentOutcome> = {
  request(input, account) {
    refuseAuthentication(input);
    return tokenRequest(input, verifiedCard(input), account);
  },

  outcome(response, input, account): PaymentOutcome | NextStep<PaymentOutcome> {
    const answer = readToken(verifiedCard(input), response);
    if ('refusal' in answer) return answer.refusal;
    const next = apiRequest(
      account,
      `mutation vaultCreditCard($input: VaultCreditCardInput!) { vaultCreditCard(input: $input) { paymentMethod { id } verification { ${verificationFields} } } }`,
      {
        paymentMethodId: answer.done.paymentMethod.id,
        threeDSecurePassThrough: proofIn(input),
        verification: { merchantAccountId: merchantAccountFor(account, input.currency) },
      },
    );
    return { next, outcome: (stored) => readVaulted('vaultCreditCard', stored) };
  },
};

const PaymentMethod = v.object({ paymentMethod: v.object({ id: v.string() }) });
const Charged = v.object({ transaction: Payment });

const readToken = ({ mutation }: Tokenization, response: HttpResponse) =>
  readAnswer(mutation, PaymentMethod, response);

function verifiedCard(input: Authorization): Tokenization {
  if (input.source.kind !== 'card') throw new Error('Braintree verifies cards alone.');
  return cardTokenization(input.source.card, input);
}

/** Throws, before a card is sent, for payments that Braintree cannot make. */
function tokenRequest(
  payment: Authorization,
  { mutation, input }: Tokenization,
  account: ExchangeAccount,
) {
  merchantAccountFor(account, payment.currency);
  amounts.toMajorString(payment.amountMinor, payment.currency);
  proofIn(payment);
  const type = `${mutation.charAt(0).toUpperCase()}${mutation.slice(1)}Input`;
  const request = apiRequest(
    account,
    `mutation ${mutation}($input: ${type}!) { ${mutation}(input: $input) { clientMutationId paymentMethod { id } } }`,
    input,
  );
  return { ...request, step: 'token' } as const;
}

/** The order id is our reference: by it the payment is found, and a duplicate is refused. */
function chargeRequest(input: Authorization, account: ExchangeAccount, paymentMethodId: string) {
  const { order, futureUsage, currency } = input;
  const isManual = input.captureMethod === 'manual';
  const isVaulted = input.source.kind === 'connector_mandate';
  // The card of a wallet is stored for nothing later.
  const isToBeVaulted = input.source.kind === 'card' && futureUsage === 'off_session';
  const [name, kind] = isManual
    ? ['authorizeCreditCard', 'AuthorizeCreditCardInput']
    : ['chargeCreditCard', 'ChargeCreditCardInput'];
  const fields = isToBeVaulted ? `${paymentFields} paymentMethod { id }` : paymentFields;
  const { email } = order.customer ?? {};
  const billing = order.billing?.address;
  const passThrough = proofIn(input);
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
        ...levelFieldsIn(input),
        ...(email && !isVaulted && { customerDetails: { email } }),
        ...(isToBeVaulted && {
          vaultPaymentMethodAfterTransacting: { when: 'ON_SUCCESSFUL_TRANSACTION' },
        }),
      },
      options: {
        ...(billing && { billingAddress: addressIn(billing) }),
        ...externalVaultIn(input),
        ...(passThrough && { threeDSecureAuthentication: { passThrough } }),
        scaExemption: exemptionIn(input),
      },
    },
  );
}

/**
 * Braintree's field for a card that another vault stores: `WILL_VAULT` where ours stores it from
 * this payment on; `VAULTED` with the network's id of an earlier payment, only for charges without
 * the customer.
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
function initiatorOf(input: Authorization): string | undefined {
  const { initiator, channel } = input.order;
  if (isEstimated(input)) return 'ESTIMATED';
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
  if ('refusal' in answer) return answer.refusal;
  const outcome = paymentOutcome(answer.done.transaction, input);
  return outcome.result === 'authorized' && isEstimated(input)
    ? { ...outcome, incrementAllowed: true }
    : outcome;
}
