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

export const ReadinessResponse = v.object({
  database: v.boolean(),
  queue: v.boolean(),
  vault: v.boolean(),
});

export const checkReadiness = defineOperation({
  name: 'health.ready',
  method: 'GET',
  path: '/health/ready',
  summary: 'Report whether the database, the queues and the vault answer',
  auth: 'none',
  response: ReadinessResponse,
  errors: [],
  access: { table: ['GetItem'], queue: true, vault: ['check'] },
  impact: 'Monitors outside of AWS believe that the switch is not ready.',
  example: {},
});
