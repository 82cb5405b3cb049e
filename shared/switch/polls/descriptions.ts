import type { Descriptions } from '#platform/http/descriptions.ts';

export const descriptions: Descriptions = {
  groups: { polls: 'Whether what a customer waits for has been decided.' },
  operations: {
    'GET /poll/status/{poll_id}':
      'Answers whether the authentication that a page waits for has ended. For browsers, with the publishable key.',
  },
};
