import { createHash } from 'node:crypto';
import * as v from 'valibot';
import { adminKey } from './stubs.ts';
import { type BenchTargets, withoutOutput } from './targets.ts';

/** A tenant of the vault with many API keys. */
export interface VaultTenant {
  readonly id: string;
  /** The key that sends requests about a token: the same token always gets the same key. */
  keyFor(token: string): VaultKey;
}

interface VaultKey {
  /** UUID v4. */
  readonly id: string;
  readonly value: string;
}

/** IP address of a tenant's server, from the network that is reserved for benchmarks. */
export const serverAddress = '198.19.0.1';

/**
 * Number of keys. A key may make forty requests in two seconds. With this many keys in turn, the
 * vault refuses no request that one process can send.
 */
const keysOfATenant = 128;

const NewKey = v.object({
  data: v.object({ id: v.string(), attributes: v.object({ api_key: v.string() }) }),
});

/** Makes the first key as the operator, and each further key with the previous one. */
export async function openVaultTenant({ live }: BenchTargets, id: string): Promise<VaultTenant> {
  const create = (apiKey: string, facts: object) =>
    withoutOutput(async () => {
      const body = { api_key: { description: 'Bench', ...facts } };
      const asked = { method: 'POST', apiKey, sourceIp: serverAddress, body } as const;
      const { data } = v.parse(NewKey, await live('vault/create-api-key').answer(asked));
      return { id: data.id, value: data.attributes.api_key };
    });
  let last = await create(adminKey, { merchant_id: id });
  const keys: VaultKey[] = [last];
  while (keys.length < keysOfATenant) {
    last = await create(last.value, {});
    keys.push(last);
  }
  return {
    id,
    keyFor(token) {
      const key = keys[numberOf(token) % keys.length];
      if (!key) throw new Error('A tenant without keys.');
      return key;
    },
  };
}

/** A number from 0 to 65,535 derived from the token, evenly distributed. */
export const numberOf = (token: string): number =>
  createHash('sha256').update(token).digest().readUInt16BE(0);
