import { describeKeys } from '#vault/keys/describe-keys.ts';
import { vaultRoles } from '../../lib/vault/vault-roles.ts';

/** Every role that may use the vault's keys; they are the same in all stages. */
export const vaultKeyUsers = (): Parameters<typeof describeKeys>[0] =>
  vaultRoles({ name: 'production' }).map(({ functionName, access, rewraps = [] }) => ({
    functionName,
    rewraps,
    makes: access.makes ?? [],
    opens: access.opens ?? [],
  }));

/** The page about the vault's keys, with every role that may use them. */
export const vaultKeysDocument = (users = vaultKeyUsers()): string => describeKeys(users);
