import type { Exchange } from '../interface/exchange.ts';
import type { Capture, PaymentOutcome, Reference } from '../interface/payments.ts';
import type { RefundOutcome, RefundReference } from '../interface/refunds.ts';
import { debitMetadata, wasDebit } from './bank-account.ts';
import { amounts } from './currencies.ts';
import { transactionIdOf, transactionRequest } from './requests.ts';
import { refusedPayment, verdictOf } from './responses.ts';

/**
 * NMI captures an authorization once, so a repeat takes nothing more. The request has no reference
 * of ours: an order id would replace the one that finds the payment.
 */
export const capture: Exchange<Capture, PaymentOutcome> = {
  request: (input, account) =>
    transactionRequest('capture', account, {
      transactionid: transactionIdOf(input),
      amount: amounts.toMajorString(input.captureMinor, input.currency),
    }),

  outcome(response) {
    const verdict = verdictOf('capture', response);
    if (verdict.is === 'refused') return refusedPayment(verdict.refusal);
    return {
      result: 'captured',
      connectorTransactionId: verdict.transactionId,
      ...(verdict.orderId !== undefined && { connectorReference: verdict.orderId }),
    };
  },
};

/** Until the settlement, NMI voids an authorization and a charge in the same way. */
const voidInto = (result: 'voided' | 'voided_after_capture') =>
  ({
    request: (input, account) =>
      transactionRequest('void', account, {
        transactionid: transactionIdOf(input),
        ...kindOf(input),
        void_reason: reasonOf(input),
      }),

    outcome(response, { connectorMetadata }) {
      const verdict = verdictOf('void', response, wasDebit(connectorMetadata));
      if (verdict.is === 'refused') return refusedPayment(verdict.refusal);
      return {
        result,
        connectorTransactionId: verdict.transactionId,
        ...(verdict.orderId !== undefined && { connectorReference: verdict.orderId }),
      };
    },
  }) satisfies Exchange<Reference, PaymentOutcome>;

export const voidPayment = voidInto('voided');
export const voidCaptured = voidInto('voided_after_capture');

/** NMI wants to know of a bank account that it is one. */
const kindOf = ({ connectorMetadata }: Reference) =>
  wasDebit(connectorMetadata) ? debitMetadata : {};

/** NMI takes words of its own. Anything but a fraud is the customer's wish. */
const reasonOf = ({ cancellationReason }: Reference) =>
  /^fraud(ulent)?$/i.test(cancellationReason ?? '') ? 'fraud' : 'user_cancel';

export const refund: Exchange<RefundReference, RefundOutcome> = {
  request: ({ payment, amountMinor, currency, reference }, account) =>
    transactionRequest('refund', account, {
      transactionid: transactionIdOf(payment),
      ...kindOf(payment),
      orderid: reference,
      amount: amounts.toMajorString(amountMinor, currency),
    }),

  outcome(response, { payment: { connectorMetadata } }) {
    const isToBank = wasDebit(connectorMetadata);
    const verdict = verdictOf('refund', response, isToBank);
    if (verdict.is === 'approved') {
      return { result: isToBank ? 'pending' : 'succeeded', ...refundIdIn(verdict) };
    }
    const { transactionId: _, orderId, ...refusal } = verdict.refusal;
    return { ...refusal, ...refundIdIn({ orderId }) };
  },
};

/** A refund has our own id at NMI, as its order id. */
const refundIdIn = ({ orderId }: { readonly orderId?: string | undefined }) =>
  orderId === undefined ? {} : { connectorRefundId: orderId };
