import type { Grant, RoleGrant } from './function-roles.ts';
import { type AccessRequest, holds, matchesAction, matchesPattern } from './policy.ts';

/**
 * The state of each grant, in memory that threads share: whether a call needed it, and how many
 * tests have removed it at the moment.
 */
export type GrantMarks = Int32Array;

/** Names a grant in one function. */
export type GrantName = Pick<Grant, 'functionLogicalId' | 'action' | 'resource'>;

/** The grants of all roles with their marks. */
export interface MarkedGrants {
  /** Whether a grant covers the request. All grants that cover it count as used. */
  use(grants: readonly RoleGrant[], request: AccessRequest): boolean;
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
  const covering = cachedCover();

  return {
    use(grants, request) {
      const used = covering(grants, request).filter(
        (grant) =>
          !isRemoved(grant) &&
          grant.conditions.every((condition) => holds(condition, request.context ?? {})),
      );
      for (const grant of used) Atomics.store(marks, usedAt(grant), 1);
      return used.length > 0;
    },
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
      for (const grant of taken) Atomics.add(marks, removedAt(grant), 1);
      try {
        return await run();
      } finally {
        for (const grant of taken) Atomics.sub(marks, removedAt(grant), 1);
      }
    },
  };
}

/**
 * The grants of a role for an action on a resource, cached, because roles repeat their calls.
 */
function cachedCover() {
  const found = new WeakMap<readonly RoleGrant[], Map<string, readonly RoleGrant[]>>();
  return (grants: readonly RoleGrant[], { action, resource }: AccessRequest) => {
    const known = found.get(grants) ?? new Map<string, readonly RoleGrant[]>();
    found.set(grants, known);
    const name = `${action} ${resource}`;
    const before = known.get(name);
    if (before) return before;
    const those = grants.filter(
      (grant) => matchesAction(grant.action, action) && matchesPattern(grant.resource, resource),
    );
    // Objects are not cached: each has its own name, and they are too many.
    if (!resource.startsWith('arn:aws:s3:')) known.set(name, those);
    return those;
  };
}
