import type { Send } from '#platform/http/egress.ts';
import { stopped } from '#webhooks/delivery/delivery-changes.ts';
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
    id: 'evt_1',
    merchantId: merchant_id,
    profileId: merchant.profileId,
    type: 'payment_succeeded',
    class: 'payments',
    objectId: 'pay_1',
    body: '{}',
    createdAt: stage.dependencies.clock.now.toISOString(),
  });
  await services.events.record(place, undefined, (delivery) => ({
    ...delivery,
    state: 'undelivered',
    scheduledAttempts: 17,
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

  const order = await good('events.retry-many', {
    params: { merchant_id },
    body: {
      created_after: stage.dependencies.clock.now.toISOString(),
      created_before: stage.dependencies.clock.now.toISOString(),
      event_classes: ['payments'],
      event_types: ['payment_succeeded'],
      object_id: 'pay_1',
      profile_id: merchant.profileId,
      endpoint_id: merchant.profileId,
      events_per_second: 50,
    },
  });
  const ofOrder = { params: { merchant_id, retry_id: String(order.retry_id) } };
  await good('events.retrieve-retry', ofOrder);
  await good('events.stop-retry', ofOrder);
  // Classes are shown where no types are stated. A retry that has made a step shows how far it is.
  const ofClass = await good('events.retry-many', {
    params: { merchant_id },
    body: { event_classes: ['payments'] },
  });
  const retryId = String(ofClass.retry_id);
  const retry = await services.retries.find({ merchantId: merchant_id, retryId });
  if (!retry) throw new Error('It was ordered.');
  const at = stage.dependencies.clock.now.toISOString();
  await services.retries.save({ ...retry, reached: { at, seen: 1 } });
  await good('events.retrieve-retry', { params: { merchant_id, retry_id: retryId } });

  // A server that is switched off and has a delivery stopped for that shows the reason.
  const endpoint = await good('webhook-endpoints.create', {
    params: { merchant_id },
    body: {
      profile_id: merchant.profileId,
      url: `${webhookUrl}/second`,
      event_types: ['payment_succeeded'],
      secret: 'a secret of the endpoint',
      headers: { 'x-shop': 'second' },
      enabled: false,
    },
  });
  const endpoint_id = String(endpoint.endpoint_id);
  const ofEndpoint = { merchant_id, endpoint_id };
  await good('webhook-endpoints.list', { params: { merchant_id } });
  await good('webhook-endpoints.retrieve', { params: ofEndpoint });
  await good('webhook-endpoints.test', { params: ofEndpoint });
  receiver.answer = timedOut;
  await good('webhook-endpoints.test', { params: ofEndpoint });
  await services.events.add({
    id: 'evt_2',
    merchantId: merchant_id,
    profileId: merchant.profileId,
    type: 'payment_succeeded',
    class: 'payments',
    objectId: 'pay_1',
    body: '{}',
    createdAt: stage.dependencies.clock.now.toISOString(),
    endpointId: endpoint_id,
  });
  const stoppedPlace = { merchantId: merchant_id, eventId: 'evt_2' };
  await services.events.record(stoppedPlace, undefined, (delivery) =>
    stopped(delivery, stage.dependencies.clock.now, 'endpoint gone or off'),
  );
  await good('events.undelivered', { params: { merchant_id } });
  await good('events.attempts', { params: { merchant_id, event_id: 'evt_2' } });
  for (const name of ['events.list', 'events.list-of-profile']) {
    await list(name, { params: { merchant_id }, body: {} });
  }
  await good('webhook-endpoints.update', {
    params: ofEndpoint,
    body: {
      url: `${webhookUrl}/third`,
      event_types: [],
      secret: 'another secret of it',
      secret_overlap_hours: 24,
      headers: {},
      enabled: true,
    },
  });
  await good('events.retry', { params: { merchant_id, event_id: 'evt_2' } });

  // A server that took nothing for five days shows the webhooks after it is on again.
  const { configurations } = services;
  const { profiles } = await configurations.read(merchant_id);
  const profile = profiles.find(({ id }) => id === merchant.profileId);
  if (!profile) throw new Error('It is there.');
  await configurations.saveProfile(
    { ...profile, webhookUrlOff: { reason: 'failing', since: at } },
    profile,
  );
  const ofUrl = { merchant_id, endpoint_id: merchant.profileId };
  await good('webhook-endpoints.update', { params: ofUrl, body: { enabled: true } });
  await good('webhook-endpoints.list', { params: { merchant_id } });
  await good('webhook-endpoints.delete', { params: ofEndpoint });
}
