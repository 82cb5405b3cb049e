import { ownMember } from '../../own-member.ts';
import type { Operation } from '../operation/operation.ts';
import type { Hint } from './hint.ts';

/**
 * Words that stand where a route has an identifier, because another method reads there: `GET
 * /refunds/list` asks for the refund `list`. By the route that such a request reaches, with the
 * method to send. A test compares the table with all routes.
 */
export const literalPaths: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  'GET /payments/{payment_id}': { sync: 'POST', session_tokens: 'POST', filter: 'POST' },
  'POST /payments/{payment_id}': { aggregate: 'GET' },
  'GET /refunds/{refund_id}': { sync: 'POST', list: 'POST', filter: 'POST' },
  'POST /refunds/{refund_id}': { aggregate: 'GET' },
  'GET /payouts/{payout_id}': { filter: 'POST' },
  'PUT /payouts/{payout_id}': { list: 'GET', aggregate: 'GET', filter: 'POST' },
  'POST /payouts/{payout_id}': { aggregate: 'GET' },
  'GET /payment_link/{payment_link_id}': { list: 'POST' },
  'GET /routing/{routing_algorithm_id}': { evaluate: 'POST' },
  'POST /customers/{customer_id}': { list: 'GET', list_with_count: 'GET', payment_methods: 'GET' },
  'DELETE /customers/{customer_id}': {
    list: 'GET',
    list_with_count: 'GET',
    payment_methods: 'GET',
  },
  'POST /accounts/{account_id}': { list: 'GET' },
  'DELETE /accounts/{account_id}': { list: 'GET' },
  'POST /api_keys/{merchant_id}/{key_id}': { list: 'GET' },
  'DELETE /api_keys/{merchant_id}/{key_id}': { list: 'GET' },
};

/** For a word of another route in the place of an identifier; undefined for any other request. */
export function literalPathHint(
  { method, path }: Pick<Operation, 'method' | 'path'>,
  params: Readonly<Record<string, string | undefined>>,
): Hint | undefined {
  const words = literalPaths[`${method} ${path}`] ?? {};
  const found = Object.values(params).find((one) => one !== undefined && Object.hasOwn(words, one));
  return found === undefined
    ? undefined
    : {
        hint: `Send the request with \`${ownMember(words, found)}\`: \`${found}\` is no identifier.`,
      };
}
