import { undeliveredEvent } from '../../scenarios/events.ts';
import { timedOut, webhookUrl } from '../receivers/webhook-delivery.ts';
import { type FieldContext, fieldContext } from './field-context.ts';
import type { ObservedAnswers } from './observed-answers.ts';

/** Events, those that were not delivered among them, orders to send events again, and endpoints. */
export async function eventsScenario(observed: ObservedAnswers): Promise<void> {
  const context = await fieldContext(observed, {
    account: { webhook_details: { webhook_url: webhookUrl } },
    dependencies: { receiver: async () => timedOut },
  });
  await orders(context);
  await endpoints(context);
}

/** Classes are shown where no types are stated. An order that has made a step shows its progress. */
async function orders({ good, services, shop }: FieldContext) {
  const { id: merchantId, profileId: endpoint_id } = shop.merchant;
  const params = { merchant_id: merchantId };
  const event_types = ['payment_succeeded'];
  await good('events.retry-many', { params, body: { event_types, endpoint_id } });
  const body = { event_classes: ['payments'] };
  const { retry_id } = await good('events.retry-many', { params, body });
  const retry = await services.retries.find({ merchantId, retryId: retry_id });
  if (!retry) throw new Error(`There is no ${retry_id}.`);
  await services.retries.save({ ...retry, reached: { at: shop.now().toISOString(), seen: 1 } });
  await good('events.retrieve-retry', { params: { ...params, retry_id } });
}

async function endpoints({ good, list, services, shop }: FieldContext) {
  const { id: merchant_id, profileId } = shop.merchant;
  const params = { merchant_id };
  const { endpoint_id } = await good('webhook-endpoints.create', {
    params,
    body: {
      profile_id: profileId,
      url: `${webhookUrl}/second`,
      event_types: ['payment_succeeded'],
      headers: { 'x-shop': 'second' },
      enabled: false,
    },
  });
  await good('webhook-endpoints.list', { params });
  await good('webhook-endpoints.test', { params: { merchant_id, endpoint_id } });
  const { eventId: event_id } = await undeliveredEvent(shop, { endpointId: endpoint_id });
  await good('events.undelivered', { params, query: { limit: '1' } });
  await good('webhook-endpoints.update', {
    params: { merchant_id, endpoint_id },
    body: { enabled: true },
  });
  await good('events.retry', { params: { merchant_id, event_id } });
  await good('events.attempts', { params: { merchant_id, event_id } });
  await list('events.list', { params, body: {} });

  // A receiver that took nothing for five days shows the order for the webhooks since then.
  const { configurations } = services;
  const { profiles } = await configurations.read(merchant_id);
  const profile = profiles.find(({ id }) => id === profileId);
  if (!profile) throw new Error(`There is no ${profileId}.`);
  const webhookUrlOff = { reason: 'failing', since: shop.now().toISOString() } as const;
  await configurations.saveProfile({ ...profile, webhookUrlOff }, profile);
  const ofUrl = { params: { merchant_id, endpoint_id: profileId }, body: { enabled: true } };
  await good('webhook-endpoints.update', ofUrl);
  await good('webhook-endpoints.list', { params });
}
