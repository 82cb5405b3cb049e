// Loaded late: a container opens the shared key once.
import type { KeyManagement } from '../aws/kms.ts';

/**
 * Two forms of a merchant's wrapped key. KMS wraps each merchant's key, or it wraps one shared key,
 * which wraps those of many merchants: a container then asks KMS once for all of them. The second
 * form has these parts:
 *
 *   8 bytes   the mark `turnout1`, with which nothing begins that KMS wraps
 *   2 bytes   the length of the shared key
 *             the shared key, wrapped by KMS
 *   60 bytes  the merchant's key, encrypted with AES-256-GCM under the shared key for the merchant
 */
const mark = Buffer.from('turnout1');
const lengthBytes = 2;

/** A key that wraps those of merchants, in clear and wrapped by KMS. */
export interface SharedKey {
  readonly clear: Uint8Array;
  readonly wrapped: Uint8Array;
}

/** No merchant's id contains this character. IAM lets functions use keys with any `merchant_id`. */
const sharedContext = { merchant_id: '#shared' };

/** The authenticated data of a merchant's key: it opens for no other merchant. */
export function placeOfMerchantKey(merchantId: string): Buffer {
  return Buffer.from(`MERCHANT_KEY|${merchantId}`);
}

type Kms = Pick<KeyManagement, 'generateDataKey' | 'decrypt'>;

/** Makes a shared key. */
export async function makeSharedKey(kms: Kms, keyId: string): Promise<SharedKey> {
  const { plain, wrapped } = await kms.generateDataKey(keyId, sharedContext);
  return { clear: plain, wrapped };
}

/** Opens a shared key. */
export async function openSharedKey(
  kms: Kms,
  keyId: string,
  wrapped: Uint8Array,
): Promise<SharedKey> {
  return { clear: await kms.decrypt(keyId, wrapped, sharedContext), wrapped };
}

/** A merchant's wrapped key of the second form, from the encrypted key. */
export function underSharedKey({ wrapped }: SharedKey, sealed: Uint8Array): Uint8Array {
  const length = Buffer.alloc(lengthBytes);
  length.writeUInt16BE(wrapped.length);
  return Buffer.concat([mark, length, wrapped, sealed]);
}

/** The wrapped shared key in a merchant's wrapped key; undefined when KMS wrapped the latter. */
export function sharedKeyIn(wrapped: Uint8Array): Uint8Array | undefined {
  return partsOf(wrapped)?.shared;
}

function partsOf(wrapped: Uint8Array) {
  const bytes = Buffer.from(wrapped);
  if (!bytes.subarray(0, mark.length).equals(mark)) return undefined;
  const from = mark.length + lengthBytes;
  const until = from + bytes.readUInt16BE(mark.length);
  return { shared: bytes.subarray(from, until), sealed: bytes.subarray(until) };
}

/** The most opened keys of merchants that a container caches; then it empties the cache. */
const maxCachedKeys = 1_000;

/** Functions that a function has one copy of, outside this part. */
interface Given {
  /** That of `crypto/aead.ts`. */
  readonly openWith: (key: Uint8Array, context: Uint8Array, sealed: Uint8Array) => Uint8Array;
  /** That of `aws/transient.ts`. */
  readonly asRefusal: (error: unknown) => never;
}

/**
 * Opens merchants' keys of both forms, each once, and asks KMS once for each shared key. A failure
 * is not cached: a key that was denied for a minute works again without a restart. The opener throws
 * `temporarily_unavailable`, the errors of KMS, and `DecryptFailed` for another merchant's key.
 */
export function merchantKeyOpener(
  kms: Kms,
  keyId: string,
  { openWith, asRefusal }: Given,
): (merchantId: string, wrapped: Uint8Array) => Promise<Uint8Array> {
  const shared = new Map<string, Promise<SharedKey>>();
  const opened = new Map<string, Promise<Uint8Array>>();

  async function open(merchantId: string, wrapped: Uint8Array): Promise<Uint8Array> {
    const parts = partsOf(wrapped);
    if (!parts) return kms.decrypt(keyId, wrapped, { merchant_id: merchantId });
    const { clear } = await once(shared, parts.shared.toString('base64'), () =>
      openSharedKey(kms, keyId, parts.shared),
    );
    return openWith(clear, placeOfMerchantKey(merchantId), parts.sealed);
  }

  return (merchantId, wrapped) =>
    once(opened, `${merchantId}:${Buffer.from(wrapped).toString('base64')}`, () =>
      open(merchantId, wrapped).catch(asRefusal),
    );
}

/** The cached value of this name, or a new one, which stays unless it fails. */
function once<T>(cache: Map<string, Promise<T>>, name: string, make: () => Promise<T>): Promise<T> {
  const known = cache.get(name);
  if (known) return known;
  if (cache.size >= maxCachedKeys) cache.clear();
  const made = make();
  cache.set(name, made);
  made.catch(() => cache.delete(name));
  return made;
}
