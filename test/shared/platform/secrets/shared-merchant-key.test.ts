import { randomBytes } from 'node:crypto';
import type { KeyManagement } from '#platform/aws/kms.ts';
import { openWith, sealWith } from '#platform/crypto/aead.ts';
import { kmsMerchantKeys } from '#platform/secrets/merchant-keys.ts';
import {
  makeSharedKey,
  openSharedKey,
  sharedKeyIn,
} from '#platform/secrets/shared-merchant-key.ts';
import { wrapUnderSharedKey } from '#platform/secrets/wrap-merchant-key.ts';

type Kms = Pick<KeyManagement, 'generateDataKey' | 'decrypt'>;

/** KMS in memory: only the same context unwraps a key. It counts its calls. */
function aKms() {
  const root = randomBytes(32);
  const calls: string[] = [];
  const contextOf = (context: object) => Buffer.from(JSON.stringify(context));
  const kms: Kms = {
    async generateDataKey(_, context) {
      calls.push('generateDataKey');
      const plain = randomBytes(32);
      // As long as those of KMS.
      const wrapped = Buffer.concat([
        Buffer.alloc(124, 1),
        sealWith(root, contextOf(context), plain),
      ]);
      return { plain, wrapped };
    },
    async decrypt(_, wrapped, context) {
      calls.push('decrypt');
      return openWith(root, contextOf(context), wrapped.subarray(124));
    },
  };
  return { kms, calls };
}

/** Merchants whose keys are under one shared key. */
async function sharing(count: number) {
  const { kms, calls } = aKms();
  const shared = await makeSharedKey(kms, 'key');
  const merchants = Array.from({ length: count }, (_, number) => {
    const [id, key] = [`merchant_${number}`, randomBytes(32)];
    return { id, key, wrapped: wrapUnderSharedKey(shared, id, key) };
  });
  calls.length = 0;
  return { kms, calls, shared, merchants };
}

describe('merchants whose keys are under a shared key', () => {
  it('a container asks KMS once for a thousand merchants, however many requests come at once', async () => {
    const { kms, calls, merchants } = await sharing(900);
    const keys = kmsMerchantKeys('key', kms);
    const opened = await Promise.all(merchants.map(({ id, wrapped }) => keys.unwrap(id, wrapped)));
    expect(opened.map((key) => Buffer.from(key))).toEqual(merchants.map(({ key }) => key));
    for (const { id, wrapped } of merchants) await keys.unwrap(id, wrapped);
    expect(calls).toEqual(['decrypt']);
  });

  it('a key that KMS wrapped itself opens beside those under a shared key', async () => {
    const { kms, calls, merchants } = await sharing(1);
    const keys = kmsMerchantKeys('key', kms);
    const own = await keys.make('merchant_own');
    expect(sharedKeyIn(own.wrapped)).toBeUndefined();
    const fresh = kmsMerchantKeys('key', kms);
    expect(await fresh.unwrap('merchant_own', own.wrapped)).toEqual(own.clear);
    for (const { id, wrapped } of merchants) await fresh.unwrap(id, wrapped);
    expect(calls).toEqual(['generateDataKey', 'decrypt', 'decrypt']);
  });

  it("a merchant's key opens for no other merchant", async () => {
    const { kms, merchants } = await sharing(2);
    const [one, other] = merchants;
    const keys = kmsMerchantKeys('key', kms);
    await expect(keys.unwrap(other?.id ?? '', one?.wrapped ?? randomBytes(1))).rejects.toThrow(
      'decrypt_failed',
    );
  });

  it("a merchant's wrapped key opens only as a whole: each changed or missing byte is refused", async () => {
    const { kms, merchants } = await sharing(1);
    const [{ id, wrapped } = { id: '', wrapped: randomBytes(1) }] = merchants;
    for (let at = 0; at < wrapped.length; at += 7) {
      const changed = Buffer.from(wrapped);
      changed[at] = (changed[at] ?? 0) ^ 1;
      // The first bytes of a key of KMS are ours to invent: a change there changes no key.
      if (at >= 10 && at < 134) continue;
      await expect(kmsMerchantKeys('key', kms).unwrap(id, changed)).rejects.toThrow();
    }
    const cut = wrapped.subarray(0, -1);
    await expect(kmsMerchantKeys('key', kms).unwrap(id, cut)).rejects.toThrow();
  });

  it('a shared key that KMS refuses for a moment opens with the next request', async () => {
    const { kms, merchants } = await sharing(1);
    let isDown = true;
    const keys = kmsMerchantKeys('key', {
      ...kms,
      async decrypt(...given) {
        if (isDown) throw new Error('KMS throttles.');
        return kms.decrypt(...given);
      },
    });
    const [{ id, wrapped, key } = { id: '', wrapped: randomBytes(1), key: randomBytes(1) }] =
      merchants;
    await expect(keys.unwrap(id, wrapped)).rejects.toThrow('KMS throttles.');
    isDown = false;
    expect(Buffer.from(await keys.unwrap(id, wrapped))).toEqual(key);
  });

  it('a shared key opens under its own context alone', async () => {
    const { kms, shared } = await sharing(0);
    expect(await openSharedKey(kms, 'key', shared.wrapped)).toEqual({
      ...shared,
      clear: Buffer.from(shared.clear),
    });
    await expect(kms.decrypt('key', shared.wrapped, { merchant_id: 'shared' })).rejects.toThrow();
  });
});
