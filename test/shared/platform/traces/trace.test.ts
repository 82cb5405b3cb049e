import { logTo } from '#platform/log.ts';
import { subject, withSubject } from '#platform/log-subject.ts';
import { streamJob } from '#platform/queues/stream-function.ts';
import { packedPort } from '#platform/table/packed-port.ts';
import type { Item, TablePort } from '#platform/table/port.ts';
import { continueTrace, traceContext, traceRequest, traceStep } from '#platform/traces/trace.ts';
import { answered, webhookDelivery } from '../../../support/receivers/webhook-delivery.ts';
import { merchantId } from '../../../support/switch/payments-in-memory.ts';
import { memoryPort } from '../../../support/table/memory-table.ts';
import { streamRecord } from '../../../support/table/stream-record.ts';

const callers = '00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01';

/** Does this with such an environment. */
async function having<R>(variables: Readonly<Record<string, string>>, work: () => R | Promise<R>) {
  const before = { ...process.env };
  Object.assign(process.env, variables);
  try {
    return await work();
  } finally {
    for (const name of Object.keys(variables)) delete process.env[name];
    Object.assign(process.env, before);
  }
}

/** The trace of a request with these headers. */
const traced = (headers: Readonly<Record<string, string>> = {}) =>
  withSubject({}, () => traceRequest('payments.create', headers, () => traceContext()));

let written: jest.SpyInstance;
beforeEach(() => {
  written = jest.spyOn(process.stdout, 'write').mockReturnValue(true);
});
afterEach(() => written.mockRestore());

it.each<Record<string, string>>([{}, { TRACE_SAMPLING: '0' }])(
  "a request with the setting %j is not traced, and a caller's request for a trace changes nothing",
  async (environment) => {
    expect(await having(environment, () => traced({ traceparent: callers }))).toBeUndefined();
    expect(written).not.toHaveBeenCalled();
  },
);

it('a share of requests is traced, whatever the caller says about sampling', async () => {
  const count = 4_000;
  const all = await having({ TRACE_SAMPLING: '0.5' }, () =>
    Promise.all(Array.from({ length: count }, () => traced({ traceparent: callers }))),
  );
  const share = all.filter((one) => one !== undefined).length / count;
  // Six standard deviations: wrong once in 500 million runs.
  expect(Math.abs(share - 0.5)).toBeLessThan(0.0475);
});

it("a sampled request has its own trace, or the caller's, or that of X-Ray where it keeps one", async () => {
  const xray = 'Root=1-68a1b2c3-aaaabbbbccccddddeeeeffff;Parent=53995c3f42cd8ad8;Sampled=';
  const sampled = (environment = {}, headers = {}) =>
    having({ TRACE_SAMPLING: '1', ...environment }, () => traced(headers));
  expect(await sampled()).toMatch(/^[0-9a-f]{32}-a[0-9a-f]{15}$/);
  const caller = { traceparent: callers };
  expect(await sampled({}, caller)).toMatch(/^4bf92f3577b34da6a3ce929d0e0e4736-a/);
  expect(await sampled({ _X_AMZN_TRACE_ID: `${xray}0` }, caller)).toMatch(/^4bf92f3577b34da6/);
  expect(await sampled({ _X_AMZN_TRACE_ID: `${xray}1` }, caller)).toMatch(
    /^68a1b2c3aaaabbbbccccddddeeeeffff-a/,
  );
});

it('a failing step fails the same way in a trace, and its span shows it', async () => {
  const failing = () =>
    withSubject({}, () =>
      traceRequest('payments.create', {}, () => Promise.reject(new Error('no table'))),
    );
  await expect(having({ TRACE_SAMPLING: '1' }, failing)).rejects.toThrow('no table');
  const line = JSON.parse(String(written.mock.calls.at(-1)?.[0]));
  expect(line).toMatchObject({ message: 'span', name: 'payments.create', failed: true });
});

it.each([undefined, 7, '', 'pay_1', `${'0'.repeat(32)}`, `${'a'.repeat(32)}-${'b'.repeat(17)}`])(
  'a message with the context %j is handled outside of any trace',
  async (context) => {
    const found = await withSubject({}, () =>
      continueTrace(context, 'message', async () => subject()),
    );
    expect(found).toEqual({});
    expect(written).not.toHaveBeenCalled();
  },
);

describe('an item', () => {
  const item = { pk: 'MERCHANT#shop#PAYMENT#pay_1', sk: 'PAYMENT', version: 1, transitions: [] };
  const saved = async (given: Item, environment: Readonly<Record<string, string>> = {}) => {
    const inner: TablePort = memoryPort();
    await having(environment, () =>
      withSubject({}, () =>
        traceRequest('payments.create', {}, () => packedPort(inner).put(given, 'absent')),
      ),
    );
    return inner.get(given);
  };

  it('an item of an unsampled request is written unchanged', async () => {
    expect(await saved(item)).toStrictEqual(item);
  });

  it('an item of a sampled request carries the step that wrote it', async () => {
    const { trace, ...rest } = (await saved(item, { TRACE_SAMPLING: '1' })) ?? {
      ...item,
      trace: undefined,
    };
    expect(rest).toEqual(item);
    const line = written.mock.calls.map(([text]) => JSON.parse(String(text)));
    const write = line.find(({ name }) => name === 'write PAYMENT');
    expect(trace).toBe(`${write.trace_id}-${write.span_id}`);
  });

  it('an item loses the trace of an earlier write', async () => {
    const again = await saved({ ...item, trace: 'of an earlier write' });
    expect(again).toEqual(item);
  });

  it('an item without transitions carries no trace, because no stream reader continues it', async () => {
    const { transitions: _, ...plain } = item;
    expect(await saved(plain, { TRACE_SAMPLING: '1' })).toStrictEqual(plain);
  });
});

it('a step outside of a trace is only executed', async () => {
  expect(await traceStep('write', async (context) => context)).toBeUndefined();
  expect(written).not.toHaveBeenCalled();
});

describe('a change in the stream', () => {
  const [first, second] = ['a', 'b'].map((digit) => `${digit.repeat(32)}-${digit.repeat(16)}`);
  const payment = (trace?: string) => ({
    pk: 'MERCHANT#shop#PAYMENT#pay_1',
    sk: 'PAYMENT',
    version: 1,
    ...(trace !== undefined && { trace }),
  });
  const readingOf = async (before: Item | undefined, after: Item) => {
    const found: (string | undefined)[] = [];
    const job = streamJob<string>(
      'publish events',
      async () => {
        found.push(traceContext());
        return [];
      },
      async () => [],
      logTo(() => {}),
    );
    await job([streamRecord('1', before, after)]);
    return found[0];
  };

  it.each([
    ['a new item', undefined],
    ['an item without a trace', payment()],
    ['an item of another trace', payment(second)],
  ])('a change in the stream to %s continues the trace of its write', async (_, before) => {
    expect(await readingOf(before, payment(first))).toMatch(/^a{32}-a[0-9a-f]{15}$/);
  });

  it.each([
    ['by an update, which leaves the trace of an earlier write', payment(first), payment(first)],
    ['by a request that is not sampled', payment(first), payment()],
    ['of an item whose trace is malformed', undefined, payment('of nobody')],
  ])('a change in the stream has no trace: %s', async (_, before, after) => {
    expect(await readingOf(before, after)).toBeUndefined();
  });

  it('a change in the stream without a result writes no log line', async () => {
    await readingOf(undefined, payment(first));
    expect(written).not.toHaveBeenCalled();
  });
});

it.each([`${'a'.repeat(32)}-${'b'.repeat(16)}`, undefined])(
  'the first attempt of a webhook is in its trace, which is %j',
  async (context) => {
    const shop = await webhookDelivery();
    shop.receiver.answer = answered(500);
    const { profileId } = shop;
    const message = { merchantId, eventId: 'evt_1', profileId, body: '{}' };
    await withSubject({}, () => continueTrace(context, 'message', () => shop.deliver(message)));
    const [request] = shop.received;
    if (!request) throw new Error('It was tried.');
    if (context === undefined) {
      expect(request.headers).not.toHaveProperty('traceparent');
      return;
    }
    expect(request.headers.traceparent).toMatch(/^00-a{32}-a[0-9a-f]{15}-01$/);
  },
);
