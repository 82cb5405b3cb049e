import { spansIn, tracesOf, treeOf } from '../../../scripts/operate/trace-tree.ts';

const line = (fields: object) =>
  JSON.stringify({
    level: 'info',
    message: 'span',
    function: 'payments.create',
    trace_id: trace,
    begun: '2026-01-01T00:00:00.000Z',
    ms: 1,
    ...fields,
  });
const trace = '68a1b2c34bf92f3577b34da6a3ce929d';
const lines = [
  `info queues.deliver-webhook: ${line({ span_id: 'c', parent_span_id: 'b', name: 'message', function: 'queues.deliver-webhook', begun: '2026-01-01T00:00:00.250Z', ms: 31.5, failed: true, event_id: 'evt_1' })}`,
  `2026-01-01T00:00:01 ${line({ span_id: 'a', parent_span_id: 'of the caller', name: 'payments.create', ms: 120, payment_id: 'pay_1' })}`,
  line({
    span_id: 'b',
    parent_span_id: 'a',
    name: 'write PAYMENT',
    begun: '2026-01-01T00:00:00.100Z',
  }),
  line({ span_id: 'd', trace_id: 'f'.repeat(32), name: 'another', payment_id: 'pay_2' }),
  'Starting its tables {and queues}.',
  '{"message":"request"}',
];

it.each([trace, '1-68a1b2c3-4bf92f3577b34da6a3ce929d', 'pay_1', 'evt_1'])(
  'a trace is found by %s, and shown from its cause to its last step',
  (id) => {
    const [found = [], ...others] = tracesOf(spansIn(lines), id);
    expect(others).toEqual([]);
    expect(
      treeOf(found)
        .split('\n')
        .map((shown) => shown.trim().replaceAll(/ {2,}/g, '  ')),
    ).toEqual([
      '+0  120 ms  payments.create  payments.create  payment_id=pay_1',
      '+100  1 ms  write PAYMENT  payments.create',
      '+250  31.5 ms  message FAILED  queues.deliver-webhook  event_id=evt_1',
    ]);
  },
);

it('a step whose cause is not in the log stands at the beginning of a line of its own', () => {
  const [found = []] = tracesOf(spansIn(lines.slice(0, 1)), 'evt_1');
  expect(treeOf(found)).toMatch(/^ +\+0 +31.5 ms {2}message FAILED/);
});

it('a trace id without spans finds nothing', () => {
  expect(tracesOf(spansIn(lines), 'pay_')).toEqual([]);
});
