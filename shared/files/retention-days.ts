/**
 * How long a file is kept, in days. A dispute may begin 540 days after its payment at the latest, and
 * arbitration may take months: then nobody needs the evidence any more.
 */
export const retentionDays = 730;
