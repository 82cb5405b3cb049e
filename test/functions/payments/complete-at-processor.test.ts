import type { Connector } from '#connectors/interface/connector.ts';
import { randomText } from '#platform/ids.ts';
import { applyOutcome } from '#switch/payments/lifecycle/apply-outcome.ts';
import { syncDueItem } from '#switch/sync/sync-due-item.ts';
import { settled } from '../../support/processors/an-exchange.ts';
import { completingProcessor } from '../../support/processors/completing-processor.ts';
import { queryAt } from '../../support/requests/page-queries.ts';
import { byCard } from '../../support/switch/payments-in-memory.ts';
import {
  type Ask,
  aMerchant,
  aPaymentRequest,
  container,
  switchDependencies,
  switchInMemory,
} from '../../support/switch/switch-in-memory.ts';
import { countedPort } from '../../support/table/counted-port.ts';

const challengedCard = '4000003800000446';
const formType = { 'content-type': 'application/x-www-form-urlencoded; charset=utf-8' };

/** A payment whose customer is at the page of a processor that is asked to finish it. */
async function challenged(
  adaptersOf = ({ adapters }: Pick<ReturnType<typeof completingProcessor>, 'adapters'>) => adapters,
) {
  const base = switchDependencies();
  const completing = completingProcessor(base.processor.send);
  const dependencies = { ...base, send: completing.send, adapters: adaptersOf(completing) };
  const world = switchInMemory([], dependencies);
  const merchant = await aMerchant(world);
  const { body: payment } = await world.ask('payments.create', {
    key: merchant.key,
    body: aPaymentRequest({
      payment_id: 'pay_1',
      confirm: true,
      return_url: 'https://shop.example/return',
      description: 'Two tickets',
      ...byCard(challengedCard),
    }),
  });
  expect(payment.status).toBe('requires_customer_action');
  const params = { payment_id: 'pay_1', merchant_id: merchant.id };
  const token = await queryAt(world.services, params, 'complete');
  const stored = () => {
    const item = world.port.items().find(({ id, sk }) => id === 'pay_1' && sk === 'PAYMENT');
    if (!item) throw new Error('It was stored.');
    return Object(item);
  };
  return {
    ...world,
    dependencies,
    completing,
    merchant,
    token,
    stored,
    back: (way: string, { query, ...more }: Ask = {}, at = world) =>
      at.ask(`payments.${way}`, {
        params: { ...params, connector: 'stripe_test' },
        query: { ...token, ...query },
        ...more,
      }),
    shown: (force_sync = 'false', at: Pick<typeof world, 'ask'> = world) =>
      at.ask('payments.retrieve', {
        key: merchant.key,
        params: { payment_id: 'pay_1' },
        query: { force_sync },
      }),
    charges: async () =>
      (await dependencies.processor.ledger()).map(({ chargedTimes }) => chargedTimes),
    later: (seconds: number) => {
      dependencies.clock.now = new Date(dependencies.clock.now.getTime() + seconds * 1_000);
    },
  };
}

const brought = { query: { proof: 'yes' } };
const posted = { text: 'proof=yes&PaRes=a%2Bb&PaRes=c', headers: formType, base64: true };
const statusIn = ({ headers }: { readonly headers: Readonly<Record<string, string>> }) =>
  new URL(headers.location ?? '').searchParams.get('status');

describe('a processor that finishes payments', () => {
  it('a processor that finishes payments gets the address to which it sends customers', async () => {
    const { completing, token } = await challenged();
    expect(completing.completeUrls).toEqual([
      `https://switch.test/payments/pay_1/merchant_example/redirect/complete/stripe_test?page_token=${token.page_token}`,
    ]);
  });

  it.each([
    ['return', brought, { proof: 'yes' }, {}],
    ['complete', brought, { proof: 'yes' }, {}],
    ['return-posted', posted, {}, { proof: 'yes', PaRes: 'a+b' }],
    ['complete-posted', posted, {}, { proof: 'yes', PaRes: 'a+b' }],
  ])(
    "a processor that finishes payments gets the browser's return parameters, and no token of ours: %s",
    async (way, ask, ...given) => {
      const { back, completing, stored, charges } = await challenged();
      const answer = await back(way, ask);
      expect([answer.status, statusIn(answer)]).toEqual([302, 'succeeded']);
      const [query, form] = given;
      expect(completing.asked).toEqual([
        {
          query,
          form,
          challenge: expect.stringMatching(/^http/),
          order: expect.objectContaining({ description: 'Two tickets' }),
        },
      ]);
      expect(stored().status).toBe('succeeded');
      expect(await charges()).toEqual([1]);
    },
  );

  it('a processor that finishes payments is not called while the browser returns no proof, which can still come', async () => {
    const { back, completing, stored, charges } = await challenged(({ adapters }) => {
      const connector = adapters.connectorNamed();
      const { complete } = connector;
      if (!complete) throw new Error('It finishes payments.');
      const canAsk: typeof complete.canAsk = ({ query }) => query.proof !== undefined;
      const needsProof = { ...connector, complete: { ...complete, canAsk } };
      return { ...adapters, connectorNamed: () => needsProof };
    });
    await back('return');
    await back('complete', { query: { other: 'x' } });
    expect(completing.asked).toEqual([]);
    expect(stored()).toMatchObject({
      status: 'requires_customer_action',
      attempt: { redirectUrl: expect.any(String) },
    });
    expect(statusIn(await back('complete', brought))).toBe('succeeded');
    expect(await charges()).toEqual([1]);
  });

  it('a processor that finishes payments gets its appended parameters after a second question mark', async () => {
    const { back, completing, token } = await challenged();
    await back('complete', { query: { page_token: `${token.page_token}?proof=yes`, x: '1' } });
    expect(completing.asked).toMatchObject([{ query: { proof: 'yes', x: '1' } }]);
  });

  it('a processor that finishes payments is called for its merchant’s own request as well', async () => {
    const { ask, completing, merchant } = await challenged();
    await ask('payments.complete-authorize', {
      key: merchant.key,
      params: { payment_id: 'pay_1' },
      body: { threeds_method_comp_ind: 'Y' },
    });
    expect(completing.asked).toMatchObject([{ query: {}, form: { threeds_method_comp_ind: 'Y' } }]);
  });

  it.each([
    ['a parameter too large', { query: { proof: 'yes', x: 'x'.repeat(8_192) } }],
    ['a long name', { query: { proof: 'yes', ['x'.repeat(257)]: '' } }],
    [
      'too many fields',
      {
        text: `proof=yes&${Array.from({ length: 100 }, (_, n) => `f${n}=`).join('&')}`,
        headers: formType,
      },
    ],
  ])(
    'a processor that finishes payments is synced instead when the browser returns %s',
    async (_, ask: Ask) => {
      const { back, completing, stored } = await challenged();
      expect((await back('text' in ask ? 'return-posted' : 'return', ask)).status).toBe(302);
      expect(completing.asked).toEqual([]);
      expect(stored().status).toBe('requires_customer_action');
    },
  );

  it('a processor that finishes payments gets no body that is not a form', async () => {
    const { back, completing } = await challenged();
    const headers = { 'content-type': 'application/json' };
    await back('return-posted', { text: '{"proof":"yes"}', headers });
    expect(completing.asked).toMatchObject([{ query: {}, form: {} }]);
  });
});

describe('a customer who comes back twice with the same proof', () => {
  it.each(['return', 'complete'])(
    'a customer who returns twice at once with the same proof finishes the payment once: %s',
    async (way) => {
      const { back, completing, stored, charges } = await challenged();
      const answers = await Promise.all([1, 2, 3].map(() => back(way, brought)));
      expect(answers.map(statusIn)).toEqual(['succeeded', 'succeeded', 'succeeded']);
      expect(completing.asked).toHaveLength(1);
      expect(await charges()).toEqual([1]);
      expect(stored().status).toBe('succeeded');
    },
  );

  it('a customer who returns in two containers, while the merchant goes on too, finishes the payment once', async () => {
    const { back, completing, port, dependencies, merchant, charges } = await challenged();
    const other = { ...container(port, dependencies), port, dependencies };
    const goOn = () =>
      other.ask('payments.complete-authorize', {
        key: merchant.key,
        params: { payment_id: 'pay_1' },
        body: {},
      });
    await Promise.all([back('return', brought), back('complete', brought, other), goOn()]);
    expect(completing.asked).toHaveLength(1);
    expect(await charges()).toEqual([1]);
  });

  it('a customer who returns with the same proof after the decision causes no request', async () => {
    const { back, completing, dependencies, stored } = await challenged();
    await back('return', brought);
    const { version } = stored();
    dependencies.send = async () => {
      throw new Error('Nothing may be asked.');
    };
    for (const proof of ['yes', 'no']) {
      expect(statusIn(await back('return', { query: { proof } }))).toBe('succeeded');
    }
    expect(completing.asked).toHaveLength(1);
    expect(stored().version).toBe(version);
  });

  it('a customer who returns with the same proof after a lost answer causes a sync', async () => {
    const { back, completing, dependencies, stored, charges, later } = await challenged();
    const { send } = dependencies;
    dependencies.send = async (request, options) => {
      const answer = await send(request, options);
      return request.url.includes('/completions/')
        ? { kind: 'unknown', reason: 'timeout' }
        : answer;
    };
    expect(statusIn(await back('return', brought))).toBe('processing');
    expect(stored()).toMatchObject({
      status: 'processing',
      attempt: { status: 'pending', error: { code: 'TIMEOUT' } },
      pendingSync: { checks: 0 },
    });
    expect(stored().attempt.redirectUrl).toBeUndefined();
    later(6);
    expect(statusIn(await back('return', brought))).toBe('succeeded');
    expect(completing.asked).toHaveLength(1);
    expect(await charges()).toEqual([1]);
  });

  it('a customer who returns with the same proof after another challenge causes a sync; another proof finishes it', async () => {
    const { back, completing, stored, later, charges } = await challenged();
    const again = { query: { proof: 'again' } };
    await back('return', again);
    expect(stored()).toMatchObject({
      status: 'requires_customer_action',
      attempt: { redirectUrl: expect.stringMatching(/^http/) },
    });
    later(6);
    await back('return', again);
    expect(completing.asked).toHaveLength(1);
    later(6);
    expect(statusIn(await back('return', brought))).toBe('succeeded');
    expect(completing.asked).toHaveLength(2);
    expect(await charges()).toEqual([1]);
  });
});

describe('a database that fails while a payment is finished', () => {
  it('a sync that still sees the challenge changes nothing', async () => {
    const { back, completing, dependencies, stored, shown } = await challenged();
    const { send } = dependencies;
    const seen: unknown[] = [];
    dependencies.send = async (request, options) => {
      if (request.url.includes('/completions/')) {
        const { body } = await shown('true');
        seen.push([body.status, body.next_action]);
      }
      return send(request, options);
    };
    expect(statusIn(await back('return', brought))).toBe('succeeded');
    expect(seen).toEqual([['processing', null]]);
    expect(completing.asked).toHaveLength(1);
    expect(stored().status).toBe('succeeded');
  });

  it('a sync a minute later brings the challenge back, if the request never arrived', async () => {
    const { back, dependencies, stored, shown, later } = await challenged();
    const { send } = dependencies;
    dependencies.send = async (request, options) =>
      request.url.includes('/completions/')
        ? { kind: 'unknown', reason: 'broken' }
        : send(request, options);
    await back('return', brought);
    later(61);
    const { body } = await shown('true');
    expect(body.status).toBe('requires_customer_action');
    expect(stored().attempt.redirectUrl).toMatch(/^http/);
  });

  it('a request that certainly was not sent fails the payment', async () => {
    const { back, dependencies } = await challenged();
    const { send } = dependencies;
    dependencies.send = async (request, options) =>
      request.url.includes('/completions/')
        ? { kind: 'not_sent', reason: 'no connection' }
        : send(request, options);
    expect(statusIn(await back('return', brought))).toBe('failed');
  });
});

it('a payment finished at the processor costs one save more than a sync', async () => {
  const { back, port, dependencies, shown } = await challenged();
  const counted = countedPort(port, (key) => port.get(key));
  const warm = { ...container(counted, dependencies), port, dependencies };
  await shown('true', warm);
  counted.restart();
  await back('complete', brought, warm);
  const { steps, calls, writeUnits } = counted.count();
  // The payment, the turn, the save as asked, beside it the processor's state, and the save of the
  // outcome.
  expect({ steps, calls }).toEqual({ steps: 4, calls: 5 });
  expect(writeUnits).toBeLessThanOrEqual(7);
  expect((await shown()).body.status).toBe('succeeded');
});

describe('a payment that cannot be saved as asked', () => {
  it('a payment that cannot be saved first is not finished', async () => {
    const { back, completing, port, dependencies, stored } = await challenged();
    const broken = container(
      {
        ...port,
        put: async () => {
          throw new Error('The table is gone.');
        },
      },
      dependencies,
    );
    const answer = await back('return', brought, { ...broken, port, dependencies });
    expect(answer.status).toBe(500);
    expect(completing.asked).toEqual([]);
    expect(stored().status).toBe('requires_customer_action');
  });
});

it("a proof of authentication is not in the log, the table or the merchant's answers", async () => {
  const { back, dependencies, port, shown } = await challenged();
  const secret = randomText(20);
  const text = `proof=yes&PaRes=${secret}`;
  await back('return-posted', { text, headers: formType, query: { cres: `q${secret}` } });
  const { body, text: answer } = await shown();
  expect(body.status).toBe('succeeded');
  for (const kept of [dependencies.logged, port.items(), answer]) {
    expect(JSON.stringify(kept)).not.toContain(secret);
  }
});

describe('a customer who approves at the processor and never comes back', () => {
  /**
   * A processor whose books show that the customer is done, and that needs no browser for the rest.
   */
  async function approved() {
    const shop = await challenged(({ adapters }) => {
      const connector = adapters.connectorNamed();
      const { complete } = connector;
      if (!complete) throw new Error('It finishes payments.');
      const finished: Connector = {
        ...connector,
        complete: {
          ...complete,
          request: (input, account) =>
            complete.request({ ...input, query: { proof: 'yes' } }, account),
        },
        sync: {
          ...connector.sync,
          outcome(...answered) {
            const outcome = settled(connector.sync.outcome(...answered));
            return outcome.result === 'challenged'
              ? {
                  result: 'pending',
                  attemptStatus: 'authentication_successful',
                  awaitsCompletion: true,
                }
              : outcome;
          },
        },
      };
      return { ...adapters, connectorNamed: () => finished };
    });
    const syncDue = () =>
      syncDueItem(
        shop.services,
        { pk: 'MERCHANT#merchant_example#PAYMENT#pay_1', sk: 'PAYMENT' },
        { remainingMs: () => 28_000, requestId: 'sync' },
      );
    return { ...shop, syncDue };
  }

  it('a customer who approved and left has the payment finished once, and coming back asks for nothing', async () => {
    const { syncDue, back, completing, charges, stored, later } = await approved();
    later(61);
    await Promise.all([syncDue(), syncDue()]);
    expect(completing.asked).toHaveLength(1);
    expect(await charges()).toEqual([1]);
    expect(stored().status).toBe('succeeded');
    expect(statusIn(await back('return', brought))).toBe('succeeded');
    expect(completing.asked).toHaveLength(1);
  });

  it('a customer who approved is not charged for a payment that the merchant has cancelled', async () => {
    const { syncDue, ask, merchant, completing, charges, later } = await approved();
    await ask('payments.cancel', {
      key: merchant.key,
      params: { payment_id: 'pay_1' },
      body: {},
    });
    later(61);
    await syncDue();
    expect(completing.asked).toEqual([]);
    expect(await charges()).not.toContain(1);
  });

  it('a webhook of an approval makes a sync due, while the payment awaits its customer alone', async () => {
    const { services } = await approved();
    const awaiting = await services.payments.get('merchant_example', 'pay_1');
    const outcome = { result: 'pending', awaitsCompletion: true } as const;
    const now = new Date(awaiting.createdAt);
    const told = (payment: typeof awaiting) =>
      applyOutcome(payment, { attemptId: payment.attempt.id, outcome }, now, 'webhook');
    expect(told(awaiting).pendingSync?.nextAt).toBe(now.toISOString());
    const cancelled = { ...awaiting, status: 'cancelled' } as const;
    expect(told(cancelled)).toBe(cancelled);
  });
});
