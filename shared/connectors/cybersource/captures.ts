import type { ConnectorMetadata, Exchange } from '../interface/exchange.ts';
import type { Capture, PaymentOutcome, Reference } from '../interface/payments.ts';
import {
  amountDetails,
  apiRequest,
  capturePath,
  codeOf,
  paymentPath,
  requestIdOf,
} from './requests.ts';
import { failureOf, readPayment, refusalIn, totalIn } from './responses.ts';

/**
 * A capture: a transaction of its own. It is `PENDING` until the merchant's next batch, as a charge
 * is that needed no capture: it is made, and cannot be asked for again.
 */
export const capture: Exchange<Capture, PaymentOutcome> = {
  request: (input, account) =>
    apiRequest('POST', paymentPath(input.connectorTransactionId, 'captures'), account, {
      processingInformation: {
        commerceIndicator: 'internet',
        captureOptions: areSeveral(input) ? partOptions(input) : onlyOptions,
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
      ...(!areSeveral(input) && { connectorMetadata: withCapture(input, answer.id) }),
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

const areSeveral = ({ captureMethod }: Pick<Reference, 'captureMethod'>): boolean =>
  captureMethod === 'manual_multiple';

const onlyOptions = { captureSequenceNumber: 1, totalCaptureCount: 1, isFinal: true };

/**
 * As long as the number of captures is not known, Cybersource expects at least one more than the
 * present one; it takes equal numbers for the final capture.
 *
 * @see https://developer.cybersource.com/docs/cybs/en-us/payments/developer/ctv/rest/payments/payments-processing-basic-intro/payments-processing-capture-multi-intro.html
 */
const partOptions = ({ captureNumber, isFinal }: Pick<Capture, 'captureNumber' | 'isFinal'>) => ({
  captureSequenceNumber: captureNumber,
  totalCaptureCount: isFinal ? captureNumber : captureNumber + 1,
  isFinal,
});

/** Only the capture shows whether Cybersource has sent for the money. */
const withCapture = ({ connectorMetadata }: Reference, id: string): ConnectorMetadata => ({
  ...connectorMetadata,
  capture_id: id,
});

/**
 * Takes a charge, or the capture that took its money, out of the merchant's next batch. One request
 * cannot take out several captures, so none of them is.
 */
export const voidCaptured: Exchange<Reference, PaymentOutcome> = {
  request: (input, account) => {
    if (areSeveral(input)) throw new Error('Several captures are not voided together.');
    const { connectorMetadata, connectorTransactionId, reference } = input;
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
