/** How long a code is stored by default, in seconds. */
export const defaultCvcSeconds = 3_600;
/** The shortest and the longest time that a tenant may set, in seconds. */
export const minCvcSeconds = 60;
export const maxCvcSeconds = 86_400;
