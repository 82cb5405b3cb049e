import * as v from 'valibot';
import { defineOperation } from '#platform/http/operation/operation.ts';
import { text } from '#platform/schema.ts';

/** `external_authentication_` and the payment's id, which may itself have 64 characters. */
const PollId = v.pipe(
  text(128, 1),
  v.regex(/^[A-Za-z0-9_-]+$/, 'value contains invalid character'),
);

export const PollResponse = v.object({
  poll_id: v.string(),
  status: v.picklist(['pending', 'completed', 'not_found']),
});
export type PollResponse = v.InferOutput<typeof PollResponse>;

export const retrievePoll = defineOperation({
  name: 'polls.retrieve',
  method: 'GET',
  path: '/poll/status/{poll_id}',
  summary: 'Retrieve the state of the decision that a customer waits for',
  about: {
    description:
      'Answers whether the authentication that a page waits for has ended. For browsers, with the publishable key.',
  },
  auth: 'publishable key',
  params: v.object({ poll_id: PollId }),
  query: v.strictObject({ client_secret: v.optional(v.string()) }),
  response: PollResponse,
  errors: ['poll_not_found', 'client_secret_mismatch', 'client_secret_expired'],
  notFound: 'poll_not_found',
  access: { table: ['GetItem', 'Query'] },
  impact: 'Browsers of customers in 3-D Secure get no result and time out.',
  example: { params: { poll_id: 'external_authentication_pay_example' }, query: {} },
});
