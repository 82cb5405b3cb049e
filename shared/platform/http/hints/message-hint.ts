import { ownMember } from '../../own-member.ts';
import type { Operation } from '../operation/operation.ts';
import type { Hint } from './hint.ts';
import { continuing } from './schema-hint.ts';
import { membersAt } from './schema-members.ts';

/** Hints about the members of a card, by their names. */
export const cardHints: Readonly<Record<string, string>> = {
  card_exp_month: 'Send the month in two digits, from `01` to `12`.',
  card_exp_year: 'Send the year in four digits, of a card that has not expired.',
  card_cvc: 'Send the code as it is on the card: three digits, or four of American Express.',
};

const aboutCard = (param: string): Hint => ({ param, hint: ownMember(cardHints, param) ?? '' });

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
    /^session_expiry should be between 60/,
    {
      param: 'session_expiry',
      hint: 'Send a `session_expiry` from 60 to 7890000: the seconds in which the payment can be confirmed.',
    },
  ],
  [/^Invalid Expiry Month/, aboutCard('card_exp_month')],
  [/^Invalid Expiry Year/, aboutCard('card_exp_year')],
  [/^Invalid card_cvc length/, aboutCard('card_cvc')],
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
