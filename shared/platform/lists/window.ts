/**
 * For how long changes are collected before they are listed where no setting says so, in seconds. At a million customer
 * journeys a month, evenly spread, a batch has a few requests, and their common counts are written
 * once.
 */
export const listWindowSeconds = 3;
