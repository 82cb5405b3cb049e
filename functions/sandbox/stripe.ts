import { setTimeout as sleep } from 'node:timers/promises';
import { foreignApi } from '#platform/http/edge/foreign-api.ts';
import { sandboxUrl } from '#platform/stage.ts';
import { liveTable } from '#platform/table/table.ts';
import { tableLedger } from '#sandbox/ledger-store.ts';
import { notificationQueue } from '#sandbox/notification-queue.ts';
import { tableStripeAnswers } from '#sandbox/stripe/idempotency.ts';
import { tableStripeObjects } from '#sandbox/stripe/objects.ts';
import { serveStripe, stripeFailure } from '#sandbox/stripe/serve.ts';

/** Stripe's wire API over the sandbox processor's ledger: every route below `/stripe/`. */
export const handler = foreignApi(
  { name: 'sandbox.stripe', serve: serveStripe, failed: stripeFailure },
  () => ({
    ledger: tableLedger(liveTable()),
    objects: tableStripeObjects(liveTable()),
    answers: tableStripeAnswers(liveTable()),
    notifications: notificationQueue(),
    sandboxUrl: sandboxUrl() ?? '',
    pause: sleep,
  }),
);
