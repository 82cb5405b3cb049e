import { scenarios } from '../scenarios/all-scenarios.ts';
import { jobs } from '../scenarios/jobs.ts';
import type { Budget, VaultCost } from '../scenarios/scenario.ts';
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
    Object.entries({ ...scenarios, ...stripe, ...jobs }).flatMap(([name, { budget }]) =>
      budget ? [[name, budget]] : [],
    ),
  ),
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
