import type { Descriptions } from '#platform/http/operation/descriptions.ts';

export const descriptions: Descriptions = {
  groups: { logs: 'Logs of Hyperswitch’s web SDK, which the switch discards.' },
};
