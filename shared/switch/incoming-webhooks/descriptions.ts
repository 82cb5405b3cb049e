import type { Descriptions } from '#platform/http/operation/descriptions.ts';

export const descriptions: Descriptions = {
  groups: { 'incoming-webhooks': 'What processors tell the switch.' },
};
