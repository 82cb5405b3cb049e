import { readSecret, type Secret } from '../../secrets/read-secret.part.ts';
import { deploymentTenant } from '../tenant.ts';
import { VaultError } from '../vault-error.ts';
import { type ApiKey, storedFieldsOf } from './api-key.ts';

/** The first key of the deployment's own tenant: whatever its secret says. */
export interface MasterKey {
  /** What would be kept of it; undefined where the deployment has none. Throws `service_unavailable`. */
  read(): Promise<ApiKey | undefined>;
}

/** A new value is taken within this time, and the old one is good no longer than that. */
const cacheMs = 60_000;

export const noMasterKey: MasterKey = { read: async () => undefined };

/** Reads the secret once, and again when it is old: another value needs no deployment. */
export function masterKeyFrom(read: () => Promise<Secret>, clock = () => Date.now()): MasterKey {
  let known: { readonly key: Promise<ApiKey>; readonly at: number } | undefined;
  return {
    read() {
      if (!known || clock() - known.at > cacheMs) {
        const key = read().then(asApiKey, (error: unknown) => {
          throw new VaultError('service_unavailable', {}, { cause: error });
        });
        known = { key, at: clock() };
        // A failure must not be remembered: the next request asks again.
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

/** The master key in Secrets Manager, for the functions that were given it. */
export function liveMasterKey(): MasterKey {
  const id = process.env.VAULT_MASTER_KEY_SECRET;
  if (!id) return noMasterKey;
  live ??= masterKeyFrom(() => readSecret(id));
  return live;
}
