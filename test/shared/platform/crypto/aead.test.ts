import { createCipheriv, randomBytes, webcrypto } from 'node:crypto';
import fc from 'fast-check';
import {
  DecryptFailed,
  derivedKey,
  nonceBytes,
  openWith,
  sealUnder,
  sealWith,
  tagBytes,
} from '#platform/crypto/aead.ts';

const hex = (text: string) => Buffer.from(text, 'hex');

/**
 * McGrew and Viega, "The Galois/Counter Mode of Operation", appendix B, the cases with keys of 256
 * bits and nonces of 96; the same are in NIST's submission of the mode.
 */
const longKey = 'feffe9928665731c6d6a8f9467308308feffe9928665731c6d6a8f9467308308';
const longText =
  'd9313225f88406e5a55909c5aff5269a86a7a9531534f7da2e4c303d8a318a72' +
  '1c3c0c95956809532fcf0e2449a6b525b16aedf5aa0de657ba637b391aafd255';
const longSealed =
  '522dc1f099567d07f47f37a32a84427d643a8cdcbfe5c0c97598a2bd2555d1aa' +
  '8cb08e48590dbb3da7b08b1056828838c5f61e6393ba7a0abcc9f662898015ad';
const vectors = [
  {
    name: 'case 13',
    key: '00'.repeat(32),
    nonce: '00'.repeat(12),
    context: '',
    plain: '',
    sealed: '',
    tag: '530f8afbc74536b9a963b4f1c4cb738b',
  },
  {
    name: 'case 14',
    key: '00'.repeat(32),
    nonce: '00'.repeat(12),
    context: '',
    plain: '00'.repeat(16),
    sealed: 'cea7403d4d606b6e074ec5d3baf39d18',
    tag: 'd0d1c8a799996bf0265b98b5d48ab919',
  },
  {
    name: 'case 15',
    key: longKey,
    nonce: 'cafebabefacedbaddecaf888',
    context: '',
    plain: longText,
    sealed: longSealed,
    tag: 'b094dac5d93471bdec1a502270e3cc6c',
  },
  {
    name: 'case 16',
    key: longKey,
    nonce: 'cafebabefacedbaddecaf888',
    context: 'feedfacedeadbeeffeedfacedeadbeefabaddad2',
    plain: longText.slice(0, 120),
    sealed: longSealed.slice(0, 120),
    tag: '76fc6ece0f4e1768cddf8853bb2d551b',
  },
];

describe('sealing', () => {
  it.each(vectors)('sealing produces the published test vector: $name', (vector) => {
    const [key, nonce, context, plain] = [
      hex(vector.key),
      hex(vector.nonce),
      hex(vector.context),
      hex(vector.plain),
    ];
    const sealed = sealUnder(key, nonce, context, plain);
    expect(sealed.toString('hex')).toBe(vector.nonce + vector.sealed + vector.tag);
    expect(openWith(key, context, sealed).toString('hex')).toBe(vector.plain);
  });

  const bytes = (length: number) => fc.uint8Array({ minLength: length, maxLength: length });
  const anyCase = [
    bytes(32),
    fc.uint8Array({ maxLength: 80 }),
    fc.uint8Array({ maxLength: 300 }),
  ] as const;
  const subtleKey = (key: Uint8Array) =>
    webcrypto.subtle.importKey('raw', Uint8Array.from(key), 'AES-GCM', false, [
      'encrypt',
      'decrypt',
    ]);
  const parameters = (nonce: Uint8Array, context: Uint8Array) => ({
    name: 'AES-GCM',
    iv: Uint8Array.from(nonce),
    additionalData: Uint8Array.from(context),
    tagLength: tagBytes * 8,
  });

  it('data sealed by us is opened by another implementation', async () => {
    await fc.assert(
      fc.asyncProperty(...anyCase, async (key, context, plain) => {
        const sealed = sealWith(key, context, plain);
        const opened = await webcrypto.subtle.decrypt(
          parameters(sealed.subarray(0, nonceBytes), context),
          await subtleKey(key),
          Uint8Array.from(sealed.subarray(nonceBytes)),
        );
        expect(Buffer.from(opened).equals(plain)).toBe(true);
      }),
    );
  });

  it('sealed data of another implementation can be opened', async () => {
    await fc.assert(
      fc.asyncProperty(...anyCase, async (key, context, plain) => {
        const nonce = randomBytes(nonceBytes);
        const sealed = await webcrypto.subtle.encrypt(
          parameters(nonce, context),
          await subtleKey(key),
          Uint8Array.from(plain),
        );
        const opened = openWith(key, context, Buffer.concat([nonce, Buffer.from(sealed)]));
        expect(opened.equals(plain)).toBe(true);
      }),
    );
  });

  it('sealing uses another nonce each time', () => {
    const [key, context, plain] = [randomBytes(32), Buffer.alloc(0), Buffer.from('same')];
    const nonces = Array.from({ length: 1_000 }, () =>
      sealWith(key, context, plain).toString('hex', 0, nonceBytes),
    );
    expect(new Set(nonces).size).toBe(1_000);
  });
});

describe('opening', () => {
  const key = randomBytes(32);
  const context = Buffer.from('where it belongs');

  it('opening fails on every changed byte', () => {
    const sealed = sealWith(key, context, Buffer.from('some text of some length'));
    for (const index of sealed.keys()) {
      const changed = Buffer.from(sealed);
      changed[index] = (sealed[index] ?? 0) ^ 1;
      expect(() => openWith(key, context, changed)).toThrow(DecryptFailed);
    }
  });

  it('opening fails on every truncated ciphertext, and on an empty one', () => {
    const sealed = sealWith(key, context, Buffer.from('text'));
    for (let length = 0; length < sealed.length; length++) {
      expect(() => openWith(key, context, sealed.subarray(0, length))).toThrow(DecryptFailed);
    }
  });

  it('opening fails with another key and for another context, and never states the reason', () => {
    const sealed = sealWith(key, context, Buffer.from('text'));
    const failures = [
      () => openWith(randomBytes(32), context, sealed),
      () => openWith(key, Buffer.from('elsewhere'), sealed),
      () => openWith(randomBytes(16), context, sealed),
    ].map((attempt) => {
      try {
        return attempt().toString();
      } catch (error) {
        return error instanceof DecryptFailed
          ? { message: error.message, cause: error.cause }
          : error;
      }
    });
    expect(failures).toEqual(Array(3).fill({ message: 'decrypt_failed', cause: undefined }));
  });

  it('opening accepts no shorter tag', () => {
    const cipher = createCipheriv('aes-256-gcm', key, Buffer.alloc(nonceBytes), {
      authTagLength: 4,
    });
    cipher.setAAD(context);
    const text = Buffer.concat([cipher.update('text'), cipher.final()]);
    const short = Buffer.concat([Buffer.alloc(nonceBytes), text, cipher.getAuthTag()]);
    expect(() => openWith(key, context, short)).toThrow(DecryptFailed);
  });
});

/** RFC 5869, appendix A: the cases with SHA-256. We take the first 32 bytes. */
const derivations = [
  {
    name: 'A.1',
    key: '0b'.repeat(22),
    salt: '000102030405060708090a0b0c',
    info: 'f0f1f2f3f4f5f6f7f8f9',
    derived: '3cb25f25faacd57a90434f64d0362f2a2d2d0a90cf1a5a4c5db02d56ecc4c5bf34007208d5b887185865',
  },
  {
    name: 'A.2',
    key: Buffer.from(Array.from({ length: 80 }, (_, index) => index)).toString('hex'),
    salt: Buffer.from(Array.from({ length: 80 }, (_, index) => 0x60 + index)).toString('hex'),
    info: Buffer.from(Array.from({ length: 80 }, (_, index) => 0xb0 + index)).toString('hex'),
    derived:
      'b11e398dc80327a1c8e7f78c596a49344f012eda2d4efad8a050cc4c19afa97c' +
      '59045a99cac7827271cb41c65e590e09da3275600c2f09b8367793a9aca3db71' +
      'cc30c58179ec3e87c14c01d5c1f3434f1d87',
  },
  {
    name: 'A.3',
    key: '0b'.repeat(22),
    salt: '',
    info: '',
    derived: '8da4e775a563c18f715f802a063c5a31b8a11f5c5ee1879ec3454e5f3c738d2d9d201395faa4b61a96c8',
  },
];

describe('a key that follows from another', () => {
  it.each(derivations)(
    'a derived key is the one of RFC 5869, $name',
    ({ key, salt, info, derived }) => {
      expect(derivedKey(hex(key), hex(salt), hex(info)).toString('hex')).toBe(derived.slice(0, 64));
    },
  );
});
