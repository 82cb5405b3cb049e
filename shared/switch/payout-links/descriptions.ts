import type { Descriptions } from '#platform/http/operation/descriptions.ts';

export const descriptions: Descriptions = {
  groups: { 'payout-links': 'Pages of the switch on which payees state where a payout goes.' },
  properties: { payout_id: 'The payout of the link.' },
};
