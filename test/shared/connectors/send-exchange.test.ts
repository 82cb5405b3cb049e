import { httpConnectors, type SendContext } from '#connectors/connectors.ts';
import type { About } from '#connectors/interface/about.ts';
import type { Connector } from '#connectors/interface/connector.ts';
import type { KeptReferences, NextStep } from '#connectors/interface/exchange.ts';
import type { Authorization, PaymentOutcome } from '#connectors/interface/payments.ts';
import type { SendOptions, Sent } from '#platform/http/egress/egress.ts';
import type { HttpRequest } from '#platform/http/egress/http-message.ts';
import { logTo } from '#platform/log.ts';
import { aBreaker } from '../../support/processors/a-breaker.ts';
import { addressesWith, bareOrder } from '../../support/processors/an-exchange.ts';
import { withoutRandom } from '../../support/runner/without-random.ts';

const account = {
  connectorName: 'stepwise',
  credentials: { auth_type: 'HeaderKey', api_key: 'sk_processor' },
} as const;

const payment: Authorization = {
  reference: 'pay_1_1',
  connectorName: 'stepwise',
  amountMinor: 6540,
  currency: 'USD',
  captureMethod: 'automatic',
  order: bareOrder,
  source: {
    kind: 'card',
    card: { number: '4242424242424242', expiryMonth: '10', expiryYear: '2035', cvc: '737' },
  },
};

const post = (path: string): HttpRequest => ({
  method: 'POST',
  url: `https://processor.example/${path}`,
  headers: {},
});

/** Asks for an order, keeps its id, and charges the order. */
const stepwise: Connector = {
  authorize: {
    request: () => ({ ...post('orders'), step: 'order' }),
    outcome: ({ status, body }): PaymentOutcome | NextStep<PaymentOutcome> => {
      if (status === 422) return { result: 'declined', code: 'no_order' };
      const connectorTransactionId = body;
      if (!connectorTransactionId.startsWith('order_')) throw new Error('No order.');
      return {
        next: post(`orders/${connectorTransactionId}/charge`),
        keep: { connectorTransactionId },
        outcome: (answer) => {
          if (answer.body !== 'charged') throw new Error('Not charged.');
          return { result: 'captured', connectorTransactionId };
        },
      };
    },
  },
  sync: {
    canAsk: ({ connectorTransactionId }) => connectorTransactionId !== undefined,
    request: () => ({ ...post('orders/1'), method: 'GET' }),
    outcome: () => ({ result: 'not_found' }),
  },
};

const about: About = {
  name: 'stepwise',
  displayName: 'Stepwise',
  description: 'A processor that wants an order first.',
  credentials: ['HeaderKey'],
  addresses: { api: { test: 'https://test.example/', live: 'https://live.example/' } },
  methods: [],
  features: [],
  webhooks: [],
  lookup: { by: 'none' },
};

const answered = (status: number, body: string): Sent => ({
  kind: 'answered',
  response: { status, headers: {}, body },
});
const silence: Sent = { kind: 'unknown', reason: 'timeout' };
const order = answered(200, 'order_1');

function line(ends: readonly Sent[], others: Partial<SendContext> = {}) {
  const asked: HttpRequest[] = [];
  const connections: SendOptions['connection'][] = [];
  const kept: KeptReferences[] = [];
  const lines: string[] = [];
  const connectors = httpConnectors({
    send: async (request, { connection }) => {
      asked.push(request);
      connections.push(connection);
      const end = ends[asked.length - 1];
      if (!end) throw new Error('Asked more often than expected.');
      return end;
    },
    remainingMs: () => 28_000,
    addresses: addressesWith('http://127.0.0.1:3002'),
    log: logTo((text) => lines.push(text)),
    connectorNamed: () => stepwise,
    aboutNamed: () => about,
    ...others,
  });
  const keep = async (references: KeptReferences) => {
    kept.push(references);
  };
  return {
    connectors,
    asked,
    connections,
    kept,
    keep,
    lines,
    authorize: () => connectors.authorize(account, payment, keep),
  };
}

describe('an answer that the adapter cannot read', () => {
  it.each([200, 429])(
    "an answer that the adapter cannot read is reported with the error's kind and without a word of the answer, at status %i",
    async (status) => {
      const unreadable = answered(status, 'card 4242424242424242');
      const { authorize, lines } = line([unreadable, unreadable, unreadable]);
      await authorize();
      const said = lines.filter((text) => text.includes('connector answer not understood'));
      expect(JSON.parse(said[0] ?? '')).toMatchObject({
        level: 'error',
        connector: 'stepwise',
        reason: 'Error',
      });
      expect(withoutRandom(lines.join())).not.toMatch(/4242|No order/);
    },
  );
});

describe('an answer above 499', () => {
  const refusing: Connector = {
    ...stepwise,
    isRefusal: ({ body }) => JSON.parse(body).errorType === 'validation',
    authorize: {
      request: () => post('payments'),
      outcome: () => ({ result: 'declined', code: 'no_such_field' }),
    },
  };

  it.each([
    ['the refusal that the processor publishes as one', '{"errorType":"validation"}', 'declined'],
    ['any other failure', '{"errorType":"internal"}', 'unknown'],
    ['a page of a proxy', '<html>', 'unknown'],
    ['silence', '', 'unknown'],
  ])('an answer above 499 with %s, %j, makes the payment %s', async (_, body, result) => {
    const { authorize } = line([answered(500, body)], { connectorNamed: () => refusing });
    expect(await authorize()).toMatchObject({ result });
  });
});

describe('an exchange of two steps', () => {
  it("a two-step exchange sends the second request after reading the first answer and storing the payment's reference", async () => {
    const { authorize, asked, kept } = line([order, answered(200, 'charged')]);
    expect(await authorize()).toEqual({ result: 'captured', connectorTransactionId: 'order_1' });
    expect(asked.map(({ url }) => new URL(url).pathname)).toEqual([
      '/orders',
      '/orders/order_1/charge',
    ]);
    expect(kept).toEqual([{ connectorTransactionId: 'order_1' }]);
  });

  it.each([
    ['silence', silence],
    ['a 500', answered(500, '')],
    ['a page', answered(200, '<html>')],
    ['a 429', answered(429, '')],
  ])(
    'a two-step exchange has sent nothing after %s in the first: no money can move there',
    async (_, end) => {
      const { authorize, asked } = line([end]);
      expect((await authorize()).result).toBe('not_sent');
      expect(asked).toHaveLength(1);
    },
  );

  it.each([
    ['silence', silence],
    ['a 500', answered(500, '')],
    ['a page', answered(200, '<html>')],
  ])('a two-step exchange is in doubt after %s in the second', async (_, end) => {
    const { authorize } = line([order, end]);
    expect((await authorize()).result).toBe('unknown');
  });

  it('a two-step exchange is declined when the first is refused', async () => {
    const { authorize, kept } = line([answered(422, '')]);
    expect(await authorize()).toEqual({ result: 'declined', code: 'no_order' });
    expect(kept).toEqual([]);
  });

  it("a two-step exchange does not send the second request when the payment's reference can't be stored", async () => {
    const { connectors, asked } = line([order]);
    const keep = () => Promise.reject(new Error('The table is away.'));
    expect((await connectors.authorize(account, payment, keep)).result).toBe('not_sent');
    expect((await line([order]).connectors.authorize(account, payment)).result).toBe('not_sent');
    expect(asked).toHaveLength(1);
  });

  it('a two-step exchange has no more time than an exchange of one step', async () => {
    let left = 6_500;
    const { authorize, asked } = line([order], {
      remainingMs: () => {
        left -= 200;
        return left;
      },
    });
    expect((await authorize()).result).toBe('not_sent');
    expect(asked.length).toBeLessThan(2);
  });

  it("a two-step exchange has the processor's time limit for each step, and its own for both", async () => {
    let left = 28_000;
    const limits: number[] = [];
    const charged = answered(200, 'charged');
    const connectors = httpConnectors({
      send: async (_, { timeoutMs }) => {
        limits.push(timeoutMs);
        // The first answer takes most of the limit.
        left -= 5_000;
        return limits.length === 1 ? order : charged;
      },
      remainingMs: () => left,
      addresses: addressesWith('http://127.0.0.1:3002'),
      log: logTo(() => {}),
      connectorNamed: () => stepwise,
      aboutNamed: () => about,
      breaker: {
        look: () => {},
        enter: async () => ({
          limitMs: 6_000,
          whileWaiting: (request) => request(),
          ended: async () => undefined,
        }),
      },
    });
    const known = { ...account, accountId: 'mca_1' };
    expect((await connectors.authorize(known, payment, async () => {})).result).toBe('captured');
    expect(limits).toEqual([6_000, 6_000]);
  });

  it('a two-step exchange ends after four steps', async () => {
    const again = (): NextStep<PaymentOutcome> => ({
      next: { ...post('again'), step: 'token' },
      outcome: again,
    });
    const endless: Connector = {
      ...stepwise,
      authorize: { request: () => post(''), outcome: again },
    };
    const ends = [order, order, order, order, order];
    const { authorize, asked } = line(ends, { connectorNamed: () => endless });
    expect((await authorize()).result).toBe('not_sent');
    expect(asked).toHaveLength(4);
  });
});

describe('an answer that asks for patience', () => {
  const reading = (outcome: PaymentOutcome): Partial<SendContext> => ({
    connectorNamed: () => ({
      ...stepwise,
      authorize: { request: () => post('charge'), outcome: () => outcome },
    }),
  });

  it("an answer that asks to wait keeps the processor's words, and reports that nothing was processed", async () => {
    const said = reading({ result: 'declined', code: 'too_many', connectorTransactionId: 'x' });
    const { authorize } = line([answered(429, '')], said);
    const message = 'Connector is being asked too often';
    expect(await authorize()).toEqual({ result: 'not_sent', code: 'too_many', message });
  });

  it('an answer that asks to wait is in doubt when the same request was sent before', async () => {
    const { authorize } = line([answered(429, '')], reading({ result: 'unknown', code: 'twice' }));
    expect(await authorize()).toEqual({ result: 'unknown', code: 'twice' });
  });

  it('an answer that asks to wait is never a success', async () => {
    const { authorize } = line([answered(429, '')], reading({ result: 'captured' }));
    expect((await authorize()).result).toBe('not_sent');
  });
});

describe('a sync', () => {
  const { source: _, order: __, ...reference } = payment;

  it('a sync without a reference sends nothing', async () => {
    const { connectors, asked } = line([]);
    expect(await connectors.sync(account, reference)).toEqual({ result: 'unknown' });
    expect(asked).toHaveLength(0);
  });

  it('a sync treats a payment as missing when nothing of it was stored, where all store something', async () => {
    const kept = { ...about, lookup: { by: 'kept' } } as const;
    const { connectors, asked } = line([answered(404, '')], { aboutNamed: () => kept });
    expect(await connectors.sync(account, reference)).toEqual({ result: 'not_found' });
    expect(asked).toHaveLength(0);
    const known = { ...reference, connectorTransactionId: 'order_1' };
    expect(await connectors.sync(account, known)).toEqual({ result: 'not_found' });
  });

  it('a sync does not treat a payment as missing where our reference does not find it', async () => {
    const known = { ...reference, connectorTransactionId: 'order_1' };
    const { connectors } = line([answered(404, '')]);
    expect(await connectors.sync(account, known)).toEqual({ result: 'unknown' });
    const byReference = { ...about, lookup: { by: 'reference' } } as const;
    const other = line([answered(404, '')], { aboutNamed: () => byReference });
    expect(await other.connectors.sync(account, known)).toEqual({ result: 'not_found' });
  });
});

describe('an access token', () => {
  const withTokens: Connector = {
    accessToken: {
      request: () => post('token'),
      outcome: ({ status, body }) =>
        status === 200
          ? { result: 'issued', accessToken: body, expiresInSeconds: 600 }
          : { result: 'declined', code: 'invalid_client' },
    },
    authorize: {
      request: (_, { accessToken }) => ({
        ...post('charge'),
        headers: { authorization: `Bearer ${accessToken}` },
      }),
      outcome: ({ status }) =>
        status === 401 ? { result: 'declined', code: '401' } : { result: 'captured' },
    },
    sync: stepwise.sync,
  };
  const tokens = { connectorNamed: () => withTokens };

  it('an access token is requested first, and sent along', async () => {
    const { authorize, asked, lines } = line([answered(200, 'token_1'), answered(200, '')], tokens);
    expect((await authorize()).result).toBe('captured');
    expect(asked[1]?.headers).toMatchObject({ authorization: 'Bearer token_1' });
    expect(lines.join()).not.toContain('token_1');
  });

  it('an access token that is refused is requested once more', async () => {
    const ends = [200, 401, 200, 200].map((status, number) => answered(status, `token_${number}`));
    const { authorize, asked } = line(ends, tokens);
    expect((await authorize()).result).toBe('captured');
    expect(asked.map(({ headers }) => headers.authorization)).toEqual([
      undefined,
      'Bearer token_0',
      undefined,
      'Bearer token_2',
    ]);
  });

  it('an access token that is refused twice ends the exchange', async () => {
    const ends = [200, 401, 200, 401].map((status) => answered(status, 'token'));
    const { authorize, asked } = line(ends, tokens);
    expect(await authorize()).toMatchObject({ result: 'declined', code: '401' });
    expect(asked).toHaveLength(4);
  });

  it.each([
    ['is refused', answered(400, '')],
    ['does not come', silence],
  ])('an access token that %s means that nothing was sent', async (_, end) => {
    const { authorize, asked } = line([end], tokens);
    expect((await authorize()).result).toBe('not_sent');
    expect(asked).toHaveLength(1);
  });
});

describe('the connection', () => {
  it('a request that changes something uses the prepared connection, and none of its preparations', async () => {
    const { authorize, connections } = line([order, answered(200, 'charged')]);
    await authorize();
    expect(connections).toEqual(['fresh', 'prepared']);
  });

  it('a query may use a connection that carried other requests', async () => {
    const { connectors, connections } = line([answered(200, '')]);
    await connectors.sync(account, { ...payment, connectorTransactionId: 'order_1' });
    expect(connections).toEqual(['kept alive']);
  });

  it("a connection is prepared to the account's address where that is allowed", async () => {
    const prepared: unknown[] = [];
    const prepareConnection = (url: string, { allow }: object & { allow: string }) =>
      void prepared.push([url, allow]);
    line([], { prepareConnection }).connectors.prepare(account);
    line([], {
      prepareConnection,
      addresses: {
        isProduction: true,
        overrides: { stepwise: 'http://127.0.0.1:4000' },
      },
    }).connectors.prepare(account);
    expect(prepared).toEqual([
      ['https://test.example/', 'public'],
      ['http://127.0.0.1:4000/', 'public and loopback'],
    ]);
  });

  it('a connection cannot be prepared for an account without an address, which is no error', () => {
    const { connectors } = line([], {
      aboutNamed: () => undefined,
      addresses: { isProduction: true, overrides: {} },
      prepareConnection: () => {
        throw new Error('There is no address.');
      },
    });
    expect(() => connectors.prepare(account)).not.toThrow();
  });
});

describe('a processor that does not answer', () => {
  const stored = { ...account, accountId: 'mca_1' };
  const reference = { ...payment, connectorTransactionId: 'order_1' };

  /** A breaker after five requests that ended so, and a line that it stands before. */
  async function askedAfter(end: Sent, count = 5) {
    const { breaker, time } = aBreaker();
    const metrics: string[] = [];
    const ends = Array<Sent>(count).fill(end);
    const seen = line([...ends, answered(200, ''), answered(200, '')], {
      breaker,
      metric: (name) => void metrics.push(name),
    });
    const { connectors } = seen;
    const sync = (access = stored) => connectors.sync(access, reference);
    for (let number = 1; number <= count; number++) await sync();
    const charge = () => connectors.authorize(stored, payment, seen.keep);
    return { ...seen, time, metrics, sync, charge };
  }

  const failures: readonly [string, Sent][] = [
    ['silence', silence],
    ['broken connections', { kind: 'unknown', reason: 'broken' }],
    ['server errors', answered(503, '')],
    ['no connection in time', { kind: 'not_sent', reason: 'timeout before the connection' }],
  ];

  it.each(failures)(
    'a processor that does not answer gets no request after five times %s, and nothing is sent',
    async (_, end) => {
      const { charge, sync, asked, metrics, lines } = await askedAfter(end);
      expect(await charge()).toEqual({
        result: 'not_sent',
        code: 'CONNECTOR_UNAVAILABLE',
        message: 'Connector has not been answering and is not asked for some seconds',
      });
      expect(await sync()).toMatchObject({ result: 'unknown', code: 'CONNECTOR_UNAVAILABLE' });
      expect(asked).toHaveLength(5);
      expect(metrics).toEqual(['CircuitOpened']);
      expect(lines.filter((one) => one.includes('connector does not answer'))).toHaveLength(1);
    },
  );

  it.each(failures)(
    'a processor that does not answer gets requests again once it answers, after %s',
    async (_, end) => {
      const { sync, time, asked, lines } = await askedAfter(end);
      time.now += 10_000;
      for (let number = 1; number <= 2; number++) await sync();
      expect(asked).toHaveLength(7);
      expect(lines.filter((one) => one.includes('connector answers again'))).toHaveLength(1);
    },
  );

  it("a processor that does not answer leaves the sent request's outcome unknown, however often it fails", async () => {
    const voiding: Connector = {
      ...stepwise,
      void: { request: () => post('void'), outcome: () => ({ result: 'voided' }) },
    };
    const { connectors } = line(Array<Sent>(10).fill(silence), {
      breaker: aBreaker().breaker,
      connectorNamed: () => voiding,
    });
    const results: string[] = [];
    for (let number = 1; number <= 7; number++) {
      const { result } = await connectors.void(stored, reference);
      results.push(result);
    }
    expect(results).toEqual([...Array(5).fill('unknown'), 'not_sent', 'not_sent']);
  });

  it.each<[string, Sent]>([
    ['refusals', answered(422, '')],
    ['requests to slow down', answered(429, '')],
    ['answers that are too large', { kind: 'unknown', reason: 'too_large' }],
    ['addresses that are not allowed', { kind: 'not_sent', reason: 'address refused' }],
  ])('a processor that gives %s does not count as one that does not answer', async (_, end) => {
    const { sync, asked } = await askedAfter(end);
    await sync();
    expect(asked).toHaveLength(6);
  });

  it('a processor that does not answer does not stop requests for another account', async () => {
    const { sync, asked } = await askedAfter(silence);
    await sync({ ...stored, accountId: 'mca_2' });
    expect(asked).toHaveLength(6);
  });
});
