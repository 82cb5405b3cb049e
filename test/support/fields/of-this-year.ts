/** A time in which everything in the scenarios is made. */
export const ofThisYear = { start_time: '2026-01-01T00:00:00Z' };
