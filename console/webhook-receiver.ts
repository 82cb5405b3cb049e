import * as v from 'valibot';
import { maskValue } from '#platform/table/masked-item.ts';
import type { Receipt } from './answers.ts';

/** Gives the keys that sign a merchant's webhooks; undefined when there is no such merchant. */
export type HashKeysOf = (merchantId: string) => Promise<readonly string[] | undefined>;

interface ReceivedRequest {
  readonly merchantId: string;
  readonly headers: Readonly<Record<string, string | readonly string[] | undefined>>;
  /** The very bytes. */
  readonly body: Buffer;
}

export interface WebhookReceiver {
  /** Verifies and keeps a webhook. Returns the status that the sender is answered. */
  receive(request: ReceivedRequest): Promise<number>;
  /** Newest first. */
  receipts(): readonly Receipt[];
  /** Grows with every webhook. */
  readonly count: number;
}

/** Headers that a person wants to see beside a webhook. */
const shownHeaders = /^(x-webhook-|webhook-|content-type$|user-agent$|traceparent$)/;
const maxReceipts = 500;

const Event = v.pipe(
  v.string(),
  v.parseJson(),
  v.looseObject({
    event_id: v.optional(v.string()),
    event_type: v.optional(v.string()),
    content: v.optional(
      v.looseObject({
        object: v.optional(v.looseObject({ payment_id: v.optional(v.string()) })),
      }),
    ),
  }),
);

/**
 * A merchant's server for the person at the laptop: it shows received webhooks, and whether each is
 * genuine.
 */
export function webhookReceiver(keysOf: HashKeysOf): WebhookReceiver {
  const receipts: Receipt[] = [];
  const known = new Map<string, readonly string[]>();
  let count = 0;

  async function verdictOf({ merchantId, headers, body }: ReceivedRequest) {
    const before = known.get(merchantId);
    if (before && (await verdictOn(headers, body, before)) === 'verified') return 'verified';
    // The merchant may have changed its key.
    const keys = await keysOf(merchantId);
    if (keys === undefined) return 'unknown merchant';
    if (known.size >= maxReceipts) known.clear();
    known.set(merchantId, keys);
    return verdictOn(headers, body, keys);
  }

  return {
    async receive(request) {
      const { merchantId, headers, body } = request;
      const verdict = await verdictOf(request);
      const event = v.safeParse(Event, body.toString('utf8'));
      const { event_id, event_type, content } = event.success ? event.output : {};
      const paymentId = content?.object?.payment_id;
      count += 1;
      receipts.unshift({
        at: Date.now(),
        merchantId,
        verdict,
        ...(event_id !== undefined && { eventId: event_id }),
        ...(event_type !== undefined && { type: event_type }),
        ...(paymentId !== undefined && { paymentId }),
        headers: Object.fromEntries(
          Object.entries(headers).flatMap(([name, value]) =>
            shownHeaders.test(name) ? [[name, String(value)]] : [],
          ),
        ),
        payload: maskValue(event.success ? event.output : body.toString('utf8').slice(0, 4_096)),
      });
      receipts.length = Math.min(receipts.length, maxReceipts);
      if (verdict === 'unknown merchant') return 404;
      return verdict === 'verified' ? 200 : 401;
    },
    receipts: () => receipts,
    get count() {
      return count;
    },
  };
}

/**
 * Checks both signatures as merchants do: the HMAC-SHA512 of the exact bytes, and the one of the
 * Standard Webhooks specification, which is good for five minutes, by the client's own check.
 */
async function verdictOn(
  headers: ReceivedRequest['headers'],
  body: Buffer,
  keys: readonly string[],
): Promise<Receipt['verdict']> {
  const { 'x-webhook-signature-512': given } = headers;
  if (given === undefined || given === '') return 'not signed';
  const { TurnoutWebhookError, verifyWebhook } = await import('#turnout/node');
  const ofHyperswitch = { 'x-webhook-signature-512': given };
  try {
    await verifyWebhook(body, headers, keys);
    await verifyWebhook(body, ofHyperswitch, keys, { acceptHyperswitchSignature: true });
    return 'verified';
  } catch (error) {
    if (error instanceof TurnoutWebhookError) return 'wrong signature';
    if (error instanceof SyntaxError) return 'verified'; // It is genuine, and no JSON.
    throw error;
  }
}
