/**
 * Stacks that refuse deletion once they exist, where the stage retains data, with the ends of their
 * names: those with data, and of each account the one that is deleted before all others, so that
 * `cdk destroy --all` ends before it deleted any. `VaultOps` is only in an account of the vault's own.
 */
export const protectedStacks = {
  Data: 'data',
  Vault: 'vault',
  Ops: 'ops',
  VaultOps: 'vault-ops',
} as const;
export type ProtectedStack = keyof typeof protectedStacks;
