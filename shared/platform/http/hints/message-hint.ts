import type { Operation } from '../operation.ts';
import type { Hint } from './hint.ts';
import { continuing } from './schema-hint.ts';
import { membersAt } from './schema-members.ts';

/**
 * Hints for refusals that only their message tells apart. They are found by their messages, so that
 * the functions which refuse carry no words for the case in which nothing is refused.
 */
const hints: readonly (readonly [RegExp, Hint])[] = [
  [
    /^connector (?:with name|account) '.*not found for the given profile$/,
    {
      hint: 'Send the `connector` and the `merchant_connector_id` of an account of this profile: `GET /account/{account_id}/connectors` lists them.',
    },
  ],
  [
    /^Invalid Expiry Month/,
    {
      param: 'card_exp_month',
      hint: 'Send the month in two digits, from `01` to `12`.',
    },
  ],
  [
    /^Invalid Expiry Year/,
    {
      param: 'card_exp_year',
      hint: 'Send the year in four digits, of a card that has not expired.',
    },
  ],
  [
    /^Invalid card_cvc length/,
    {
      param: 'card_cvc',
      hint: 'Send the code as it is on the card: three digits, or four of American Express.',
    },
  ],
  [
    /^A payment token or payment method data/,
    {
      param: 'payment_method_data',
      hint: 'Add `payment_method` and `payment_method_data`, or a `payment_token`.',
    },
  ],
  [
    /^payment_method_data doesn't correspond/,
    {
      param: 'payment_method_data',
      hint: 'Send data of the kind that `payment_method` names, such as `card` with `card`.',
    },
  ],
  [
    /^client_secret is not a valid parameter/,
    {
      param: 'client_secret',
      hint: 'Leave out `client_secret` beside a secret key: it goes with the publishable key.',
    },
  ],
  [
    /^end_time should not be before start_time/,
    { param: 'end_time', hint: 'Send an `end_time` behind the `start_time`.' },
  ],
  [
    /^customer associated with payment method and customer passed/,
    {
      param: 'customer_id',
      hint: 'Send the `customer_id` of the customer for whom the payment method was saved.',
    },
  ],
  [
    /greater than (?:authorized_amount|amount)/,
    { param: 'amount_to_capture', hint: 'Send at most the amount that was authorized.' },
  ],
];

/** The hint for a message with which this operation refused a request. */
export function messageHint(message: string, operation: Operation): Hint {
  const most = largestLimit.exec(message)?.[1];
  if (most !== undefined) return limitHint(most, operation);
  return hints.find(([pattern]) => pattern.test(message))?.[1] ?? {};
}

const largestLimit = /^`?limit`? (?:should be in between 1 and|must be a number less than) (\d+)$/;

function limitHint(most: string, { query, body }: Pick<Operation, 'query' | 'body'>): Hint {
  const members = [query, body].flatMap((schema) => (schema ? membersAt(schema, []) : []));
  const next = continuing.find((name) => members.includes(name));
  const more = next === undefined ? '' : `, and read the next page by \`${next}\``;
  return { param: 'limit', hint: `Send a \`limit\` from 1 to ${most}${more}.` };
}
