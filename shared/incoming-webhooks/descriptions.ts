import type { Descriptions } from '../http/descriptions.ts';

export const descriptions: Descriptions = {
  groups: { 'incoming-webhooks': 'What processors tell the switch.' },
  operations: {
    'POST /webhooks/{merchant_id}/{connector}':
      'The address that a merchant names to its processor. The signature is checked before anything is read, and a webhook that is sent again changes nothing.',
  },
};
