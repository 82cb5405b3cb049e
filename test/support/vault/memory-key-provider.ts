import { randomBytes } from 'node:crypto';
import type { KeyContext, KeyProvider } from '#vault/keys/key-provider.ts';

/**
 * A key service in memory: a wrapped key opens for the context that it was made for, and no other.
 * `made` has the keys from before; whoever hands it in may read those that are made now.
 */
export function memoryKeyProvider(
  made = new Map<string, Uint8Array>(),
): KeyProvider & { denied: boolean } {
  const nameOf = (wrapped: Uint8Array, { tenant, keyClass, version }: KeyContext) =>
    JSON.stringify([Buffer.from(wrapped).toString('hex'), tenant, keyClass, version]);
  const keep = (plain: Uint8Array, context: KeyContext) => {
    // As long as a wrapped key of KMS, because it is stored and paid for.
    const wrapped = randomBytes(184);
    made.set(nameOf(wrapped, context), plain);
    return wrapped;
  };
  const provider = {
    denied: false,
    async generate(context: KeyContext) {
      if (provider.denied) throw new Error('AccessDeniedException');
      const plain = randomBytes(32);
      return { plain: new Uint8Array(plain), wrapped: keep(plain, context) };
    },
    async unwrap(wrapped: Uint8Array, context: KeyContext) {
      if (provider.denied) throw new Error('AccessDeniedException');
      const plain = made.get(nameOf(wrapped, context));
      if (!plain) throw new Error('InvalidCiphertextException');
      return new Uint8Array(plain);
    },
    async rewrap(wrapped: Uint8Array, context: KeyContext) {
      return keep(await provider.unwrap(wrapped, context), context);
    },
  };
  return provider;
}
