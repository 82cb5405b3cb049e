/** API Gateway's longest, in milliseconds; functions stop 2 s before, so that they answer themselves. */
export const apiTimeoutMs = 30_000;
