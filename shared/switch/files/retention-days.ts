/**
 * How long a file is stored, in days. A dispute may begin up to 540 days after its payment, and
 * arbitration may take months; after that the evidence is not needed any more.
 */
export const retentionDays = 730;
