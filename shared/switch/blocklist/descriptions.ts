import type { Descriptions } from '#platform/http/operation/descriptions.ts';

export const descriptions: Descriptions = {
  groups: {
    blocklist: 'Cards that are not accepted, by their first digits or by their fingerprint.',
  },
  properties: {
    fingerprint_id: 'What is blocked: first digits or a fingerprint.',
    blocklist_guard_status: 'Whether payments are checked against the blocklist.',
    data: 'What is blocked: six or eight first digits, or a fingerprint.',
    file: 'A CSV file whose first line is `type,data,metadata`. Of several files the first counts.',
    job_id: 'The job that adds the rows of a file.',
    total_rows: 'The rows of the file.',
    succeeded_rows: 'The rows that are on the blocklist, also those that were before.',
    failed_rows: 'The rows that were not added within a day.',
    status: 'Whether to check payments against the blocklist: `true` or `false`.',
  },
};
