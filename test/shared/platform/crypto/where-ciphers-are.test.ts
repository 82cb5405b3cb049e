import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';

const root = path.join(import.meta.dirname, '../../../..');
const sources = globSync(
  ['bin', 'shared', 'functions', 'lib', 'scripts'].map((one) => `${one}/**/*.ts`),
  {
    cwd: root,
  },
).sort();
const laptop = globSync('{local,console}/**/*.ts', { cwd: root });
const holding = (files: readonly string[], what: RegExp) =>
  files.filter((file) => what.test(readFileSync(path.join(root, file), 'utf8')));

/** The functions of Node.js and Web Crypto that encrypt, or derive keys from keys. */
const ciphers =
  /\b(?:createCipheriv|createDecipheriv|publicEncrypt|privateDecrypt|hkdf(?:Sync)?|pbkdf2(?:Sync)?|scrypt(?:Sync)?|webcrypto)\b|\.subtle\b/;

describe('the source', () => {
  it('the source has one file that encrypts, and two more for messages that are encrypted for one reader', () => {
    const known = [
      'shared/platform/crypto/aead.ts',
      'shared/platform/crypto/json-web-encryption.ts',
      'shared/platform/crypto/seal-json-web-encryption.ts',
    ];
    expect(holding(sources, ciphers)).toEqual(known);
    expect(holding(known, /\bcreateCipheriv\b/)).toEqual(['shared/platform/crypto/aead.ts']);
  });

  it('the source has one more encrypting file for the laptop, which stands for KMS', () => {
    expect(holding(laptop, ciphers)).toEqual(['local/services/keys.ts']);
  });

  it('the source never turns the checking of certificates off', () => {
    const switches = /rejectUnauthorized|NODE_TLS_REJECT_UNAUTHORIZED|checkServerIdentity/;
    expect(holding([...sources, ...laptop], switches)).toEqual([]);
  });

  it('the source hashes nothing of a card without a key', () => {
    const places = ['cards', 'keys', 'service-codes', 'proxy'].map((one) => `shared/vault/${one}/`);
    const ofCards = sources.filter((file) => places.some((place) => file.startsWith(place)));
    expect(ofCards.length).toBeGreaterThan(10);
    expect(holding(ofCards, /\bcreateHash\b|\bsha256\(|\bhash\('|\bderivedId\b/)).toEqual([]);
  });

  it('the source has plain hashes in the vault only of credentials, of the audit trail and of pages', () => {
    const vault = sources.filter((file) => /^(?:shared|functions)\/vault/.test(file));
    const allowed =
      /credential|token|api-key|master-key|audit|pages|assets|edge|authenticator|limits/;
    const others = holding(vault, /\bcreateHash\b/).filter((file) => !allowed.test(file));
    expect(others).toEqual([]);
  });
});
