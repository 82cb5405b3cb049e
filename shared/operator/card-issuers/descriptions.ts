import type { Descriptions } from '#platform/http/operation/descriptions.ts';

export const descriptions: Descriptions = {
  groups: { 'card-issuers': 'The names of banks that issue cards, for all merchants.' },
  properties: {
    deleted: 'Whether the issuer is removed.',
    id: 'The identifier of the issuer.',
    issuer_name: 'The name of the issuer.',
    issuers: 'The issuers.',
    query: 'The beginning of the names.',
  },
};
