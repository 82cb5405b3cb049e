/**
 * The functions of the README's first payment: a merchant, its key, its account with a processor, a
 * payment and its result, and those that the stream and the schedules invoke meanwhile. `npm start`
 * is ready when these are bundled.
 */
export const firstPaymentFunctions: readonly string[] = [
  ...['accounts/create', 'api-keys/create', 'connector-accounts/create'],
  ...['payments/create', 'payments/confirm', 'payments/retrieve', 'sandbox/authorize'],
  ...['queues/publish-events', 'queues/deliver-webhook', 'queues/project-lists'],
  ...['queues/find-due', 'queues/sync-pending', 'queues/notify-from-sandbox'],
  // The first requests of a new user.
  ...['health/check', 'http/not-found'],
];

/**
 * The functions of the steps after it, as the README, the example shop and the console show them.
 * They are the first that are bundled in the background.
 */
export const nextStepFunctions: readonly string[] = [
  // An operator takes a merchant on.
  ...['accounts/retrieve', 'profiles/create', 'profiles/retrieve', 'connector-accounts/retrieve'],
  // The merchant sells, and reads the results.
  ...['customers/create', 'customers/retrieve', 'payments/update', 'payments/capture'],
  ...['payments/cancel', 'payments/sync', 'refunds/create', 'refunds/retrieve'],
  ...['payments/list', 'events/list'],
  // The payer is sent to an issuer and comes back.
  ...['payments/redirect', 'payments/return', 'sandbox/challenge', 'sandbox/complete'],
  // The test processor does its part.
  ...['sandbox/capture', 'sandbox/void', 'sandbox/refund', 'sandbox/retrieve'],
  ...['sandbox/retrieve-refund', 'incoming-webhooks/receive'],
  // The shop opens a session for the vault's card form, whose page stores the card.
  ...['vault/create-api-key', 'vault/create-session-token', 'vault/embed-script'],
  ...['vault/capture-form', 'vault/asset', 'vault/capture-card', 'vault/authorize-card'],
  ...['sandbox/not-found', 'vault/not-found'],
];
