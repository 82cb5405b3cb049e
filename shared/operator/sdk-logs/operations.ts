import * as v from 'valibot';
import { defineOperation } from '#platform/http/operation/operation.ts';

/** It has no body: what a page sends is neither parsed nor kept. */
export const acceptSdkLogs = defineOperation({
  name: 'logs.accept',
  method: 'POST',
  path: '/logs/sdk',
  summary: 'Accept the log of a web SDK, and discard it',
  about: {
    description:
      'Takes a body of any content type, up to 256 KiB, and discards it: nothing of it is stored or logged. A page’s own monitoring keeps such logs.',
  },
  auth: 'none',
  bodyLimit: 262_144,
  response: v.string(),
  errors: [],
  access: {},
  impact: "Pages with Hyperswitch's web SDK report failed requests in their browsers.",
  example: {},
});
