import * as v from 'valibot';
import { assumptions } from '../../scripts/cost/cost-model.ts';
import { type Span, spansIn, treeOf } from '../../scripts/operate/trace-tree.ts';
import { eventually } from '../support/runner/eventually.ts';
import { aRunningSwitch } from '../support/switch/a-running-switch.ts';
import { aSale, cardData, successful } from '../support/switch/merchant.ts';
import { type Template, textAt } from '../support/switch/switch.ts';

const TracedLine = v.looseObject({
  trace_id: v.optional(v.string()),
  message: v.optional(v.string()),
});

/**
 * A payment from its create to its last webhook: its lines, its item and the merchant's webhooks.
 */
async function paid(live: ReturnType<typeof aRunningSwitch>, headers = {}) {
  const { key, id: merchantId } = live.merchant;
  const before = live.running.lines.length;
  const made = successful(
    await live.running.call('POST', '/payments', { key, body: aSale(), headers }),
  );
  const id = textAt(made, 'payment_id');
  const webhook = await eventually(() => {
    const all = live.receiver.received(live.webhookPath);
    const found = all.find(({ body }) => body.includes(id));
    if (!found) throw new Error('The webhook is not there yet.');
    return found;
  });
  await live.running.assembly.idle();
  const sources = live.running.lines.slice(before).filter(({ message }) => message.includes(id));
  const [item] = (await live.running.items(`MERCHANT#${merchantId}#PAYMENT#${id}`)).filter(
    ({ sk }) => sk === 'PAYMENT',
  );
  const spans = spansIn(live.running.lines.slice(before).map(({ message }) => message));
  return { id, webhook, item, spans, lines: sources };
}

const sampleEach = (templates: ReadonlyMap<string, Template>) => {
  for (const { Resources } of templates.values()) {
    for (const { Type, Properties } of Object.values(Resources)) {
      const Variables = Object(Object(Properties?.Environment).Variables);
      const isSwitchs = !/^(vault|sandbox)/.test(String(Variables.FUNCTION_NAME));
      if (Type === 'AWS::Lambda::Function' && isSwitchs) Variables.TRACE_SAMPLING = '1';
    }
  }
};

/** The bytes and lines that the switch logs for a journey as in `docs/cost.md`. */
async function loggedBy(live: ReturnType<typeof aRunningSwitch>) {
  const { key } = live.merchant;
  const before = live.running.lines.length;
  const asks = async (method: 'GET' | 'POST', path: string, body?: object) => {
    const answer = successful(await live.running.call(method, path, { key, body }));
    await live.running.assembly.idle();
    return answer;
  };
  const {
    confirm: _,
    payment_method_data,
    payment_method,
    ...sale
  } = { ...aSale(), ...cardData() };
  const id = textAt(
    await asks('POST', '/payments', { ...sale, capture_method: 'manual' }),
    'payment_id',
  );
  await asks('POST', `/payments/${id}/confirm`, { payment_method, payment_method_data });
  await asks('POST', `/payments/${id}/capture`, {});
  await asks('POST', '/refunds', { payment_id: id, amount: 600 });
  await asks('GET', `/payments/${id}`);
  const told = await eventually(() => {
    const all = live.receiver.received(live.webhookPath).filter(({ body }) => body.includes(id));
    expect(all).toHaveLength(3);
    return all;
  });
  await live.running.assembly.idle();
  const lines = live.running.lines
    .slice(before)
    .filter(({ source }) => /^(payments|refunds)\.|publish-events|deliver-webhook/.test(source));
  return {
    bytes: lines.reduce((all, { message }) => all + message.length, 0),
    lines: lines.length,
    /** The traces that its webhooks named. */
    traces: told.flatMap(({ headers }) => String(headers.traceparent ?? '').split('-')[1] ?? []),
  };
}

let ordinary: Awaited<ReturnType<typeof loggedBy>> | undefined;

describe('a switch that samples no request', () => {
  const live = aRunningSwitch({ own: 'It counts lines.', merchant: {}, webhooks: {} });

  it('no item, line or webhook holds anything of a trace, whatever the caller asks for', async () => {
    const { webhook, item, lines, spans } = await paid(live, {
      traceparent: '00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01',
    });
    expect(webhook.headers).not.toHaveProperty('traceparent');
    expect(item?.value).not.toHaveProperty('trace');
    expect(spans).toEqual([]);
    expect(lines.filter(({ message }) => /trace|span/.test(message))).toEqual([]);
    const kept = (await live.running.items()).filter(({ text }) => text.includes('4bf92f3577b3'));
    expect(kept).toEqual([]);
  });

  it('a journey logs a line for each request, exchange and delivery', async () => {
    ordinary = await loggedBy(live);
    expect(ordinary.lines).toBeGreaterThan(5);
  });
});

describe('a switch that samples each request', () => {
  const live = aRunningSwitch({ start: { change: sampleEach }, merchant: {}, webhooks: {} });
  const callers = {
    trace: '4bf92f3577b34da6a3ce929d0e0e4736',
    span: '00f067aa0ba902b7',
  };

  it("a payment's trace leads from the request over table, stream and queue to the merchant's server", async () => {
    const { spans, webhook, item, lines, id } = await paid(live, {
      traceparent: `00-${callers.trace}-${callers.span}-00`,
    });
    const own = spans.filter(({ traceId }) => traceId === callers.trace);
    const asked = own.find(({ name }) => name === "ask the merchant's server");
    if (!asked) throw new Error('No span of the webhook.');
    const path: Span[] = [asked];
    for (let at = asked; at.parentSpanId !== callers.span; ) {
      const parent = own.find(({ spanId }) => spanId === at.parentSpanId);
      if (!parent) throw new Error(`${at.name} has no parent.`);
      path.unshift(parent);
      at = parent;
    }
    expect(path.map((span) => `${span.function}: ${span.name}`)).toEqual([
      'payments.create: payments.create',
      'payments.create: write PAYMENT',
      'queues.publish-events: publish events',
      'queues.deliver-webhook: message',
      "queues.deliver-webhook: ask the merchant's server",
    ]);
    const times = path.map(({ begun }) => begun);
    expect([...times].sort()).toEqual(times);
    expect(own.map(({ name }) => name)).toContain('ask stripe_test');

    expect(webhook.headers.traceparent).toBe(`00-${callers.trace}-${asked.spanId}-01`);
    const written = own.filter(({ name }) => name === 'write PAYMENT');
    expect(written.map(({ spanId }) => `${callers.trace}-${spanId}`)).toContain(item?.value.trace);

    const parsed = lines
      .filter(({ source }) => !/^(vault|sandbox|queues\.notify|incoming-webhooks)/.test(source))
      .map(({ message }) => v.parse(TracedLine, JSON.parse(message)));
    expect(parsed.length).toBeGreaterThan(3);
    expect(parsed.filter(({ trace_id }) => trace_id !== callers.trace)).toEqual([]);
    const tree = treeOf(own);
    expect(tree).toContain("ask the merchant's server");
    expect(tree).toContain(id);
  });

  it('the vault and the sandbox processor take no part in a trace', () => {
    const traced = live.running.lines.filter(({ message }) => message.includes('"trace_id"'));
    expect(traced.length).toBeGreaterThan(0);
    expect(traced.filter(({ source }) => /^(vault|sandbox)/.test(source))).toEqual([]);
  });

  it.each([
    ['another version', '01-4bf92f3577b34da6a3ce929d0e0e4737-00f067aa0ba902b7-01'],
    ['a trace of zeros', '00-00000000000000000000000000000000-00f067aa0ba902b7-01'],
    ['a card number', '00-4111111111111111aaaaaaaaaaaaaaaa-00f067aa0ba902b7-01'],
    ['more than a trace', '00-4bf92f3577b34da6a3ce929d0e0e4738-00f067aa0ba902b7-01","x":"'],
    ['capitals', '00-4BF92F3577B34DA6A3CE929D0E0E4739-00F067AA0BA902B7-01'],
  ])(
    'a traceparent with %s is ignored, and the payment has a trace of its own',
    async (_, given) => {
      const { webhook, lines } = await paid(live, { traceparent: given });
      const traceId = given.split('-')[1]?.toLowerCase() ?? '';
      expect(webhook.headers.traceparent).toMatch(/^00-[0-9a-f]{32}-[0-9a-f]{16}-01$/);
      expect(webhook.headers.traceparent).not.toContain(traceId);
      expect(lines.filter(({ message }) => message.includes(traceId))).toEqual([]);
    },
  );

  it('a journey logs so much more as the bill says', async () => {
    const { bytes, lines, traces } = await loggedBy(live);
    // The webhooks of confirm, capture and refund go on with the trace of their own request.
    expect(new Set(traces).size).toBe(3);
    const more = bytes - (ordinary?.bytes ?? 0);
    const moreLines = lines - (ordinary?.lines ?? 0);
    // A save that conflicts with the processor's webhook is written once more.
    expect(Math.abs(moreLines / assumptions.tracedJourneyLogLines - 1)).toBeLessThan(0.15);
    expect(Math.abs(more / assumptions.tracedJourneyLogBytes - 1)).toBeLessThan(0.15);
  });
});
