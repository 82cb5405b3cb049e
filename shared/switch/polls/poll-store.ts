import * as v from 'valibot';
import type { Table } from '#platform/table/table.ts';

/** A pending decision that a customer's browser polls for. */
export const Poll = v.looseObject({
  id: v.string(),
  merchantId: v.string(),
  status: v.picklist(['pending', 'completed']),
  expiresAt: v.string(),
});
export type Poll = v.InferOutput<typeof Poll>;

export interface PollStore {
  /**
   * Creates a poll or sets its status; it lasts for 15 minutes from `now`. A completed poll never
   * becomes pending again.
   */
  set(poll: Pick<Poll, 'id' | 'merchantId' | 'status'>, now: Date): Promise<void>;
  /** Also finds a poll that has expired. */
  find(merchantId: string, id: string): Promise<Poll | undefined>;
}

/** The id of the poll for a payment's external authentication. */
export const authenticationPollId = (paymentId: string) => `external_authentication_${paymentId}`;

/** The payment of a poll; undefined for an id of another form. */
export const paymentOfPoll = (pollId: string): string | undefined =>
  /^external_authentication_(.+)$/.exec(pollId)?.[1];

/** Whether a poll has expired. */
export const isPollOver = ({ expiresAt }: Poll, now: Date): boolean =>
  Date.parse(expiresAt) <= now.getTime();

/** How long a poll lasts, in milliseconds. */
const lifetimeMs = 900_000;

/** Browsers read it every two seconds, so it is an item that no write of the payment touches. */
export const pollKey = (merchantId: string, id: string) => ({
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
