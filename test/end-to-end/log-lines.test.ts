import * as v from 'valibot';
import { eventually } from '../support/runner/eventually.ts';
import { aRunningSwitch } from '../support/switch/a-running-switch.ts';
import { aSale, newId, successful } from '../support/switch/merchant.ts';
import { textAt } from '../support/switch/switch.ts';
import { registeredWebhooks } from '../support/switch/switch-in-memory.ts';

const live = aRunningSwitch({
  own: 'It waits until the switch is idle, which retries of other suites could delay.',
  merchant: { connectorAccount: registeredWebhooks },
  webhooks: {},
});
beforeAll(async () => {
  await live.running.assembly.idle();
});

/** Work on a clock or of the simulated processor, which is about no payment of the switch. */
const isOfNoPayment = (source: string) =>
  /^(vault-jobs|sandbox)\.|^queues\.(find-due|notify-from-sandbox)$/.test(source);

const Line = v.looseObject({
  function: v.optional(v.string()),
  message: v.optional(v.string()),
  payment_id: v.optional(v.string()),
  refund_id: v.optional(v.string()),
});

/** Every line that the switch's functions write while this is done. */
async function linesOf(work: () => Promise<unknown>) {
  const before = live.running.lines.length;
  await work();
  return live.running.lines
    .slice(before)
    .filter(({ level, source }) => level === 'info' && !isOfNoPayment(source))
    .map(({ source, message }) => ({ source, ...v.parse(Line, JSON.parse(message)) }));
}

const events = (id: string) =>
  live.receiver.received(live.webhookPath).filter(({ event }) => JSON.stringify(event).includes(id))
    .length;

it('every line of a payment carries its payment_id, from its create to its last webhook', async () => {
  const { key } = live.merchant;
  let id = '';
  let refundId = '';
  const lines = await linesOf(async () => {
    const once = { key, headers: { 'idempotency-key': newId('key') } };
    const body = { ...aSale(), capture_method: 'manual' };
    const made = successful(await live.running.call('POST', '/payments', { ...once, body }));
    id = textAt(made, 'payment_id');
    successful(await live.running.call('POST', '/payments', { ...once, body }));
    successful(await live.running.call('POST', `/payments/${id}/capture`, { key, body: {} }));
    const query = { force_sync: 'true' };
    successful(await live.running.call('GET', `/payments/${id}`, { key, query }));
    const refund = { payment_id: id, amount: 100 };
    const refunded = successful(await live.running.call('POST', '/refunds', { key, body: refund }));
    refundId = textAt(refunded, 'refund_id');
    successful(await live.running.call('GET', `/refunds/${refundId}`, { key, query }));
    await eventually(() => expect(events(refundId)).toBeGreaterThan(0));
    await live.running.assembly.idle();
  });
  expect(lines.filter(({ payment_id }) => payment_id !== id)).toEqual([]);
  expect(lines.filter(({ source, function: name }) => source !== name)).toEqual([]);
  expect(new Set(lines.map(({ source }) => source))).toEqual(
    new Set([
      ...['payments.create', 'payments.capture', 'payments.retrieve'],
      ...[
        'refunds.create',
        'refunds.retrieve',
        'queues.publish-events',
        'queues.deliver-webhook',
        'incoming-webhooks.receive',
      ],
    ]),
  );
  const ofRefund = lines.filter(({ source }) => source.startsWith('refunds.'));
  const last = ofRefund.filter(({ message }) => message === 'request');
  expect(last.map(({ refund_id }) => refund_id)).toEqual([refundId, refundId]);
});

it("every log line of a pending payment's sync names the payment", async () => {
  const { key } = live.merchant;
  let id = '';
  const lines = await linesOf(async () => {
    // It waits for its customer, so the processor sends no webhook.
    const body = aSale('4000003800000446');
    id = textAt(
      successful(await live.running.call('POST', '/payments', { key, body })),
      'payment_id',
    );
    const [stored] = await live.running.items(`MERCHANT#${live.merchant.id}#PAYMENT#${id}`);
    if (!stored) throw new Error('The payment is not in the table.');
    // It is due now.
    const pendingSync = Object(stored.value.pendingSync);
    const due = { ...pendingSync, nextAt: new Date(Date.now() - 1_000).toISOString() };
    await live.running.rewrite(stored, { pendingSync: due });
    const looking = live.running.assembly.functions.find(({ logicalId }) =>
      logicalId.startsWith('queuessyncpending'),
    );
    const message = { pk: stored.pk, sk: stored.sk, dueAt: due.nextAt };
    await live.running.assembly.invoke(looking?.logicalId ?? '', {
      Records: [
        {
          messageId: 'm',
          receiptHandle: 'r',
          body: JSON.stringify(message),
          attributes: { ApproximateReceiveCount: '1' },
        },
      ],
    });
    // Log lines arrive in the order in which they were written.
    await eventually(() =>
      expect(live.running.lines.map(({ source }) => source)).toContain('queues.sync-pending'),
    );
  });
  expect(lines.filter(({ payment_id }) => payment_id !== id)).toEqual([]);
  expect(lines.map(({ source, message }) => `${source}: ${message}`)).toEqual(
    expect.arrayContaining(['queues.sync-pending: connector outcome']),
  );
});
