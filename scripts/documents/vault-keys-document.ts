import { describeKeys } from '#vault/keys/describe-keys.ts';
import { vaultRoles } from '../../lib/vault-roles.ts';

/** Where the document is kept, from the root of the repository. */
export const vaultKeysFile = 'docs/vault-keys.md';

/**
 * The page about the vault's keys, with every role that may use them; it is the same in all stages.
 */
export const vaultKeysDocument = (): string =>
  describeKeys(
    vaultRoles({ name: 'production' }).map(({ functionName, access, rewraps = [] }) => ({
      functionName,
      rewraps,
      makes: access.makes ?? [],
      opens: access.opens ?? [],
    })),
  );
