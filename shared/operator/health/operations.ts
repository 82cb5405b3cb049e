import * as v from 'valibot';
import { defineOperation } from '#platform/http/operation/operation.ts';

export const checkHealth = defineOperation({
  name: 'health.check',
  method: 'GET',
  path: '/health',
  summary: 'Report that the switch is up',
  about: {
    description:
      'Answers as soon as the function runs. It reads nothing, so it says nothing about the database or about connectors.',
  },
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
  about: {
    description:
      'Reads an item of the switch’s table and one of the vault’s, and asks the queue of webhooks about itself. Where a part does not answer within two seconds the status is 503, with the same members. A container checks once a second at most: further callers get the answer of the last check.',
  },
  auth: 'none',
  response: ReadinessResponse,
  errors: [],
  access: { table: ['GetItem'], queue: true, vault: ['check'] },
  impact: 'Monitors outside of AWS believe that the switch is not ready.',
  example: {},
});
