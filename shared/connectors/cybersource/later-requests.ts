import type { ConnectorMetadata, Exchange } from '../interface/exchange.ts';
import type { MandateReference, RevocationOutcome } from '../interface/mandates.ts';
import type { Capture, Increment, PaymentOutcome, Reference } from '../interface/payments.ts';
import {
  amountDetails,
  amounts,
  apiRequest,
  capturePath,
  codeOf,
  idIn,
  paymentPath,
  requestIdOf,
} from './requests.ts';
import { failureOf, money, readPayment, refusalIn, totalIn } from './responses.ts';

/**
 * The only capture: a transaction of its own. It is `PENDING` until the merchant's next batch, as a
 * charge is that needed no capture: it is made, and cannot be asked for again.
 */
export const capture: Exchange<Capture, PaymentOutcome> = {
  request: (input, account) =>
    apiRequest('POST', paymentPath(input.connectorTransactionId, 'captures'), account, {
      processingInformation: {
        commerceIndicator: 'internet',
        captureOptions: { captureSequenceNumber: 1, totalCaptureCount: 1, isFinal: true },
      },
      orderInformation: { amountDetails: amountDetails(input.captureMinor, input.currency) },
      clientReferenceInformation: {
        code: codeOf(input.reference),
        transactionId: requestIdOf(input.captureReference),
      },
    }),

  outcome(response, input) {
    if (response.status >= 300) return refusalIn(response);
    const answer = readPayment(response);
    const known = {
      ...totalIn(answer),
      connectorCaptureId: answer.id,
      connectorMetadata: withCapture(input, answer.id),
    };
    switch (answer.status) {
      case 'PENDING':
      case 'TRANSMITTED':
      case 'SUCCEEDED':
        return { result: 'captured', capturedMinor: input.captureMinor, ...known };
      case 'DECLINED':
      case 'FAILED':
      case 'INVALID_REQUEST':
      case 'SERVER_ERROR':
        return failureOf(answer);
      default:
        throw new Error('A status that says nothing of a capture.');
    }
  },
};

/** Only the capture shows whether Cybersource has sent for the money. */
const withCapture = ({ connectorMetadata }: Reference, id: string): ConnectorMetadata => ({
  ...connectorMetadata,
  capture_id: id,
});

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

  outcome(response) {
    if (response.status >= 300) return refusalIn(response);
    const answer = readPayment(response);
    switch (answer.status) {
      case 'REVERSED':
      case 'CANCELLED':
      case 'VOIDED': {
        const { reversedAmount, currency } = answer.reversalAmountDetails ?? {};
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

/** Takes a charge, or the capture that took its money, out of the merchant's next batch. */
export const voidCaptured: Exchange<Reference, PaymentOutcome> = {
  request: ({ connectorMetadata, connectorTransactionId, reference }, account) => {
    const captureId = connectorMetadata?.capture_id;
    const path =
      captureId === undefined
        ? paymentPath(connectorTransactionId, 'voids')
        : capturePath(captureId, 'voids');
    return apiRequest('POST', path, account, {
      clientReferenceInformation: { code: codeOf(reference) },
    });
  },

  outcome(response) {
    if (response.status >= 300) return refusalIn(response);
    const answer = readPayment(response);
    switch (answer.status) {
      case 'VOIDED':
      case 'CANCELLED':
        return { result: 'voided_after_capture' };
      case 'DECLINED':
      case 'FAILED':
      case 'INVALID_REQUEST':
      case 'SERVER_ERROR':
        return failureOf(answer);
      default:
        throw new Error('A status that says nothing of a void.');
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
