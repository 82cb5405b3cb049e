import type { Descriptions } from '#platform/http/descriptions.ts';

export const descriptions: Descriptions = {
  groups: { health: 'Whether the switch is up.' },
  operations: {
    'GET /health':
      'Answers as soon as the function runs. It reads nothing, so it says nothing about the database or about connectors.',
    'GET /health/ready':
      'Reads an item of the switch’s table and one of the vault’s, and asks the queue of webhooks about itself. Where a part does not answer within two seconds the status is 503, with the same members. A container checks once a second at most: further callers get the answer of the last check.',
  },
  properties: {
    database: 'Whether the switch’s table answers.',
    queue: 'Whether the queue of webhooks answers.',
    vault: 'Whether the vault’s table of keys answers.',
  },
};
