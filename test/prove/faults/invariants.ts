import { createHash } from 'node:crypto';
import * as v from 'valibot';
import { cards } from '#connectors/sandbox/published/cards.ts';
import { idInReference } from '#connectors/sent-reference.ts';
import type { Item } from '#platform/table/port.ts';
import { standing } from '#sandbox/ledger.ts';
import { LedgerPayment } from '#sandbox/ledger-payment.ts';
import { stripeCards } from '#sandbox/stripe/test-cards.ts';
import { Dispute } from '#switch/disputes/dispute.ts';
import { Mandate } from '#switch/mandates/mandate.ts';
import { PaymentMethod } from '#switch/payment-methods/payment-method.ts';
import { isLawful } from '#switch/payments/lifecycle/lifecycle.ts';
import { Payment } from '#switch/payments/payment.ts';
import { Payout } from '#switch/payouts/payout.ts';
import { Refund } from '#switch/refunds/refund.ts';
import { byOurReferences } from './books.ts';
import { textOf } from './item-text.ts';
import { keyViolations } from './key-invariants.ts';
import { mandateViolations } from './mandate-invariants.ts';
import { payoutViolations } from './payout-invariants.ts';
import { processorNews } from './processor-news.ts';
import type { Commit, SimulatedMerchant, SimulatedSwitch } from './simulated-switch.ts';
import type { Invariant, Violation } from './violation.ts';

/**
 * All violations in a world that has settled. The witnesses are the processor's own books, every
 * version that the table committed, the clients' answers and the webhooks that merchants' servers
 * got. The only part of the product that is used is its table of allowed status changes.
 */
export function violations(world: SimulatedSwitch): readonly Violation[] {
  const facts = gather(world);
  return [
    ...nothingDouble(facts),
    ...nothingTooMuch(facts),
    ...outcomesArePersisted(facts),
    ...cardsArePersisted(facts),
    ...codesServeOnce(facts),
    ...walletsAreWhole(facts),
    ...noLimbo(facts),
    ...onlyLawfulMoves(facts),
    ...merchantsHear(facts),
    ...sameAnswers(facts),
    ...nobodyElses(facts),
    ...nothingSecret(facts),
    ...ambiguityIsReported(facts),
    ...keyViolations(world),
    ...payoutViolations(world, facts.payouts.values()),
    ...mandateViolations(facts.mandates.values(), facts.payments.values()),
  ];
}

/**
 * The invariants that only requests can show: an object in an answer can be read, and only by its
 * merchant. The world's time must be able to pass.
 */
export async function violationsByAsking(world: SimulatedSwitch): Promise<readonly Violation[]> {
  const found: Violation[] = [];
  const { payments, refunds, payouts } = gather(world);
  const ask = (shop: SimulatedMerchant, operation: string, params: Record<string, string>) =>
    world.time.during(world.ask(shop, operation, { params }));

  for (const told of [...world.clientCalls]) {
    const shop = world.merchants.find(({ id }) => id === told.merchantId);
    const other = world.merchants.find(({ id }) => id !== told.merchantId);
    if (!shop || told.answer.status >= 300) continue;
    const meant = subjectOf(told.answer.body);
    if (!meant || readOperation[meant.kind] === told.operation) continue;
    const read = await ask(shop, readOperation[meant.kind], { [meant.kind]: meant.id });
    const is = subjectOf(read.body);
    if (read.status !== 200 || is?.id !== meant.id) {
      found.push(violation('V3', `${meant.kind} ${meant.id} was answered and cannot be read`));
    } else if (
      meant.amount !== is.amount &&
      !wasRaised(payments.get(place(shop.id, meant.id)), meant.amount, is.amount) &&
      told.operation !== 'payments.update' &&
      isFixed(meant)
    ) {
      found.push(
        violation('V3', `${meant.id} was answered with ${meant.amount}, not ${is.amount}`),
      );
    }
    if (!other) continue;
    const isOthersToo =
      payments.has(place(other.id, meant.id)) ||
      refunds.has(place(other.id, meant.id)) ||
      payouts.has(place(other.id, meant.id));
    const strange = await ask(other, readOperation[meant.kind], { [meant.kind]: meant.id });
    if (!isOthersToo && strange.status !== 404) {
      found.push(violation('V8', `${other.id} was answered ${strange.status} about ${meant.id}`));
    }
  }
  return found;
}

type Kind = 'payout_id' | 'payment_id' | 'refund_id' | 'customer_id';

const readOperation: Readonly<Record<Kind, string>> = {
  payout_id: 'payouts.retrieve',
  payment_id: 'payments.retrieve',
  refund_id: 'refunds.retrieve',
  customer_id: 'customers.retrieve',
};

/** A confirmed payment keeps its amount; before that, an update may change it. */
const isFixed = ({ status }: Subject) =>
  status !== undefined &&
  !status.startsWith('requires_payment') &&
  status !== 'requires_confirmation';

interface Subject {
  readonly kind: Kind;
  readonly id: string;
  readonly amount: number | undefined;
  readonly status: string | undefined;
}

const AnySubject = v.looseObject({
  payout_id: v.optional(v.string()),
  payment_id: v.optional(v.string()),
  refund_id: v.optional(v.string()),
  customer_id: v.nullish(v.string()),
  amount: v.optional(v.number()),
  status: v.optional(v.string()),
});

/** The object of an answer; undefined when the answer has none that can be read again. */
function subjectOf(body: unknown): Subject | undefined {
  const { success, output } = v.safeParse(AnySubject, body);
  if (!success) return undefined;
  const { payout_id, refund_id, payment_id, customer_id, amount, status } = output;
  if (payout_id !== undefined) return { kind: 'payout_id', id: payout_id, amount, status };
  if (refund_id !== undefined) return { kind: 'refund_id', id: refund_id, amount, status };
  if (payment_id !== undefined) return { kind: 'payment_id', id: payment_id, amount, status };
  if (customer_id != null)
    return { kind: 'customer_id', id: customer_id, amount: undefined, status };
  return undefined;
}

/** An increment may reserve more, and then the payment has the higher amount. */
const wasRaised = (life: Life<Payment> | undefined, from = 0, to = 0) =>
  to > from && (life?.last.increments ?? []).some(({ status }) => status === 'success');

const violation = (invariant: Invariant, what: string): Violation => ({ invariant, what });

/** A payment or a refund by all that is committed of it, oldest first. */
interface Life<T> {
  readonly merchantId: string;
  readonly id: string;
  readonly versions: readonly { readonly at: number; readonly is: T; readonly item: Item }[];
  readonly last: T;
}

interface Facts {
  readonly world: SimulatedSwitch;
  readonly payments: ReadonlyMap<string, Life<Payment>>;
  readonly refunds: ReadonlyMap<string, Life<Refund>>;
  readonly disputes: ReadonlyMap<string, Life<Dispute>>;
  readonly payouts: ReadonlyMap<string, Life<Payout>>;
  readonly mandates: ReadonlyMap<string, Life<Mandate>>;
  /** Every item as it is now. */
  readonly items: readonly Item[];
  /** The processor's books, each payment with the merchant whose key it was asked with. */
  readonly books: readonly { readonly merchantId: string; readonly payment: LedgerPayment }[];
}

const place = (merchantId: string, id: string) => `${merchantId} ${id}`;

function gather(world: SimulatedSwitch): Facts {
  const now = new Date(world.time.now());
  const shopOf = new Map(
    world.merchants.map(({ id, processorKey }) => [
      createHash('sha256').update(processorKey).digest('hex'),
      id,
    ]),
  );
  const books = world.books().flatMap((item) => {
    const payment = byOurReferences(standing(v.parse(LedgerPayment, item), now));
    // The authentication service moves no money, and has books and keys of its own.
    const isMoney =
      !payment.reference.startsWith('authentication-') || payment.movements.length > 0;
    return isMoney ? [{ merchantId: shopOf.get(payment.keyHash) ?? 'nobody', payment }] : [];
  });
  const items = new Map<string, Item>();
  for (const { before, after } of world.history) {
    const { pk, sk } = after ?? before ?? { pk: '', sk: '' };
    if (after) items.set(`${pk} ${sk}`, after);
    else items.delete(`${pk} ${sk}`);
  }
  return {
    world,
    items: [...items.values()],
    payments: livesOf(world.history, /^PAYMENT$/, parsers.payment),
    refunds: livesOf(world.history, /^REFUND#/, parsers.refund),
    disputes: livesOf(world.history, /^DISPUTE#/, parsers.dispute),
    payouts: livesOf(world.history, /^PAYOUT$/, parsers.payout),
    mandates: livesOf(world.history, /^MANDATE$/, parsers.mandate),
    books,
  };
}

function livesOf<T extends { readonly merchantId: string; readonly id: string }>(
  history: readonly Commit[],
  sk: RegExp,
  parse: (item: Item) => T,
): Map<string, Life<T>> {
  const lives = new Map<
    string,
    { merchantId: string; id: string; versions: { at: number; is: T; item: Item }[]; last: T }
  >();
  for (const { at, after } of history) {
    if (!after || !sk.test(after.sk)) continue;
    const is = parse(after);
    const { merchantId, id } = is;
    const life = lives.get(place(merchantId, id));
    const version = { at, is, item: after };
    if (life) {
      life.versions.push(version);
      life.last = is;
    } else lives.set(place(merchantId, id), { merchantId, id, versions: [version], last: is });
  }
  return lives;
}

/** Parses items of the history, which nothing changes: each only once. */
function once<T>(schema: v.GenericSchema<unknown, T>): (item: Item) => T {
  const known = new WeakMap<Item, { readonly is: T }>();
  return (item) => {
    const parsed = known.get(item) ?? { is: v.parse(schema, item) };
    known.set(item, parsed);
    return parsed.is;
  };
}

const parsers = {
  payment: once(Payment),
  refund: once(Refund),
  dispute: once(Dispute),
  payout: once(Payout),
  mandate: once(Mandate),
} as const;

const sum = (numbers: readonly number[]) => numbers.reduce((total, one) => total + one, 0);

/** The amount that a payment of the books moved in some kinds, until a moment. */
const moved = (
  { movements }: LedgerPayment,
  kinds: readonly LedgerPayment['movements'][number]['kind'][],
  until = Number.POSITIVE_INFINITY,
) =>
  sum(
    movements
      .filter(({ kind, at }) => kinds.includes(kind) && Date.parse(at) <= until)
      .map(({ amountMinor }) => amountMinor),
  );

/** The amount that the customer has paid in the end, in minor units, refunds aside. */
const paid = (payment: LedgerPayment, until?: number) =>
  moved(payment, ['charged', 'captured'], until) - moved(payment, ['given back'], until);

function nothingDouble({ books, payments, refunds }: Facts): Violation[] {
  const found: Violation[] = [];
  const attempts = new Map<string, number>();
  for (const { merchantId, payment } of books) {
    const { reference, movements } = payment;
    const count = (wanted: readonly string[]) =>
      movements.filter(({ kind }) => wanted.includes(kind)).length;
    if (count(['charged', 'reserved']) > 1) {
      found.push(violation('V1', `${reference} was charged more than once`));
    }
    for (const kind of ['captured', 'refunded'] as const) {
      const references = movements.filter((one) => one.kind === kind).map((one) => one.reference);
      if (new Set(references).size < references.length) {
        found.push(violation('V1', `${reference}: one ${kind} twice`));
      }
    }
    for (const { kind, reference: refund = '', amountMinor } of movements) {
      if (kind !== 'refunded') continue;
      const known = refunds.get(place(merchantId, refund));
      if (known?.last.amountMinor !== amountMinor) {
        found.push(violation('V1', `${reference}: refund ${refund} of ${amountMinor} is not ours`));
      }
    }
    const paymentId = reference.replace(/_\d+$/, '');
    const life = payments.get(place(merchantId, paymentId));
    const asked = life?.versions.some(({ is }) => is.attempt.id === reference);
    if (!asked) found.push(violation('V1', `${reference} was asked for and never written down`));
    if (paid(payment) > 0) {
      const before = attempts.get(place(merchantId, paymentId)) ?? 0;
      attempts.set(place(merchantId, paymentId), before + 1);
    }
  }
  for (const [payment, times] of attempts) {
    if (times > 1) found.push(violation('V1', `${payment} was paid with ${times} attempts`));
  }
  return found;
}

function nothingTooMuch({ books, payments, refunds }: Facts): Violation[] {
  const found: Violation[] = [];
  for (const { payment } of books) {
    const [captured, refunded] = [
      moved(payment, ['charged', 'captured']),
      moved(payment, ['refunded', 'given back']),
    ];
    if (captured > payment.amountMinor || refunded > captured) {
      const { reference, amountMinor } = payment;
      const sums = `${refunded} of ${captured} of ${amountMinor}`;
      found.push(violation('V2', `${reference}: went back, captured, authorized: ${sums}`));
    }
  }
  for (const { id, merchantId, versions, last } of payments.values()) {
    for (const { is } of versions) {
      const authorized = is.attempt.authorizedMinor ?? is.attempt.amountMinor;
      const received = is.amountReceivedMinor ?? 0;
      const isWithin =
        (is.chargedMinor ?? 0) <= authorized &&
        (is.refundableMinor ?? 0) >= 0 &&
        (is.refundableMinor ?? 0) <= received;
      if (!isWithin) {
        const sums = `${is.refundableMinor} of ${received} of ${authorized}`;
        found.push(violation('V2', `${id}: refundable, received, authorized: ${sums}`));
      }
    }
    const own = [...refunds.values()].filter(
      (refund) => refund.merchantId === merchantId && refund.last.paymentId === id,
    );
    const reserved = sum(
      own.filter(({ last: { status } }) => status !== 'failed').map((one) => one.last.amountMinor),
    );
    const isOpen = last.status === 'succeeded' || last.status === 'partially_captured';
    if (isOpen && last.refundableMinor !== undefined && last.postCaptureVoid === undefined) {
      if (reserved + last.refundableMinor !== last.amountReceivedMinor) {
        const sums = `${reserved} + ${last.refundableMinor}, received ${last.amountReceivedMinor}`;
        found.push(violation('V2', `${id}: refunds and what is left: ${sums}`));
      }
    }
  }
  return found;
}

const isOpenStatus = (status: string) => status === 'processing' || status === 'pending';

/**
 * A processor does not repeat a webhook that was answered with 200: its content is stored by then.
 */
function outcomesArePersisted({ world, payments, refunds }: Facts): Violation[] {
  return world.clientCalls.flatMap(({ at, operation, merchantId, request, answer }) => {
    if (operation !== 'incoming-webhooks.receive' || answer.status !== 200) return [];
    const { payment, refund, dispute } = processorNews(request.text ?? '');
    if (dispute) {
      // The webhook of a dispute also contains the payment's status, which is not checked here.
      const isThere = world.history.some(
        (commit) =>
          commit.at <= at &&
          commit.after?.merchantId === merchantId &&
          commit.after.connectorDisputeId === dispute.id,
      );
      const what = `the processor was thanked for the dispute ${dispute.id}, and it was not kept`;
      return isThere ? [] : [violation('V3', what)];
    }
    const subject = refund ?? payment;
    if (!subject || isOpenStatus(subject.status)) return [];
    const { status } = subject;
    const reference = idInReference(subject.reference);
    const upTo = <T>(life: Life<T> | undefined) =>
      life?.versions.filter((version) => version.at <= at) ?? [];
    const ofRefund = refund ? upTo(refunds.get(place(merchantId, reference))) : [];
    const ofPayment = refund
      ? []
      : upTo(payments.get(place(merchantId, reference.replace(/_\d+$/, ''))));
    const isKept =
      ofRefund.some(({ is }) => is.status !== 'pending') ||
      // A later step, such as a capture, may have begun by then; so may another attempt.
      ofPayment.some(({ is }) =>
        is.attempt.id === reference ? isDecided(is) : is.attemptCount > 1,
      );
    const last = [...ofRefund, ...ofPayment].at(-1);
    // A reported failure is confirmed by a sync first.
    const isAskedAfter = status === 'failed' && last?.item.dueAt !== undefined;
    if (isKept || isAskedAfter) return [];
    const what = `the processor was thanked for ${status}, and nothing was kept of ${reference}`;
    return [violation('V3', what)];
  });
}

const undecided = ['requires_payment_method', 'requires_confirmation', 'requires_customer_action'];

const isDecided = ({ status }: Payment) => !isOpenStatus(status) && !undecided.includes(status);

/**
 * Every usable payment method has its card in the vault, and a card that paid can be charged again.
 */
function cardsArePersisted({ world, items, payments }: Facts): Violation[] {
  const found: Violation[] = [];
  const held = new Set(
    world.vault.ports.cards
      .items()
      .filter(({ deletedAt }) => deletedAt === undefined)
      .map(({ tenant, token }) => place(String(tenant), String(token))),
  );
  const check = (merchantId: string, token: string | undefined, whose: string) => {
    if (token !== undefined && !held.has(place(merchantId, token))) {
      found.push(violation('V3', `the vault has no card for ${whose}`));
    }
  };
  const methods = new Map(
    items
      .filter(({ sk }) => sk === 'PAYMENT_METHOD')
      .map((item) => v.parse(PaymentMethod, item))
      .map((method) => [place(method.merchantId, method.id), method]),
  );
  for (const { merchantId, id, card } of methods.values()) check(merchantId, card?.token, id);
  for (const { merchantId, id, last } of payments.values()) {
    check(merchantId, last.attachedCard?.token, id);
    const { paymentMethod: used, amountReceivedMinor: received = 0 } = last;
    const method = used && methods.get(place(merchantId, used.id));
    if (received > 0 && method && method.status !== 'active') {
      found.push(violation('V3', `${method.id} has paid ${id} and is ${method.status}`));
    }
  }
  return found;
}

/** A customer has a number once and an existing default, and every pointer leads to an item. */
function walletsAreWhole({ items }: Facts): Violation[] {
  const found: Violation[] = [];
  const methods = items
    .filter(({ sk }) => sk === 'PAYMENT_METHOD')
    .map((item) => v.parse(PaymentMethod, item));
  const named = new Map(methods.map((method) => [place(method.merchantId, method.id), method]));
  const pointers = items.filter(({ sk }) => sk.startsWith('CARD#'));
  for (const { pk, sk, merchantId, paymentMethodId } of pointers) {
    const method = named.get(place(String(merchantId), String(paymentMethodId)));
    if (sk !== `CARD#${method?.card?.fingerprint}`) {
      found.push(violation('V3', `${pk} ${sk} leads to no payment method that has it`));
    }
  }
  const withNumber = methods.filter(({ card }) => card);
  if (withNumber.length !== pointers.length) {
    found.push(violation('V1', `${withNumber.length} cards under ${pointers.length} numbers`));
  }
  for (const { pk, sk, merchantId, defaultPaymentMethodId: id } of items) {
    if (sk !== 'CUSTOMER' || id === undefined) continue;
    if (named.get(place(String(merchantId), String(id)))?.status !== 'active') {
      found.push(violation('V3', `the default of ${pk} is nothing to pay with`));
    }
  }
  return found;
}

/** The audit trail contains at most one taker of every service code. */
function codesServeOnce({ world }: Facts): Violation[] {
  const takers = new Map<string, number>();
  for (const { type, cvcId } of world.vault.ports.audit.items()) {
    if (type === 'cvc.taken') takers.set(String(cvcId), (takers.get(String(cvcId)) ?? 0) + 1);
  }
  return [...takers]
    .filter(([, times]) => times > 1)
    .map(([code, times]) => violation('V1', `the code ${code} was taken ${times} times`));
}

/** Statuses that need another sync, as seen from outside. */
const isPendingSync = ({ status, postCaptureVoid, increments = [] }: Payment) =>
  increments.some((one) => one.status === 'processing') ||
  status === 'processing' ||
  status === 'requires_customer_action' ||
  postCaptureVoid?.status === 'pending';

function noLimbo({ world, books, items, payments, refunds }: Facts): Violation[] {
  const found: Violation[] = [];
  const booked = new Set(books.map((book) => place(book.merchantId, book.payment.reference)));
  // Where the processor offers only a search, an empty result decides nothing: a metric raises an
  // alarm.
  const waitsInVain = ({ merchantId, attempt }: Payment) =>
    attempt.connectorName === 'stripe' &&
    !booked.has(place(merchantId, attempt.id)) &&
    (world.metrics.get('WaitingTooLong') ?? 0) > 0;
  const refundWaitsInVain = ({ merchantId, id, connectorName }: Refund) =>
    connectorName === 'stripe' &&
    !books.some(
      (book) =>
        book.merchantId === merchantId &&
        book.payment.refunds.some(({ reference }) => reference === id),
    ) &&
    (world.metrics.get('WaitingTooLong') ?? 0) > 0;
  const check = (id: string, at: number, item: Item, isWaiting: boolean) => {
    if (!isWaiting) return;
    const aheadMs = typeof item.dueAt === 'string' ? Date.parse(item.dueAt) - at : Number.NaN;
    // An hour is for customers who are away; clocks of ours may be five minutes off.
    if (item.duePk === undefined || !(aheadMs <= 3_600_000 + 300_000)) {
      found.push(violation('V4', `${id} waits (version ${item.version}) and is not due`));
    }
  };
  for (const { id, versions, last } of payments.values()) {
    for (const { at, item, is } of versions) check(id, at, item, isPendingSync(is));
    if (isPendingSync(last) && !waitsInVain(last))
      found.push(violation('V4', `${id} is still ${last.status}`));
  }
  for (const { id, versions, last } of refunds.values()) {
    for (const { at, item, is } of versions) check(id, at, item, is.status === 'pending');
    if (last.status === 'pending' && !refundWaitsInVain(last)) {
      found.push(violation('V4', `refund ${id} is still pending`));
    }
  }
  for (const item of items) {
    if (item.sk === 'DELIVERY' && item.state === 'waiting') {
      found.push(violation('V4', `the delivery of ${item.eventId} still waits`));
    }
  }
  return found;
}

const refundMoves: Readonly<Record<string, readonly string[]>> = {
  pending: ['succeeded', 'failed', 'review'],
  review: ['succeeded', 'failed'],
};

function onlyLawfulMoves({ payments, refunds }: Facts): Violation[] {
  const found: Violation[] = [];
  for (const { id, versions } of payments.values()) {
    versions.reduce((before, after) => {
      const [from, to] = [before.is.status, after.is.status];
      if (!isLawful(from, to)) found.push(violation('V5', `${id}: ${from} → ${to}`));
      if (after.is.version !== before.is.version + 1) {
        found.push(violation('V5', `${id}: version ${before.is.version} → ${after.is.version}`));
      }
      return after;
    });
  }
  for (const { id, versions } of refunds.values()) {
    versions.reduce((before, after) => {
      const [from, to] = [before.is.status, after.is.status];
      if (from !== to && !refundMoves[from]?.includes(to)) {
        found.push(violation('V5', `refund ${id}: ${from} → ${to}`));
      }
      return after;
    });
  }
  return found;
}

const Webhook = v.object({
  merchant_id: v.string(),
  event_id: v.string(),
  event_type: v.string(),
  timestamp: v.string(),
  content: v.object({
    object: v.looseObject({
      status: v.optional(v.string()),
      dispute_id: v.optional(v.string()),
      dispute_status: v.optional(v.string()),
    }),
  }),
});

function merchantsHear(facts: Facts): Violation[] {
  const { world, payments, refunds, disputes, payouts, mandates } = facts;
  const found: Violation[] = [];
  const bodies = new Map<string, string>();
  const said: [event: string, status: string | undefined, at: string, id: string][] = [];
  /** For each webhook, the events that a receiver got, and those that it accepted. */
  const heard = new Map<string, Set<string>>();
  const taken = new Map<string, Set<string>>();
  for (const { request, sent } of world.received) {
    const { body = '' } = request;
    const { event_id, event_type, timestamp, ...event } = v.parse(Webhook, JSON.parse(body));
    if ((bodies.get(event_id) ?? body) !== body) {
      found.push(violation('V6', `${event_id} came with two bodies`));
    }
    bodies.set(event_id, body);
    const { object } = event.content;
    const id = object.dispute_id ?? subjectOf(object)?.id ?? String(object.mandate_id ?? '');
    said.push([event_id, object.dispute_status ?? object.status, timestamp, id]);
    const what = webhookKey(event.merchant_id, id, event_type, timestamp);
    addTo(heard, what, event_id);
    const isTaken = sent.kind === 'answered' && sent.response.status < 300;
    if (isTaken) addTo(taken, what, event_id);
  }

  /** The versions that each transition was committed in: as a rule one. */
  const committed = new Map<string, Set<string>>();
  const were = new Set<string>();
  for (const { merchantId, id, versions } of [
    ...payments.values(),
    ...refunds.values(),
    ...disputes.values(),
    ...payouts.values(),
  ]) {
    for (const { is } of versions) {
      for (const { type, at, status, version } of is.transitions) {
        addTo(committed, webhookKey(merchantId, id, type, at), String(version));
        if (version !== is.version) continue;
        were.add(`${id} ${at} ${is.status}`);
        // An event that is created again later shows the status of its transition.
        were.add(`${id} ${at} ${status}`);
        // One that is confirmed as it is made is called made, and shown as it is.
        if (status !== is.status && type !== 'payment_created') {
          found.push(violation('V6', `${id} was ${is.status} and told to be ${status}`));
        }
      }
    }
  }
  // A mandate is created once and revoked once; any of its versions may contain the transition.
  for (const { merchantId, id, versions } of mandates.values()) {
    for (const { type, at, status, version } of versions.flatMap(({ is }) => is.transitions)) {
      addTo(committed, webhookKey(merchantId, id, type, at), String(version));
      were.add(`${id} ${at} ${status}`);
    }
  }
  for (const [event, status, at, id] of said) {
    if (!were.has(`${id} ${at} ${status}`)) {
      found.push(violation('V6', `${event} says that ${id} was ${status}`));
    }
  }
  for (const [what, { size }] of committed) {
    const [times, takenTimes] = [heard.get(what)?.size ?? 0, taken.get(what)?.size ?? 0];
    if (takenTimes < size) found.push(violation('V6', `nobody took: ${what}`));
    if (times > size) found.push(violation('V6', `${what} came as ${times} events`));
  }
  for (const what of heard.keys()) {
    if (!committed.has(what)) found.push(violation('V6', `invented: ${what}`));
  }
  return found;
}

function addTo(sets: Map<string, Set<string>>, name: string, one: string) {
  const set = sets.get(name);
  if (set) set.add(one);
  else sets.set(name, new Set([one]));
}

const webhookKey = (merchantId: string, id: string, type: string, at: string) =>
  `${merchantId} ${id} ${type} ${at}`;

const createsOnce = ['payments.create', 'payouts.create', 'customers.create'];

function sameAnswers({ world }: Facts): Violation[] {
  const found: Violation[] = [];
  const once = new Map<string, number>();
  const refundAnswers = new Map<string, string>();
  for (const { operation, merchantId, answer } of world.clientCalls) {
    if (answer.status >= 300) continue;
    const subject = subjectOf(answer.body);
    if (!subject) continue;
    const what = place(merchantId, subject.id);
    // A repeat under an idempotency key is marked as one, and returns the stored object.
    const isRepeat = answer.headers['idempotent-replayed'] === 'true';
    if (createsOnce.includes(operation) && !isRepeat) {
      once.set(`${operation} ${what}`, (once.get(`${operation} ${what}`) ?? 0) + 1);
    }
    if (operation === 'refunds.create') {
      const { amount, payment_id } = answer.body;
      const said = JSON.stringify([amount, payment_id]);
      if ((refundAnswers.get(what) ?? said) !== said) {
        found.push(violation('V7', `refund ${what} was answered in two ways`));
      }
      refundAnswers.set(what, said);
    }
  }
  for (const [what, times] of once) {
    if (times > 1) found.push(violation('V7', `${what} was made ${times} times`));
  }
  return found;
}

function nobodyElses({ world, items }: Facts): Violation[] {
  const found: Violation[] = [];
  const others = (id: string) => world.merchants.filter((shop) => shop.id !== id);
  const check = (merchantId: string, text: string, where: string) => {
    for (const other of others(merchantId)) {
      if (text.includes(other.id)) {
        found.push(violation('V8', `${where} of ${merchantId} names ${other.id}`));
      }
    }
  };
  for (const item of items) {
    const [, merchantId] = /^MERCHANT#([^#]+)/.exec(item.pk) ?? [];
    if (merchantId) check(merchantId, textOf(item), `the item ${item.sk}`);
  }
  for (const { merchantId, answer } of world.clientCalls)
    check(merchantId, answer.text, 'an answer');
  for (const { request } of world.received) {
    const shop = world.merchants.find(({ webhookUrl }) => webhookUrl === request.url);
    check(shop?.id ?? '', request.body ?? '', 'a webhook');
  }
  return found;
}

const cardNumbers = Object.keys({ ...cards, ...stripeCards });
/** An account number that customers of these worlds gave. */
const accountInAnswer = 'FR1420041010050500013M02606';
const looksSecret = /\d{13}|snd_\w{60}|key[ _]of[ _]/;

function nothingSecret({ world }: Facts): Violation[] {
  const found: Violation[] = [];
  const keys = world.merchants.flatMap(({ key, processorKey }) => [key, processorKey]);
  const secrets = new RegExp([...cardNumbers, accountInAnswer, ...keys].map(escaped).join('|'));
  const check = (text: string, where: string) => {
    // Most texts contain nothing that resembles a secret.
    if (looksSecret.test(text) && secrets.test(text)) {
      found.push(violation('V9', `${where} holds a secret`));
    }
  };
  for (const line of world.logged) check(line, 'a line of the log');
  for (const { after } of world.history) if (after) check(textOf(after), `item ${after.sk}`);
  for (const [table, port] of Object.entries(world.vault.ports)) {
    for (const item of port.items())
      check(withBytes(item), `item ${item.sk} of the vault's ${table}`);
  }
  for (const { answer, operation } of world.clientCalls)
    check(answer.text, `an answer of ${operation}`);
  for (const { request } of world.received) check(request.body ?? '', 'a webhook');
  return found;
}

/** An item as JSON, its bytes as the text that they would be. */
const withBytes = (item: Item) =>
  JSON.stringify(item, (_, value: unknown) =>
    value instanceof Uint8Array ? Buffer.from(value).toString('latin1') : value,
  );

const escaped = (text: string) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');

function ambiguityIsReported({ world, books, payments, refunds, payouts }: Facts): Violation[] {
  const found: Violation[] = [];
  const booked = new Map(
    books.map(({ merchantId, payment }) => [place(merchantId, payment.reference), payment]),
  );
  for (const { merchantId, id, versions, last } of payments.values()) {
    for (const { at, is } of versions) {
      const book = booked.get(place(merchantId, is.attempt.id));
      // Our clocks may be five minutes off, the processor's is not.
      const paidByThen = book ? paid(book, at) : 0;
      if (is.status === 'succeeded' && moved(book ?? none, ['charged', 'captured'], at) === 0) {
        found.push(violation('V10', `${id} was called succeeded and nobody had paid`));
      }
      const { askedAt, paymentMethodData: { card } = {} } = is.attempt;
      if (book && askedAt && card?.last4 && !card.last4.endsWith(book.cardLastDigits ?? '')) {
        found.push(violation('V10', `${id} was paid with another card than it says`));
      }
      if (is.status === 'failed' && (book ? paid(book) : 0) > 0) {
        found.push(violation('V10', `${id} was called failed and ${paidByThen} had been paid`));
      }
    }
    const book = booked.get(place(merchantId, last.attempt.id));
    const took = book ? paid(book) : 0;
    const says = last.status === 'cancelled_post_capture' ? 0 : (last.amountReceivedMinor ?? 0);
    if (took !== says && last.status !== 'conflicted' && last.status !== 'review') {
      found.push(violation('V10', `${id} is ${last.status} with ${says}; the books say ${took}`));
    }
  }
  for (const { merchantId, id, versions, last } of refunds.values()) {
    const book = books.find(
      (one) =>
        one.merchantId === merchantId &&
        one.payment.refunds.some(({ reference }) => reference === id),
    );
    const went = (until: number) =>
      (book?.payment.movements ?? []).some(
        ({ kind, reference, at }) =>
          kind === 'refunded' && reference === id && Date.parse(at) <= until,
      );
    for (const { at, is } of versions) {
      if (is.status === 'succeeded' && !went(at)) {
        found.push(violation('V10', `refund ${id} was called succeeded and did not happen`));
      }
    }
    if (last.status === 'failed' && went(Number.POSITIVE_INFINITY)) {
      found.push(violation('V10', `refund ${id} was called failed and happened`));
    }
  }
  return [...found, ...answersMatchState({ world, payments, refunds, payouts })];
}

const none: Pick<LedgerPayment, 'movements'> & LedgerPayment = v.parse(LedgerPayment, {
  id: '',
  keyHash: '',
  reference: '',
  processor: 'fauxpay',
  amountMinor: 0,
  currency: 'EUR',
  manualCapture: false,
  cardLastDigits: '',
  state: 'failed',
  createdAt: '',
  version: 0,
});

/** Every status in an answer was committed: no answer runs ahead of the table. */
function answersMatchState({
  world,
  payments,
  refunds,
  payouts,
}: Pick<Facts, 'world' | 'payments' | 'refunds' | 'payouts'>) {
  const found: Violation[] = [];
  for (const { at, operation, merchantId, answer } of world.clientCalls) {
    if (answer.status >= 300) continue;
    const subject = subjectOf(answer.body);
    if (!subject?.status || subject.kind === 'customer_id') continue;
    const lives = { payment_id: payments, refund_id: refunds, payout_id: payouts }[subject.kind];
    const life = lives.get(place(merchantId, subject.id));
    const was = life?.versions.some(
      (version) => version.at <= at && version.is.status === subject.status,
    );
    if (!was) {
      found.push(violation('V10', `${operation}: ${subject.id} was told ${subject.status}`));
    }
  }
  return found;
}
