import type { Descriptions } from '#platform/http/descriptions.ts';

export const descriptions: Descriptions = {
  groups: { 'card-issuers': 'The names of banks that issue cards, for all merchants.' },
  operations: {
    'GET /card_issuers':
      'Lists issuers in the order of their names: those whose names begin with `query`, in any case of its letters, and at most `limit`, which is 30 unless stated.',
    'POST /card_issuers': 'Adds an issuer. No two have the same name, in any case of its letters.',
    'PUT /card_issuers/{id}': 'Gives an issuer another name; its `id` stays.',
    'DELETE /card_issuers/{id}':
      'Removes an issuer, by its `id`. Ranges of cards stay as they are.',
  },
  properties: {
    deleted: 'Whether the issuer is removed.',
    id: 'The identifier of the issuer.',
    issuer_name: 'The name of the issuer.',
    issuers: 'The issuers.',
    query: 'The beginning of the names.',
  },
};
