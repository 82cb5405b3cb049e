export type * from '../api.js';
export type { CallOptions } from './calls.ts';
export { Turnout, type TurnoutOptions } from './client.ts';
export {
  TurnoutApiError,
  TurnoutConnectionError,
  TurnoutError,
  TurnoutTimeoutError,
  TurnoutWebhookError,
} from './errors.ts';
export type { ListName } from './lists.ts';
export type { WaitOptions } from './wait-for-payment.ts';
export {
  type SentHeaders,
  verifyWebhook,
  type WebhookEvent,
  type WebhookOptions,
} from './webhooks.ts';
