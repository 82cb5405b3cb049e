import { isIPv6 } from 'node:net';
import { plainAddress } from '#platform/http/callers/caller-address.ts';
import { countInWindow } from '#platform/table/count-in-window.ts';
import type { Key } from '#platform/table/port.ts';
import type { Table } from '#platform/table/table.ts';
import { TooManyRequests } from '../vault-error.ts';

/** Forty requests of one key in two seconds: 20 a second, 40 at once. */
const keyWindowMs = 2_000;
const keyLimit = 40;

/**
 * How many pages one IP address may open in a minute. Many customers share one address: of a shop,
 * a mobile network's gateway or a call centre. Forms therefore have a high limit. Attempts have a
 * low one: pages that show a card, and refused tokens.
 */
const visitWindowMs = 60_000;
const visitLimits = { form: 600, attempt: 10 } as const;
type VisitedPage = keyof typeof visitLimits;

/** An address is blocked after so many unknown keys, for so long (PCI DSS v4.0.1, 8.3.4). */
const refusalLimit = 10;
const blockMs = 30 * 60_000;

const rateKey = (keyId: string, window: number): Key => ({
  pk: `RATE#${keyId}#${window}`,
  sk: 'RATE',
});
const visitsKey = (page: VisitedPage, sourceIp: string, window: number): Key => ({
  pk: `VISITS#${clientOf(sourceIp)}#${window}`,
  sk: `VISITS#${page}`,
});
const refusedKey = (sourceIp: string): Key => ({
  pk: `REFUSED#${clientOf(sourceIp)}`,
  sk: 'REFUSED',
});

/**
 * The address or network that a request counts for. With IPv6 an attacker has a whole /64 network
 * and could use another address for each request.
 */
function clientOf(address: string): string {
  const plain = plainAddress(address);
  if (!isIPv6(plain)) return plain;
  const [before = [], after = []] = address
    .split('::')
    .map((part) => part.split(':').filter((group) => group !== ''));
  const zeros = Array<string>(Math.max(0, 8 - before.length - after.length)).fill('0');
  const network = [...before, ...zeros, ...after].slice(0, 4);
  return `${network.map((group) => Number.parseInt(group, 16).toString(16)).join(':')}::/64`;
}

/** The rate limit of each API key. */
export interface KeyRate {
  /** Counts a request of a key. Returns the milliseconds to wait, or undefined within the limit. */
  countRequest(keyId: string, now: Date): Promise<number | undefined>;
}

export const keyRate = (table: () => Table): KeyRate => ({
  countRequest: (keyId, now) =>
    countInWindow(table(), (window) => rateKey(keyId, window), {
      windowMs: keyWindowMs,
      limit: keyLimit,
      now,
    }),
});

/** The rate limit of each IP address on the pages that session tokens open. */
export interface PageVisits {
  /** Counts a visit. Throws TooManyRequests (`http_too_many_requests`) above the page's limit. */
  count(page: VisitedPage, sourceIp: string, now: Date): Promise<void>;
}

/** `isShared` is true for addresses that many clients share and that have no limit. */
export const pageVisits = (
  table: () => Table,
  isShared: (sourceIp: string) => boolean,
): PageVisits => ({
  async count(page, sourceIp, now) {
    if (isShared(sourceIp)) return;
    const waitMs = await countInWindow(table(), (window) => visitsKey(page, sourceIp, window), {
      windowMs: visitWindowMs,
      limit: visitLimits[page],
      now,
    });
    if (waitMs !== undefined) throw new TooManyRequests(waitMs);
  },
});

/** Addresses that tried unknown keys. */
export interface RefusedSources {
  /** The milliseconds that the address stays blocked, or undefined when it is not. */
  blockedForMs(sourceIp: string, now: Date): Promise<number | undefined>;
  /**
   * Counts an unknown key. The tenth without half an hour's pause in between blocks the address.
   */
  recordRefused(sourceIp: string, now: Date): Promise<void>;
}

export const refusedSources = (
  table: () => Table,
  isShared: (sourceIp: string) => boolean,
): RefusedSources => ({
  async blockedForMs(sourceIp, now) {
    if (isShared(sourceIp)) return undefined;
    const item = await table().get(refusedKey(sourceIp));
    const leftMs = Number(item?.untilMs ?? 0) - now.getTime();
    return leftMs > 0 && Number(item?.count ?? 0) >= refusalLimit ? leftMs : undefined;
  },

  async recordRefused(sourceIp, now) {
    if (isShared(sourceIp)) return;
    const untilMs = now.getTime() + blockMs;
    const until = { untilMs, expiresAtSeconds: Math.ceil(untilMs / 1_000) };
    const key = refusedKey(sourceIp);
    const isRecent = { atLeast: { untilMs: now.getTime() + 1 } };
    const more = () => table().changeWhere(key, { add: { count: 1 }, set: until }, isRecent);
    if (await more()) return;
    // The first refusal, or the first after a pause. The condition fails when another request
    // counted meanwhile.
    const isOld = { atMost: { untilMs: now.getTime() } };
    if (!(await table().changeWhere(key, { set: { ...until, count: 1 } }, isOld))) await more();
  },
});
