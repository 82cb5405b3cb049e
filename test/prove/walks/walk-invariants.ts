import * as v from 'valibot';
import { idInReference } from '#connectors/sent-reference.ts';
import { standing } from '#sandbox/ledger.ts';
import { LedgerPayment } from '#sandbox/ledger-payment.ts';
import { eventually } from '../../support/runner/eventually.ts';
import { isOpen } from './settle.ts';
import type { Ground, Played } from './walker.ts';

const Payment = v.looseObject({
  payment_id: v.string(),
  status: v.string(),
  amount: v.number(),
  net_amount: v.number(),
  amount_received: v.nullish(v.number()),
  attempt_count: v.number(),
});
type Payment = v.InferOutput<typeof Payment>;

const Refund = v.looseObject({
  refund_id: v.string(),
  payment_id: v.string(),
  status: v.string(),
  amount: v.number(),
});
type Refund = v.InferOutput<typeof Refund>;

const PaymentList = v.looseObject({ data: v.array(Payment) });
const RefundList = v.looseObject({ data: v.array(Refund) });

const Event = v.looseObject({
  event_id: v.string(),
  event_type: v.string(),
  content: v.object({
    object: v.looseObject({
      payment_id: v.optional(v.string()),
      refund_id: v.optional(v.string()),
      status: v.optional(v.string()),
    }),
  }),
});

/** Statuses that only a person can leave: right after an answer that states another amount. */
const forPersons: ReadonlySet<string> = new Set(['conflicted', 'review']);

/** The end of a walk, as the merchant sees it and as the processor's books have it. */
interface End {
  readonly played: Played;
  readonly payments: readonly Payment[];
  readonly refunds: readonly Refund[];
  readonly books: readonly LedgerPayment[];
  readonly lost: readonly string[];
}

/**
 * All that is wrong at the end of a walk, after `settle`: sentences, of which each names an object.
 *
 * @param withinMs how long lists and webhooks may follow behind, in ms
 */
export async function brokenInvariants(
  ground: Ground,
  played: Played,
  withinMs?: number,
): Promise<readonly string[]> {
  const end = await endOf(ground, played);
  return [
    ...serverErrors(end),
    ...otherAnswers(end),
    ...end.lost,
    ...stuck(end),
    ...end.payments.flatMap((payment) => wrongMoney(payment, end)),
    ...unknownCharges(end),
    ...wrongRefunds(end),
    ...(await untilNone(() => otherLists(ground, end), withinMs)),
    ...(await untilNone(() => otherEvents(ground, end), withinMs)),
  ];
}

async function endOf({ running }: Ground, played: Played): Promise<End> {
  const { merchant, asked, paymentIds, refundIds, keyHash } = played;
  const { key } = merchant;
  const lost: string[] = [];
  /** An object in an answer must be there; one that was only asked for may be. */
  const answered = new Set(
    asked.flatMap(({ status, answer }) => (status === 200 ? idsIn(answer) : [])),
  );
  async function find<S extends v.GenericSchema>(schema: S, path: string, id: string) {
    const { status, body, text } = await running.call('GET', `${path}/${id}`, { key });
    if (status === 200) return [v.parse(schema, body)];
    if (answered.has(id) || status !== 404) lost.push(`${id} is lost: ${status} ${text}`);
    return [];
  }
  const payments: Payment[] = [];
  for (const id of paymentIds) payments.push(...(await find(Payment, '/payments', id)));
  const refunds: Refund[] = [];
  for (const id of refundIds) refunds.push(...(await find(Refund, '/refunds', id)));
  const now = new Date(Date.now() + running.clocks.aheadMs);
  const items = await running.items(`SANDBOX#${keyHash}#PAYMENT#`);
  const books = items.flatMap((item) =>
    v.is(LedgerPayment, item) ? standing(v.parse(LedgerPayment, item), now) : [],
  );
  return { played, payments, refunds, books, lost };
}

const Named = v.object({ payment_id: v.optional(v.string()), refund_id: v.optional(v.string()) });
const idsIn = (answer: unknown): readonly string[] => {
  if (!v.is(Named, answer)) return [];
  return [answer.payment_id, answer.refund_id].filter((id) => id !== undefined);
};

const serverErrors = ({ played: { asked } }: End) =>
  asked.flatMap(({ request, body, status, answer }) =>
    status !== undefined && status >= 500
      ? [`${request} ${JSON.stringify(body)} was answered ${status} ${JSON.stringify(answer)}`]
      : [],
  );

/** A request that comes twice under one key is about one object. */
const otherAnswers = ({ played: { asked } }: End) =>
  [...Map.groupBy(asked, ({ idempotencyKey }) => idempotencyKey)].flatMap(([key, both]) => {
    const named = both.flatMap(({ status, answer }) =>
      status === 200 ? idsIn(answer).at(-1) : [],
    );
    const ids = new Set(named);
    return key !== undefined && ids.size > 1
      ? [`one key, and the objects ${[...ids].join(' and ')}: ${both[0]?.request}`]
      : [];
  });

function stuck({ payments, refunds, played: { hadOtherAmounts } }: End) {
  const isStuck = (status: string) =>
    isOpen(status) || (!hadOtherAmounts && forPersons.has(status));
  return [
    ...payments.flatMap(({ payment_id: id, status }) =>
      isStuck(status) ? [`${id} is still ${status}`] : [],
    ),
    ...refunds.flatMap(({ refund_id: id, status }) =>
      isStuck(status) ? [`refund ${id} is still ${status}`] : [],
    ),
  ];
}

/** The payment of which this is an attempt at the processor. */
const paymentOf = ({ reference }: LedgerPayment) => idInReference(reference).replace(/_\d+$/, '');

const moved = ({ movements }: LedgerPayment, ...kinds: readonly string[]) =>
  movements
    .filter(({ kind }) => kinds.includes(kind))
    .reduce((sum, { amountMinor }) => sum + amountMinor, 0);

function wrongMoney(payment: Payment, { books, refunds }: End): readonly string[] {
  const { payment_id: id, status, net_amount: asked } = payment;
  const found: string[] = [];
  const own = books.filter((book) => paymentOf(book) === id);
  for (const book of own) {
    const times = book.movements.filter(({ kind }) =>
      ['charged', 'reserved'].includes(kind),
    ).length;
    if (times > 1) found.push(`${book.reference} was charged ${times} times`);
    for (const kind of ['captured', 'refunded'] as const) {
      const references = book.movements.flatMap((one) => (one.kind === kind ? one.reference : []));
      if (new Set(references).size < references.length) {
        found.push(`a part of ${book.reference} was ${kind} twice`);
      }
    }
  }
  const taken = own.filter((book) => moved(book, 'charged', 'captured') > 0);
  if (taken.length > 1) found.push(`${id} was paid by ${taken.length} attempts`);
  const captured = own.reduce((sum, book) => sum + moved(book, 'charged', 'captured'), 0);
  const givenBack = own.reduce((sum, book) => sum + moved(book, 'given back'), 0);
  const refunded = own.reduce((sum, book) => sum + moved(book, 'refunded'), 0);
  if (captured > asked) found.push(`${captured} of ${asked} were captured for ${id}`);
  if (refunded > captured) found.push(`${refunded} of ${captured} were refunded for ${id}`);
  if (forPersons.has(status)) return found;

  const received = payment.amount_received ?? 0;
  if (received !== captured - givenBack) {
    found.push(
      `${id} is ${status} and received ${received}; the books say ${captured - givenBack}`,
    );
  }
  if (status === 'failed' || status === 'cancelled') {
    const held = own
      .filter(({ state }) => state === 'authorized')
      .map(({ reference }) => reference);
    if (held.length > 0) found.push(`${id} is ${status}, and the processor still holds ${held}`);
  }
  const ofSwitch = refunds.filter((one) => one.payment_id === id && one.status === 'succeeded');
  const said = ofSwitch.reduce((sum, { amount }) => sum + amount, 0);
  if (said !== refunded && !refunds.some((one) => forPersons.has(one.status))) {
    found.push(`${said} were refunded for ${id}; the books say ${refunded}`);
  }
  return found;
}

const unknownCharges = ({ payments, books }: End) =>
  books
    .filter((book) => !payments.some(({ payment_id }) => payment_id === paymentOf(book)))
    .map(({ reference }) => `${reference} was charged for no payment`);

function wrongRefunds({ refunds, books }: End) {
  const moves = new Set(
    books.flatMap(({ movements }) =>
      movements.flatMap(({ kind, reference }) =>
        kind === 'refunded' && reference !== undefined ? idInReference(reference) : [],
      ),
    ),
  );
  return refunds.flatMap(({ refund_id: id, status }) => {
    if (status === 'succeeded' && !moves.has(id))
      return `refund ${id} succeeded, and moved nothing`;
    if (status === 'failed' && moves.has(id)) return `refund ${id} failed, and moved money`;
    return [];
  });
}

/** Lists follow the payments by a moment. */
async function otherLists({ running }: Ground, { played, payments, refunds }: End) {
  const { key } = played.merchant;
  const listed = await running.call('GET', '/payments/list', { key, query: { limit: '100' } });
  const { data } = v.parse(PaymentList, listed.body);
  const other = await running.call('POST', '/refunds/list', { key, body: { limit: 100 } });
  // A merchant without refunds has no list of them.
  const refundList = other.status === 404 ? [] : v.parse(RefundList, other.body).data;
  return [
    ...differences(
      new Map(payments.map((one) => [one.payment_id, lineOf(one)])),
      new Map(data.map((one) => [one.payment_id, lineOf(one)])),
    ),
    ...differences(
      new Map(refunds.map((one) => [one.refund_id, `${one.status} ${one.amount}`])),
      new Map(refundList.map((one) => [one.refund_id, `${one.status} ${one.amount}`])),
    ),
  ];
}

const lineOf = ({ status, amount }: Payment) => `${status} ${amount}`;

const differences = (retrieved: ReadonlyMap<string, string>, listed: ReadonlyMap<string, string>) =>
  [...new Set([...retrieved.keys(), ...listed.keys()])].flatMap((id) =>
    retrieved.get(id) === listed.get(id)
      ? []
      : [`${id} is listed as ${listed.get(id)} and retrieved as ${retrieved.get(id)}`],
  );

/** Ends of which a webhook is sent, by the words of the object's status. */
const announced: ReadonlySet<string> = new Set([
  ...['succeeded', 'failed', 'cancelled', 'partially_captured', 'requires_capture'],
  ...['partially_captured_and_capturable', 'cancelled_post_capture'],
]);

async function otherEvents({ receiver }: Ground, { played, payments, refunds }: End) {
  const events = receiver
    .received(played.webhookPath)
    .map(({ event, body }) => ({ ...v.parse(Event, event), text: body.toString('utf8') }));
  const found: string[] = [];
  const bodies = new Map<string, string>();
  for (const { event_id: id, text } of events) {
    if ((bodies.get(id) ?? text) !== text) found.push(`event ${id} came with two bodies`);
    bodies.set(id, text);
  }
  const has = (id: string, status: string) =>
    events.some(
      ({ content: { object } }) =>
        (object.refund_id ?? object.payment_id) === id && object.status === status,
    );
  for (const { payment_id: id, status } of payments) {
    if (announced.has(status) && !has(id, status))
      found.push(`no event says that ${id} is ${status}`);
  }
  for (const { refund_id: id, status } of refunds) {
    if (announced.has(status) && !has(id, status))
      found.push(`no event says that refund ${id} is ${status}`);
  }
  const ends = Map.groupBy(
    events.filter(({ event_type }) => /^(payment|refund)_succeeded$/.test(event_type)),
    ({ event_type, content: { object } }) =>
      `${event_type} of ${object.refund_id ?? object.payment_id}`,
  );
  for (const [what, same] of ends) {
    const { size } = new Set(same.map(({ event_id }) => event_id));
    if (size > 1) found.push(`${what} came as ${size} events`);
  }
  return found;
}

/** Asks until nothing is wrong, or as long as a busy machine may need. */
async function untilNone(
  ask: () => Promise<readonly string[]>,
  withinMs?: number,
): Promise<readonly string[]> {
  let last: readonly string[] = [];
  await eventually(async () => {
    last = await ask();
    if (last.length > 0) throw new Error(last.join('\n'));
  }, withinMs).catch((error: unknown) => {
    if (last.length === 0) throw error;
  });
  return last;
}
