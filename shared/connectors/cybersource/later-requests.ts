import type { Exchange } from '../interface/exchange.ts';
import type { MandateReference, RevocationOutcome } from '../interface/mandates.ts';
import type { Increment, PaymentOutcome, Reference } from '../interface/payments.ts';
import {
  amountDetails,
  amounts,
  apiRequest,
  codeOf,
  idIn,
  paymentPath,
  requestIdOf,
} from './requests.ts';
import { failureOf, money, readPayment, refusalIn } from './responses.ts';

export const voidPayment: Exchange<Reference, PaymentOutcome> = {
  request(input, account) {
    const { connectorTransactionId, reference, amountMinor, currency } = input;
    return apiRequest('POST', paymentPath(connectorTransactionId, 'reversals'), account, {
      clientReferenceInformation: { code: codeOf(reference) },
      reversalInformation: {
        amountDetails: amountDetails(amountMinor, currency),
        reason: input.cancellationReason,
      },
    });
  },

  outcome(response, { captureMethod }) {
    if (response.status >= 300) return refusalIn(response);
    const answer = readPayment(response);
    switch (answer.status) {
      case 'REVERSED':
      case 'CANCELLED':
      case 'VOIDED': {
        const { reversedAmount, currency } = answer.reversalAmountDetails ?? {};
        // After captures it is the rest, whose amount the payment does not have.
        if (captureMethod === 'manual_multiple') return { result: 'voided' };
        return { result: 'voided', ...money(reversedAmount, currency) };
      }
      case 'PENDING':
        return { result: 'pending' };
      case 'DECLINED':
      case 'FAILED':
      case 'INVALID_REQUEST':
      case 'SERVER_ERROR':
        return failureOf(answer);
      default:
        throw new Error('A status that says nothing of a reversal.');
    }
  },
};

/** Adds to the authorized amount: Cybersource gets the difference, not the new total. */
export const increment: Exchange<Increment, PaymentOutcome> = {
  request: (input, account) =>
    apiRequest('PATCH', paymentPath(input.connectorTransactionId), account, {
      processingInformation: {
        authorizationOptions: { initiator: { storedCredentialUsed: true } },
        commerceIndicator: 'internet',
      },
      orderInformation: {
        amountDetails: {
          additionalAmount: amounts.toMajorString(
            input.totalMinor - input.amountMinor,
            input.currency,
          ),
          currency: input.currency,
        },
      },
      clientReferenceInformation: {
        code: codeOf(input.reference),
        transactionId: requestIdOf(input.incrementReference),
      },
    }),

  outcome(response, { connectorMetadata }) {
    if (response.status >= 300) return refusalIn(response);
    const answer = readPayment(response);
    switch (answer.status) {
      case 'AUTHORIZED': {
        // The answer's amounts are not documented as the new total, so none is reported.
        const { currency } = answer.orderInformation?.amountDetails ?? {};
        return {
          result: 'authorized',
          ...(currency != null && { currency }),
          connectorMetadata: { ...connectorMetadata, incremented: 'true' },
        };
      }
      // The merchant's risk rules hold it; a sync reports the decision.
      case 'AUTHORIZED_PENDING_REVIEW':
        return { result: 'pending' };
      case 'DECLINED':
      case 'FAILED':
      case 'INVALID_REQUEST':
      case 'SERVER_ERROR':
        return failureOf(answer);
      default:
        throw new Error('It does not say that more is authorized.');
    }
  },
};

/** Deletes the stored card: it can never be charged again. */
export const revokeMandate: Exchange<MandateReference, RevocationOutcome> = {
  request: ({ connectorMandateId }, account) =>
    apiRequest('DELETE', `tms/v1/paymentinstruments/${idIn(connectorMandateId)}`, account),

  outcome(response) {
    if (response.status === 204) return { result: 'revoked' };
    const { result, ...error } = refusalIn(response);
    return result === 'declined'
      ? { result, status: response.status, ...error }
      : { result, ...error };
  },
};
