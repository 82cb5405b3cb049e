import * as v from 'valibot';
import { isCapturedLater } from '../formats/charges.ts';
import type { Exchange } from '../interface/exchange.ts';
import type { Authorization, Increment, PaymentOutcome } from '../interface/payments.ts';
import { amounts } from './amounts.ts';
import { apiRequest, transactionId } from './requests.ts';
import { moneyOf, paymentOutcome, readAnswer } from './responses.ts';
import { Payment, paymentFields } from './transaction.ts';

/**
 * Whether an authorization is of an amount that may still grow. Braintree raises only these: a
 * charge that names another initiator is not eligible.
 *
 * @see https://developer.paypal.com/braintree/graphql/reference/#enum--paymentinitiator (ESTIMATED)
 */
export const isEstimated = (input: Authorization): boolean =>
  input.incrementalAuthorization === true &&
  isCapturedLater(input) &&
  input.order.initiator.by === 'customer' &&
  input.order.channel === undefined;

const Adjustment = v.object({
  successful: v.nullish(v.boolean()),
  timestamp: v.nullish(v.string()),
  processorResponse: v.nullish(
    v.object({ legacyCode: v.nullish(v.string()), message: v.nullish(v.string()) }),
  ),
});
const Adjusted = v.object({
  transaction: v.object({
    ...Payment.entries,
    authorizationAdjustments: v.nullish(v.array(Adjustment)),
  }),
});

/** Braintree's refusal of an amount that is already the authorized one. */
const sameAmount = '95606';

/**
 * Raises the authorized amount to a new total. A total is authorized once: Braintree refuses it the
 * second time, with an error that tells so.
 *
 * @see https://developer.paypal.com/braintree/docs/reference/request/transaction/adjust-authorization
 */
export const increment: Exchange<Increment, PaymentOutcome> = {
  request: (input, account) =>
    apiRequest(
      account,
      `mutation updateTransactionAmount($input: UpdateTransactionAmountInput!) { updateTransactionAmount(input: $input) { transaction { ${paymentFields} authorizationAdjustments { successful timestamp processorResponse { legacyCode message } } } } }`,
      {
        transactionId: transactionId(input),
        amount: amounts.toMajorString(input.totalMinor, input.currency),
      },
    ),

  outcome(response, input) {
    const answer = readAnswer('updateTransactionAmount', Adjusted, response);
    if ('refusal' in answer) {
      const { result, code } = answer.refusal;
      if (result !== 'declined' || code !== sameAmount) return answer.refusal;
      return { result: 'authorized', connectorTransactionId: transactionId(input) };
    }
    const { transaction } = answer.done;
    const outcome = paymentOutcome(transaction, { captureMethod: 'manual' });
    if (outcome.result !== 'authorized') {
      throw new Error('A status that tells nothing about the increment.');
    }
    if (moneyOf(transaction).amountMinor === input.totalMinor) return outcome;
    const refused = (transaction.authorizationAdjustments ?? [])
      .filter(({ successful }) => successful === false)
      .sort((one, other) => (other.timestamp ?? '').localeCompare(one.timestamp ?? ''))[0];
    if (!refused) throw new Error('The amount is not the new one, and no refusal is reported.');
    const { legacyCode, message } = refused.processorResponse ?? {};
    return {
      result: 'declined',
      ...(legacyCode && { code: legacyCode }),
      ...(message && { message, reason: message }),
      connectorTransactionId: transaction.id,
    };
  },
};
