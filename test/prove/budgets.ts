import { scenarios } from '../scenarios/all-scenarios.ts';
import { type Budget, cost, type VaultCost, within } from '../scenarios/scenario.ts';
import { stripe } from '../scenarios/stripe.ts';

/**
 * The cost of every operation in a warm container: configuration and the merchant of the key are
 * cached. Payments are those of an ordinary shop, about 2 KB each. A row is named after its
 * operation; the case follows the name.
 *
 * An operation that moves money, stops fraud or fills a checkout also reads its merchant's stamp:
 * one call and one unit more, in a step that it takes anyway. Limits are stated without it, with `+
 * 1`. A change of settings moves the stamp after its write: one step, one call and one unit
 * (decision 27).
 *
 * The range of a typed card is cached like the configuration. A container that has not read it for
 * ten seconds reads it beside the payment, for one call and one unit and no further step. So is the
 * state of the processor: a container that has neither read it nor got an answer for five seconds
 * reads it beside a save, for one call and half a unit.
 */
export const budgets: Readonly<Record<string, Budget>> = {
  ...Object.fromEntries(
    Object.entries({ ...scenarios, ...stripe }).flatMap(([name, { budget }]) =>
      budget ? [[name, budget]] : [],
    ),
  ),

  // One row, then one count; the count of an earlier row goes down. A payment with an email address
  // is also listed under that address, once.
  'queues.project-lists': cost(3, 3, 3, 0),
  'queues.project-lists, of a thing that is listed': cost(2, 3, 3, 0),
  'queues.project-lists, of a hundred': cost(3, 201, 201, 0),
  'queues.notify-from-sandbox': cost(1, 1, 0, 1),
  'queues.publish-events': within(cost(1, 1, 1, 0), cost(1, 1, 3, 0)),
  'queues.publish-events, of what waits': cost(1, 1, 1, 0),
  'queues.deliver-webhook': within(cost(1, 1, 1, 0), cost(1, 1, 1, 0)),
  'queues.deliver-webhook, that fails': cost(1, 1, 2, 0),
  'queues.deliver-webhook, that is refused at length': cost(2, 2, 6, 0),
  'queues.deliver-webhook, once more': cost(2, 2, 2, 1),
  'queues.deliver-webhook, that fails once more': cost(2, 2, 3, 1),
  // The receiver's timeout is stored in one small item, written every ten seconds at most; the
  // first time, the stamp of the merchant's settings, which are read here, moves as well.
  'queues.deliver-webhook, that is not answered in time': cost(4, 4, 4, 1),
  // Passed on to the queue of slow receivers, whose state is read with the settings.
  'queues.deliver-webhook, to a receiver that let us wait': cost(0, 0, 0, 0),
  // A place at the receiver is taken and given back.
  'queues.deliver-webhook, from the queue of slow receivers': cost(3, 3, 3, 0),
  // All shards at once, also when nothing is due.
  'queues.find-due': cost(1, 16, 0, 8),
  'queues.sync-pending': cost(3, 3, 3, 1.5),
  // It reads pages only, from outside.
  'queues.check-link-pages': cost(0, 0, 0, 0),
};

/**
 * The cost of payments in each table of the vault, with the vault's keys in memory. A payment whose
 * card is in the request and is not saved has no row: it never calls the vault.
 */
export const vaultBudgets: Readonly<Record<string, Readonly<Record<string, VaultCost>>>> = {
  ...Object.fromEntries(
    Object.entries(scenarios).flatMap(([name, { vault }]) => (vault ? [[name, vault]] : [])),
  ),
};

/**
 * Create, confirm, retrieve, one more retrieve, one event that is delivered at the first attempt.
 */
export const journey = {
  rows: [
    'payments.create',
    'payments.confirm',
    'payments.retrieve',
    'payments.retrieve',
    'queues.publish-events',
    'queues.deliver-webhook',
  ],
  // One read unit is for the stamp, which makes its confirm see new settings against fraud at once.
  limit: { writeUnits: 16, readUnits: 5 + 1 },
} as const;
