import type { Exchange, ExchangeAccount, HttpResponse, NextStep } from '../interface/exchange.ts';
import type { PaymentOutcome, Reference } from '../interface/payments.ts';
import { transactionRequest } from './requests.ts';
import { paymentOutcome, readTransaction, totalIn } from './responses.ts';
import { foundIn, searchRequest } from './search.ts';

/**
 * Asks for the payment's transaction, or for that of its capture. Captures and reversals are
 * transactions of their own, with the payment's reference: where none is known, and the payment is
 * still authorized or held, they are searched for. So is the payment itself where its id is not known.
 */
export const sync: Exchange<Reference, PaymentOutcome> = {
  request(input, account) {
    const { reference, connectorTransactionId } = input;
    return connectorTransactionId === undefined
      ? searchRequest(reference, account)
      : transactionRequest(captureIdOf(input) ?? connectorTransactionId, account);
  },

  outcome(response, input, account) {
    if (input.connectorTransactionId === undefined) return searched(response, input, account);
    return captureIdOf(input) === undefined
      ? stateIn(response, input, account)
      : capturedIn(response, input);
  },
};

const captureIdOf = ({ connectorMetadata }: Reference) => connectorMetadata?.capture_id;

/** A capture or a reversal may not be found yet. How far the search is behind is not documented. */
const lagSeconds = 300;

type Reading = PaymentOutcome | NextStep<PaymentOutcome>;

function searched(response: HttpResponse, input: Reference, account: ExchangeAccount): Reading {
  const [id, another] = foundIn(response, input.reference).idsOf('ics_auth');
  if (id === undefined) return { result: 'not_found' };
  if (another !== undefined) throw new Error('Several payments have our reference.');
  return {
    next: transactionRequest(id, account),
    outcome: (details) => stateIn(details, input, account),
  };
}

/** The state of the payment, with what became of an authorization since. */
function stateIn(response: HttpResponse, input: Reference, account: ExchangeAccount): Reading {
  const outcome = paymentOutcome(readTransaction(response), input);
  const isStillHeld = outcome.result === 'held' && input.connectorMetadata?.reserved !== undefined;
  if (outcome.result !== 'authorized' && !isStillHeld) return outcome;
  return {
    next: searchRequest(input.reference, account),
    outcome: (found) => laterThan(outcome, found, input, account),
  };
}

/** What a payment is that nothing has followed yet. */
type Reserved = Extract<PaymentOutcome, { readonly result: 'authorized' | 'held' }>;

function laterThan(
  before: Reserved,
  response: HttpResponse,
  input: Reference,
  account: ExchangeAccount,
): Reading {
  const found = foundIn(response, input.reference);
  const capture = found.idsOf('ics_bill', 'ics_auth').at(-1);
  const reversal = found.idsOf('ics_auth_reversal', 'ics_auth').at(-1);
  if (capture !== undefined) {
    return {
      next: transactionRequest(capture, account),
      outcome: (details) => capturedIn(details, input),
    };
  }
  if (reversal !== undefined) {
    return {
      next: transactionRequest(reversal, account),
      outcome: (details) => reversedIn(details, before),
    };
  }
  return { ...before, lagSeconds };
}

/** The state of a payment by its capture. Its amount is the capture's, which may be a part. */
function capturedIn(response: HttpResponse, input: Reference): PaymentOutcome {
  const answer = readTransaction(response);
  const { id: connectorCaptureId } = answer;
  const { amountMinor, currency } = totalIn(answer);
  if (amountMinor === undefined) throw new Error('A capture of an unknown amount.');
  const known = {
    ...(currency && { currency }),
    connectorMetadata: { ...input.connectorMetadata, capture_id: connectorCaptureId },
  };
  const part = { connectorCaptureId, amountMinor };
  switch (answer.status) {
    case 'TRANSMITTED':
    case 'SUCCEEDED':
      return {
        result: 'captured',
        capturedMinor: amountMinor,
        captures: [{ ...part, status: 'charged' }],
        ...known,
      };
    case 'PENDING':
      return { result: 'authorized', captures: [{ ...part, status: 'pending' }], ...known };
    case 'VOIDED':
    case 'CANCELLED':
    case 'DECLINED':
    case 'FAILED':
    case 'INVALID_REQUEST':
      return { result: 'authorized', captures: [{ ...part, status: 'failed' }], ...known };
    default:
      throw new Error('A status that says nothing of a capture.');
  }
}

/** Released where the reversal says so; else the payment stays as it was. */
function reversedIn(response: HttpResponse, before: PaymentOutcome): PaymentOutcome {
  switch (readTransaction(response).status) {
    case 'REVERSED':
    case 'VOIDED':
    case 'CANCELLED':
    case 'TRANSMITTED':
    case 'SUCCEEDED':
      return { ...before, result: 'voided' };
    case 'DECLINED':
    case 'FAILED':
    case 'INVALID_REQUEST':
      return before;
    default:
      throw new Error('A status that says nothing of a reversal.');
  }
}
