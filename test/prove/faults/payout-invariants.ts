import { createHash } from 'node:crypto';
import * as v from 'valibot';
import { idInReference } from '#connectors/sent-reference.ts';
import { LedgerPayout, standingPayout } from '#sandbox/payout-ledger.ts';
import type { Payout } from '#switch/payouts/payout.ts';
import { isOver, lifecycle } from '#switch/payouts/payout-status.ts';
import type { SimulatedSwitch } from './simulated-switch.ts';
import type { Violation } from './violation.ts';

/** A payout by all that is committed of it, oldest first. */
interface PayoutLife {
  readonly merchantId: string;
  readonly id: string;
  readonly versions: readonly {
    readonly at: number;
    readonly is: Payout;
    readonly item: Readonly<Record<string, unknown>>;
  }[];
  readonly last: Payout;
}

const violation = (invariant: Violation['invariant'], what: string): Violation => ({
  invariant,
  what: `payout ${what}`,
});

/** Everything about payouts that is not as it must be in a world that has settled. */
export function payoutViolations(
  world: SimulatedSwitch,
  lives: Iterable<PayoutLife>,
): readonly Violation[] {
  const now = new Date(world.time.now());
  const books = new Map(
    world.payoutBooks().map((item) => {
      const standing = standingPayout(v.parse(LedgerPayout, item), now);
      const payout = { ...standing, reference: idInReference(standing.reference) };
      return [`${payout.keyHash} ${payout.reference}`, payout];
    }),
  );
  const keyHashOf = new Map(
    world.merchants.map(({ id, processorKey }) => [
      id,
      createHash('sha256').update(processorKey).digest('hex'),
    ]),
  );
  const found: Violation[] = [];
  for (const { reference, movements } of books.values()) {
    const times = movements.filter(({ kind }) => kind === 'paid out').length;
    if (times > 1) found.push(violation('V1', `${reference} was paid ${times} times`));
  }
  for (const life of lives) {
    const booked = books.get(`${keyHashOf.get(life.merchantId)} ${life.last.attempt.id}`);
    books.delete(`${keyHashOf.get(life.merchantId)} ${life.last.attempt.id}`);
    found.push(...answersMatchState(life, booked), ...isNotStuck(life), ...movesLawfully(life));
    const { attachedDestination: held } = life.last;
    if (held?.in === 'vault' && !isInVault(world, held.token)) {
      found.push(violation('V3', `${life.id}: the vault has no card for it`));
    }
  }
  for (const { reference } of books.values()) {
    found.push(violation('V1', `${reference} is with the processor and not ours`));
  }
  return found;
}

const isInVault = (world: SimulatedSwitch, token: string) =>
  world.vault.ports.cards
    .items()
    .some((item) => item.token === token && item.deletedAt === undefined);

function answersMatchState(
  { id, last }: PayoutLife,
  booked: LedgerPayout | undefined,
): Violation[] {
  const found: Violation[] = [];
  const paid = booked?.movements.filter(({ kind }) => kind === 'paid out') ?? [];
  if (last.status === 'success' && paid.length !== 1) {
    found.push(violation('V10', `${id} was called success and not paid`));
  }
  const isPaidInFact = last.status === 'success' || last.status === 'reversed';
  if (paid.length > 0 && !isPaidInFact) {
    found.push(violation('V10', `${id} was paid and is called ${last.status}`));
  }
  if (paid.some(({ amountMinor }) => amountMinor !== last.amountMinor)) {
    found.push(violation('V2', `${id} was paid another amount`));
  }
  return found;
}

const isPendingSync = ({ status, attempt, cancelAskedAt }: Payout) =>
  !isOver(status) &&
  attempt.askedAt !== undefined &&
  (status !== 'requires_fulfillment' || cancelAskedAt !== undefined);

function isNotStuck({ id, versions, last }: PayoutLife): Violation[] {
  const found: Violation[] = [];
  for (const { at, is, item } of versions) {
    if (!isPendingSync(is)) continue;
    const aheadMs = typeof item.dueAt === 'string' ? Date.parse(item.dueAt) - at : Number.NaN;
    if (item.duePk === undefined || !(aheadMs <= 3_600_000 + 300_000)) {
      found.push(violation('V4', `${id} waits (version ${is.version}) and is not due`));
    }
  }
  if (isPendingSync(last)) found.push(violation('V4', `${id} is still ${last.status}`));
  return found;
}

function movesLawfully({ id, versions }: PayoutLife): Violation[] {
  const found: Violation[] = [];
  versions.reduce((before, after) => {
    const [from, to] = [before.is.status, after.is.status];
    if (from !== to && !Object.values(lifecycle[from]).includes(to)) {
      found.push(violation('V5', `${id}: ${from} → ${to}`));
    }
    if (after.is.version !== before.is.version + 1) {
      found.push(violation('V5', `${id}: version ${before.is.version} → ${after.is.version}`));
    }
    return after;
  });
  return found;
}
