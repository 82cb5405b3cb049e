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
    'POST /blocklist/toggle': 'Turns the check of payments against the blocklist on or off.',
  },
  properties: {
    fingerprint_id: 'What is blocked: first digits or a fingerprint.',
    blocklist_guard_status: 'Whether payments are checked against the blocklist.',
    data: 'What is blocked: six or eight first digits, or a fingerprint.',
    status: 'Whether to check payments against the blocklist: `true` or `false`.',
  },
};
