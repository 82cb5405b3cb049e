import { randomBytes } from 'node:crypto';
import { openWith, sealWith } from '#platform/crypto/aead.ts';
import { environment } from '#platform/stage.ts';
import type { KeyContext, KeyProvider } from '#vault/keys/key-provider.ts';

/**
 * Keys wrapped under a 32-byte root key in this process, without a network: for tests and
 * measurements. A wrapped key can be unwrapped with its context only. Throws in production, and
 * when the root key has another length.
 *
 * @param root The newest root key, which wraps.
 * @param earlier Earlier root keys, which still unwrap.
 */
export function localKeyProvider(
  root: Uint8Array,
  earlier: readonly Uint8Array[] = [],
): KeyProvider {
  if (environment() === 'prd') throw new Error('Keys of production come from KMS.');
  const roots = [root, ...earlier];
  if (roots.some(({ length }) => length !== 32)) throw new Error('A root has 32 bytes.');

  const wrap = (plain: Uint8Array, context: KeyContext) => sealWith(root, boundTo(context), plain);

  async function unwrap(wrapped: Uint8Array, context: KeyContext): Promise<Uint8Array> {
    for (const [index, one] of roots.entries()) {
      try {
        return openWith(one, boundTo(context), wrapped);
      } catch (error) {
        if (index === roots.length - 1) throw error;
      }
    }
    throw new Error('There is no root.');
  }

  return {
    async generate(context) {
      const plain = randomBytes(32);
      return { plain, wrapped: wrap(plain, context) };
    },
    unwrap,
    async rewrap(wrapped, context) {
      const plain = await unwrap(wrapped, context);
      try {
        return wrap(plain, context);
      } finally {
        plain.fill(0);
      }
    },
  };
}

const boundTo = ({ tenant, keyClass, version }: KeyContext) =>
  Buffer.from(JSON.stringify([tenant, keyClass, version]), 'utf8');
