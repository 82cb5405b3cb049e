import type { Descriptions } from '#platform/http/descriptions.ts';

export const descriptions: Descriptions = {
  groups: { 'incoming-webhooks': 'What processors tell the switch.' },
  operations: {
    'POST /webhooks/{merchant_id}/{connector}':
      'The address that a merchant names to its processor. What cannot be verified is not believed, and a webhook that is sent again changes nothing.',
    'PUT /webhooks/{merchant_id}/{connector}':
      'The same for processors that send their webhooks by PUT.',
    'GET /webhooks/{merchant_id}/{connector}':
      'Answers with nothing when the merchant has such a connector account, for processors that check the address before they send webhooks to it.',
  },
};
