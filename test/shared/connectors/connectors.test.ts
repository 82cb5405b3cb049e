import { httpConnectors, type SendContext } from '#connectors/connectors.ts';
import type { About } from '#connectors/interface/about.ts';
import type { Connector } from '#connectors/interface/connector.ts';
import type { Authorization, Capture, PaymentOutcome } from '#connectors/interface/payments.ts';
import type { RefundReference } from '#connectors/interface/refunds.ts';
import type { SendOptions, Sent } from '#platform/http/egress/egress.ts';
import type { HttpRequest } from '#platform/http/egress/http-message.ts';
import { logTo } from '#platform/log.ts';
import { addressesWith, bareOrder } from '../../support/processors/an-exchange.ts';

const payment: Authorization = {
  reference: 'pay_1_1',
  connectorName: 'phonypay',
  amountMinor: 6540,
  currency: 'USD',
  captureMethod: 'automatic',
  order: bareOrder,
  source: {
    kind: 'card',
    card: { number: '4242424242424242', expiryMonth: '10', expiryYear: '2035', cvc: '737' },
  },
};
const account = {
  connectorName: 'phonypay',
  accountId: 'mca_1',
  credentials: { auth_type: 'HeaderKey', api_key: 'sk_processor' },
} as const;

const answered = (status: number, body: unknown, headers = {}): Sent => ({
  kind: 'answered',
  response: { status, headers, body: typeof body === 'string' ? body : JSON.stringify(body) },
});
const charged = {
  id: 'pay_p',
  reference: 'pay_1_1',
  status: 'succeeded',
  amount: 6540,
  currency: 'USD',
  next_action: null,
  error: null,
};
const refused: Sent = { kind: 'not_sent', reason: 'no connection' };

/** Plays the given ends of the line, one after the other, each of which takes `eachMs`. */
function line(
  ends: readonly Sent[],
  {
    remainingMs = 28_000,
    eachMs = 0,
    ...others
  }: Partial<Omit<SendContext, 'remainingMs'>> & {
    remainingMs?: number;
    eachMs?: number;
  } = {},
) {
  let left = remainingMs;
  const asked: { request: HttpRequest; options: SendOptions }[] = [];
  const pauses: number[] = [];
  const lines: string[] = [];
  const connectors = httpConnectors({
    send: async (request, options) => {
      asked.push({ request, options });
      left -= eachMs;
      const end = ends[asked.length - 1];
      if (!end) throw new Error('Asked more often than expected.');
      return end;
    },
    remainingMs: () => left,
    addresses: addressesWith('http://127.0.0.1:3002'),
    log: logTo((text) => lines.push(text)),
    requestId: 'req_1',
    pause: async (ms) => {
      pauses.push(ms);
      left -= ms;
    },
    ...others,
  });
  return { connectors, asked, pauses, lines };
}

const authorizing = (ends: readonly Sent[], options = {}) => {
  const { connectors, ...seen } = line(ends, options);
  return connectors.authorize(account, payment).then((outcome) => ({ outcome, ...seen }));
};
const syncing = (ends: readonly Sent[], options = {}) => {
  const { connectors, ...seen } = line(ends, options);
  return connectors.sync(account, payment).then((outcome) => ({ outcome, ...seen }));
};

describe("the reasons of a processor's refusal", () => {
  it("a processor's reason is cut where it would not fit beside its payment", async () => {
    const error = { code: 'c'.repeat(500_000), message: `no ${'m'.repeat(500_000)}` };
    const { outcome } = await authorizing([answered(200, { ...charged, status: 'failed', error })]);
    expect(outcome).toMatchObject({
      result: 'declined',
      connectorTransactionId: 'pay_p',
      code: 'c'.repeat(255),
      message: expect.stringMatching(/^no m{1021}$/),
    });
  });
});

describe('a request to a processor', () => {
  it('a request to a processor has the id of its request, and no names of ours', async () => {
    const { asked } = await authorizing([answered(200, charged)]);
    expect(asked[0]?.request.headers).toMatchObject({
      'x-request-id': 'req_1',
      'api-key': 'sk_processor',
    });
    for (const name of ['via', 'x-flow', 'x-connector']) {
      expect(asked[0]?.request.headers).not.toHaveProperty(name);
    }
    const sync = await syncing([answered(200, charged)]);
    expect(sync.asked[0]?.request.headers).not.toHaveProperty('x-flow');
  });

  it.each([
    [60_000, 20_000],
    [28_000, 20_000],
    [25_000, 20_000],
    [20_000, 15_000],
    [8_000, 3_000],
    [6_000, 1_000],
  ])(
    'a request to a processor with %i ms left gives the processor %i ms',
    async (remainingMs, timeoutMs) => {
      const { asked } = await authorizing([answered(200, charged)], { remainingMs });
      expect(asked[0]?.options.timeoutMs).toBe(timeoutMs);
    },
  );

  it('a request to a processor is not begun without enough time', async () => {
    const { outcome, asked } = await authorizing([], { remainingMs: 5_999 });
    expect(asked).toHaveLength(0);
    expect(outcome.result).toBe('not_sent');
  });

  it("a request to a processor reaches a loopback address only at the operator's sandbox", async () => {
    const { asked } = await authorizing([answered(200, charged)]);
    expect(asked[0]?.options.allow).toBe('public and loopback');

    const elsewhere: Connector = {
      authorize: {
        request: () => ({ method: 'POST', url: 'http://127.0.0.1:3000/', headers: {} }),
        outcome: () => ({ result: 'pending' }),
      },
      sync: {
        request: () => ({ method: 'GET', url: 'http://127.0.0.1:3000/', headers: {} }),
        outcome: () => ({ result: 'pending' }),
      },
    };
    const other = await authorizing([answered(200, '')], { connectorNamed: () => elsewhere });
    expect(other.asked[0]?.options.allow).toBe('public');
  });

  it.each([
    ['there is no such connector', { connectorName: 'nobody', credentials: account.credentials }],
    [
      'the credentials are of another kind',
      { connectorName: 'phonypay', credentials: { auth_type: 'NoKey' } },
    ],
  ] as const)('a request to a processor is not sent when %s', async (_, unusable) => {
    const { connectors, asked } = line([]);
    expect((await connectors.authorize(unusable, payment)).result).toBe('not_sent');
    expect((await connectors.sync(unusable, payment)).result).toBe('unknown');
    expect(asked).toHaveLength(0);
  });

  it('a request to a processor is not sent where the sandbox is not deployed', async () => {
    const { outcome, asked } = await authorizing([], {
      addresses: { isProduction: true, overrides: {} },
    });
    expect(outcome.result).toBe('not_sent');
    expect(asked).toHaveLength(0);
  });

  it('a request to a processor logs names, status and time, and no content', async () => {
    const { lines } = await authorizing([answered(402, '{"secret":"answer-word"}')]);
    // The answer is no payment, which has a line of its own.
    expect(lines).toHaveLength(2);
    const all = lines.join('\n');
    expect(all).toContain('connector answer not understood');
    expect(all).toContain('"connector":"phonypay"');
    expect(all).toContain('"status":402');
    for (const secret of ['4242', '737', 'sk_processor', 'answer-word']) {
      expect(all).not.toContain(secret);
    }
  });
});

describe('an answer that cannot be relied on leaves the payment open', () => {
  it.each<[string, Sent, Partial<PaymentOutcome>]>([
    [
      'no answer in time',
      { kind: 'unknown', reason: 'timeout' },
      { code: 'TIMEOUT', message: 'Connector did not respond in specified time' },
    ],
    ['a connection that broke', { kind: 'unknown', reason: 'broken' }, {}],
    ['an answer without end', { kind: 'unknown', reason: 'too_large' }, {}],
    ['500', answered(500, charged), { code: '500', message: 'internal_server_error' }],
    ['501', answered(501, ''), { code: '501', message: 'not_implemented' }],
    ['502', answered(502, '<html>'), { code: '502', message: 'bad_gateway' }],
    ['503', answered(503, ''), { code: '503', message: 'service_unavailable' }],
    ['504', answered(504, ''), { code: '504', message: 'gateway_timeout' }],
    ['599', answered(599, ''), { code: '599' }],
    ['a page instead of JSON', answered(200, '<html>Welcome</html>'), {}],
    ['an empty answer', answered(200, ''), {}],
    ['a truncated answer', answered(200, JSON.stringify(charged).slice(0, 40)), {}],
    ['an unknown status word', answered(200, { ...charged, status: 'maybe' }), {}],
    ['JSON that is no payment', answered(200, 'null'), {}],
    ['a redirect', answered(302, '', { location: 'https://elsewhere.example' }), {}],
    ['a refusal that nobody can read', answered(400, '<html>Bad Request</html>'), {}],
    ['a page that does not exist', answered(404, '<html>Not Found</html>'), {}],
  ])('an unreliable answer leaves the payment open: %s', async (_, end, expected) => {
    const authorized = await authorizing([end]);
    expect(authorized.outcome).toMatchObject({ result: 'unknown', ...expected });
    expect(authorized.asked).toHaveLength(1);
    const synced = await syncing([end]);
    expect(synced.outcome).toMatchObject({ result: 'unknown', ...expected });
  });

  it("a processor's refusal of a sync leaves the payment open", async () => {
    const body = { error: { code: 'IR_01', message: 'API key not provided' } };
    expect((await authorizing([answered(401, body)])).outcome).toMatchObject({
      result: 'declined',
      code: 'IR_01',
    });
    expect((await syncing([answered(401, body)])).outcome.result).toBe('unknown');
  });

  it('an unreliable answer leaves the payment open even when a connector reads an error as a decline', async () => {
    const rash: Connector = {
      authorize: {
        request: () => ({ method: 'GET', url: 'https://processor.example/', headers: {} }),
        outcome: () => ({ result: 'declined' }),
      },
      sync: {
        request: () => ({ method: 'GET', url: 'https://processor.example/', headers: {} }),
        outcome: () => ({ result: 'declined', code: 'no_such_payment' }),
      },
    };
    const options = { connectorNamed: () => rash };
    // The processor's error is kept, so that an operator sees why the sync has no result.
    const refused = { result: 'unknown', code: 'no_such_payment' };
    expect((await syncing([answered(403, '')], options)).outcome).toEqual(refused);
    expect((await syncing([answered(200, '')], options)).outcome.result).toBe('declined');
  });
});

describe('a request that was not sent', () => {
  it('a request that was not sent is sent once more, as the same request', async () => {
    const { outcome, asked } = await authorizing([refused, answered(200, charged)]);
    expect(outcome.result).toBe('captured');
    expect(asked[1]?.request).toEqual(asked[0]?.request);
  });

  it('a request that was not sent is abandoned after the second time', async () => {
    const { outcome, asked } = await authorizing([refused, refused]);
    expect(outcome.result).toBe('not_sent');
    expect(asked).toHaveLength(2);
  });

  it('a request that was not sent is not repeated when the time is over', async () => {
    const { outcome, asked } = await authorizing([refused], { eachMs: 19_500 });
    expect(outcome.result).toBe('not_sent');
    expect(asked).toHaveLength(1);
  });

  it('a request that was not sent makes both attempts within one time limit', async () => {
    const { asked } = await authorizing([refused, answered(200, charged)], { eachMs: 12_000 });
    expect(asked.map(({ options }) => options.timeoutMs)).toEqual([20_000, 8_000]);
  });

  it('a request that was not sent is not repeated to a refused address', async () => {
    const { asked } = await authorizing([{ kind: 'not_sent', reason: 'address refused' }]);
    expect(asked).toHaveLength(1);
  });

  it('a request that was not sent in a sync changes nothing about the payment', async () => {
    expect((await syncing([refused, refused])).outcome.result).toBe('unknown');
  });

  it('a request that may have arrived is never followed by another', async () => {
    const { outcome, asked } = await authorizing([refused, { kind: 'unknown', reason: 'broken' }]);
    expect(outcome.result).toBe('unknown');
    expect(asked).toHaveLength(2);
  });
});

describe('a processor that answers 429', () => {
  it('a processor that answers 429 is asked again after the time that it names', async () => {
    const { outcome, pauses } = await authorizing([
      answered(429, '', { 'retry-after': '3' }),
      answered(200, charged),
    ]);
    expect(outcome.result).toBe('captured');
    expect(pauses).toEqual([3_000]);
  });

  it('a processor that answers 429 may name a date', async () => {
    const at = new Date(Date.now() + 2_000).toUTCString();
    const { pauses } = await authorizing([
      answered(429, '', { 'retry-after': at }),
      answered(200, charged),
    ]);
    expect(pauses[0]).toBeLessThanOrEqual(2_000);
  });

  it.each([
    ['names a time that we do not have', { 'retry-after': '20' }],
    ['names no time', {}],
    ['names nonsense', { 'retry-after': 'soon' }],
  ])(
    'a processor that answers 429 gets no second request when it %s, and nothing has moved',
    async (_, headers) => {
      const { outcome, pauses } = await authorizing([answered(429, charged, headers)]);
      expect(outcome).toMatchObject({ result: 'not_sent', code: '429' });
      expect(pauses).toEqual([]);
    },
  );

  it('a processor that answers 429 gets no third request after the second 429', async () => {
    const again = answered(429, '', { 'retry-after': '1' });
    expect((await authorizing([again, again])).outcome.result).toBe('not_sent');
    expect((await syncing([again, again])).outcome.result).toBe('unknown');
  });
});

describe('an answer about another payment is not believed', () => {
  it.each([
    ['another amount', { amount: 6541 }, 'amount'],
    ['another currency', { currency: 'EUR' }, 'currency'],
    ['both', { amount: 1, currency: 'EUR' }, 'amount,currency'],
    ['another amount in a decline', { amount: 1, status: 'failed' }, 'amount'],
  ])(
    'an answer about another payment is not accepted when it names %s',
    async (_, changes, fields) => {
      const answer = answered(200, { ...charged, ...changes });
      for (const asking of [authorizing, syncing]) {
        expect((await asking([answer])).outcome).toMatchObject({
          result: 'integrity_mismatch',
          fields,
          connectorTransactionId: 'pay_p',
          connectorReference: 'pay_1_1',
        });
      }
    },
  );

  it('an answer that names no payment is accepted', async () => {
    const silent: Connector = {
      authorize: {
        request: () => ({ method: 'GET', url: 'https://processor.example/', headers: {} }),
        outcome: () => ({ result: 'captured', connectorTransactionId: 'ch_1' }),
      },
      sync: {
        request: () => ({ method: 'GET', url: 'https://processor.example/', headers: {} }),
        outcome: () => ({ result: 'captured' }),
      },
    };
    const { outcome } = await authorizing([answered(200, '')], { connectorNamed: () => silent });
    expect(outcome.result).toBe('captured');
  });
});

const aCapture: Capture = {
  ...payment,
  captureReference: 'pay_1_1_1',
  captureMinor: 600,
  captureNumber: 1,
  isFinal: false,
};
const aRefund: RefundReference = {
  reference: 'ref_1',
  connectorName: 'phonypay',
  amountMinor: 600,
  currency: 'USD',
  payment,
};
const captured = {
  id: 'cap_1',
  reference: 'pay_1_1_1',
  amount: 600,
  currency: 'USD',
  status: 'charged',
  error: null,
  payment: charged,
};
const refunded = {
  id: 'ref_p',
  reference: 'ref_1',
  amount: 600,
  currency: 'USD',
  status: 'succeeded',
  error: null,
};

const { connectors: nobody } = line([]);
type Conversations = typeof nobody;

/**
 * The exchanges beside an authorization, each with its flow, a good answer and the answer's result.
 */
const conversations: readonly [
  string,
  (connectors: Conversations) => Promise<{ readonly result: string }>,
  object,
  string,
][] = [
  ['Capture', (one) => one.capture(account, aCapture), captured, 'captured'],
  ['Void', (one) => one.void(account, payment), { ...charged, status: 'voided' }, 'voided'],
  [
    'PostCaptureVoid',
    (one) => one.voidCaptured(account, payment),
    { ...charged, status: 'voided_after_capture' },
    'voided_after_capture',
  ],
  ['Execute', (one) => one.refund(account, aRefund), refunded, 'succeeded'],
  ['RSync', (one) => one.syncRefund(account, aRefund), refunded, 'succeeded'],
];

describe.each(conversations)('the conversation %s', (flow, ask, good, result) => {
  const asking = async (ends: readonly Sent[], options = {}) => {
    const { connectors, ...seen } = line(ends, options);
    return { outcome: await ask(connectors), ...seen };
  };
  const isReadOnly = flow === 'RSync';
  const notTaken = isReadOnly ? 'unknown' : 'not_sent';

  it('an exchange has the expected request, and reads the answer as its outcome', async () => {
    const { outcome, asked, lines } = await asking([answered(200, good)]);
    expect(outcome.result).toBe(result);
    expect(asked[0]?.request.headers).toMatchObject({ 'x-request-id': 'req_1' });
    expect(asked[0]?.request.headers).not.toHaveProperty('x-flow');
    expect(lines.join()).toContain(`"flow":"${flow}"`);
  });

  it.each<[string, Sent]>([
    ['no answer', { kind: 'unknown', reason: 'timeout' }],
    ['a 500', answered(500, good)],
    ['a page', answered(200, '<html>Welcome</html>')],
    ['an unknown status word', answered(200, { ...good, status: 'maybe' })],
  ])('an exchange stays open after %s, and is not begun again', async (_, end) => {
    const { outcome, asked } = await asking([end]);
    expect(outcome.result).toBe('unknown');
    expect(asked).toHaveLength(1);
  });

  it('an exchange is begun again when nothing left us, or the processor asked to wait', async () => {
    const patience = answered(429, '', { 'retry-after': '1' });
    for (const first of [refused, patience]) {
      const { outcome, asked } = await asking([first, answered(200, good)]);
      expect(outcome.result).toBe(result);
      expect(asked[1]?.request).toEqual(asked[0]?.request);
    }
  });

  it('an exchange reports that nothing was processed, as far as that answers the request', async () => {
    expect((await asking([refused, refused])).outcome.result).toBe(notTaken);
    expect((await asking([answered(429, '')])).outcome.result).toBe(notTaken);
    expect(
      (await asking([], { addresses: { isProduction: true, overrides: {} } })).outcome.result,
    ).toBe(notTaken);
    expect((await asking([], { remainingMs: 5_999 })).outcome.result).toBe(notTaken);
    expect((await asking([], { connectorNamed: () => bare })).outcome.result).toBe(notTaken);
  });

  it('an exchange reads a refusal as a decline only when it is one', async () => {
    const body = { error: { code: 'DC_12', message: 'No' } };
    const { outcome } = await asking([answered(400, body)]);
    expect(outcome.result).toBe(isReadOnly ? 'unknown' : 'declined');
  });

  it.each([
    ['amount', { amount: 601 }],
    ['currency', { currency: 'EUR' }],
  ])('an exchange does not accept an answer about another %s', async (fields, changes) => {
    const { outcome } = await asking([answered(200, { ...good, ...changes })]);
    expect(outcome).toMatchObject({ result: 'integrity_mismatch', fields });
  });
});

/** A processor with only the exchanges that all have. */
const bare: Connector = {
  authorize: {
    request: () => ({ method: 'GET', url: 'https://processor.example/', headers: {} }),
    outcome: () => ({ result: 'pending' }),
  },
  sync: {
    request: () => ({ method: 'GET', url: 'https://processor.example/', headers: {} }),
    outcome: () => ({ result: 'pending' }),
  },
};

it('a connector states which features it supports', () => {
  const { connectors } = line([]);
  const about: About = {
    name: 'phonypay',
    displayName: 'Phony',
    description: 'It can do nothing but what all can.',
    credentials: ['HeaderKey'],
    methods: [],
    features: [],
    webhooks: [],
    lookup: { by: 'none' },
  };
  const { connectors: limited } = line([], { aboutNamed: () => about });
  for (const what of ['capture', 'void', 'voidCaptured', 'refund'] as const) {
    expect(connectors.canDo(account, what)).toBe(true);
    expect(limited.canDo(account, what)).toBe(false);
    expect(connectors.canDo({ connectorName: 'nobody' }, what)).toBe(false);
  }
});

it('a refund that only webhooks report is not synced, and no error is logged', async () => {
  const { connectors, lines } = line([], {
    connectorNamed: () => ({
      ...bare,
      refund: {
        request: () => ({ method: 'POST', url: 'https://processor.example/', headers: {} }),
        outcome: () => ({ result: 'pending' }),
      },
    }),
  });
  expect(await connectors.syncRefund(account, aRefund)).toEqual({ result: 'unknown' });
  expect(lines).toEqual([]);
});

describe('a processor that does not take our credentials', () => {
  it.each([401, 403])(
    'a processor that refuses our credentials is reported to operators, without the credentials: %i',
    async (status) => {
      const counted: string[] = [];
      const body = { error: { code: 'IR_01', message: 'Unknown key' } };
      const { lines, outcome } = await authorizing([answered(status, body)], {
        metric: (name: string) => counted.push(name),
      });
      expect(outcome.result).toBe('declined');
      expect(counted).toEqual(['CredentialsRefused']);
      const [line] = lines.filter((one) => one.includes('connector refuses our credentials'));
      expect(JSON.parse(line ?? '{}')).toMatchObject({
        level: 'error',
        connector: 'phonypay',
        merchant_connector_id: 'mca_1',
      });
      expect(lines.join('')).not.toContain('sk_processor');
    },
  );

  it("a processor's other refusals are not reported to operators", async () => {
    const { lines } = await authorizing([answered(400, { error: { code: 'a', message: 'b' } })]);
    expect(lines.join('')).not.toContain('credentials');
  });
});
