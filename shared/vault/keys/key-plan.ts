import type { KeyItem } from './key-items.ts';
import { cryptoperiods, fingerprintOverlapMs, lastUseMs, rootPeriodMs } from './key-periods.ts';

/** Why a key is replaced. */
export type ReasonToReplace = 'compromised' | 'too old' | 'used too often';

/** A pass through all cards of a tenant, which moves each to the newest keys. */
export interface CardScan {
  readonly startedAt: string;
  /** How many cards it could not move. */
  readonly left: number;
}

type Keys = readonly KeyItem[];

const byVersion = (keys: Keys) => [...keys].sort((one, other) => one.keyVersion - other.keyVersion);

/** The key that encrypts: the newest active one. `keys` are of one tenant and class. */
export const activeKey = (keys: Keys): KeyItem | undefined =>
  byVersion(keys).findLast(({ state }) => state === 'active');

/**
 * Why a new key is needed; undefined when none is.
 *
 * @param uses How often the active key was used, as far as it was counted.
 */
export function reasonToReplace(keys: Keys, uses: number, now: Date): ReasonToReplace | undefined {
  const active = activeKey(keys);
  if (!active) return undefined;
  const { ms, seals = Number.POSITIVE_INFINITY } = cryptoperiods[active.keyClass];
  if (active.compromisedAt) return 'compromised';
  if (now.getTime() >= Date.parse(active.createdAt) + ms) return 'too old';
  return uses >= seals ? 'used too often' : undefined;
}

/** The version after the last, including destroyed ones: no version number is used twice. */
export const nextVersion = (keys: Keys): number =>
  Math.max(0, ...keys.map(({ keyVersion }) => keyVersion)) + 1;

/** Active keys that have a successor. */
export function replacedKeys(keys: Keys): Keys {
  const active = activeKey(keys);
  return byVersion(keys).filter((key) => key.state === 'active' && key !== active);
}

/** Keys that were wrapped so long ago that their root key has been rotated since. */
export const keysToRewrap = (keys: Keys, now: Date): Keys =>
  keys.filter(
    ({ state, createdAt, wrappedAt }) =>
      state !== 'destroyed' && now.getTime() >= Date.parse(wrappedAt ?? createdAt) + rootPeriodMs,
  );

/**
 * The earlier key whose fingerprints cards keep beside the newest; undefined when that time is
 * over.
 */
export const overlappingKey = (keys: Keys, now: Date): KeyItem | undefined =>
  byVersion(keys).findLast(
    (key) => key.state === 'retired' && !key.compromisedAt && now.getTime() < neededUntilMs(key),
  );

/**
 * The time until which a retired key is needed in any case: some container may still have it in
 * memory. Fingerprint keys are kept longer, because merchants know the fingerprints.
 */
function neededUntilMs({ keyClass, retiredAt = '', compromisedAt }: KeyItem): number {
  const forMs = keyClass === 'fingerprint' && !compromisedAt ? fingerprintOverlapMs : lastUseMs;
  return Date.parse(retiredAt) + forMs;
}

/**
 * Whether a walk through the tenant's cards is due: at once after a key was retired, and again when
 * no container can encrypt with that key any more.
 */
export const needsScan = (keys: Keys, last: CardScan | undefined, now: Date): boolean =>
  keys.some((key) => {
    if (key.state !== 'retired') return false;
    if (!last || last.startedAt < (key.retiredAt ?? '')) return true;
    return now.getTime() >= neededUntilMs(key) && !isEmptied(key, last);
  });

/** The retired keys that no card needs, as the last walk has shown. */
export const keysToDestroy = (keys: Keys, last: CardScan | undefined): Keys =>
  keys.filter((key) => key.state === 'retired' && last !== undefined && isEmptied(key, last));

const isEmptied = (key: KeyItem, { startedAt, left }: CardScan) =>
  left === 0 && Date.parse(startedAt) >= neededUntilMs(key);
