import type { Grant, RoleGrant } from './function-roles.ts';
import { type Context, holdsAll } from './policy.ts';

/**
 * The state of each grant, in memory that threads share: whether a call needed it, and how many
 * tests have removed it at the moment. The last number counts these changes.
 */
export type GrantMarks = Int32Array;

/** Names a grant in one function. */
export type GrantName = Pick<Grant, 'functionLogicalId' | 'action' | 'resource'>;

/** The grants of all roles with their marks. */
export interface MarkedGrants {
  /**
   * Whether one of the grants that cover a request counts in its context. All that do count as
   * used.
   */
  use(grants: readonly RoleGrant[], context: Context): boolean;
  /** How often a grant was removed or given back. */
  changes(): number;
  isUsed(grant: RoleGrant): boolean;
  /** Those that a test has removed at the moment. */
  removed(grants: readonly RoleGrant[]): readonly RoleGrant[];
  /** Runs a callback while the grant is removed. */
  without<T>(grant: GrantName, run: () => Promise<T>): Promise<T>;
}

/** @param all the grants in the order of their marks, two for each */
export function markedGrants(all: readonly RoleGrant[], marks: GrantMarks): MarkedGrants {
  const places = new Map(all.map((grant, index) => [grant, 2 * index]));
  const usedAt = (grant: RoleGrant) => places.get(grant) ?? 0;
  const removedAt = (grant: RoleGrant) => usedAt(grant) + 1;
  const isRemoved = (grant: RoleGrant) => Atomics.load(marks, removedAt(grant)) > 0;
  const changesAt = marks.length - 1;
  const change = (taken: readonly RoleGrant[], by: 1 | -1) => {
    for (const grant of taken) Atomics.add(marks, removedAt(grant), by);
    Atomics.add(marks, changesAt, 1);
  };

  return {
    use(grants, context) {
      const used = grants.filter(
        (grant) => !isRemoved(grant) && holdsAll(grant.conditions, context),
      );
      for (const grant of used) Atomics.store(marks, usedAt(grant), 1);
      return used.length > 0;
    },
    changes: () => Atomics.load(marks, changesAt),
    isUsed: (grant) => Atomics.load(marks, usedAt(grant)) > 0,
    removed: (grants) => grants.filter(isRemoved),
    async without({ functionLogicalId, action, resource }, run) {
      const taken = all.filter(
        (grant) =>
          grant.functionLogicalId === functionLogicalId &&
          grant.action === action &&
          grant.resource === resource,
      );
      if (taken.length === 0) {
        throw new Error(`${functionLogicalId} is not granted ${action} on ${resource}.`);
      }
      change(taken, 1);
      try {
        return await run();
      } finally {
        change(taken, -1);
      }
    },
  };
}
