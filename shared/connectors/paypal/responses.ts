import * as v from 'valibot';
import type { HttpResponse } from '#platform/http/egress/http-message.ts';
import { readJson } from '../formats/json.ts';
import { word } from '../formats/words.ts';
import { Amount } from './amounts.ts';

const text = v.nullish(v.string());

/** The answers of the card's issuer and its network, by PayPal's codes. */
const ProcessorResponse = v.object({
  avs_code: text,
  cvv_code: text,
  response_code: text,
  payment_advice_code: text,
});

/** A capture or an authorization. */
export const Payment = v.object({
  id: v.string(),
  status: word([
    'CREATED',
    'COMPLETED',
    'CAPTURED',
    'REFUNDED',
    'PARTIALLY_REFUNDED',
    'PARTIALLY_CAPTURED',
    'DECLINED',
    'DENIED',
    'EXPIRED',
    'FAILED',
    'PENDING',
    'VOIDED',
  ]),
  amount: v.nullish(Amount),
  invoice_id: text,
  network_transaction_reference: v.nullish(v.object({ id: text })),
  processor_response: v.nullish(ProcessorResponse),
  supplementary_data: v.nullish(
    v.object({ related_ids: v.nullish(v.object({ order_id: text, authorization_id: text })) }),
  ),
});
export type Payment = v.InferOutput<typeof Payment>;

const Payments = v.object({
  captures: v.nullish(v.array(Payment)),
  authorizations: v.nullish(v.array(Payment)),
  refunds: v.nullish(v.array(v.looseObject({ custom_id: text, note_to_payer: text }))),
});

/** An order, with the payments that were made of it. */
export const Order = v.object({
  id: v.string(),
  status: word([
    'CREATED',
    'SAVED',
    'APPROVED',
    'PENDING',
    'VOIDED',
    'COMPLETED',
    'PAYER_ACTION_REQUIRED',
  ]),
  intent: v.nullish(word(['CAPTURE', 'AUTHORIZE'])),
  purchase_units: v.nullish(
    v.array(
      v.object({
        reference_id: text,
        invoice_id: text,
        amount: v.nullish(Amount),
        payments: v.nullish(Payments),
      }),
    ),
  ),
  payment_source: v.nullish(
    v.object({
      card: v.nullish(
        v.object({
          attributes: v.nullish(
            v.object({
              vault: v.nullish(v.object({ id: text, customer: v.nullish(v.object({ id: text })) })),
            }),
          ),
        }),
      ),
    }),
  ),
  links: v.nullish(v.array(v.object({ href: v.string(), rel: v.string() }))),
});
export type Order = v.InferOutput<typeof Order>;

export const Refund = v.object({
  id: v.string(),
  status: word(['COMPLETED', 'PENDING', 'FAILED', 'CANCELLED']),
  amount: v.nullish(Amount),
});

/** The answer to a request that was done. Throws for any other status. */
export function readAnswer<S extends v.GenericSchema>(
  schema: S,
  response: HttpResponse,
): v.InferOutput<S> {
  if (!isDone(response)) throw new Error('An answer without what was asked for.');
  return readJson(schema, response);
}

export const isDone = ({ status }: HttpResponse): boolean => status === 200 || status === 201;
