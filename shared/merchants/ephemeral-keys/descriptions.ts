import type { Descriptions } from '#platform/http/descriptions.ts';

export const descriptions: Descriptions = {
  groups: { 'ephemeral-keys': "Keys for one customer's app, good for an hour." },
  operations: {
    'POST /ephemeral_keys':
      'Creates a key with which an app can manage the payment methods of one customer. Its secret is in this answer and never again.',
    'DELETE /ephemeral_keys/{key_id}': 'Ends the key before its hour is over.',
  },
};
