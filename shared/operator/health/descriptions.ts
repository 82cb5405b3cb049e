import type { Descriptions } from '#platform/http/operation/descriptions.ts';

export const descriptions: Descriptions = {
  groups: { health: 'Whether the switch is up.' },
  properties: {
    database: 'Whether the switch’s table answers.',
    queue: 'Whether the queue of webhooks answers.',
    vault: 'Whether the vault’s table of keys answers.',
  },
};
