/**
 * API Gateway's longest timeout, in ms. Functions stop 2 s earlier, so that they answer themselves.
 */
export const apiTimeoutMs = 30_000;
