import { publishEvents } from '../../functions/queues/publish-events.ts';
import { afterOutcome, aPayment, aProcessingPayment, later } from '../support/a-payment.ts';
import { merchantId } from '../support/payments-in-memory.ts';
import { webhookDelivery, webhookUrl } from '../support/webhook-delivery.ts';

type Listener = Awaited<ReturnType<typeof webhookDelivery>>;

/** What becomes of a payment, as it was and as it is then. */
const changes = {
  created: ({ profileId }: Listener) => ({
    before: undefined,
    after: aPayment({ merchantId, profileId }),
  }),
  succeeded: ({ profileId }: Listener) => {
    const before = aProcessingPayment({ merchantId, profileId });
    return {
      before,
      after: { ...afterOutcome(before, { result: 'captured' }, later(1)), version: 2 },
    };
  },
  failed: ({ profileId }: Listener) => {
    const before = aProcessingPayment({ merchantId, profileId });
    const declined = { result: 'declined', error: { code: 'DC_08', message: 'no' } } as const;
    return { before, after: { ...afterOutcome(before, declined, later(1)), version: 2 } };
  },
};

/** What a merchant is told of this, who has set its webhooks so. */
async function deliveredAfter(change: keyof typeof changes, switches: object): Promise<string[]> {
  const listener = await webhookDelivery({ details: { webhook_url: webhookUrl, ...switches } });
  const messages = await publishEvents(listener.services)(changes[change](listener));
  return messages.map(({ body }) => JSON.parse(body ?? '{}').event_type);
}

const created = ['payment_created'];
const succeeded = ['payment_succeeded'];
const failed = ['payment_failed'];

describe('the switches for webhooks', () => {
  it.each([
    [
      '03 6',
      'a creation is told when it is wanted',
      'created',
      { payment_created_enabled: true },
      created,
    ],
    ['03 6', 'it is not told when it is not', 'created', { payment_created_enabled: false }, []],
    ['03 6', 'a success is told unless stated', 'succeeded', {}, succeeded],
    [
      '03 6',
      'it is told when it is wanted',
      'succeeded',
      { payment_succeeded_enabled: true },
      succeeded,
    ],
    [
      '03 6',
      'it is not told when it is not',
      'succeeded',
      { payment_succeeded_enabled: false },
      [],
    ],
    ['03 6', 'a failure is told unless stated', 'failed', {}, failed],
    ['03 6', 'it is told when it is wanted', 'failed', { payment_failed_enabled: true }, failed],
    ['03 6', 'it is not told when it is not', 'failed', { payment_failed_enabled: false }, []],
    [
      '03 2.4',
      'a status that is not listed',
      'succeeded',
      { payment_statuses_enabled: ['failed'] },
      [],
    ],
    ['03 2.4', 'one that is listed', 'failed', { payment_statuses_enabled: ['failed'] }, failed],
    ['03 2.4', 'an empty list is none', 'failed', { payment_statuses_enabled: [] }, failed],
  ] as const)('%s: %s', async (_section, _rule, change, switches, types) => {
    expect(await deliveredAfter(change, switches)).toEqual(types);
  });
});

it('03 6: a merchant without an address is told nothing', async () => {
  expect(await deliveredAfter('succeeded', { webhook_url: null })).toEqual([]);
});
