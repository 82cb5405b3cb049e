import { countInWindow } from '#platform/table/count-in-window.ts';
import { sha256 } from '#platform/table/shared-keys.ts';
import type { Key, Table } from '#platform/table/table.ts';

/** A connector account at which a stranger's text lets us ask. */
interface AskedAccount {
  readonly merchantId: string;
  readonly accountId: string;
}

/**
 * How often strangers may cause a request to a processor, which has the merchant's credentials:
 * about objects that we do not have, for each connector account.
 */
export const askingLimits = { perSecond: 5, perHour: 300 } as const;

/** How often in a minute about one object that we have: its webhooks come in small groups. */
const perObject = 5;

/** For how long a refused text is refused again without a request, in milliseconds. */
const rememberedMs = 10 * 60_000;

/** The limits on requests to processors that follow from a text which anyone may have sent. */
export interface AskingBudget {
  /** Counts a request about an object of ours. Returns whether it is within the limit. */
  countAboutOurs(account: AskedAccount, objectId: string, now: Date): Promise<boolean>;
  /**
   * Counts a request about an unknown object. Returns undefined within the limits, else the
   * milliseconds to wait.
   */
  countAboutUnknown(account: AskedAccount, now: Date): Promise<number | undefined>;
  /** Whether the processor has just answered that a text is not its own. */
  isRefused(account: AskedAccount, text: string, now: Date): Promise<boolean>;
  recordRefused(account: AskedAccount, text: string, now: Date): Promise<void>;
}

const askedKey =
  ({ merchantId, accountId }: AskedAccount, about: string) =>
  (window: number): Key => ({
    pk: `MERCHANT#${merchantId}#ASKED#${accountId}#${window}`,
    sk: `ASKED#${about}`,
  });

const refusedKey = ({ merchantId, accountId }: AskedAccount, text: string): Key => ({
  pk: `MERCHANT#${merchantId}#ASKED#${accountId}#${sha256(text).toString('base64url')}`,
  sk: 'REFUSED',
});

export const askingBudget = (table: Pick<Table, 'changeWhere' | 'get'>): AskingBudget => ({
  async countAboutOurs(account, objectId, now) {
    const limits = { windowMs: 60_000, limit: perObject, now };
    return (await countInWindow(table, askedKey(account, objectId), limits)) === undefined;
  },

  async countAboutUnknown(account, now) {
    const { perSecond, perHour } = askingLimits;
    const inSecond = { windowMs: 1_000, limit: perSecond, now };
    const inHour = { windowMs: 3_600_000, limit: perHour, now };
    return (
      (await countInWindow(table, askedKey(account, 'second'), inSecond)) ??
      (await countInWindow(table, askedKey(account, 'hour'), inHour))
    );
  },

  async isRefused(account, text, now) {
    const item = await table.get(refusedKey(account, text));
    return Number(item?.untilMs ?? 0) > now.getTime();
  },

  async recordRefused(account, text, now) {
    const untilMs = now.getTime() + rememberedMs;
    const set = { untilMs, expiresAtSeconds: Math.ceil(untilMs / 1_000) };
    await table.changeWhere(refusedKey(account, text), { set }, {});
  },
});
