/**
 * Stacks that refuse deletion once they exist, where the stage retains data: those with data, and
 * the one that is deleted before all others, so that `cdk destroy --all` ends before it deleted any.
 */
export const protectedStacks = ['Data', 'Vault', 'Ops'] as const;
export type ProtectedStack = (typeof protectedStacks)[number];
