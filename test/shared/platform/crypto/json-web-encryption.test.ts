import {
  constants,
  createCipheriv,
  generateKeyPairSync,
  publicEncrypt,
  randomBytes,
} from 'node:crypto';
import { deflateRawSync } from 'node:zlib';
import { openJsonWebEncryption } from '#platform/crypto/json-web-encryption.ts';
import { sealJsonWebEncryption } from '#platform/crypto/seal-json-web-encryption.ts';

const { publicKey, privateKey } = generateKeyPairSync('rsa', { modulusLength: 2_048 });
const usual = { alg: 'RSA-OAEP-256', enc: 'A256GCM' };

/** Encrypts as RFC 7516, 5.1 describes, with any header. */
function sealed(header: object, plain: Uint8Array, { vectorBytes = 12 } = {}): string {
  const contentKey = randomBytes(32);
  const protectedHeader = Buffer.from(JSON.stringify(header)).toString('base64url');
  const vector = randomBytes(vectorBytes);
  const cipher = createCipheriv('aes-256-gcm', contentKey, vector, { authTagLength: 16 });
  cipher.setAAD(Buffer.from(protectedHeader, 'ascii'));
  const content = Buffer.concat([cipher.update(plain), cipher.final()]);
  const wrapped = publicEncrypt(
    { key: publicKey, padding: constants.RSA_PKCS1_OAEP_PADDING, oaepHash: 'sha256' },
    contentKey,
  );
  const parts = [wrapped, vector, content, cipher.getAuthTag()];
  return [protectedHeader, ...parts.map((part) => part.toString('base64url'))].join('.');
}

const text = '{"a":"ü"}';
const open = (message: string) => openJsonWebEncryption(message, privateKey);

it('an encrypted message is opened, also with members of its header that mean nothing here', () => {
  expect(open(sealed(usual, Buffer.from(text)))).toBe(text);
  expect(open(sealed({ ...usual, kid: 'k', x: [1] }, Buffer.from(text)))).toBe(text);
  expect(open(sealJsonWebEncryption(Buffer.from(text), publicKey))).toBe(text);
});

it('an encrypted message whose content is compressed is opened decompressed', () => {
  expect(open(sealed({ ...usual, zip: 'DEF' }, deflateRawSync(text)))).toBe(text);
});

it('an encrypted message that would decompress to more than 1 MB is refused', () => {
  const bomb = deflateRawSync(Buffer.alloc(1_048_577));
  expect(() => open(sealed({ ...usual, zip: 'DEF' }, bomb))).toThrow();
});

it.each([
  ['a critical extension', { crit: ['exp'], exp: 1 }],
  ['an empty list of critical extensions', { crit: [] }],
  ['another compression', { zip: 'GZIP' }],
  ['another wrapping of the key', { alg: 'RSA-OAEP' }],
  ['another cipher', { enc: 'A128GCM' }],
])('an encrypted message with %s in its header is refused', (_, more) => {
  expect(() => open(sealed({ ...usual, ...more }, Buffer.from(text)))).toThrow();
});

it('an encrypted message is refused when a part is missing, added, altered or of another length', () => {
  const good = sealed(usual, Buffer.from(text));
  const parts = good.split('.');
  const without = parts.slice(0, 4).join('.');
  for (const message of [without, `${good}.x`, good.replace('.', ' .'), `${good}=`]) {
    expect(() => open(message)).toThrow();
  }
  for (const at of parts.keys()) {
    const altered = parts.map((part, index) =>
      index === at ? part.split('').reverse().join('') : part,
    );
    expect(() => open(altered.join('.'))).toThrow();
  }
  expect(() => open(sealed(usual, Buffer.from(text), { vectorBytes: 16 }))).toThrow();
});
