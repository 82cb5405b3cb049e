/**
 * The functions of a first payment. They run when an operator takes a merchant on, and the merchant
 * sells something in the ways that the README, the example shop and the console show, and reads the
 * results. `npm start` is ready when these are bundled; all others follow in the background.
 */
export const firstPaymentFunctions: readonly string[] = [
  // An operator takes a merchant on.
  ...['accounts/create', 'accounts/retrieve', 'api-keys/create', 'profiles/create'],
  ...['profiles/retrieve', 'connector-accounts/create', 'connector-accounts/retrieve'],
  // The merchant sells, and reads the results.
  ...['customers/create', 'customers/retrieve', 'payments/create', 'payments/update'],
  ...['payments/confirm', 'payments/retrieve', 'payments/capture', 'payments/cancel'],
  ...['payments/sync', 'refunds/create', 'refunds/retrieve', 'payments/list', 'events/list'],
  // The payer is sent to an issuer and comes back.
  ...['payments/redirect', 'payments/return', 'sandbox/challenge', 'sandbox/complete'],
  // The test processor does its part.
  ...['sandbox/authorize', 'sandbox/capture', 'sandbox/void', 'sandbox/refund'],
  ...['sandbox/retrieve', 'sandbox/retrieve-refund', 'incoming-webhooks/receive'],
  // The shop opens a session for the vault's card form, whose page stores the card.
  ...['vault/create-api-key', 'vault/create-session-token', 'vault/embed-script'],
  ...['vault/capture-form', 'vault/asset', 'vault/capture-card', 'vault/authorize-card'],
  // Queues, streams and schedules begin at once.
  ...['queues/deliver-webhook', 'queues/find-due', 'queues/notify-from-sandbox'],
  ...['queues/project-lists', 'queues/publish-events', 'queues/sync-pending'],
  // The functions behind the first requests of a new user.
  ...['health/check', 'http/not-found', 'sandbox/not-found', 'vault/not-found'],
];
