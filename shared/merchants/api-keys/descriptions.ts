import type { Descriptions } from '#platform/http/descriptions.ts';

export const descriptions: Descriptions = {
  groups: { 'api-keys': "A merchant's secret keys." },
  operations: {
    'POST /api_keys/{merchant_id}':
      'Creates a secret key of the merchant. The whole key is in this answer and never again, because only its hash is stored.',
    'GET /api_keys/{merchant_id}/list':
      'Lists the keys of the merchant with how each begins. No answer has the keys themselves.',
    'DELETE /api_keys/{merchant_id}/{key_id}':
      'Ends a key: requests with it are refused from now on. It cannot be undone.',
    'GET /api_keys/{merchant_id}/{key_id}':
      'Answers with the name of the key, how it begins and when it ends.',
    'POST /api_keys/{merchant_id}/{key_id}':
      'Changes the name, the description or the end of a key. The key itself stays the same.',
  },
  properties: {
    expiration: 'When the key ends, ISO 8601; or `never`.',
    prefix: 'How the key begins, for people to tell keys apart.',
    revoked: 'Whether the key was revoked.',
    skip: 'How many entries are skipped before the first of the page.',
    name: 'A name for the key, for people.',
    api_key: 'The whole key, in this answer and never again.',
  },
};
