import type { Descriptions } from '#platform/http/operation/descriptions.ts';

export const descriptions: Descriptions = {
  groups: { 'payment-links': 'Pages of the switch on which customers pay.' },
  properties: {
    expiry: 'When the link ends, ISO 8601 in UTC.',
    link_to_pay: 'The address of the page.',
  },
};
