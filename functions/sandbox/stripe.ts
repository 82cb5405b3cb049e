import { setTimeout as sleep } from 'node:timers/promises';
import { foreignApi } from '../../shared/http/foreign-api.ts';
import { tableLedger } from '../../shared/sandbox/ledger-store.ts';
import { notificationQueue } from '../../shared/sandbox/notification-queue.ts';
import { tableStripeAnswers } from '../../shared/sandbox/stripe/idempotency.ts';
import { tableStripeObjects } from '../../shared/sandbox/stripe/objects.ts';
import { serveStripe, stripeFailure } from '../../shared/sandbox/stripe/serve.ts';
import { sandboxUrl } from '../../shared/stage.ts';
import { liveTable } from '../../shared/table/table.ts';

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
