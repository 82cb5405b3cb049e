import * as v from 'valibot';
import type { Table } from '#platform/table/table.ts';
import type { Payment } from '../payment.ts';
import type { PaymentStore } from '../payment-store.ts';
import type { Page } from './page-token.ts';

/** How often a page without a key may cause a sync of a payment, in milliseconds. */
export const turnMs = 5_000;

export interface SyncTurns {
  /**
   * Takes the turn to sync a payment. Across all containers only one visitor gets each turn.
   * Returns undefined to the visitor who got it, else the time of the next turn.
   */
  take(
    payment: Pick<Payment, 'merchantId' | 'id'>,
    page: Page,
    now: Date,
  ): Promise<Date | undefined>;
}

/** An item of its own, so that a visit writes neither the payment nor its stream. */
const turnKey = ({ merchantId, id }: Pick<Payment, 'merchantId' | 'id'>, page: Page) => ({
  pk: `MERCHANT#${merchantId}#SYNC_TURN#${id}`,
  sk: `SYNC_TURN#${page}`,
});

const Turn = v.looseObject({ freeAtMs: v.number() });

export const syncTurns = (table: Table): SyncTurns => ({
  async take(payment, page, now) {
    const key = turnKey(payment, page);
    const freeAtMs = now.getTime() + turnMs;
    const set = { freeAtMs, expiresAtSeconds: Math.ceil(freeAtMs / 1_000) };
    if (await table.changeWhere(key, { set }, { atMost: { freeAtMs: now.getTime() } })) return;
    const taken = v.safeParse(Turn, await table.get(key));
    return new Date(taken.success ? Math.min(taken.output.freeAtMs, freeAtMs) : freeAtMs);
  },
});

/** The services that wait for a turn. */
export interface TurnServices {
  readonly payments: Pick<PaymentStore, 'get'>;
  readonly syncTurns: SyncTurns;
  readonly clock: () => Date;
  /** Waits this many milliseconds. */
  readonly wait: (ms: number) => Promise<unknown>;
}

interface TurnInput {
  /** Whether a sync still makes sense. */
  isOpen(payment: Payment): boolean;
  sync(payment: Payment): Promise<Payment>;
}

/**
 * The first pause while another visitor's sync runs, in milliseconds; each further pause is twice
 * as long.
 */
const firstPauseMs = 250;

/**
 * Syncs a payment unless another visitor has done so for this page in the last five seconds. A
 * visitor who comes meanwhile waits for that result, and for the next turn when nothing has
 * changed. Two tabs show the same result, and a customer who paid in between sees it. Of several
 * waiting visitors one gets the next turn; the others continue with the result known by then.
 */
export async function inTurn(
  payment: Payment,
  page: Page,
  { isOpen, sync }: TurnInput,
  { payments, syncTurns, clock, wait }: TurnServices,
): Promise<Payment> {
  if (!isOpen(payment)) return payment;
  const freeAt = await syncTurns.take(payment, page, clock());
  if (!freeAt) return sync(payment);
  let current = payment;
  let leftMs = freeAt.getTime() - clock().getTime();
  for (let pauseMs = firstPauseMs; leftMs > 0; pauseMs *= 2) {
    const ms = Math.min(pauseMs, leftMs);
    await wait(ms);
    leftMs -= ms;
    current = await payments.get(payment.merchantId, payment.id);
    if (!isOpen(current)) return current;
  }
  return (await syncTurns.take(payment, page, clock())) ? current : sync(current);
}
