/** The profiles that exceeded their step or time budget, in a container's memory. */
export interface ExhaustedProfiles {
  /** Whether a tenant's profile is paused. */
  isPaused(tenant: string, profileId: string, now: Date): boolean;
  ranOut(tenant: string, profileId: string, now: Date): void;
}

/** How long a profile is paused after it exceeded its budget, in milliseconds. */
const pausedForMs = 60_000;
/** With so many paused profiles, all profiles of the tenant are paused. */
const maxPerTenant = 3;
const maxRemembered = 1_000;

/**
 * Limits how often a tenant's costly selectors run: a container spends at most three budgets a
 * minute on each tenant. Each container keeps its own list, because it protects its own time.
 */
export function exhaustedProfiles(): ExhaustedProfiles {
  /** The end of each pause, by profile, by tenant. */
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
