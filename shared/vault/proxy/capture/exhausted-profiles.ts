/** What a container remembers of profiles that ran out of their budget. */
export interface ExhaustedProfiles {
  /** Whether a profile of a tenant is not to be applied for now. */
  isPaused(tenant: string, profileId: string, now: Date): boolean;
  ranOut(tenant: string, profileId: string, now: Date): void;
}

/** A profile that ran out is left alone for so long, in milliseconds. */
const pausedForMs = 60_000;
/** When so many profiles of a tenant are left alone, all of its are. */
const maxPerTenant = 3;
const maxRemembered = 1_000;

/**
 * Keeps a tenant from having its costly selectors worked out again and again, at once or one after
 * another: a container spends at most three budgets a minute on each tenant's. It remembers for itself
 * alone, since it is its own time that it saves.
 */
export function exhaustedProfiles(): ExhaustedProfiles {
  /** Until when, by profile, by tenant. */
  const paused = new Map<string, Map<string, number>>();
  return {
    isPaused(tenant, profileId, now) {
      const ofTenant = paused.get(tenant);
      if (!ofTenant) return false;
      for (const [id, until] of ofTenant) if (until <= now.getTime()) ofTenant.delete(id);
      return ofTenant.has(profileId) || ofTenant.size >= maxPerTenant;
    },
    ranOut(tenant, profileId, now) {
      if (paused.size >= maxRemembered) paused.clear();
      const ofTenant = paused.get(tenant) ?? new Map<string, number>();
      paused.set(tenant, ofTenant.set(profileId, now.getTime() + pausedForMs));
    },
  };
}
