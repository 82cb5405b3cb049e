import * as v from 'valibot';
import type { Table } from '../table/table.ts';

/** Something that a customer's browser waits for while somebody else decides it. */
export const Poll = v.looseObject({
  id: v.string(),
  merchantId: v.string(),
  status: v.picklist(['pending', 'completed']),
  expiresAt: v.string(),
});
export type Poll = v.InferOutput<typeof Poll>;

export interface PollStore {
  /**
   * Begins a poll, or sets one that is there to `status`; it is there for 15 minutes from `now` on. What
   * was completed is never pending again.
   */
  set(poll: Pick<Poll, 'id' | 'merchantId' | 'status'>, now: Date): Promise<void>;
  /** Also one whose time is over. */
  find(merchantId: string, id: string): Promise<Poll | undefined>;
}

/** What the browser waits for while an external server authenticates its customer. */
export const authenticationPollId = (paymentId: string) => `external_authentication_${paymentId}`;

/** The payment whose customer waits; undefined for an identifier of another form. */
export const paymentOfPoll = (pollId: string): string | undefined =>
  /^external_authentication_(.+)$/.exec(pollId)?.[1];

/** Whether a poll can be asked for no more. */
export const isPollOver = ({ expiresAt }: Poll, now: Date): boolean =>
  Date.parse(expiresAt) <= now.getTime();

/** How long a poll can be asked for, in milliseconds. */
const lifetimeMs = 900_000;

/** Asked every other second: an item of its own, which no write of the payment touches. */
const pollKey = (merchantId: string, id: string) => ({
  pk: `MERCHANT#${merchantId}#POLL#${id}`,
  sk: 'POLL',
});

export const pollStore = (table: Table): PollStore => ({
  async set({ id, merchantId, status }, now) {
    const expiresAt = new Date(now.getTime() + lifetimeMs).toISOString();
    const set = { id, merchantId, status, expiresAt };
    const key = pollKey(merchantId, id);
    if (status === 'completed') {
      return table.change(key, { set: { ...set, completedAt: now.toISOString() } });
    }
    await table.changeWhere(key, { set }, { absent: ['completedAt'] });
  },

  async find(merchantId, id) {
    const item = await table.get(pollKey(merchantId, id));
    return item && v.parse(Poll, item);
  },
});
