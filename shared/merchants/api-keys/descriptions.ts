import type { Descriptions } from '#platform/http/operation/descriptions.ts';

export const descriptions: Descriptions = {
  groups: { 'api-keys': "A merchant's secret keys." },
  properties: {
    expiration: 'When the key ends, ISO 8601; or `never`.',
    prefix: 'How the key begins, for people to tell keys apart.',
    revoked: 'Whether the key was revoked.',
    skip: 'How many entries are skipped before the first of the page.',
    name: 'A name for the key, for people.',
    api_key: 'The whole key, in this answer and never again.',
  },
};
