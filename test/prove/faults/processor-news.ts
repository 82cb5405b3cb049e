import * as v from 'valibot';

interface Subject {
  /** By our own reference. */
  readonly reference: string;
  readonly status: string;
}

/** The content of a processor's webhook, as far as the invariants read it. */
export interface ProcessorNews {
  readonly payment?: Subject | undefined;
  readonly refund?: Subject | undefined;
  /** By the processor's id. */
  readonly dispute?: { readonly id: string } | undefined;
}

const Subject = v.object({ reference: v.string(), status: v.string() });

const OfTestProcessor = v.object({
  payment: Subject,
  refund: v.optional(Subject),
  dispute: v.optional(v.object({ id: v.string() })),
});

const OfPayout = v.object({ type: v.literal('payout') });

const OfStripe = v.object({
  type: v.string(),
  data: v.object({
    object: v.object({
      id: v.string(),
      object: v.string(),
      status: v.optional(v.string()),
      metadata: v.optional(v.record(v.string(), v.string())),
    }),
  }),
});

/** The status of a decided payment, by the event that reports it. */
const stripeOutcomes: Readonly<Record<string, string>> = {
  'payment_intent.succeeded': 'succeeded',
  'payment_intent.amount_capturable_updated': 'authorized',
  'payment_intent.payment_failed': 'failed',
  'payment_intent.canceled': 'voided',
};

/** Reads a webhook of the test processor, or an event of Stripe's API. */
export function processorNews(text: string): ProcessorNews {
  const news: unknown = JSON.parse(text);
  // Payouts are checked by the books at the end.
  if (v.is(OfPayout, news)) return {};
  if (!v.is(OfStripe, news)) return v.parse(OfTestProcessor, news);
  const { type, data } = news;
  const { id, object, status = '', metadata: { order_id: reference } = {} } = data.object;
  if (object === 'dispute') return { dispute: { id } };
  if (reference === undefined) return {};
  if (object === 'refund') return { refund: { reference, status } };
  const outcome = stripeOutcomes[type];
  return outcome === undefined ? {} : { payment: { reference, status: outcome } };
}
