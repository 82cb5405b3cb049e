import { createHash } from 'node:crypto';
import * as v from 'valibot';
import type { Table } from '#platform/table/table.ts';
import { StripeError } from './errors.ts';
import type { WireAnswer } from './wire-answer.ts';

/** A POST with an `Idempotency-Key`. */
interface KeyedRequest {
  readonly keyHash: string;
  readonly idempotencyKey: string;
  /** The same for the same method, path and parameters. */
  readonly fingerprint: string;
  readonly now: Date;
  /** Milliseconds until this function is stopped. */
  readonly remainingMs: number;
}

export interface StripeAnswers {
  /**
   * Runs a request once for its key. A repeat gets the stored answer, and one that comes while the
   * first is under way a 409. When the first one died, a repeat runs again: everything that moves
   * money derives its id from the key.
   */
  once(
    request: KeyedRequest,
    run: () => Promise<WireAnswer>,
  ): Promise<WireAnswer & { readonly replayed?: boolean }>;
}

/** An idempotency key of this owner; keys may be any text, so its hash names it. */
const answerKey = ({ keyHash, idempotencyKey }: KeyedRequest) => ({
  pk: `SANDBOX#${keyHash}#IDEMPOTENCY#${createHash('sha256').update(idempotencyKey).digest('hex')}`,
  sk: 'ANSWER',
});

const Stored = v.object({
  fingerprint: v.string(),
  /** Until when the request under way may still be running, in ms since 1970. */
  busyUntil: v.number(),
  status: v.optional(v.number()),
  body: v.optional(v.string()),
  version: v.number(),
});

/**
 * Answers that a repeat gets again: successes, declines and errors of the server. A request that
 * was refused as invalid did nothing, and its key is free again.
 *
 * @see https://docs.stripe.com/api/idempotent_requests
 */
const isStored = ({ status }: WireAnswer) => status < 300 || status === 402 || status >= 500;

export function tableStripeAnswers(table: Table): StripeAnswers {
  return {
    async once(request, run) {
      const key = answerKey(request);
      const { fingerprint, now, remainingMs } = request;
      const busyUntil = now.getTime() + remainingMs;
      const first = { ...key, fingerprint, busyUntil, version: 1 };
      const earlier = await table.putNew(first);
      let item = first;
      if (earlier) {
        const stored = v.parse(Stored, earlier);
        if (stored.fingerprint !== fingerprint) throw otherParameters(request.idempotencyKey);
        if (stored.status !== undefined) {
          return { status: stored.status, text: stored.body ?? '', replayed: true };
        }
        if (stored.busyUntil > now.getTime()) throw stillRunning(request.idempotencyKey);
        item = await table.save({ ...key, ...stored, busyUntil });
      }
      const answer = await run().catch(async (error: unknown) => {
        await table.remove(key, { attribute: 'fingerprint', is: fingerprint });
        throw error;
      });
      if (isStored(answer)) {
        await table.save({ ...item, status: answer.status, body: answer.text });
      } else {
        await table.remove(key, { attribute: 'fingerprint', is: fingerprint });
      }
      return answer;
    },
  };
}

const otherParameters = (idempotencyKey: string) =>
  new StripeError(400, {
    type: 'idempotency_error',
    message: `Keys for idempotent requests can only be used with the same parameters they were first used with. Try using a key other than '${idempotencyKey}' if you meant to execute a different request.`,
  });

const stillRunning = (idempotencyKey: string) =>
  new StripeError(409, {
    type: 'invalid_request_error',
    code: 'idempotency_key_in_use',
    message: `There is currently another in-progress request using this Idempotency Key (that probably means you submitted twice, and the other request is still going through): ${idempotencyKey}. Please try again later.`,
  });
