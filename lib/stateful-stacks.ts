/** Stacks with data. Where the stage retains data, they refuse deletion once they exist. */
export const statefulStacks = ['Data', 'Vault'] as const;
export type StatefulStack = (typeof statefulStacks)[number];
