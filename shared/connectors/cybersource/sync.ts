import type { HttpResponse } from '#platform/http/egress/http-message.ts';
import type { Exchange, ExchangeAccount, NextStep } from '../interface/exchange.ts';
import type { CapturedPart, PaymentOutcome, Reference } from '../interface/payments.ts';
import { transactionRequest } from './requests.ts';
import { readTransaction, type Transaction, totalIn, transactionOutcome } from './responses.ts';
import { foundIn, searchRequest } from './search.ts';

/**
 * Asks for the payment's transaction, or for that of its capture. Captures, reversals and voids are
 * transactions of their own, with the payment's reference: where none is known, and the payment is
 * still authorized or held, or its money waits for the batch, they are searched for. The payment
 * itself is searched for too, where its id is not known.
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
      : chargeIn(response, input, account);
  },
};

/** The only capture; several of them are searched for. */
const captureIdOf = ({ captureMethod, connectorMetadata }: Reference) =>
  captureMethod === 'manual_multiple' ? undefined : connectorMetadata?.capture_id;

/** A search may not find a later transaction yet. Cybersource does not document its lag. */
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

/** The state of the payment, with later changes of an authorization or a charge. */
function stateIn(response: HttpResponse, input: Reference, account: ExchangeAccount): Reading {
  const transaction = readTransaction(response);
  const outcome = transactionOutcome(transaction, input);
  const isStillHeld = outcome.result === 'held' && input.connectorMetadata?.reserved !== undefined;
  if (outcome.result === 'captured') return unlessVoided(transaction, outcome, input, account);
  if (outcome.result !== 'authorized' && !isStillHeld) return outcome;
  return {
    next: searchRequest(input.reference, account),
    outcome: (found) => laterThan(outcome, found, input, account),
  };
}

type Charged = Extract<PaymentOutcome, { readonly result: 'captured' }>;

/** A payment without later transactions. */
type Reserved = Extract<PaymentOutcome, { readonly result: 'authorized' | 'held' }>;

function laterThan(
  before: Reserved,
  response: HttpResponse,
  input: Reference,
  account: ExchangeAccount,
): Reading {
  const found = foundIn(response, input.reference);
  const reversal = found.idsOf('ics_auth_reversal', 'ics_auth').at(-1);
  if (input.captureMethod === 'manual_multiple') {
    const captures = found.captures();
    const captured = withCaptures(before, captures);
    if (reversal === undefined) return captured;
    return {
      next: transactionRequest(reversal, account),
      outcome: (details) => undoneIn(details, captured, { ...before, captures, result: 'voided' }),
    };
  }
  const capture = found.idsOf('ics_bill', 'ics_auth').at(-1);
  if (capture !== undefined) {
    return {
      next: transactionRequest(capture, account),
      outcome: (details) => capturedIn(readTransaction(details), input),
    };
  }
  if (reversal !== undefined) {
    return {
      next: transactionRequest(reversal, account),
      outcome: (details) => undoneIn(details, before, { ...before, result: 'voided' }),
    };
  }
  return { ...before, lagSeconds };
}

/** The state of a payment that may have several captures. */
function withCaptures(before: Reserved, captures: readonly CapturedPart[]): PaymentOutcome {
  const capturedMinor = captures
    .filter(({ status }) => status === 'charged')
    .reduce((total, { amountMinor }) => total + amountMinor, 0);
  const known = { ...before, captures, lagSeconds };
  return capturedMinor === 0 ? known : { ...known, result: 'captured', capturedMinor };
}

/** The state of a payment whose capture is known. */
function chargeIn(response: HttpResponse, input: Reference, account: ExchangeAccount): Reading {
  const transaction = readTransaction(response);
  const outcome = capturedIn(transaction, input);
  return outcome.result === 'captured'
    ? unlessVoided(transaction, outcome, input, account)
    : outcome;
}

/**
 * A charge that waits for the batch may have been voided. As long as Cybersource does not show that
 * of the charge itself, the void is searched for.
 */
function unlessVoided(
  { status }: Transaction,
  charged: Charged,
  { reference }: Reference,
  account: ExchangeAccount,
): Reading {
  if (status !== 'PENDING') return charged;
  return {
    next: searchRequest(reference, account),
    outcome(response) {
      const id = foundIn(response, reference).idsOf('ics_void').at(-1);
      if (id === undefined) return { ...charged, lagSeconds };
      return {
        next: transactionRequest(id, account),
        outcome: (details) => undoneIn(details, charged, { result: 'voided_after_capture' }),
      };
    },
  };
}

/** The state of a payment by its capture. Its amount is the capture's, which may be a part. */
function capturedIn(transaction: Transaction, input: Reference): PaymentOutcome {
  const { id: connectorCaptureId } = transaction;
  const { amountMinor, currency } = totalIn(transaction);
  if (amountMinor === undefined) throw new Error('A capture of an unknown amount.');
  const known = {
    ...(currency && { currency }),
    connectorMetadata: { ...input.connectorMetadata, capture_id: connectorCaptureId },
  };
  const part = { connectorCaptureId, amountMinor };
  switch (transaction.status) {
    case 'PENDING':
    case 'TRANSMITTED':
    case 'SUCCEEDED':
      return {
        result: 'captured',
        capturedMinor: amountMinor,
        captures: [{ ...part, status: 'charged' }],
        ...known,
      };
    case 'VOIDED':
    case 'CANCELLED':
      // One that was never known to have been made leaves the payment as it was.
      if (captureIdOf(input) !== undefined) return { result: 'voided_after_capture', ...known };
      return { result: 'authorized', captures: [{ ...part, status: 'failed' }], ...known };
    case 'DECLINED':
    case 'FAILED':
    case 'INVALID_REQUEST':
      return { result: 'authorized', captures: [{ ...part, status: 'failed' }], ...known };
    default:
      throw new Error('A status that says nothing of a capture.');
  }
}

/** Given back where the reversal or the void succeeded; else the payment stays as it was. */
function undoneIn(
  response: HttpResponse,
  before: PaymentOutcome,
  undone: PaymentOutcome,
): PaymentOutcome {
  switch (readTransaction(response).status) {
    case 'REVERSED':
    case 'VOIDED':
    case 'CANCELLED':
    case 'TRANSMITTED':
    case 'SUCCEEDED':
      return undone;
    case 'DECLINED':
    case 'FAILED':
    case 'INVALID_REQUEST':
      return before;
    default:
      throw new Error('A status that says nothing of a reversal.');
  }
}
