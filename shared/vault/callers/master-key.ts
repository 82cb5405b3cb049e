import { readSecret, type Secret } from '#platform/secrets/read-secret.ts';
import { deploymentTenant } from '../tenant.ts';
import { VaultError } from '../vault-error.ts';
import { type ApiKey, storedFieldsOf } from './api-key.ts';

/** The first key of the deployment's own tenant: the current value of its secret. */
export interface MasterKey {
  /**
   * The stored form of the key; undefined in a deployment without one. Throws
   * `service_unavailable`.
   */
  read(): Promise<ApiKey | undefined>;
}

/**
 * How long the secret's value is cached, in ms: after this time a new value works and the old one
 * does not.
 */
const cacheMs = 60_000;

export const noMasterKey: MasterKey = { read: async () => undefined };

/** Reads the secret once, and again after `cacheMs`, so a new value needs no deployment. */
export function masterKeyFrom(read: () => Promise<Secret>, clock = () => Date.now()): MasterKey {
  let known: { readonly key: Promise<ApiKey>; readonly at: number } | undefined;
  return {
    read() {
      if (!known || clock() - known.at > cacheMs) {
        const key = read().then(asApiKey, (error: unknown) => {
          throw new VaultError('service_unavailable', {}, { cause: error });
        });
        known = { key, at: clock() };
        // A failure is not cached: the next request reads the secret again.
        key.catch(() => {
          known = undefined;
        });
      }
      return known.key;
    },
  };
}

const asApiKey = ({ value, since }: Secret): ApiKey => ({
  ...storedFieldsOf(value),
  tenant: deploymentTenant,
  description: 'Master key of the deployment',
  status: 'active',
  createdAt: since.toISOString(),
  fromSecret: true,
});

let live: MasterKey | undefined;

/** The master key in Secrets Manager, for functions that have its ARN. */
export function liveMasterKey(): MasterKey {
  const id = process.env.VAULT_MASTER_KEY_SECRET;
  if (!id) return noMasterKey;
  live ??= masterKeyFrom(() => readSecret(id));
  return live;
}
