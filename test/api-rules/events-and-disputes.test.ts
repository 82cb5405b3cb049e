import {
  accepted,
  asking,
  byAdmin,
  describeRules,
  invalid,
  letters,
  malformed,
  malformedQuery,
  midYear,
  type RouteRule,
  type Rule,
  type RuleRequest,
  refused,
  rulesOf,
  unknownVariant,
  words,
} from './rule.ts';

const events = (stated: object): RuleRequest => byAdmin('events.list', stated);

const eventTypes: Readonly<Record<string, string>> = {
  payments: `payment_succeeded payment_failed payment_processing payment_cancelled
    payment_cancelled_post_capture payment_authorized payment_partially_authorized payment_captured
    payment_expired action_required`,
  refunds: 'refund_succeeded refund_failed',
  disputes: `dispute_opened dispute_expired dispute_accepted dispute_cancelled dispute_challenged
    dispute_won dispute_lost`,
  mandates: 'mandate_active mandate_revoked',
  payouts: `payout_success payout_failed payout_initiated payout_processing payout_cancelled
    payout_expired payout_reversed`,
  subscriptions: 'invoice_paid',
};

const alone =
  'Either `object_id` alone, or `event_id` alone, or one or more of `created_after`, `created_before`, `limit`, `offset`, `event_classes` and `event_types` must be specified';

const eventLists: Rule[] = [
  ...rulesOf('POST /events/{merchant_id}', [
    ['a list without filters', events({}), accepted({ events: expect.any(Array) })],
    ['limit 100', events({ limit: 100 }), accepted()],
    [
      'limit 101',
      events({ limit: 101 }),
      refused(422, 'IR_06', '`limit` must be a number less than 100'),
    ],
    ['limit of more than 16 bits', events({ limit: 65_536 }), malformed('limit')],
    ['offset of more than 16 bits', events({ offset: 65_536 }), malformed('offset')],
  ]),
  ...words('created_after created_before').flatMap((field): Rule[] => [
    [
      'POST /events/{merchant_id}',
      `${field} 90 days ago`,
      events({ [field]: '2031-03-17T00:00:00Z' }),
      accepted(),
    ],
    [
      'POST /events/{merchant_id}',
      `${field} more than 90 days ago`,
      events({ [field]: '2031-03-16T23:59:59Z' }),
      refused(422, 'IR_06', `\`${field}\` must be a timestamp within the past 90 days.`),
    ],
  ]),
  ...rulesOf('POST /events/{merchant_id}', [
    [
      'created_before earlier than created_after',
      events({ created_after: '2031-06-02T00:00:00Z', created_before: '2031-06-01T00:00:00Z' }),
      invalid(
        'The `created_after` timestamp must be an earlier timestamp compared to the `created_before` timestamp',
      ),
    ],
    [
      'event_types of other event_classes',
      events({ event_classes: ['refunds'], event_types: ['payment_failed'] }),
      invalid('`event_types` must be a subset of `event_classes`'),
    ],
    ...words('object_id event_id').flatMap((field) =>
      (
        [
          ['limit', 5],
          ['offset', 5],
          ['event_classes', ['refunds']],
          ['event_types', []],
          ['created_after', '2031-06-01T00:00:00Z'],
        ] as const
      ).map(
        ([other, value]): RouteRule => [
          `${field} with ${other}`,
          events({ [field]: 'evt_1', [other]: value }),
          refused(400, 'IR_16', alone),
        ],
      ),
    ),
    [
      'object_id together with event_id',
      events({ object_id: 'pay_1', event_id: 'evt_1' }),
      refused(
        400,
        'IR_16',
        'Cannot specify both `object_id` and `event_id`. Please provide only one.',
      ),
    ],
    [
      'profile_id of a profile that the merchant does not have',
      events({ profile_id: 'pro_unknown' }),
      refused(404, 'HE_02', 'Business profile with the given id pro_unknown does not exist'),
    ],
  ]),
  ...Object.entries(eventTypes).flatMap(([event_class, types]): Rule[] => [
    [
      'POST /events/{merchant_id}',
      `event_classes ${event_class}`,
      events({ event_classes: [event_class] }),
      accepted(),
    ],
    ...words(types).map(
      (type): Rule => [
        'POST /events/{merchant_id}',
        `event_types ${type} of ${event_class}`,
        events({ event_classes: [event_class], event_types: [type] }),
        accepted(),
      ],
    ),
  ]),
  ...rulesOf('POST /events/{merchant_id}', [
    // The seed has a switch for it, so there has to be such an event.
    ['event_types payment_created', events({ event_types: ['payment_created'] }), accepted()],
    [
      'an unknown event class',
      events({ event_classes: ['toys'] }),
      unknownVariant('event_classes.0'),
    ],
    ['an unknown event type', events({ event_types: ['sold'] }), unknownVariant('event_types.0')],
  ]),
];

const disputes = (query: Readonly<Record<string, string>>) =>
  asking('disputes.list', undefined, { query });

const statuses = words(
  `dispute_opened dispute_expired dispute_accepted dispute_cancelled dispute_challenged dispute_won
  dispute_lost`,
);
const stages = words('pre_dispute dispute pre_arbitration arbitration dispute_reversal');

const disputeLists: Rule[] = rulesOf('GET /disputes/list', [
  ['a list without filters is an array', disputes({}), { status: 200, body: [] }],
  ...statuses.map(
    (dispute_status): RouteRule => [
      `dispute_status ${dispute_status}`,
      disputes({ dispute_status }),
      accepted(),
    ],
  ),
  ...stages.map(
    (dispute_stage): RouteRule => [
      `dispute_stage ${dispute_stage}`,
      disputes({ dispute_stage }),
      accepted(),
    ],
  ),
  [
    'dispute_status with several statuses',
    disputes({ dispute_status: statuses.join(',') }),
    accepted(),
  ],
  ...words('dispute_status dispute_stage currency').map(
    (field): RouteRule => [
      `an unknown ${field}`,
      disputes({ [field]: 'whatever' }),
      malformedQuery,
    ],
  ),
  ...(
    [
      ['limit', '5'],
      ['offset', '5'],
      ['reason', 'fraudulent'],
      ['connector', 'stripe_test,adyen_test'],
      ['currency', 'EUR,USD'],
      ['dispute_id', 'dp_1'],
      ['payment_id', 'pay_1'],
      ['profile_id', 'pro_1'],
      ['merchant_connector_id', 'mca_1'],
      ['received_time', '2031-06-01T00:00:00Z'],
      ['received_time.lt', '2031-06-01T00:00:00Z'],
      ['received_time.gt', '2031-06-01T00:00:00Z'],
      ['received_time.lte', '2031-06-01T00:00:00Z'],
      ['received_time.gte', '2031-06-01T00:00:00Z'],
      ['start_time', '2031-06-01T00:00:00Z'],
      ['end_time', '2031-06-01T00:00:00Z'],
    ] as const
  ).map(
    ([field, value]): RouteRule => [
      `a filter by ${field}, in both published spellings`,
      disputes({ [field]: value }),
      accepted(),
    ],
  ),
  ['an unknown filter', disputes({ colour: 'red' }), malformedQuery],
]);

const mandates = (query: Readonly<Record<string, string>>) =>
  asking('mandates.list', undefined, { query });

const mandateLists: Rule[] = [
  ...rulesOf('GET /mandates/list', [
    ...words('active inactive pending revoked').map(
      (mandate_status): RouteRule => [
        `mandate_status ${mandate_status}`,
        mandates({ mandate_status }),
        accepted(),
      ],
    ),
    ['an unknown mandate_status', mandates({ mandate_status: 'asleep' }), malformedQuery],
    ...words('created_time created_time.lt created_time.gt created_time.lte created_time.gte').map(
      (field): RouteRule => [
        `a filter by ${field}`,
        mandates({ [field]: '2031-06-01T00:00:00Z' }),
        accepted(),
      ],
    ),
    ['an unknown filter', mandates({ colour: 'red' }), malformedQuery],
  ]),
  [
    'GET /customers/{customer_id}/mandates',
    'a customer without mandates',
    async (context) => {
      const { customer_id } = await context.done('customers.create', { body: {} });
      return context.ask('mandates.list-of-customer', { params: { customer_id } });
    },
    refused(404, 'HE_02', 'Mandate does not exist in our records'),
  ],
];

const switches: Rule[] = words(
  'payment_created_enabled payment_succeeded_enabled payment_failed_enabled',
).flatMap((field): Rule[] => [
  ...[true, false, null].map(
    (value): Rule => [
      'POST /accounts/{account_id}',
      `${field} ${value}`,
      (context) =>
        byAdmin('accounts.update', {
          merchant_id: context.merchant.id,
          webhook_details: { [field]: value },
        })(context),
      accepted({ webhook_details: { [field]: value } }),
    ],
  ),
  [
    'POST /accounts/{account_id}',
    `${field} as text`,
    (context) =>
      byAdmin('accounts.update', {
        merchant_id: context.merchant.id,
        webhook_details: { [field]: letters(3) },
      })(context),
    malformed(field),
  ],
]);

describe('a list of events', () => {
  describeRules(eventLists, { clock: midYear() });
});

describe('a list of disputes', () => {
  describeRules(disputeLists);
});

describe('a list of mandates', () => {
  describeRules(mandateLists);
});

describe('a switch for webhooks', () => {
  describeRules(switches);
});
