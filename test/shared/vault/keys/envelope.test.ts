import { randomBytes } from 'node:crypto';
import fc from 'fast-check';
import { DecryptFailed, derivedKey, openWith } from '#platform/crypto/aead.ts';
import {
  fingerprintOf,
  fingerprintVersionOf,
  keyVersionOf,
  openRecord,
  type Place,
  sealRecord,
} from '#vault/keys/envelope.ts';

const key = { version: 7, bytes: randomBytes(32) };
const place: Place = {
  tenant: 'shop_east',
  cardToken: '5f0c0f2f7a5e4b0e9d8c7b6a5f4e3d2c',
  keyClass: 'pan',
  group: 'card',
};
const plain = Buffer.from('what is in the record');

describe('a sealed record', () => {
  it('a sealed record opens at its place, and names its key', () => {
    const sealed = sealRecord(key, place, plain);
    expect(keyVersionOf(sealed)).toBe(7);
    expect(openRecord(key, place, sealed).equals(plain)).toBe(true);
  });

  it('a sealed record has the described layout', () => {
    const sealed = Buffer.from(sealRecord(key, place, plain));
    expect(sealed.length).toBe(1 + 4 + 16 + 12 + plain.length + 16);
    expect(sealed.toString('hex', 0, 5)).toBe('0100000007');

    // The description once more, in other words: a list is each part behind its length.
    const list = (...parts: readonly string[]) =>
      Buffer.concat(
        parts.map((part) =>
          Buffer.concat([
            Buffer.from(new Uint32Array([part.length]).buffer).reverse(),
            Buffer.from(part),
          ]),
        ),
      );
    const { tenant, cardToken, keyClass, group } = place;
    const info = list('1', keyClass, tenant, cardToken);
    const recordKey = derivedKey(key.bytes, sealed.subarray(5, 21), info);
    const context = list('1', tenant, cardToken, keyClass, group, '7');
    expect(openWith(recordKey, context, sealed.subarray(21)).equals(plain)).toBe(true);
  });

  it('a sealed record opens for any text at any place', () => {
    const text = fc.string({ maxLength: 40 });
    fc.assert(
      fc.property(
        text,
        text,
        text,
        fc.uint8Array({ maxLength: 200 }),
        (tenant, cardToken, group, bytes) => {
          const anywhere: Place = { tenant, cardToken, group, keyClass: 'display' };
          const opened = openRecord(key, anywhere, sealRecord(key, anywhere, bytes));
          expect(opened.equals(bytes)).toBe(true);
        },
      ),
    );
  });

  it('a sealed record does not open when a single byte was changed', () => {
    const sealed = sealRecord(key, place, plain);
    for (const index of sealed.keys()) {
      const changed = Uint8Array.from(sealed);
      changed[index] = (sealed[index] ?? 0) ^ 0x80;
      expect(() => openRecord(key, place, changed)).toThrow(DecryptFailed);
    }
  });

  it.each<[string, Place]>([
    ['another tenant', { ...place, tenant: 'shop_west' }],
    ['another card', { ...place, cardToken: '0'.repeat(32) }],
    ['another class of key', { ...place, keyClass: 'cvc' }],
    ['another group of fields', { ...place, group: 'display' }],
    [
      'a place whose parts were shifted',
      { ...place, tenant: 'shop_eas', cardToken: `t${place.cardToken}` },
    ],
  ])('a sealed record does not open for %s', (_, elsewhere) => {
    expect(() => openRecord(key, elsewhere, sealRecord(key, place, plain))).toThrow(DecryptFailed);
  });

  it('a sealed record does not open under another version, also when the bytes of the key are the same', () => {
    const sealed = Buffer.from(sealRecord(key, place, plain));
    expect(() => openRecord({ ...key, version: 8 }, place, sealed)).toThrow(DecryptFailed);
    sealed.writeUInt32BE(8, 1);
    expect(() => openRecord({ ...key, version: 8 }, place, sealed)).toThrow(DecryptFailed);
  });

  it.each([0, 1, 20, 21])('a sealed record does not open when only %i bytes are left', (length) => {
    const sealed = sealRecord(key, place, plain).subarray(0, length);
    expect(() => openRecord(key, place, sealed)).toThrow(DecryptFailed);
  });

  it('a sealed record is never made with a key that was retired or erased', () => {
    expect(() => sealRecord({ ...key, retired: true }, place, plain)).toThrow('retired');
    const erased = { ...key, bytes: new Uint8Array(32) };
    expect(() => sealRecord(erased, place, plain)).toThrow('erased');
  });

  it('a sealed record looks different each time', () => {
    const all = Array.from({ length: 100 }, () => Buffer.from(sealRecord(key, place, plain)));
    expect(new Set(all.map((one) => one.toString('hex', 5, 21))).size).toBe(100);
  });
});

const hex = (text: string) => Buffer.from(text, 'hex');

describe('a fingerprint', () => {
  /** RFC 4231, section 4. */
  it.each([
    {
      name: '1',
      bytes: hex('0b'.repeat(20)),
      text: Buffer.from('Hi There'),
      hash: 'b0344c61d8db38535ca8afceaf0bf12b881dc200c9833da726e9376c2e32cff7',
    },
    {
      name: '2',
      bytes: Buffer.from('Jefe'),
      text: Buffer.from('what do ya want for nothing?'),
      hash: '5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843',
    },
    {
      name: '3',
      bytes: hex('aa'.repeat(20)),
      text: hex('dd'.repeat(50)),
      hash: '773ea91e36800e46854db8ebd09181a72959098b3ef8c122d9635514ced565fe',
    },
    {
      name: '4',
      bytes: hex('0102030405060708090a0b0c0d0e0f10111213141516171819'),
      text: hex('cd'.repeat(50)),
      hash: '82558a389a443c0ea4cc819899f2083a85f0faa3e578f8077a2e3ff46729665b',
    },
    {
      name: '6',
      bytes: hex('aa'.repeat(131)),
      text: Buffer.from('Test Using Larger Than Block-Size Key - Hash Key First'),
      hash: '60e431591ee0b67f0d8a26aacbf5b77f8e0bc6213728c5140546040f0ee37f54',
    },
  ])('a fingerprint is the HMAC-SHA-256 of RFC 4231, case $name', ({ bytes, text, hash }) => {
    const fingerprint = fingerprintOf({ version: 1, bytes }, text);
    expect(Buffer.from(fingerprint.slice('f1_'.length), 'base64url').toString('hex')).toBe(hash);
  });

  it('a fingerprint differs from tenant to tenant and from version to version, and contains its version', () => {
    const digits = Buffer.from('4111111111111111');
    const [east, west] = [randomBytes(32), randomBytes(32)];
    const all = [
      fingerprintOf({ version: 1, bytes: east }, digits),
      fingerprintOf({ version: 1, bytes: west }, digits),
      fingerprintOf({ version: 12, bytes: east }, digits),
    ];
    expect(new Set(all).size).toBe(3);
    expect(all.map(fingerprintVersionOf)).toEqual([1, 1, 12]);
    expect(fingerprintVersionOf('none')).toBe(0);
  });
});
