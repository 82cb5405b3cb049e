import type { Descriptions } from '#platform/http/operation/descriptions.ts';

export const descriptions: Descriptions = {
  groups: { polls: 'Whether what a customer waits for has been decided.' },
};
