/**
 * For how long changes are collected before they are listed, in seconds. At a million journeys a
 * month, evenly spread, that is a few requests; what they change in common is written once.
 */
export const listWindowSeconds = 3;
