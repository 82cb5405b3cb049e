import { incomingWebhooks } from './incoming-webhooks.ts';
import { payments } from './payments.ts';
import { paymentsWithServices } from './payments-with-services.ts';
import { refunds } from './refunds.ts';
import type { Scenarios } from './scenario.ts';

/** Every way in which an operation is known to succeed, by its name. */
export const scenarios: Scenarios = {
  ...payments,
  ...paymentsWithServices,
  ...refunds,
  ...incomingWebhooks,
};
