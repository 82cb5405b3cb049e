import { randomBytes } from 'node:crypto';
import fc from 'fast-check';
import { DecryptFailed } from '#platform/crypto/aead.ts';
import { open, seal } from '#platform/secrets/seal.ts';

const key = Buffer.alloc(32, 7);

describe('a merchant secret', () => {
  it('a merchant secret sealed before the vault existed still opens', () => {
    // Written by the code of then: nonce, tag, text.
    const kept = Buffer.from(
      '000102030405060708090a0b' +
        '70ad0ae4523e43e3480c98c57d7ff283' +
        '63a388007456b22c0e90dfbe913333958763c2e67d0c554c',
      'hex',
    );
    expect(open(key, 'MERCHANT#shop_east', kept)).toEqual({ api_key: 'sk_of_then' });
  });

  it('a merchant secret opens at its place, whatever it is', () => {
    fc.assert(
      fc.property(fc.jsonValue(), fc.string(), (value, place) => {
        expect(open(key, place, seal(key, place, value))).toEqual(
          JSON.parse(JSON.stringify(value)),
        );
      }),
    );
  });

  it('a merchant secret opens nowhere else, with no other key, and not when a byte was changed', () => {
    const sealed = Buffer.from(seal(key, 'here', { api_key: 'sk' }));
    expect(() => open(key, 'there', sealed)).toThrow(DecryptFailed);
    expect(() => open(randomBytes(32), 'here', sealed)).toThrow(DecryptFailed);
    for (const index of sealed.keys()) {
      const changed = Buffer.from(sealed);
      changed[index] = (sealed[index] ?? 0) ^ 1;
      expect(() => open(key, 'here', changed)).toThrow(DecryptFailed);
    }
  });
});
