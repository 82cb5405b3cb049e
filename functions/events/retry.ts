import {
  type ConfigurationStore,
  configurationStore,
} from '#merchants/accounts/configuration-store.ts';
import { lambda } from '#merchants/lambda.ts';
import { currentTime } from '#platform/clock.ts';
import { SwitchError } from '#platform/errors.ts';
import { liveAdminKey } from '#platform/http/callers/admin-key.ts';
import { send } from '#platform/http/egress/egress.ts';
import { implement } from '#platform/http/operation/implement.ts';
import { type Log, log } from '#platform/log.ts';
import { kmsMerchantKeys } from '#platform/secrets/merchant-keys.ts';
import { merchantSecrets } from '#platform/secrets/merchant-secrets.ts';
import { loopbackAllowed } from '#platform/stage.ts';
import { liveTable } from '#platform/table/table.ts';
import { requestedAttemptTimeoutMs } from '#platform/time-limits.ts';
import { withManualAttempt } from '#webhooks/delivery/delivery-changes.ts';
import { findReceiver } from '#webhooks/delivery/receiver.ts';
import { recordAttempt } from '#webhooks/delivery/record-attempt.ts';
import { sendWebhook, type WebhookSender } from '#webhooks/delivery/send-webhook.ts';
import { checkEventAccess } from '#webhooks/events/event-access.ts';
import { type EventStore, eventStore } from '#webhooks/events/event-store.ts';
import { retryEvent } from '#webhooks/events/operations.ts';
import { eventIdOf, presentAttempt } from '#webhooks/events/present-attempt.ts';

interface Services extends WebhookSender {
  readonly configurations: Pick<ConfigurationStore, 'find'>;
  readonly events: EventStore;
  readonly log: Log;
}

/**
 * Sends an event once, now, in any state of its delivery, and returns the receiver's answer. A 2xx
 * settles the delivery. After any other answer the schedule of the delivery stays as it was.
 */
export const retry = implement(retryEvent, async ({ params, caller }, services: Services) => {
  const { events } = services;
  const place = { merchantId: params.merchant_id, eventId: eventIdOf(params.event_id) };
  const stored = await events.get(place);
  checkEventAccess(stored, caller);
  const { event } = stored;

  const receiver = await findReceiver(event, services.configurations);
  if (!receiver) {
    const message =
      event.endpointId === undefined
        ? 'There is no webhook_url to send the event to'
        : 'The endpoint of the event is gone or switched off';
    throw new SwitchError('precondition_failed', { message });
  }
  const sent = { eventId: event.id, body: event.body };
  const result = await sendWebhook(receiver, sent, services, requestedAttemptTimeoutMs);
  const delivery = await recordAttempt(services, place, stored.delivery, result, withManualAttempt);
  const attempt = delivery.attempts.findLast(({ at, kind }) => {
    return kind === 'manual_retry' && at === result.at;
  });
  return presentAttempt({ event, delivery }, attempt, result.answer);
});

export const handler = lambda(
  retry,
  () => ({
    events: eventStore(liveTable()),
    configurations: configurationStore(liveTable()),
    log,
    secrets: merchantSecrets(kmsMerchantKeys()),
    send,
    loopback: loopbackAllowed(),
    clock: currentTime,
  }),
  liveAdminKey,
);
