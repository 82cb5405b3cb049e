import {
  Turnout,
  TurnoutApiError,
  TurnoutConnectionError,
  type TurnoutOptions,
  TurnoutTimeoutError,
} from '../../../packages/node/src/index.ts';
import { holdTimers } from '../../support/runner/held-timers.ts';
import { aServer, cut, json, page, refusal, silence } from './a-server.ts';

const payment = { payment_id: 'pay_1', status: 'succeeded' };

const clientOf = ({ url }: { readonly url: string }, options: Partial<TurnoutOptions> = {}) =>
  new Turnout({ apiKey: 'snd_test', baseUrl: url, ...options });

const create = (client: Turnout) =>
  client.post('/payments', { body: { amount: 2599, currency: 'EUR' } });

const retrieve = (client: Turnout) =>
  client.get('/payments/{payment_id}', { params: { path: { payment_id: 'pay_1' } } });

const thrown = async (call: Promise<unknown>): Promise<unknown> => {
  try {
    await call;
  } catch (error) {
    return error;
  }
  throw new Error('The call did not fail.');
};

describe('a request of the client', () => {
  it('a POST has the key of the client and an idempotency key, the same on every attempt', async () => {
    await using server = await aServer(cut, page(502), json(payment));
    await expect(create(clientOf(server))).resolves.toEqual(payment);

    const sent = server.received;
    expect(sent.map(({ method, url, body }) => [method, url, JSON.parse(body)])).toEqual(
      Array(3).fill(['POST', '/payments', { amount: 2599, currency: 'EUR' }]),
    );
    expect(new Set(sent.map(({ headers }) => headers['api-key']))).toEqual(new Set(['snd_test']));
    const keys = new Set(sent.map(({ headers }) => headers['idempotency-key']));
    expect([...keys]).toEqual([expect.stringMatching(/^[\da-f-]{36}$/)]);
  });

  it('a call may state its own key, idempotency key, headers and path', async () => {
    await using server = await aServer(json(payment));
    await clientOf(server, { headers: { 'x-profile-id': 'pro_1' } }).post(
      '/payments/{payment_id}/confirm',
      {
        params: { path: { payment_id: 'a/b' } },
        body: { client_secret: 'pay_1_secret_2' },
        apiKey: 'pk_snd_3',
        idempotencyKey: 'order-4-second-try-of-the-day',
      },
    );
    expect(server.received[0]).toMatchObject({
      url: '/payments/a%2Fb/confirm',
      headers: {
        'api-key': 'pk_snd_3',
        'idempotency-key': 'order-4-second-try-of-the-day',
        'x-profile-id': 'pro_1',
        'content-type': 'application/json',
      },
    });
  });
});

describe('an option that is undefined', () => {
  it('a call with undefined options has the key, the time limit and the repeats of the client', async () => {
    await using server = await aServer(json(payment));
    const headers = { 'x-profile-id': 'pro_1' };
    const nothing = { apiKey: undefined, headers: undefined, signal: undefined };
    for (const given of [nothing, { ...nothing, headers: { 'x-profile-id': undefined } }]) {
      await clientOf(server, { headers }).get('/payments/{payment_id}', {
        params: { path: { payment_id: 'pay_1' } },
        ...given,
      });
      expect(server.received.at(-1)?.headers).toMatchObject({
        'api-key': 'snd_test',
        'x-profile-id': 'pro_1',
      });
    }

    await using silent = await aServer(silence);
    const client = clientOf(silent, { timeoutMs: 100, maxRetries: 0, fetch: undefined });
    const call = client.get('/payments/{payment_id}', {
      params: { path: { payment_id: 'pay_1' } },
      timeoutMs: undefined,
      maxRetries: undefined,
    });
    expect(await thrown(call)).toBeInstanceOf(TurnoutTimeoutError);
    expect(silent.received).toHaveLength(1);
  });
});

describe('an identifier', () => {
  it.each(['', '.', '..', undefined, null, {}])('%p is refused before it is sent', async (id) => {
    await using server = await aServer(json(payment));
    const params: { path: { payment_id: string } } = JSON.parse(
      JSON.stringify({ path: { payment_id: id } }),
    );
    const call = clientOf(server).get('/payments/{payment_id}', { params });
    expect(await thrown(call)).toBeInstanceOf(TypeError);
    const wait = clientOf(server).payments.waitFor(params.path.payment_id);
    expect(await thrown(wait)).toHaveProperty(
      'message',
      expect.stringMatching(/^\/payments\/\{payment_id\} needs an identifier as payment_id/),
    );
    expect(server.received).toEqual([]);
  });

  it.each([
    ['...', '/payments/...'],
    ['a/../b', '/payments/a%2F..%2Fb'],
    ['%2e%2e', '/payments/%252e%252e'],
    ['{payment_id}', '/payments/%7Bpayment_id%7D'],
    ['a?b#c', '/payments/a%3Fb%23c'],
  ])('%p keeps its place in the path', async (payment_id, url) => {
    await using server = await aServer(json(payment));
    await clientOf(server).get('/payments/{payment_id}', { params: { path: { payment_id } } });
    expect(server.received[0]?.url).toBe(url);
  });
});

describe('a time limit', () => {
  it.each([Number.POSITIVE_INFINITY, 2 ** 31, 9e15])(
    'a limit of %p ms is not over at once',
    async (timeoutMs) => {
      await using server = await aServer((response, request) => {
        setTimeout(() => json(payment)(response, request), 50);
      });
      expect(await retrieve(clientOf(server, { timeoutMs, maxRetries: 0 }))).toEqual(payment);
      expect(await clientOf(server).payments.waitFor('pay_1', { timeoutMs })).toEqual(payment);
    },
  );

  it.each([Number.NaN, 0, -1])(
    'a limit of %p ms is refused before the request is sent',
    async (timeoutMs) => {
      await using server = await aServer(json(payment));
      expect(await thrown(retrieve(clientOf(server, { timeoutMs })))).toBeInstanceOf(TypeError);
      const wait = clientOf(server).payments.waitFor('pay_1', { timeoutMs });
      expect(await thrown(wait)).toBeInstanceOf(TypeError);
      expect(server.received).toEqual([]);
    },
  );
});

describe('a server that fails', () => {
  it('a server that hangs ends the call at its time limit', async () => {
    // Each attempt reaches its limit when the server has got it, however slow the machine is.
    const got: (() => void)[] = [];
    await using server = await aServer(() => got.shift()?.());
    const release = holdTimers((ms) =>
      ms === 100 ? new Promise((resolve) => got.push(resolve)) : undefined,
    );
    const call = retrieve(clientOf(server, { timeoutMs: 100, maxRetries: 1 }));
    const error = await thrown(call).finally(release);
    expect(error).toBeInstanceOf(TurnoutTimeoutError);
    expect(error).toHaveProperty('message', 'No answer to GET /payments/pay_1 within 100 ms.');
    expect(server.received).toHaveLength(2);
  });

  it('a body that never ends counts as a server that hangs', async () => {
    await using server = await aServer((response) => {
      response.writeHead(200, { 'content-type': 'application/json' });
      response.write('{');
    });
    const error = await thrown(retrieve(clientOf(server, { timeoutMs: 100, maxRetries: 0 })));
    expect(error).toBeInstanceOf(TurnoutTimeoutError);
  });

  it('the signal of the caller ends a call at once, with its own reason', async () => {
    const abort = new AbortController();
    await using server = await aServer(() => abort.abort(new Error('The page was closed.')));
    const call = clientOf(server).get('/payments/{payment_id}', {
      params: { path: { payment_id: 'pay_1' } },
      signal: abort.signal,
    });
    expect(await thrown(call)).toHaveProperty('message', 'The page was closed.');
    expect(server.received).toHaveLength(1);
  });

  it('an answer that is cut every time ends as an error of the connection', async () => {
    await using server = await aServer(cut);
    const error = await thrown(create(clientOf(server, { maxRetries: 1 })));
    expect(error).toBeInstanceOf(TurnoutConnectionError);
    expect(error).not.toBeInstanceOf(TurnoutTimeoutError);
    expect(server.received).toHaveLength(2);
  });

  it('a port without a server is an error of the connection, which names the address', async () => {
    const server = await aServer();
    await server[Symbol.asyncDispose]();
    const error = await thrown(create(clientOf(server, { maxRetries: 0 })));
    expect(error).toBeInstanceOf(TurnoutConnectionError);
    const words = `The connection to ${server.url} failed during POST /payments.`;
    expect(error).toHaveProperty('message', words);
  });

  it('a 429 is sent again no sooner than its Retry-After asks for', async () => {
    const busy = refusal(429, { type: 'invalid_request', code: 'HE_00', message: 'Too many' });
    await using server = await aServer(
      refusal(429, { code: 'HE_00' }, { 'retry-after': '1' }),
      busy,
      json(payment),
    );
    await create(clientOf(server));
    const [first, second] = server.received.map(({ atMs }) => atMs);
    expect(Number(second) - Number(first)).toBeGreaterThanOrEqual(995);
    expect(server.received).toHaveLength(3);
  });

  it('a Retry-After of more than a minute is left to the caller', async () => {
    await using server = await aServer(
      refusal(429, { code: 'HE_00', message: 'Later' }, { 'retry-after': '3600' }),
    );
    const error = await thrown(create(clientOf(server)));
    expect(error).toMatchObject({ status: 429, retryAfterSeconds: 3600 });
    expect(server.received).toHaveLength(1);
  });

  it('a page of a proxy is no answer, whatever its status', async () => {
    await using server = await aServer(page(200));
    const error = await thrown(retrieve(clientOf(server, { maxRetries: 0 })));
    expect(error).toBeInstanceOf(TurnoutConnectionError);
    expect(error).toHaveProperty('message', 'The answer is no JSON: status 200, text/html.');
  });

  it('a page with an error status is an error with that status', async () => {
    await using server = await aServer(page(502));
    const error = await thrown(retrieve(clientOf(server, { maxRetries: 0 })));
    expect(error).toBeInstanceOf(TurnoutApiError);
    expect(error).toMatchObject({
      status: 502,
      type: 'api',
      code: '',
      message: 'The server answered 502 with text/html.',
    });
  });
});

describe('a refusal', () => {
  it('a refusal is thrown with all its members, and is not sent again', async () => {
    const error = {
      type: 'invalid_request',
      code: 'IR_06',
      message: 'Invalid amount',
      param: 'amount',
      hint: 'Did you mean `2599`?',
      doc_url: 'https://docs.example.com/errors#a-member',
      request_id: 'req_1',
      of_tomorrow: 'anything',
    };
    await using server = await aServer(refusal(400, error));
    const refused = await thrown(create(clientOf(server)));
    const { of_tomorrow, ...members } = error;
    const call = 'POST /payments';
    expect(refused).toMatchObject({ name: 'TurnoutApiError', status: 400, call, ...members });
    expect(refused).toHaveProperty('raw.of_tomorrow', of_tomorrow);
    expect(server.received).toHaveLength(1);
  });

  it.each([
    ['a key in use', 409, 'The first request is still being processed. Please try again', 2],
    ['an object in use', 422, 'The object is being changed. Please try again', 2],
    ['an unknown outcome', 409, 'The first request was cut off. Please retrieve the object', 1],
    ['a failure of the switch', 500, 'Something went wrong', 2],
  ])('%s: the request is sent again where a repeat helps', async (_, status, message, attempts) => {
    await using server = await aServer(
      refusal(status, { type: 'api', code: 'HE_00', message }),
      json(payment),
    );
    const call = create(clientOf(server));
    if (attempts === 1) expect(await thrown(call)).toHaveProperty('status', status);
    else await call;
    expect(server.received).toHaveLength(attempts);
  });

  it('a refusal by a processor is not sent again, though its status is 500', async () => {
    await using server = await aServer(refusal(500, { type: 'connector', code: 'CE_00' }));
    await thrown(create(clientOf(server)));
    expect(server.received).toHaveLength(1);
  });

  it('a PATCH is sent again after a 429 only', async () => {
    await using server = await aServer(refusal(429, { code: 'HE_00' }), page(503));
    const call = clientOf(server).patch(
      '/account/{account_id}/business_profile/{profile_id}/dynamic_routing/contracts/config/{algorithm_id}',
      { params: { path: { account_id: 'a', profile_id: 'p', algorithm_id: 'r' } }, body: {} },
    );
    expect(await thrown(call)).toHaveProperty('status', 503);
    expect(server.received).toHaveLength(2);
  });
});

describe('a newer switch', () => {
  it('an unknown value and an unknown member of an answer pass through', async () => {
    const ofTomorrow = { ...payment, status: 'paid_in_shells', shells: [{ of: 'nautilus' }] };
    await using server = await aServer(json(ofTomorrow));
    const answered = await retrieve(clientOf(server));
    expect(answered).toEqual(ofTomorrow);
    // The types admit the value, and still name the known ones.
    const statuses: (typeof answered.status)[] = ['succeeded', 'paid_in_shells'];
    expect(statuses).toContain(answered.status);
  });
});

describe('a payment that is waited for', () => {
  const statuses = (...some: readonly string[]) =>
    some.map((status) => json({ ...payment, status }));

  it('a payment that was processed is returned once it is final', async () => {
    await using server = await aServer(...statuses('processing', 'processing', 'succeeded'));
    const done = await clientOf(server).payments.waitFor('pay_1');
    expect(done.status).toBe('succeeded');
    expect(server.received).toHaveLength(3);
  });

  it('a payment whose customer must act is returned, unless another status is wanted', async () => {
    const steps = statuses('requires_customer_action', 'requires_customer_action', 'failed');
    await using server = await aServer(...steps);
    const { payments } = clientOf(server);
    expect((await payments.waitFor('pay_1')).status).toBe('requires_customer_action');
    expect((await payments.waitFor('pay_1', { until: 'requires_capture' })).status).toBe('failed');
  });

  it('a payment that stays under way ends the wait at its time limit', async () => {
    await using server = await aServer(...statuses('processing'));
    const wait = clientOf(server).payments.waitFor('pay_1', { timeoutMs: 600 });
    const error = await thrown(wait);
    expect(error).toBeInstanceOf(TurnoutTimeoutError);
    expect(error).toHaveProperty('message', 'Payment pay_1 is processing after 600 ms.');
  });

  it.each([
    ['a switch that is silent', silence],
    ['a switch that fails', page(503)],
    [
      'a switch that asks for a long pause',
      refusal(429, { code: 'HE_00' }, { 'retry-after': '50' }),
    ],
  ])('the wait at %s ends at its time limit', async (_, handler) => {
    await using server = await aServer(handler);
    const begun = Date.now();
    const error = await thrown(clientOf(server).payments.waitFor('pay_1', { timeoutMs: 300 }));
    expect(error).toBeInstanceOf(TurnoutTimeoutError);
    expect(error).toHaveProperty('message', 'Payment pay_1 has no known status after 300 ms.');
    expect(Date.now() - begun).toBeLessThan(3_000);
  });

  it.each([
    ['before it begins', 0],
    ['while a request has no answer', 1],
    ['between two requests', 2],
  ])('the signal of the caller ends the wait %s, with its own reason', async (_, step) => {
    const abort = new AbortController();
    const reason = new Error('The page was closed.');
    if (step === 0) abort.abort(reason);
    await using server = await aServer((response, request) => {
      if (step === 1) return abort.abort(reason);
      json({ ...payment, status: 'processing' })(response, request);
      setTimeout(() => abort.abort(reason), 50);
    });
    const { signal } = abort;
    const wait = clientOf(server).payments.waitFor('pay_1', { signal });
    expect(await thrown(wait)).toBe(reason);
    expect(server.received).toHaveLength(step === 0 ? 0 : 1);
  });
});
