import * as v from 'valibot';
import { decodeForm } from '#platform/formats/bracketed-form.ts';
import type { HttpResponse } from '#platform/http/egress/http-message.ts';
import type { ConnectorError } from '../interface/exchange.ts';
import type { TransactionType } from './requests.ts';

const text = v.optional(v.string());

/** The answer to a request that changes something. It states no amount. */
const Answer = v.object({
  /** Approved, declined, or an error. */
  response: v.picklist(['1', '2', '3']),
  responsetext: v.string(),
  response_code: v.pipe(v.string(), v.regex(/^\d{3}$/)),
  transactionid: text,
  orderid: text,
  type: text,
  avsresponse: text,
  cvvresponse: text,
  customer_vault_id: text,
});

const approvedCode = '100';

/** The bank or its processor could not be reached in the middle, or the payment is a duplicate. */
const undecidedCodes: ReadonlySet<string> = new Set(['420', '421', '430']);

export type Verdict = Checks &
  (
    | {
        readonly is: 'approved';
        readonly transactionId: string;
        readonly orderId?: string;
        readonly vaultId?: string;
      }
    | { readonly is: 'refused'; readonly refusal: Refusal }
  );

/** The checks of the card, in NMI's codes. */
interface Checks {
  readonly avs?: string | undefined;
  readonly cvv?: string | undefined;
}

interface Refusal extends ConnectorError {
  readonly result: 'declined';
  readonly code: string;
  readonly message: string;
  readonly reason: string;
  readonly transactionId?: string;
  readonly orderId?: string;
}

/**
 * NMI's decision about a request of this type. Throws where the answer cannot be read, contradicts
 * itself, or leaves open whether money moved. The answer about a bank account may state no type.
 */
export function verdictOf(
  asked: TransactionType,
  { status, body }: HttpResponse,
  isAboutBank = false,
): Verdict {
  if (status !== 200) throw new Error('NMI answers with 200 alone.');
  const read = v.safeParse(Answer, decodeForm(body));
  if (!read.success) throw new Error('The answer has another form.');
  const { response, responsetext, response_code: code, type, ...rest } = read.output;
  const checks = { avs: rest.avsresponse || undefined, cvv: rest.cvvresponse || undefined };
  const orderId = rest.orderid ? { orderId: rest.orderid } : {};
  if ((response === '1') !== (code === approvedCode)) {
    throw new Error('The answer contradicts itself.');
  }
  if (response === '1') {
    const isAnswer = type === asked || (isAboutBank && !type);
    if (!rest.transactionid || !isAnswer) throw new Error('The answer is to something else.');
    const vaultId = rest.customer_vault_id ? { vaultId: rest.customer_vault_id } : {};
    return { is: 'approved', transactionId: rest.transactionid, ...orderId, ...vaultId, ...checks };
  }
  if (undecidedCodes.has(code) || /^duplicate/i.test(responsetext)) {
    throw new Error('NMI leaves open whether it was processed.');
  }
  const transactionId = rest.transactionid ? { transactionId: rest.transactionid } : {};
  const words = { code, message: responsetext, reason: responsetext };
  const refusal = { result: 'declined', ...words, ...transactionId, ...orderId } as const;
  return { is: 'refused', refusal, ...checks };
}

/** A refusal as the outcome of a request about a payment. */
export function refusedPayment({ transactionId, orderId: _, ...refusal }: Refusal) {
  return transactionId === undefined
    ? refusal
    : { ...refusal, connectorTransactionId: transactionId, connectorReference: transactionId };
}
