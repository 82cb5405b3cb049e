import { httpConnectors, type SendContext } from '../../../shared/connectors/connectors.ts';
import type { About } from '../../../shared/connectors/interface/about.ts';
import type { Connector } from '../../../shared/connectors/interface/connector.ts';
import type {
  HttpRequest,
  KeptReferences,
  NextStep,
} from '../../../shared/connectors/interface/exchange.ts';
import type {
  Authorization,
  PaymentOutcome,
} from '../../../shared/connectors/interface/payments.ts';
import type { Sent } from '../../../shared/http/egress.ts';
import { logTo } from '../../../shared/log.ts';
import { addressesWith, bareOrder } from '../../support/an-exchange.ts';

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
  const kept: KeptReferences[] = [];
  const lines: string[] = [];
  const connectors = httpConnectors({
    send: async (request) => {
      asked.push(request);
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
    kept,
    keep,
    lines,
    authorize: () => connectors.authorize(account, payment, keep),
  };
}

describe('an exchange of two steps', () => {
  it('sends the second when the first was read, and what finds the payment was kept', async () => {
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
  ])('has sent nothing after %s in the first: no money can move there', async (_, end) => {
    const { authorize, asked } = line([end]);
    expect((await authorize()).result).toBe('not_sent');
    expect(asked).toHaveLength(1);
  });

  it.each([
    ['silence', silence],
    ['a 500', answered(500, '')],
    ['a page', answered(200, '<html>')],
  ])('is in doubt after %s in the second', async (_, end) => {
    const { authorize } = line([order, end]);
    expect((await authorize()).result).toBe('unknown');
  });

  it('is declined when the first is refused', async () => {
    const { authorize, kept } = line([answered(422, '')]);
    expect(await authorize()).toEqual({ result: 'declined', code: 'no_order' });
    expect(kept).toEqual([]);
  });

  it('does not send the second when what finds the payment cannot be kept', async () => {
    const { connectors, asked } = line([order]);
    const keep = () => Promise.reject(new Error('The table is away.'));
    expect((await connectors.authorize(account, payment, keep)).result).toBe('not_sent');
    expect((await line([order]).connectors.authorize(account, payment)).result).toBe('not_sent');
    expect(asked).toHaveLength(1);
  });

  it('has no more time than an exchange of one step', async () => {
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

  it('ends after four steps', async () => {
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

  it('keeps the words of the processor, and says that nothing was processed', async () => {
    const said = reading({ result: 'declined', code: 'too_many', connectorTransactionId: 'x' });
    const { authorize } = line([answered(429, '')], said);
    const message = 'Connector is being asked too often';
    expect(await authorize()).toEqual({ result: 'not_sent', code: 'too_many', message });
  });

  it('is in doubt where the same request was sent before', async () => {
    const { authorize } = line([answered(429, '')], reading({ result: 'unknown', code: 'twice' }));
    expect(await authorize()).toEqual({ result: 'unknown', code: 'twice' });
  });

  it('is never a success', async () => {
    const { authorize } = line([answered(429, '')], reading({ result: 'captured' }));
    expect((await authorize()).result).toBe('not_sent');
  });
});

describe('a sync', () => {
  const { source: _, order: __, ...reference } = payment;

  it('asks nothing where there is nothing to ask by', async () => {
    const { connectors, asked } = line([]);
    expect(await connectors.sync(account, reference)).toEqual({ result: 'unknown' });
    expect(asked).toHaveLength(0);
  });

  it('takes a payment for missing of which nothing was kept, where all keep something', async () => {
    const kept = { ...about, lookup: { by: 'kept' } } as const;
    const { connectors, asked } = line([answered(404, '')], { aboutNamed: () => kept });
    expect(await connectors.sync(account, reference)).toEqual({ result: 'not_found' });
    expect(asked).toHaveLength(0);
    const known = { ...reference, connectorTransactionId: 'order_1' };
    expect(await connectors.sync(account, known)).toEqual({ result: 'not_found' });
  });

  it('does not take a payment for missing where our reference does not find it', async () => {
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

  it('is asked for first, and sent along', async () => {
    const { authorize, asked, lines } = line([answered(200, 'token_1'), answered(200, '')], tokens);
    expect((await authorize()).result).toBe('captured');
    expect(asked[1]?.headers).toMatchObject({ authorization: 'Bearer token_1' });
    expect(lines.join()).not.toContain('token_1');
  });

  it('that is refused is asked for once more', async () => {
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

  it('that is refused twice ends it', async () => {
    const ends = [200, 401, 200, 401].map((status) => answered(status, 'token'));
    const { authorize, asked } = line(ends, tokens);
    expect(await authorize()).toMatchObject({ result: 'declined', code: '401' });
    expect(asked).toHaveLength(4);
  });

  it.each([
    ['is refused', answered(400, '')],
    ['does not come', silence],
  ])('that %s means that nothing was sent', async (_, end) => {
    const { authorize, asked } = line([end], tokens);
    expect((await authorize()).result).toBe('not_sent');
    expect(asked).toHaveLength(1);
  });
});
