import { asText } from '#platform/queues/message-queue.ts';
import { sqsQueue } from '#platform/queues/sqs-queue.ts';
import { syncGroup } from '#switch/sync/sync-queue.ts';
import { deliveryGroup } from '#webhooks/delivery/delivery-queue.ts';

describe('a message', () => {
  it.each(['Ana 😀', '\ufffe\uffff', '\ud800', 'Łukasz'])(
    'a message with %j is accepted and stays',
    (name) => {
      const text = asText({ body: JSON.stringify({ name }) });
      expect(text).not.toMatch(/[\ud800-\udfff\ufffe\uffff]/);
      expect(JSON.parse(JSON.parse(text).body)).toEqual({ name });
    },
  );

  it('a message is sent with its group, so that no backlog of another group delays it', async () => {
    const entries: unknown[] = [];
    const queue = sqsQueue<{ group?: string }>('url', ({ group }) => group, {
      async sendMessageBatch(_, sent) {
        entries.push(...sent);
        return [];
      },
    });
    expect(await queue.send([{ group: 'one' }, {}])).toEqual([]);
    expect(entries).toMatchObject([{ MessageGroupId: 'one' }, { MessageGroupId: undefined }]);
  });
});

describe('the message group', () => {
  it('the message group of a delivery is its receiver, or its merchant when the receiver is unknown', () => {
    const delivery = { merchantId: 'merchant_example', eventId: 'evt_1' };
    expect(deliveryGroup({ ...delivery, receiver: 'abc' })).toBe('abc');
    const group = deliveryGroup(delivery);
    expect(group).toMatch(/^[0-9a-f]{32}$/);
    expect(deliveryGroup({ ...delivery, eventId: 'evt_2' })).toBe(group);
    expect(deliveryGroup({ ...delivery, merchantId: 'another' })).not.toBe(group);
  });

  it('the message group of a pending sync is its merchant', () => {
    const due = { sk: 'PAYMENT', dueAt: '2026-01-31T12:00:00.000Z' };
    const group = syncGroup({ pk: 'MERCHANT#one#PAYMENT#pay_1', ...due });
    expect(syncGroup({ pk: 'MERCHANT#one#PAYMENT#pay_2', ...due })).toBe(group);
    expect(syncGroup({ pk: 'MERCHANT#two#PAYMENT#pay_1', ...due })).not.toBe(group);
  });
});
