import type { Descriptions } from '#platform/http/descriptions.ts';

export const descriptions: Descriptions = {
  groups: {
    blocklist: 'Cards that are not accepted, by their first digits or by their fingerprint.',
  },
  operations: {
    'POST /blocklist':
      'Declines payments with these cards from now on, before a connector is asked.',
    'DELETE /blocklist': 'Takes an entry off the blocklist.',
    'GET /blocklist': 'Lists what is blocked, one kind of entry at a time.',
    'POST /blocklist/batch':
      'Takes a CSV file with the columns `type`, `data` and `metadata`, of at most 4 MiB and 100,000 rows, and answers before its entries are added. One bad row refuses the file, and the error names all of them in `rows`. `metadata` has pairs such as `reason=fraud;source=manual`. An entry that is on the list already succeeds.',
    'GET /blocklist/batch': 'Lists the jobs that add files to the blocklist, newest first.',
    'GET /blocklist/batch/{job_id}': 'Shows how far a file was added to the blocklist.',
    'POST /blocklist/toggle': 'Turns the check of payments against the blocklist on or off.',
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
