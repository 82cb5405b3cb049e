import type { Descriptions } from '#platform/http/descriptions.ts';

export const descriptions: Descriptions = {
  groups: { 'payment-links': 'Pages of the switch on which customers pay.' },
  operations: {
    'GET /payment_link/{payment_link_id}':
      'Answers with the payment link and whether it can still be paid.',
    'POST /payment_link/list': 'Lists the payment links that fit all conditions in the body.',
    'GET /payment_link/{merchant_id}/{payment_id}': 'The page behind a payment link, for browsers.',
    'GET /payment_link/s/{merchant_id}/{payment_id}':
      'The same page for a frame in a page of the merchant, whose web domain the profile must allow.',
    'GET /payment_link/status/{merchant_id}/{payment_id}':
      'The page that says how the payment ended, for browsers.',
  },
  properties: {
    expiry: 'When the link ends, ISO 8601 in UTC.',
    link_to_pay: 'The address of the page.',
  },
};
