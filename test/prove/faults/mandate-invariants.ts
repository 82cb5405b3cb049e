import type { Mandate } from '#switch/mandates/mandate.ts';
import type { Payment } from '#switch/payments/payment.ts';
import type { Violation } from './violation.ts';

/** Something by all that is committed of it, oldest first. */
interface LifeOf<T> {
  readonly merchantId: string;
  readonly id: string;
  readonly versions: readonly { readonly is: T }[];
  readonly last: T;
}

const violation = (invariant: Violation['invariant'], what: string): Violation => ({
  invariant,
  what: `mandate ${what}`,
});

/** The part of its mandate's amount that a payment takes, in minor units. */
function takenBy({ mandate, chargedMinor = 0 }: Payment): number {
  if (mandate?.role !== 'charged') return 0;
  if (mandate.state === 'reserved') return mandate.amountMinor;
  return mandate.state === 'used' ? chargedMinor : 0;
}

/** Everything about mandates that is not as it must be in a world that has settled. */
export function mandateViolations(
  mandates: Iterable<LifeOf<Mandate>>,
  payments: Iterable<LifeOf<Payment>>,
): readonly Violation[] {
  const found: Violation[] = [];
  const all = [...payments].map(({ last }) => last);
  const known = new Set<string>();
  for (const { merchantId, id, versions, last } of mandates) {
    known.add(`${merchantId} ${id}`);
    const charged = all.filter((one) => one.merchantId === merchantId && one.mandate?.id === id);
    const taken = charged.reduce((sum, payment) => sum + takenBy(payment), 0);
    if (last.usedMinor !== taken) {
      found.push(violation('V3', `${id} says ${last.usedMinor} was taken, payments say ${taken}`));
    }
    const { limitMinor = Number.POSITIVE_INFINITY } = last;
    for (const { is } of versions) {
      if (is.usedMinor > limitMinor) {
        found.push(violation('V2', `${id} allows ${limitMinor}, and ${is.usedMinor} was taken`));
      }
    }
    const uses = charged.filter((payment) => takenBy(payment) > 0).length;
    if (last.kind === 'single_use' && uses > 1) {
      found.push(violation('V1', `${id} serves once and was charged ${uses} times`));
    }
    // One that a payment has reserved, of which nothing is known yet, may be given back.
    const isOpen = charged.some(
      ({ status, mandate }) => status === 'processing' && mandate?.state === 'reserved',
    );
    const isOver = last.kind === 'single_use' && uses === 1 && !isOpen;
    if (isOver && last.status !== 'revoked') {
      found.push(violation('V5', `${id} has served and is ${last.status}`));
    }
    const states = versions.map(({ is }) => is.status);
    if (states.some((status, at) => status === 'active' && states[at - 1] === 'revoked')) {
      found.push(violation('V5', `${id} was revoked and is active again`));
    }
  }
  for (const { merchantId, id, status, mandate } of all) {
    if (mandate && !known.has(`${merchantId} ${mandate.id}`)) {
      found.push(violation('V3', `${mandate.id} of ${id} is not there`));
    }
    if (mandate?.role === 'changed' && status === 'succeeded') {
      const { state, deleteAt } = mandate;
      if (state !== 'done') found.push(violation('V4', `${mandate.id} was not changed by ${id}`));
      if (deleteAt !== undefined) found.push(violation('V4', `of before ${id} is still due`));
    }
    const isOver = status === 'succeeded' || status === 'failed' || status === 'cancelled';
    if (isOver && mandate?.role === 'charged' && mandate.state === 'reserved') {
      found.push(violation('V4', `${mandate.id} waits for ${id}, which is ${status}`));
    }
  }
  return found;
}
