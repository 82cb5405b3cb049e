import type { KeyItem } from '#vault/keys/key-items.ts';
import {
  activeKey,
  keysToDestroy,
  keysToRewrap,
  needsScan,
  nextVersion,
  overlappingKey,
  reasonToReplace,
  replacedKeys,
} from '#vault/keys/key-plan.ts';

const day = (days: number) => new Date(Date.parse('2030-01-31T10:00:00.000Z') + days * 86_400_000);
const aKey = (keyVersion: number, changes: Partial<KeyItem> = {}): KeyItem => ({
  tenant: 'shop_east',
  keyClass: 'pan',
  keyVersion,
  state: 'active',
  createdAt: day(0).toISOString(),
  wrapped: new Uint8Array(1),
  ...changes,
});
const retired = (keyVersion: number, days: number, changes: Partial<KeyItem> = {}) =>
  aKey(keyVersion, { state: 'retired', retiredAt: day(days).toISOString(), ...changes });

describe('another key takes the place of', () => {
  it.each([
    ['pan', 364.99, 0, undefined],
    ['pan', 365, 0, 'too old'],
    ['display', 365, 0, 'too old'],
    ['fingerprint', 729.99, 2 ** 40, undefined],
    ['fingerprint', 730, 0, 'too old'],
    ['pan', 1, 2 ** 31 - 1, undefined],
    ['pan', 1, 2 ** 31, 'used too often'],
    ['display', 1, 2 ** 31, 'used too often'],
  ] as const)('a key of class %s on day %d after %d uses: %s', (keyClass, days, uses, reason) => {
    expect(reasonToReplace([aKey(1, { keyClass })], uses, day(days))).toBe(reason);
  });

  it('a compromised key, and only once', () => {
    const compromised = aKey(1, { compromisedAt: day(0).toISOString() });
    expect(reasonToReplace([compromised], 0, day(0))).toBe('compromised');
    expect(reasonToReplace([compromised, aKey(2)], 0, day(0))).toBeUndefined();
    expect(replacedKeys([compromised, aKey(2)])).toEqual([compromised]);
  });

  it('a new key takes the place of none when none exists', () => {
    expect(reasonToReplace([], 0, day(9_999))).toBeUndefined();
    expect(nextVersion([])).toBe(1);
  });
});

it('no version is given twice, whatever became of the others', () => {
  const keys = [aKey(3, { state: 'destroyed' }), aKey(10), aKey(2, { state: 'retired' })];
  expect(nextVersion(keys)).toBe(11);
  expect(activeKey(keys)?.keyVersion).toBe(10);
});

it('keys are wrapped anew a year after they were wrapped, but for those that are gone', () => {
  const old = aKey(1, { state: 'retired' });
  const gone = aKey(2, { state: 'destroyed' });
  const young = aKey(3, { wrappedAt: day(1).toISOString() });
  expect(keysToRewrap([old, gone, young], day(365))).toEqual([old]);
  expect(keysToRewrap([old, gone, young], day(366))).toEqual([old, young]);
});

describe('cards are looked through', () => {
  const hour = 1 / 24;
  const walk = (days: number, left = 0) => ({ startedAt: day(days).toISOString(), left });

  it('a search through the cards begins when a key was retired, and again when nothing can be sealed with it any more', () => {
    const keys = [retired(1, 10), aKey(2)];
    expect(needsScan(keys, undefined, day(10))).toBe(true);
    expect(needsScan(keys, walk(9), day(10))).toBe(true);
    expect(needsScan(keys, walk(10), day(10.01))).toBe(false);
    expect(needsScan(keys, walk(10), day(10 + hour))).toBe(true);
    expect(needsScan(keys, walk(10 + hour), day(11))).toBe(false);
    expect(needsScan(keys, walk(10 + hour, 1), day(11))).toBe(true);
    expect(needsScan([aKey(1, { state: 'destroyed' }), aKey(2)], undefined, day(99))).toBe(false);
  });

  it('a card key is erased once no card needs it', () => {
    const keys = [retired(1, 10), aKey(2)];
    expect(keysToDestroy(keys, undefined)).toEqual([]);
    expect(keysToDestroy(keys, walk(10))).toEqual([]);
    expect(keysToDestroy(keys, walk(10 + hour, 1))).toEqual([]);
    expect(keysToDestroy(keys, walk(10 + hour))).toEqual([keys[0]]);
  });

  it('a fingerprint key is erased after thirty days, unless others may know it', () => {
    const fpr = retired(1, 10, { keyClass: 'fingerprint' });
    const known = { ...fpr, compromisedAt: day(10).toISOString() };
    expect(overlappingKey([fpr], day(39.9))).toBe(fpr);
    expect(overlappingKey([fpr], day(40))).toBeUndefined();
    expect(overlappingKey([known], day(10))).toBeUndefined();
    expect(keysToDestroy([fpr], walk(39.9))).toEqual([]);
    expect(keysToDestroy([fpr], walk(40))).toEqual([fpr]);
    expect(keysToDestroy([known], walk(10 + hour))).toEqual([known]);
  });
});
