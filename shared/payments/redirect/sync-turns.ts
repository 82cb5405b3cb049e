import * as v from 'valibot';
import type { Table } from '../../table/table.ts';
import type { Payment } from '../payment.ts';
import type { PaymentStore } from '../payment-store.ts';
import type { Page } from './page-token.ts';

/** How often a page that takes no key may have a processor asked about a payment, in milliseconds. */
export const turnMs = 5_000;

export interface SyncTurns {
  /**
   * Takes the turn to ask about a payment, which one of many visitors gets, in whichever container.
   * Returns when the next turn begins where it is taken; undefined for the visitor who got it.
   */
  take(
    payment: Pick<Payment, 'merchantId' | 'id'>,
    page: Page,
    now: Date,
  ): Promise<Date | undefined>;
}

/** An item of its own, so that a visit touches neither the payment nor the readers of its changes. */
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

/** What waiting for a turn reaches. */
export interface TurnServices {
  readonly payments: Pick<PaymentStore, 'get'>;
  readonly syncTurns: SyncTurns;
  readonly clock: () => Date;
  /** Lets so many milliseconds pass. */
  readonly wait: (ms: number) => Promise<unknown>;
}

interface TurnInput {
  /** Whether it still makes sense to ask. */
  isOpen(payment: Payment): boolean;
  ask(payment: Payment): Promise<Payment>;
}

/** The first pause of a visitor who waits for another visitor's answer, in milliseconds; each next is twice as long. */
const firstPauseMs = 250;

/**
 * Asks about a payment when no other visitor has asked for this page in the last five seconds. A visitor who
 * comes meanwhile waits for what that brings, and for the next turn where it brings nothing: so two tabs
 * are told the same, and a customer who was at the shop in between is told what happened since. Of many
 * who wait one gets the next turn, and the others go on with what is known by then.
 */
export async function inTurn(
  payment: Payment,
  page: Page,
  { isOpen, ask }: TurnInput,
  { payments, syncTurns, clock, wait }: TurnServices,
): Promise<Payment> {
  if (!isOpen(payment)) return payment;
  const freeAt = await syncTurns.take(payment, page, clock());
  if (!freeAt) return ask(payment);
  let current = payment;
  let leftMs = freeAt.getTime() - clock().getTime();
  for (let pauseMs = firstPauseMs; leftMs > 0; pauseMs *= 2) {
    const ms = Math.min(pauseMs, leftMs);
    await wait(ms);
    leftMs -= ms;
    current = await payments.get(payment.merchantId, payment.id);
    if (!isOpen(current)) return current;
  }
  return (await syncTurns.take(payment, page, clock())) ? current : ask(current);
}
