import type { Descriptions } from '#platform/http/descriptions.ts';

export const descriptions: Descriptions = {
  groups: { 'payout-links': 'Pages of the switch on which payees state where a payout goes.' },
  operations: {
    'GET /payout_link/{merchant_id}/{payout_id}':
      'The page behind a payout link, for browsers. Without `test_mode` it opens only in a frame on a page of the domains that the profile allows.',
  },
  properties: { payout_id: 'The payout of the link.' },
};
