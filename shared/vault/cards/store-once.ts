import { setTimeout as pause } from 'node:timers/promises';
import * as v from 'valibot';
import { log } from '#platform/log.ts';
import type { Key, Table } from '#platform/table/table.ts';
import { VaultError } from '../vault-error.ts';

/** How long a request waits for another one with the same claim, in milliseconds. */
const patienceMs = 5_000;
const pollMs = 50;

/** The claim of one request among its repeats, in an item of the credentials table. */
const StoreClaim = v.object({
  /** The card token that the first request chose. */
  token: v.string(),
  /** A keyed hash of the card, which its repeats have as well. */
  body: v.string(),
  /** Until when a request may be storing the card; after that its function has ended. */
  workingUntilMs: v.number(),
});
export type StoreClaim = v.InferOutput<typeof StoreClaim>;

const ClaimItem = v.looseObject({ ...StoreClaim.entries, answer: v.optional(v.unknown()) });

interface Once<Stored> {
  /** The item with the claim. */
  readonly key: Key;
  /** The claim of this request. */
  readonly claim: StoreClaim;
  /** Whether this request wrote its claim into the item. */
  readonly isFirst: boolean;
  readonly now: Date;
  /** Milliseconds until this function is stopped. */
  readonly remainingMs: number;
  /** Stores under a token. A second call with the same token changes nothing. */
  store(token: string): Promise<Stored>;
  /** The part of the answer that repeats cannot derive from their request. */
  recordOf(stored: Stored): object;
  /** The answer of the first request, for a repeat. */
  repeat(token: string, record: unknown): Promise<Stored>;
  /** Why a request with the claim of another body is refused. */
  refusal(): Error;
}

/**
 * Stores something once for a claim, even under concurrent requests. One request stores it and the
 * others wait. When that request crashes, the next one takes over with the same token, once the
 * first function must have ended. A stored answer ends it: from then on no request stores anything.
 *
 * @throws VaultError `service_unavailable` while another request stores for too long, and `refusal`
 */
export async function storeOnce<Stored>(
  credentials: Pick<Table, 'get' | 'changeWhere'>,
  once: Once<Stored>,
): Promise<Stored> {
  const { key, claim, isFirst, now, remainingMs, repeat, recordOf, refusal } = once;
  const startedMs = now.getTime();

  async function store(token: string): Promise<Stored> {
    const isOurs = { oneOf: { token: [token] }, absent: ['answer'] };
    try {
      const stored = await once.store(token);
      await credentials.changeWhere(key, { set: { answer: recordOf(stored) } }, isOurs);
      return stored;
    } catch (error) {
      // This request has ended, so the next one need not wait for it.
      await credentials
        .changeWhere(key, { set: { workingUntilMs: 0 } }, isOurs)
        .catch((left: unknown) => log.error('claim of a card not freed', left));
      throw error;
    }
  }

  if (isFirst) return store(claim.token);
  for (let waitedMs = 0; waitedMs < patienceMs && waitedMs < remainingMs / 2; waitedMs += pollMs) {
    const known = v.parse(ClaimItem, await credentials.get(key));
    if (known.body !== claim.body) throw refusal();
    if (known.answer !== undefined) return repeat(known.token, known.answer);
    const { workingUntilMs } = claim;
    const isAbandoned = {
      oneOf: { token: [known.token] },
      absent: ['answer'],
      atMost: { workingUntilMs: startedMs },
    };
    if (
      known.workingUntilMs <= startedMs &&
      (await credentials.changeWhere(key, { set: { workingUntilMs } }, isAbandoned))
    ) {
      return store(known.token);
    }
    await pause(pollMs);
  }
  throw new VaultError('service_unavailable');
}
