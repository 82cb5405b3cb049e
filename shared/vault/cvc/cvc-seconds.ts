/** How long a code is held unless the tenant says otherwise, in seconds. */
export const defaultCvcSeconds = 3_600;
/** The shortest and the longest that a tenant may say. */
export const minCvcSeconds = 60;
export const maxCvcSeconds = 86_400;
