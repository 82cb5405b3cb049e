import * as v from 'valibot';
import { bodyOf, vaultOutcomeOf } from './container.ts';
import { markdownTable } from './markdown-table.ts';
import type { BenchRequest } from './measured-operations.ts';
import { newToken } from './script.ts';
import { askEach, type BenchTargets, withoutOutput } from './targets.ts';
import {
  captureCard,
  createSessionToken,
  serviceCode,
  storeCard,
  takeCvc,
} from './vault-operations.ts';
import type { VaultTenant } from './vault-tenant.ts';

/** Concurrent requests for the same token or code. */
const concurrency = 50;

interface Tally {
  readonly what: string;
  /** The code with which the vault refuses the requests that lost. */
  readonly tooLate: string;
  winners: number;
  /** Rounds that did not have exactly one winner. */
  violations: number;
  refused: number;
  /** Requests refused for another reason, such as a busy database. */
  readonly others: string[];
}

/**
 * In each round fifty requests store a card with one session token. Fifty more take one card's
 * service code, each with its own session token. They run through the real handlers over the table
 * emulator. Returns a table. Throws when a round did not have exactly one winner.
 */
export async function vaultTokens(
  targets: BenchTargets,
  tenant: VaultTenant,
  rounds: number,
): Promise<string> {
  const tokens = tallyOf('capture a card with one session token', 'session_expired');
  const codes = tallyOf('take one service code', 'resource_not_found');
  for (let round = 0; round < rounds; round++) {
    await withoutOutput(async () => {
      count(tokens, await captureConcurrently(targets, tenant));
      count(codes, await takeConcurrently(targets, tenant));
    });
  }
  const table = markdownTable(
    [
      `${concurrency} requests at once`,
      'rounds',
      'winners',
      'rounds with more or fewer than one',
      'too late',
      'other answers',
    ],
    [tokens, codes].map(({ what, winners, violations, refused, others }) => [
      what,
      String(rounds),
      String(winners),
      String(violations),
      String(refused),
      others.length === 0 ? '0' : `${others.length} (${[...new Set(others)].join(', ')})`,
    ]),
  );
  if (tokens.violations + codes.violations > 0) {
    throw new Error(`Not exactly one of many got what one alone may have.\n${table}`);
  }
  return table;
}

const tallyOf = (what: string, tooLate: string): Tally => ({
  what,
  tooLate,
  winners: 0,
  violations: 0,
  refused: 0,
  others: [],
});

function count(tally: Tally, outcomes: readonly (200 | string)[]) {
  const won = outcomes.filter((outcome) => outcome === 200).length;
  tally.winners += won;
  if (won !== 1) tally.violations += 1;
  for (const outcome of outcomes) {
    if (outcome === tally.tooLate) tally.refused += 1;
    else if (outcome !== 200) tally.others.push(String(outcome));
  }
}

/** The outcomes of requests that use the same session token. */
async function captureConcurrently(targets: BenchTargets, tenant: VaultTenant) {
  const token = newToken();
  await askEach([createSessionToken(tenant, 'card')], [token], targets);
  const answers = await sendConcurrently(
    captureCard,
    Array.from({ length: concurrency }, () => token),
    targets,
  );
  return answers.map(vaultOutcomeOf);
}

const Taken = v.object({
  data: v.object({ attributes: v.object({ service_code: v.literal(serviceCode) }) }),
});

/** The outcomes of requests for the same card's code. Throws when one of them gets another code. */
async function takeConcurrently(targets: BenchTargets, tenant: VaultTenant) {
  const stores = storeCard(tenant);
  const card = newToken();
  await askEach([stores], [card], targets);
  const stored = targets.earlier(card).get(stores.bundle);
  const takers = Array.from({ length: concurrency }, newToken);
  for (const taker of takers) targets.keep(taker, stores.bundle, stored);
  const creates = createSessionToken(tenant, 'show_service_code');
  await askEach([creates], takers, targets);
  const answers = await sendConcurrently(takeCvc, takers, targets);
  return answers.map((answer) => {
    const outcome = vaultOutcomeOf(answer);
    if (outcome === 200) v.parse(Taken, bodyOf(answer));
    return outcome;
  });
}

/** All requests are prepared before the first is sent. */
async function sendConcurrently(
  { bundle, request }: BenchRequest,
  tokens: readonly string[],
  { live, merchant, earlier }: BenchTargets,
): Promise<readonly unknown[]> {
  const ready = tokens.map((token) =>
    live(bundle).prepare(request(token, merchant, earlier(token))),
  );
  return Promise.all(ready.map((send) => send()));
}
