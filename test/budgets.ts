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
  'profiles.list': cost(2, 2, 0, 1.5),
  'connector-accounts.create': cost(3, 3, 1, 1.5),
  'connector-accounts.list': cost(2, 2, 0, 1.5),

  'customers.create': within(cost(2, 2, 1, 0.5), cost(2, 2, 2, 0.5)),
  'customers.retrieve': within(cost(1, 2, 0, 1.5), cost(1, 2, 0, 1.5)),
  'customers.update': within(cost(2, 3, 1, 1.5), cost(2, 3, 1, 1.5)),

  'payments.create': within(cost(2, 2, 2, 0.5), cost(2, 2, 4, 0.5)),
  'payments.create, identifier taken': within(cost(2, 2, 2, 0.5), cost(2, 2, 3, 0.5)),
  'payments.create, new customer': within(cost(2, 3, 3, 0.5), cost(2, 3, 6, 0.5)),
  'payments.create, known customer': within(cost(2, 3, 3, 0.5), cost(2, 3, 6, 0.5)),
  'payments.create, with confirm': within(cost(3, 3, 6, 0.5), cost(3, 3, 7, 0.5)),
  // Before money is at stake it must be certain that the customer may pay: one step more.
  'payments.create, with confirm and a new customer': within(
    cost(4, 4, 7, 0.5),
    cost(4, 4, 9, 0.5),
  ),
  'payments.confirm': within(cost(3, 4, 6, 1.5), cost(3, 4, 6, 1.5)),
  'payments.confirm, by the customer': within(cost(3, 4, 6, 1.5), cost(3, 4, 6, 1.5)),
  'payments.confirm, new customer': within(cost(4, 5, 7, 1.5), cost(4, 5, 8, 1.5)),
  'payments.retrieve': within(cost(1, 2, 0, 1.5), cost(1, 2, 0, 1.5)),
  'payments.retrieve, sync without news': within(cost(1, 2, 0, 1.5), cost(1, 2, 0, 1.5)),
  'payments.retrieve, sync with news': within(cost(2, 3, 3, 1.5), cost(2, 3, 3, 1.5)),

  // The sandbox processor has a table of its own.
  'sandbox.authorize': cost(1, 1, 1, 0),
  'sandbox.authorize, with a challenge': cost(2, 2, 2, 0),
  'sandbox.retrieve': cost(1, 1, 0, 1),
  'sandbox.challenge': cost(2, 2, 0, 2),
  'sandbox.complete': cost(3, 3, 1, 2),

  'queues.publish-events': within(cost(1, 1, 3, 0), cost(1, 1, 3, 0)),
  'queues.deliver-webhook': within(cost(1, 1, 1, 0), cost(1, 1, 1, 0)),
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
