import type { Descriptions } from '#platform/http/descriptions.ts';

export const descriptions: Descriptions = {
  groups: { logs: 'Logs of Hyperswitch’s web SDK, which the switch discards.' },
  operations: {
    'POST /logs/sdk':
      'Takes a body of any content type, up to 256 KiB, and discards it: nothing of it is stored or logged. A page’s own monitoring keeps such logs.',
  },
};
