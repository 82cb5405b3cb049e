import * as v from 'valibot';
import { defineOperation } from '#platform/http/operation.ts';

export const checkHealth = defineOperation({
  name: 'health.check',
  method: 'GET',
  path: '/health',
  summary: 'Report that the switch is up',
  auth: 'none',
  response: v.string(),
  errors: [],
  access: {},
  impact: 'Monitors outside of AWS believe that the switch is down.',
  example: {},
});
