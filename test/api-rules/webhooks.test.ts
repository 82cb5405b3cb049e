import { publishEvents } from '../../functions/queues/publish-events.ts';
import {
  afterOutcome,
  aPayment,
  aProcessingPayment,
  later,
} from '../support/entities/a-payment.ts';
import { webhookDelivery, webhookUrl } from '../support/receivers/webhook-delivery.ts';
import { merchantId } from '../support/switch/payments-in-memory.ts';

type Listener = Awaited<ReturnType<typeof webhookDelivery>>;

/** Changes of a payment: it before and after. */
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

/** The types of the webhooks that a merchant with these settings gets for a change. */
async function deliveredAfter(change: keyof typeof changes, switches: object): Promise<string[]> {
  const listener = await webhookDelivery({ details: { webhook_url: webhookUrl, ...switches } });
  const messages = await publishEvents(listener.services)(changes[change](listener));
  return messages.map(({ body }) => JSON.parse(body ?? '{}').event_type);
}

const created = ['payment_created'];
const succeeded = ['payment_succeeded'];
const failed = ['payment_failed'];

describe('webhook_details of a merchant account', () => {
  it.each([
    [
      'payment_created is sent when payment_created_enabled is true',
      'created',
      { payment_created_enabled: true },
      created,
    ],
    [
      'payment_created is not sent when payment_created_enabled is false',
      'created',
      { payment_created_enabled: false },
      [],
    ],
    ['payment_succeeded is sent when nothing is stated about it', 'succeeded', {}, succeeded],
    [
      'payment_succeeded is sent when payment_succeeded_enabled is true',
      'succeeded',
      { payment_succeeded_enabled: true },
      succeeded,
    ],
    [
      'payment_succeeded is not sent when payment_succeeded_enabled is false',
      'succeeded',
      { payment_succeeded_enabled: false },
      [],
    ],
    ['payment_failed is sent when nothing is stated about it', 'failed', {}, failed],
    [
      'payment_failed is sent when payment_failed_enabled is true',
      'failed',
      { payment_failed_enabled: true },
      failed,
    ],
    [
      'payment_failed is not sent when payment_failed_enabled is false',
      'failed',
      { payment_failed_enabled: false },
      [],
    ],
    [
      'payment_succeeded is not sent when payment_statuses_enabled lists failed alone',
      'succeeded',
      { payment_statuses_enabled: ['failed'] },
      [],
    ],
    [
      'payment_failed is sent when payment_statuses_enabled lists failed',
      'failed',
      { payment_statuses_enabled: ['failed'] },
      failed,
    ],
    [
      'payment_failed is sent when payment_statuses_enabled is empty, which is the same as none',
      'failed',
      { payment_statuses_enabled: [] },
      failed,
    ],
  ] as const)('%s', async (_rule, change, switches, types) => {
    expect(await deliveredAfter(change, switches)).toEqual(types);
  });
});

it('no webhook is sent for a merchant without webhook_url', async () => {
  expect(await deliveredAfter('succeeded', { webhook_url: null })).toEqual([]);
});
