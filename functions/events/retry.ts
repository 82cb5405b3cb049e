import { configurationStore } from '../../shared/accounts/configuration-store.ts';
import { SwitchError } from '../../shared/errors.ts';
import { checkEventAccess } from '../../shared/events/event-access.ts';
import { type EventStore, eventStore } from '../../shared/events/event-store.ts';
import { retryEvent } from '../../shared/events/operations.ts';
import { eventIdOf, presentAttempt } from '../../shared/events/present-attempt.ts';
import { liveAdminKey } from '../../shared/http/admin-key.ts';
import { send } from '../../shared/http/egress.ts';
import { implement } from '../../shared/http/implement.ts';
import { lambda } from '../../shared/http/lambda.ts';
import { type Log, log } from '../../shared/log.ts';
import { kmsMerchantKeys } from '../../shared/secrets/merchant-keys.ts';
import { merchantSecrets } from '../../shared/secrets/merchant-secrets.ts';
import { loopbackAllowed } from '../../shared/stage.ts';
import { liveTable } from '../../shared/table/table.ts';
import { afterManualAttempt } from '../../shared/webhooks/delivery.ts';
import { recordAttempt } from '../../shared/webhooks/record-attempt.ts';
import { sendWebhook, type WebhookSender } from '../../shared/webhooks/send-webhook.ts';

interface Services extends WebhookSender {
  readonly events: EventStore;
  readonly log: Log;
}

/** Limit of the receiver's answer in milliseconds, because the merchant waits for it. */
const receiverTimeoutMs = 20_000;

/**
 * Sends an event once, now, wherever its delivery stands. What the receiver makes of it is the answer;
 * a 2xx settles the delivery, and anything else leaves it on its schedule, or off it.
 */
export const retry = implement(retryEvent, async ({ params, caller }, services: Services) => {
  const { events } = services;
  const place = { merchantId: params.merchant_id, eventId: eventIdOf(params.event_id) };
  const stored = await events.get(place);
  checkEventAccess(stored, caller);
  const { event } = stored;

  const result = await sendWebhook({ ...event, eventId: event.id }, services, receiverTimeoutMs);
  if (!result) {
    const message =
      event.endpointId === undefined
        ? 'There is no webhook_url to send the event to'
        : 'The endpoint of the event is gone or switched off';
    throw new SwitchError('precondition_failed', { message });
  }
  const delivery = await recordAttempt(
    services,
    place,
    stored.delivery,
    result,
    afterManualAttempt,
  );
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
    clock: () => new Date(),
  }),
  liveAdminKey,
);
