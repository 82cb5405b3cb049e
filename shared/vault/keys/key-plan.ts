import type { KeyItem } from './key-items.ts';
import { cryptoperiods, fingerprintOverlapMs, lastUseMs, rootPeriodMs } from './key-periods.ts';

/** Why another key takes a key's place. */
export type ReasonToReplace = 'compromised' | 'too old' | 'used too often';

/** A look through all cards of a tenant, on which each gets the newest keys. */
export interface CardScan {
  readonly startedAt: string;
  /** How many cards it had to leave as they were. */
  readonly left: number;
}

type Keys = readonly KeyItem[];

const byVersion = (keys: Keys) => [...keys].sort((one, other) => one.keyVersion - other.keyVersion);

/** The key that is sealed with: of the active ones the newest. Keys of one tenant and class only. */
export const activeKey = (keys: Keys): KeyItem | undefined =>
  byVersion(keys).findLast(({ state }) => state === 'active');

/**
 * Why another key has to be made; undefined when there is none to replace, or all is well.
 *
 * @param uses How often the active key was used, as far as is known.
 */
export function reasonToReplace(keys: Keys, uses: number, now: Date): ReasonToReplace | undefined {
  const active = activeKey(keys);
  if (!active) return undefined;
  const { ms, seals = Number.POSITIVE_INFINITY } = cryptoperiods[active.keyClass];
  if (active.compromisedAt) return 'compromised';
  if (now.getTime() >= Date.parse(active.createdAt) + ms) return 'too old';
  return uses >= seals ? 'used too often' : undefined;
}

/** The version after the last, destroyed ones included: no number is ever given twice. */
export const nextVersion = (keys: Keys): number =>
  Math.max(0, ...keys.map(({ keyVersion }) => keyVersion)) + 1;

/** Active keys that another one has taken the place of. */
export function replacedKeys(keys: Keys): Keys {
  const active = activeKey(keys);
  return byVersion(keys).filter((key) => key.state === 'active' && key !== active);
}

/** Keys that were wrapped so long ago that their root has been rotated since. */
export const keysToRewrap = (keys: Keys, now: Date): Keys =>
  keys.filter(
    ({ state, createdAt, wrappedAt }) =>
      state !== 'destroyed' && now.getTime() >= Date.parse(wrappedAt ?? createdAt) + rootPeriodMs,
  );

/** The key whose fingerprints cards keep beside those of the newest; undefined when the time is over. */
export const overlappingKey = (keys: Keys, now: Date): KeyItem | undefined =>
  byVersion(keys).findLast(
    (key) => key.state === 'retired' && !key.compromisedAt && now.getTime() < neededUntilMs(key),
  );

/**
 * Until when nothing can be said about how much is still sealed with a retired key: until then some
 * container may have it in memory. Fingerprints are kept for longer, because merchants know them.
 */
function neededUntilMs({ keyClass, retiredAt = '', compromisedAt }: KeyItem): number {
  const forMs = keyClass === 'fingerprint' && !compromisedAt ? fingerprintOverlapMs : lastUseMs;
  return Date.parse(retiredAt) + forMs;
}

/**
 * Whether the tenant's cards have to be looked through, once more or for the first time: at once when
 * a key was retired, and again when nothing can be sealed with it any more.
 */
export const needsScan = (keys: Keys, last: CardScan | undefined, now: Date): boolean =>
  keys.some((key) => {
    if (key.state !== 'retired') return false;
    if (!last || last.startedAt < (key.retiredAt ?? '')) return true;
    return now.getTime() >= neededUntilMs(key) && !isEmptied(key, last);
  });

/** The retired keys that no card needs any more, as the last walk has shown. */
export const keysToDestroy = (keys: Keys, last: CardScan | undefined): Keys =>
  keys.filter((key) => key.state === 'retired' && last !== undefined && isEmptied(key, last));

const isEmptied = (key: KeyItem, { startedAt, left }: CardScan) =>
  left === 0 && Date.parse(startedAt) >= neededUntilMs(key);
