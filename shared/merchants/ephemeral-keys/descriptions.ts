import type { Descriptions } from '#platform/http/operation/descriptions.ts';

export const descriptions: Descriptions = {
  groups: { 'ephemeral-keys': "Keys for one customer's app, good for an hour." },
};
