/** What one request makes the table do. */
export interface Cost {
  /** Round trips that wait for one another; asking a connector is none. */
  readonly steps: number;
  readonly calls: number;
  readonly writeUnits: number;
  readonly readUnits: number;
}

export interface Budget extends Cost {
  /** What it must never exceed, where that is laid down. */
  readonly limit?: Cost;
}

const cost = (steps: number, calls: number, writeUnits: number, readUnits: number): Cost => ({
  steps,
  calls,
  writeUnits,
  readUnits,
});

const within = (exactly: Cost, limit: Cost): Budget => ({ ...exactly, limit });

/**
 * What every operation costs in a warm container: configuration kept, the key's merchant remembered.
 * Payments are those of an ordinary shop, about 2 KB each. A row is named after its operation; what
 * follows the name is the case.
 */
export const budgets: Readonly<Record<string, Budget>> = {
  'health.check': cost(0, 0, 0, 0),

  'accounts.create': within(cost(1, 1, 8, 0), cost(1, 1, 8, 0)),
  'accounts.create, in an organization': within(cost(1, 1, 8, 0), cost(1, 1, 8, 0)),
  'accounts.retrieve': cost(1, 1, 0, 1),
  'accounts.update': cost(2, 2, 1, 1),
  'api-keys.create': within(cost(2, 2, 2, 1), cost(2, 2, 2, 1)),
  'api-keys.list': cost(2, 3, 0, 2.5),
  'api-keys.revoke': cost(1, 1, 2, 0),
  'events.attempts': cost(1, 1, 0, 1),
  'events.retry': cost(2, 2, 1, 1),
  'events.undelivered': cost(1, 1, 0, 0.5),
  'events.undelivered, two of them': cost(2, 2, 0, 4.5),
  'profiles.list': cost(2, 2, 0, 1.5),
  'profiles.retrieve': cost(2, 2, 0, 1.5),
  'profiles.update': cost(3, 3, 1, 1.5),
  // A new name is a new key: a transaction of two writes, each at twice the price.
  'profiles.update, with a new name': cost(3, 3, 4, 1.5),
  'connector-accounts.create': cost(3, 3, 1, 1.5),
  'connector-accounts.list': cost(2, 2, 0, 1.5),

  'customers.create': within(cost(2, 2, 1, 0.5), cost(2, 2, 2, 0.5)),
  'customers.retrieve': within(cost(1, 2, 0, 1.5), cost(1, 2, 0, 1.5)),
  'customers.update': within(cost(2, 3, 1, 1.5), cost(2, 3, 1, 1.5)),

  'payments.create': within(cost(2, 2, 2, 0.5), cost(2, 2, 4, 0.5)),
  'payments.create, identifier taken': within(cost(2, 2, 2, 0.5), cost(2, 2, 3, 0.5)),
  'payments.create, new customer': within(cost(2, 3, 3, 0.5), cost(2, 3, 6, 0.5)),
  'payments.create, known customer': within(cost(2, 3, 3, 0.5), cost(2, 3, 6, 0.5)),
  // Up to two write units of a row are the guard's: while a processor is asked, the payment is on the
  // due index, where it costs one to come and one to go. Limits say so with `+ 2` or `+ 1`.
  'payments.create, with confirm': within(cost(3, 3, 8, 0.5), cost(3, 3, 7 + 2, 0.5)),
  // Before money is at stake it must be certain that the customer may pay: one step more.
  'payments.create, with confirm and a new customer': within(
    cost(4, 4, 9, 0.5),
    cost(4, 4, 9 + 2, 0.5),
  ),
  'payments.confirm': within(cost(3, 4, 8, 1.5), cost(3, 4, 6 + 2, 1.5)),
  'payments.confirm, by the customer': within(cost(3, 4, 8, 1.5), cost(3, 4, 6 + 2, 1.5)),
  'payments.confirm, new customer': within(cost(4, 5, 9, 1.5), cost(4, 5, 8 + 2, 1.5)),
  // The attempt that failed becomes an item of its own first: one step and one unit more.
  'payments.confirm, again after a failure': within(cost(4, 5, 9, 1.5), cost(4, 5, 6 + 2 + 1, 1.5)),
  'payments.update': within(cost(2, 3, 2, 1.5), cost(2, 3, 3, 1.5)),
  'payments.capture': within(cost(3, 4, 8, 1.5), cost(3, 4, 6 + 2, 1.5)),
  // The captures that a payment still holds make it one unit larger.
  'payments.capture, second of several': within(cost(3, 4, 10, 1.5), cost(3, 4, 8 + 2, 1.5)),
  // Five that are over become items of their own first, all at once.
  'payments.capture, sixth of several': cost(4, 9, 16, 2.5),
  'payments.cancel': within(cost(2, 3, 2, 1.5), cost(3, 4, 6, 1.5)),
  'payments.cancel, what was authorized': within(cost(3, 4, 8, 1.5), cost(3, 4, 6 + 2, 1.5)),
  'payments.cancel-post-capture': within(cost(3, 4, 8, 1.5), cost(3, 4, 6 + 2, 1.5)),
  'payments.sync-post-capture-cancel': within(cost(1, 2, 0, 1.5), cost(1, 2, 0, 1.5)),
  'payments.sync-post-capture-cancel, with news': within(
    cost(2, 3, 4, 1.5),
    cost(2, 3, 3 + 1, 1.5),
  ),
  'payments.manual-update': cost(2, 2, 4, 1),
  'refunds.manual-update': cost(3, 3, 2, 2),
  'refunds.manual-update, giving back': cost(3, 3, 9, 2),
  'payments.retrieve': within(cost(1, 2, 0, 1.5), cost(1, 2, 0, 1.5)),
  'payments.retrieve, sync without news': within(cost(1, 2, 0, 1.5), cost(1, 2, 0, 1.5)),
  'payments.retrieve, sync with news': within(cost(2, 3, 4, 1.5), cost(2, 3, 3 + 1, 1.5)),

  // The last two units are the guard's: an entry on the due index comes and goes.
  'refunds.create': within(cost(3, 4, 13, 1.5), cost(3, 4, 12 + 2, 1.5)),
  'refunds.create, connector says no': within(cost(3, 4, 20, 1.5), cost(3, 4, 19 + 2, 1.5)),
  'refunds.create, name taken': cost(3, 4, 10, 2.5),
  'refunds.create, scheduled': cost(2, 3, 11, 1.5),
  'refunds.retrieve': within(cost(2, 3, 0, 2.5), cost(2, 3, 0, 2.5)),
  'refunds.retrieve, sync without news': cost(3, 4, 0, 3.5),
  'refunds.retrieve, sync with news': cost(4, 5, 2, 3.5),
  'refunds.sync': cost(2, 3, 0, 2.5),
  'refunds.update': within(cost(3, 4, 1, 2.5), cost(3, 4, 1, 2.5)),

  'payments.redirect': cost(1, 1, 0, 1),
  // One unit of each is the guard's: the payment leaves the due index.
  'payments.return': cost(2, 2, 4, 1),
  'payments.return, without news': cost(1, 1, 0, 1),
  'payments.return-posted': cost(2, 2, 4, 1),
  'payments.complete': cost(2, 2, 4, 1),
  'payments.complete-posted': cost(2, 2, 4, 1),
  'webhooks.receive': within(cost(2, 2, 4, 1), cost(2, 2, 3 + 1, 1)),
  'webhooks.receive, without news': within(cost(1, 1, 0, 1), cost(2, 2, 3, 1)),
  'webhooks.receive, of a refund': cost(3, 3, 2, 2),
  'webhooks.receive, of a refund that failed': cost(3, 3, 3, 2),

  // The sandbox processor has a table of its own.
  'sandbox.authorize': cost(1, 1, 1, 0),
  'sandbox.authorize, with a challenge': cost(2, 2, 2, 0),
  'sandbox.retrieve': cost(1, 1, 0, 1),
  'sandbox.capture': cost(2, 2, 1, 1),
  'sandbox.void': cost(2, 2, 1, 1),
  'sandbox.refund': cost(2, 2, 1, 1),
  'sandbox.retrieve-refund': cost(1, 1, 0, 1),
  'sandbox.challenge': cost(2, 2, 0, 2),
  'sandbox.complete': cost(3, 3, 1, 2),

  'queues.notify-from-sandbox': cost(1, 1, 0, 1),
  'queues.publish-events': within(cost(1, 1, 3, 0), cost(1, 1, 3, 0)),
  'queues.deliver-webhook': within(cost(1, 1, 1, 0), cost(1, 1, 1, 0)),
  'queues.deliver-webhook, that fails': cost(1, 1, 2, 0),
  'queues.deliver-webhook, once more': cost(2, 2, 2, 1),
  'queues.deliver-webhook, that fails once more': cost(2, 2, 3, 1),
  // All shards at once, also when nothing is due.
  'queues.find-due': cost(1, 16, 0, 8),
  'queues.watch-waiting': cost(0, 0, 0, 0),
  'queues.sync-waiting': cost(2, 2, 5, 1),
};

/** Create, confirm, retrieve, one more look, one event that is delivered at the first try. */
export const journey = {
  rows: [
    'payments.create',
    'payments.confirm',
    'payments.retrieve',
    'payments.retrieve',
    'queues.publish-events',
    'queues.deliver-webhook',
  ],
  limit: { writeUnits: 16, readUnits: 5 },
} as const;
