import { connectForPayouts, toBank, toCard } from '../support/entities/a-payout.ts';
import {
  accepted,
  asking,
  describeRules,
  invalid,
  malformed,
  malformedQuery,
  type RouteRule,
  type Rule,
  type RuleRequest,
  refused,
  rulesOf,
  unknownVariant,
  words,
} from './rule.ts';

/** A payout of 25.99 EUR that is not confirmed, with these members. */
const payout = (stated: object = {}): RuleRequest =>
  asking('payouts.create', { amount: 2_599, currency: 'EUR', ...stated });

const toJoseph = { customer_id: 'joseph' };

const created: Rule[] = [
  ...rulesOf('POST /payouts/create', [
    [
      'a payout without a destination',
      payout(),
      accepted({
        payout_id: expect.stringMatching(/^payout_[A-Za-z0-9]{20}$/),
        status: 'requires_payout_method_data',
        auto_fulfill: false,
        recurring: false,
        connector: null,
        error_code: null,
      }),
    ],
    [
      'a payout with a card that is not confirmed',
      payout({ ...toJoseph, ...toCard() }),
      accepted({ status: 'requires_confirmation' }),
    ],
    [
      'a payout with a bank account that is not confirmed',
      payout({ ...toJoseph, ...toBank() }),
      accepted({ status: 'requires_confirmation' }),
    ],
    [
      'a payout with confirm true',
      async (context) => {
        await connectForPayouts(context.world, context.merchant);
        return payout({ ...toJoseph, ...toCard(), confirm: true })(context);
      },
      accepted({ status: 'requires_fulfillment', connector: 'adyen_test' }),
    ],
    [
      'a card number that is too short',
      payout({
        ...toJoseph,
        payout_type: 'card',
        payout_method_data: {
          card: {
            card_number: '1234',
            expiry_month: '10',
            expiry_year: '2030',
            card_holder_name: 'J',
          },
        },
      }),
      malformed('payout_method_data.card.card_number: invalid card number length'),
    ],
    [
      'a destination that is none',
      payout({ ...toJoseph, payout_type: 'card', payout_method_data: {} }),
      malformed('payout_method_data: data did not match any variant, expected one of `card`'),
    ],
    ...words('amount currency').map(
      (field): RouteRule => [
        `${field} is required`,
        payout({ [field]: undefined }),
        malformed(`missing field \`${field}\``),
      ],
    ),
    ['amount -1', payout({ amount: -1 }), malformed('amount')],
    ['amount 0', payout({ amount: 0 }), accepted({ amount: 0 })],
    ['unknown members are refused', payout({ colour: 'red' }), malformed('`colour`')],
    [
      'a payout without a customer',
      payout(toCard()),
      refused(400, 'IR_04', 'Missing required param: customer_id'),
    ],
    [
      'a payout with two destinations',
      payout({ ...toJoseph, payout_token: 'token', payout_method_id: 'pm_1', confirm: true }),
      invalid('Only one of payout_method_id or payout_token should be provided.'),
    ],
    [
      'a payout to a saved payment method without confirm',
      payout({ ...toJoseph, payout_method_id: 'pm_1' }),
      invalid('Confirm must be true for recurring payouts'),
    ],
    [
      'a second payout under one payout_id',
      async (context) => {
        await context.done('payouts.create', {
          body: { payout_id: 'payout_once', amount: 2_599, currency: 'EUR' },
        });
        return payout({ payout_id: 'payout_once', amount: 1 })(context);
      },
      refused(
        400,
        'HE_01',
        "The payout with the specified payout_id 'payout_once' already exists in our records",
      ),
    ],
  ]),
  [
    'GET /payouts/{payout_id}',
    'a payout that does not exist',
    asking('payouts.retrieve', undefined, { params: { payout_id: 'payout_unknown' } }),
    refused(404, 'HE_02', 'Payout does not exist in our records'),
  ],
];

/** A member of a payout that takes these words, and is answered as it was stated where `shown`. */
const oneOf = (field: string, list: string, stated: (word: string) => object): Rule[] => [
  ...words(list).map(
    (word): Rule => [
      'POST /payouts/create',
      `${field} ${word}`,
      payout(stated(word)),
      accepted(field === 'connector' ? {} : stated(word)),
    ],
  ),
  [
    'POST /payouts/create',
    `an unknown ${field}`,
    payout(stated('whatever')),
    unknownVariant(field),
  ],
];

const enumerations: Rule[] = [
  ...oneOf('payout_type', 'card bank wallet bank_redirect', (payout_type) => ({ payout_type })),
  ...oneOf(
    'entity_type',
    'Individual Company NonProfit PublicSector NaturalPerson lowercase Personal',
    (entity_type) => ({ entity_type }),
  ),
  ...oneOf('priority', 'instant fast regular wire cross_border internal', (priority) => ({
    priority,
  })),
  ...rulesOf('POST /payouts/create', [
    ...words(
      `adyen adyenplatform cybersource ebanx envoy gigadat itaubank loonio nomupay nuvei payone paypal
    stripe truelayer trustly wise worldpay worldpayxml`,
    ).map(
      (connector): RouteRule => [
        `connector ${connector}`,
        payout({ connector: [connector] }),
        accepted(),
      ],
    ),
    [
      'connector of one that makes no payouts',
      payout({ connector: ['klarna'] }),
      unknownVariant('connector.0'),
    ],
  ]),
];

const statuses = words(
  `success failed cancelled initiated expired reversed pending ineligible requires_creation
  requires_confirmation requires_payout_method_data requires_fulfillment
  requires_vendor_account_creation`,
);

const listed = (query: Readonly<Record<string, string>>) =>
  asking('payouts.list', undefined, { query });
const filtered = (stated: object) => asking('payouts.filter', stated);

const lists: Rule[] = [
  ...rulesOf('GET /payouts/list', [
    ['limit 1', listed({ limit: '1' }), accepted()],
    ['limit 100', listed({ limit: '100' }), accepted()],
    ...['0', '101'].map(
      (limit): RouteRule => [
        `limit ${limit}`,
        listed({ limit }),
        invalid('limit should be in between 1 and 100'),
      ],
    ),
    ['an unknown filter', listed({ colour: 'red' }), malformedQuery],
  ]),
  ...rulesOf('POST /payouts/list', [
    ['limit 20', filtered({ limit: 20 }), accepted()],
    ...[0, 21].map(
      (limit): RouteRule => [
        `limit ${limit}`,
        filtered({ limit }),
        invalid('limit should be in between 1 and 20'),
      ],
    ),
    ...statuses.map(
      (status): RouteRule => [
        `a filter by status ${status}`,
        filtered({ status: [status] }),
        accepted(),
      ],
    ),
    ['a filter by an unknown status', filtered({ status: ['lost'] }), malformed('status')],
  ]),
];

describe('a payout', () => {
  describeRules([...created, ...enumerations]);
});

describe('a list of payouts', () => {
  describeRules(lists);
});
