import { type HashKeys, signingKeys, statedHashKey } from '#merchants/accounts/hash-keys.ts';

const hour = 3_600_000;
const start = Date.parse('2026-01-31T12:00:00.000Z');
const at = (hours: number) => new Date(start + hours * hour);

/** States keys one after another: the key, its overlap in hours, and when, in hours. */
function rotated(...rotations: readonly (readonly [string, number | undefined, number])[]) {
  let keys: HashKeys = { payment_response_hash_key: 'first' };
  for (const [key, overlapHours, hours] of rotations) {
    const stated = {
      payment_response_hash_key: key,
      payment_response_hash_key_overlap_hours: overlapHours,
    };
    keys = { ...keys, ...statedHashKey(stated, keys, at(hours)) };
  }
  return keys;
}
const namesAt = (keys: HashKeys, hours: number) =>
  signingKeys(keys, at(hours)).map(({ key }) => key);

describe('a key that replaces another', () => {
  it('a hash key that replaces another signs alone unless an overlap is stated', () => {
    expect(namesAt(rotated(['second', undefined, 0]), 0)).toEqual(['second']);
    expect(namesAt(rotated(['second', 0, 0]), 0)).toEqual(['second']);
  });

  it('a hash key that replaces another signs first, and the one before it until the overlap ends', () => {
    const keys = rotated(['second', 72, 0]);
    expect(namesAt(keys, 71.99)).toEqual(['second', 'first']);
    expect(namesAt(keys, 72)).toEqual(['second']);
  });

  it('a hash key that is replaced twice within the overlap leaves each older key its own end', () => {
    const keys = rotated(['second', 24, 0], ['third', 72, 12]);
    expect(namesAt(keys, 23)).toEqual(['third', 'second', 'first']);
    expect(namesAt(keys, 24)).toEqual(['third', 'second']);
    expect(namesAt(keys, 84)).toEqual(['third']);
  });

  it('a hash key without an overlap ends earlier ones too, because one of them may have leaked', () => {
    expect(namesAt(rotated(['second', 24, 0], ['third', 0, 1]), 1)).toEqual(['third']);
  });

  it('a hash key with a shorter overlap shortens the overlaps of earlier keys', () => {
    expect(namesAt(rotated(['second', 72, 0], ['third', 1, 1]), 2)).toEqual(['third']);
  });

  it('a hash key has at most two older ones beside it', () => {
    const keys = rotated(['second', 72, 0], ['third', 72, 0], ['fourth', 72, 0]);
    expect(namesAt(keys, 0)).toEqual(['fourth', 'third', 'second']);
  });

  it('a hash key whose overlap is over is not stored', () => {
    const keys = rotated(['second', 1, 0], ['third', 1, 2]);
    expect(JSON.stringify(keys)).not.toContain('first');
  });

  it('a hash key that was replaced a moment ago may return, and then signs once', () => {
    expect(namesAt(rotated(['second', 24, 0], ['first', 24, 1]), 2)).toEqual(['first', 'second']);
  });
});

describe('a key that is stated again', () => {
  it('a hash key given again changes nothing, however late the repeated request comes', () => {
    const once = rotated(['second', 24, 0]);
    expect(rotated(['second', 24, 0], ['second', 24, 1])).toEqual(once);
    expect(rotated(['second', 24, 0], ['second', undefined, 1])).toEqual(once);
  });

  it('a hash key given again with a shorter overlap ends the older key sooner', () => {
    const keys = rotated(['second', 72, 0], ['second', 1, 1]);
    expect(namesAt(keys, 1.5)).toEqual(['second', 'first']);
    expect(namesAt(keys, 2)).toEqual(['second']);
    expect(namesAt(rotated(['second', 72, 0], ['second', 0, 1]), 1)).toEqual(['second']);
  });
});
