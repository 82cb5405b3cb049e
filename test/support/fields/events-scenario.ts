import type { Send } from '../../../shared/http/egress.ts';
import { answered, timedOut, webhookUrl } from '../webhook-delivery.ts';
import { fieldContext } from './field-context.ts';
import type { ObservedAnswers } from './observed-answers.ts';

/** Events, those that could not be delivered among them, and every try at telling. */
export async function eventsScenario(observed: ObservedAnswers): Promise<void> {
  const receiver: { answer: Awaited<ReturnType<Send>> } = { answer: timedOut };
  const stage = await fieldContext(observed, {
    account: { webhook_details: { webhook_url: webhookUrl } },
    dependencies: { receiver: async () => receiver.answer },
  });
  const { good, list, merchant, services } = stage;
  const merchant_id = merchant.id;
  const place = { merchantId: merchant_id, eventId: 'evt_1' };
  await services.events.add({
    ...{ id: 'evt_1', merchantId: merchant_id, profileId: merchant.profileId },
    ...{ type: 'payment_succeeded', class: 'payments', objectId: 'pay_1', body: '{}' },
    createdAt: stage.dependencies.clock.now.toISOString(),
  });
  await services.events.record(place, undefined, (delivery) => ({
    ...delivery,
    state: 'undelivered',
    tries: 17,
    gaveUpAt: stage.dependencies.clock.now.toISOString(),
  }));
  await good('events.undelivered', { params: { merchant_id }, query: { limit: '1' } });
  const params = { merchant_id, event_id: 'evt_1' };
  await good('events.retry', { params });
  receiver.answer = answered(500);
  await good('events.retry', { params });

  await good('events.attempts', { params });
  for (const name of ['events.list', 'events.list-of-profile']) {
    await list(name, { params: { merchant_id }, body: {} });
  }
}
