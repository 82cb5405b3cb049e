import type { Descriptions } from '#platform/http/descriptions.ts';

export const descriptions: Descriptions = {
  groups: { health: 'Whether the switch is up.' },
  operations: {
    'GET /health':
      'Answers as soon as the function runs. It reads nothing, so it says nothing about the database or about connectors.',
  },
};
