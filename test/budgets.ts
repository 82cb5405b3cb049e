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
  // Its account, its publishable key and its secret key, which is on the index of keys; asked for twice.
  'accounts.delete': cost(6, 6, 5, 1),
  'organizations.create': cost(1, 1, 1, 0),
  'organizations.retrieve': cost(1, 1, 0, 1),
  'organizations.update': cost(1, 1, 1, 0),
  'api-keys.create': within(cost(2, 2, 2, 1), cost(2, 2, 2, 1)),
  'api-keys.list': cost(2, 3, 0, 2.5),
  'api-keys.retrieve': cost(1, 1, 0, 1),
  'api-keys.update': cost(1, 1, 1, 0),
  'api-keys.revoke': cost(1, 1, 2, 0),
  'events.attempts': cost(1, 1, 0, 1),
  'events.retry': cost(2, 2, 1, 1),
  'events.undelivered': cost(1, 1, 0, 0.5),
  'events.undelivered, two of them': cost(2, 2, 0, 4.5),
  // A profile and its account: a transaction of two writes, each at twice the price.
  'profiles.create': cost(3, 3, 4, 1.5),
  'profiles.delete': cost(2, 2, 4, 1),
  'profiles.list': cost(2, 2, 0, 1.5),
  'profiles.retrieve': cost(2, 2, 0, 1.5),
  'profiles.update': cost(3, 3, 1, 1.5),
  // A new name is a new key: a transaction of two writes, each at twice the price.
  'profiles.update, with a new name': cost(3, 3, 4, 1.5),
  'connector-accounts.create': cost(3, 3, 1, 1.5),
  'connector-accounts.list': cost(2, 2, 0, 1.5),
  'connector-accounts.retrieve': cost(2, 2, 0, 1.5),
  'connector-accounts.update': cost(3, 3, 1, 1.5),
  'connector-accounts.update, with a new label': cost(3, 3, 4, 1.5),
  'connector-accounts.delete': cost(2, 2, 2, 1),

  'customers.create': within(cost(2, 2, 1, 0.5), cost(2, 2, 2, 0.5)),
  'customers.retrieve': within(cost(1, 2, 0, 1.5), cost(1, 2, 0, 1.5)),
  'customers.update': within(cost(2, 3, 1, 1.5), cost(2, 3, 1, 1.5)),

  // A card is written with its number, and the first one as the customer's default: transactions, each
  // write of which counts twice. The vault's own tables are counted apart.
  'payment-methods.create': cost(2, 3, 7, 1.5),
  'payment-methods.create, another card': cost(2, 3, 5, 1.5),
  'payment-methods.create, a number that is saved': cost(3, 4, 4, 2.5),
  'payment-methods.create, something new about it': cost(4, 5, 5, 2.5),
  'payment-methods.create, without data': cost(2, 3, 1, 1.5),
  'payment-methods.save': cost(3, 4, 7, 2.5),
  'payment-methods.retrieve': within(cost(1, 2, 0, 1.5), cost(1, 2, 0, 1.5)),
  'payment-methods.update': cost(2, 3, 1, 1.5),
  'payment-methods.delete': cost(4, 5, 8, 2.5),
  'payment-methods.list': cost(3, 5, 1, 3),
  'payment-methods.list-of-payer': cost(5, 6, 1, 4),
  'payment-methods.set-default': cost(2, 4, 4, 2.5),
  'payment-methods.set-default-as-published': cost(2, 4, 4, 2.5),

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
  // A card that waits is found by what the payment keeps: nothing more is asked of this table.
  'payments.create, with a card that waits': cost(2, 2, 3, 0.5),
  'payments.update, with another card that waits': cost(2, 3, 3, 1.5),
  'payments.confirm, with the card that waits': cost(3, 4, 8, 1.5),
  // The token, its payment method, and the use that is noted there: read, and written with its customer.
  'payments.confirm, with a payment token': cost(7, 9, 10, 4.5),
  'payments.confirm, with a card of the vault': cost(3, 4, 8, 1.5),
  'payments.create, saving the card': cost(8, 8, 18, 2.5),
  'payments.create, saving a card that is saved': cost(7, 7, 13, 2.5),
  'payments.create, charging a saved card': cost(7, 7, 10, 2.5),
  'payments.retrieve, sync that makes a saved card usable': cost(5, 6, 9, 3.5),
  'payments.cancel, of a payment whose card waits': cost(2, 3, 3, 1.5),
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

/** What one request makes one table of the vault do. Its steps come on top of the switch's own. */
export type VaultCost = Omit<Cost, 'steps'>;

/**
 * What payments cost in the vault, by its tables, with its keys in memory. A payment with a card in
 * the request that is not saved is no row here: it never comes near the vault.
 */
export const vaultBudgets: Readonly<Record<string, Readonly<Record<string, VaultCost>>>> = {
  'payments.create, with a card that waits': {
    cards: { calls: 1, writeUnits: 3, readUnits: 0 },
    codes: { calls: 1, writeUnits: 2, readUnits: 0 },
    audit: { calls: 2, writeUnits: 4, readUnits: 0 },
  },
  'payments.update, with another card that waits': {
    cards: { calls: 3, writeUnits: 6, readUnits: 1 },
    codes: { calls: 2, writeUnits: 4, readUnits: 0 },
    audit: { calls: 4, writeUnits: 8, readUnits: 0 },
  },
  'payments.confirm, with the card that waits': {
    cards: { calls: 3, writeUnits: 3, readUnits: 2 },
    codes: { calls: 2, writeUnits: 3, readUnits: 0 },
    audit: { calls: 3, writeUnits: 6, readUnits: 0 },
  },
  'payments.confirm, with a payment token': {
    cards: { calls: 1, writeUnits: 0, readUnits: 1 },
    audit: { calls: 1, writeUnits: 2, readUnits: 0 },
  },
  'payments.confirm, with a card of the vault': {
    cards: { calls: 2, writeUnits: 0, readUnits: 2 },
    codes: { calls: 2, writeUnits: 2, readUnits: 1 },
    audit: { calls: 2, writeUnits: 4, readUnits: 0 },
  },
  'payments.create, saving the card': {
    cards: { calls: 1, writeUnits: 3, readUnits: 0 },
    audit: { calls: 1, writeUnits: 2, readUnits: 0 },
  },
  'payments.create, saving a card that is saved': {
    cards: { calls: 4, writeUnits: 6, readUnits: 2 },
    codes: { calls: 2, writeUnits: 1, readUnits: 1 },
    audit: { calls: 2, writeUnits: 4, readUnits: 0 },
  },
  'payments.create, charging a saved card': {
    cards: { calls: 1, writeUnits: 0, readUnits: 1 },
    audit: { calls: 1, writeUnits: 2, readUnits: 0 },
  },
  'payments.cancel, of a payment whose card waits': {
    cards: { calls: 2, writeUnits: 3, readUnits: 1 },
    codes: { calls: 1, writeUnits: 2, readUnits: 0 },
    audit: { calls: 2, writeUnits: 4, readUnits: 0 },
  },
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
