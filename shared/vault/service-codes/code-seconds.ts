/** How long a code is held unless the tenant says otherwise, in seconds. */
export const defaultCodeSeconds = 3_600;
/** The shortest and the longest that a tenant may say. */
export const leastCodeSeconds = 60;
export const mostCodeSeconds = 86_400;
