import { createHash } from 'node:crypto';
import * as v from 'valibot';
import { idInReference } from '#connectors/sent-reference.ts';
import { SwitchError } from '#platform/errors.ts';
import type { Send } from '#platform/http/egress/egress.ts';
import type { HttpRequest, HttpResponse } from '#platform/http/egress/http-message.ts';
import type { Request } from '#platform/http/operation/implement.ts';
import { publicError } from '#platform/http/response/error-catalogue.ts';
import { isRawResponse, jsonResponse } from '#platform/http/response/raw-response.ts';
import { logTo } from '#platform/log.ts';
import type { Table } from '#platform/table/table.ts';
import { standing } from '#sandbox/ledger.ts';
import { LedgerDispute, type LedgerPayment, type Movement } from '#sandbox/ledger-payment.ts';
import { tableLedger } from '#sandbox/ledger-store.ts';
import type { Notification, NotificationMessage } from '#sandbox/notification-message.ts';
import { type LedgerPayout, standingPayout } from '#sandbox/payout-ledger.ts';
import { type PayoutLedger, tablePayoutLedger } from '#sandbox/payout-ledger-store.ts';
import { tableStripeAnswers } from '#sandbox/stripe/idempotency.ts';
import { tableStripeObjects } from '#sandbox/stripe/objects.ts';
import { serveStripe } from '#sandbox/stripe/serve.ts';
import type { WireServices } from '#sandbox/stripe/wire.ts';
import { notifyFromSandbox } from '../../../functions/queues/notify-from-sandbox.ts';
import { sandboxOperations } from '../../../shared/operations.ts';
import { implementationOf } from '../switch/implementations.ts';
import { memoryTable } from '../table/memory-table.ts';

export const sandboxUrl = 'http://sandbox.test';

/** A test's hooks; each may be set at any time. */
export interface SandboxHooks {
  /**
   * Takes each webhook as it is signed and sent. Nothing, or a status below 300, is thanks; after any
   * other it comes again. While it is not set, webhooks wait.
   */
  onNotification?: (request: HttpRequest) => Promise<{ readonly status: number } | undefined>;
  /** Webhooks then wait for `sendNotifications`, instead of being sent before the call's own answer. */
  holdNotifications?: boolean;
  /** Waits in the test's way, where the processor is slow on purpose. */
  pause?: (ms: number) => Promise<unknown>;
}

/** How a payment stands in the processor's books, from its movements rather than from its state. */
export interface Books {
  readonly keyHash: string;
  readonly reference: string;
  readonly state: LedgerPayment['state'];
  /** How often the customer's money was charged or reserved. */
  readonly chargedTimes: number;
  readonly authorizedMinor: number;
  readonly capturedMinor: number;
  /** Reserved, and given up without a capture. */
  readonly releasedMinor: number;
  /** Captured, and voided afterwards. */
  readonly givenBackMinor: number;
  readonly refundedMinor: number;
  readonly voided: boolean;
  readonly voidedAfterCapture: boolean;
  /** Captures and refunds with how often money moved for each. */
  readonly captures: readonly Part[];
  readonly refunds: readonly Part[];
  readonly movements: readonly Movement[];
}

interface Part {
  readonly reference: string;
  readonly amountMinor: number;
  readonly status: string;
  readonly times: number;
}

/** The queue hands a message again after so many milliseconds, where it was not taken. */
const retryMs = 168_000;

/** The sandbox processor in memory: its own functions and ledger, with a clock to be set. */
export function sandboxProcessor(table: Table = memoryTable(), hooks: SandboxHooks = {}) {
  const clock = { now: new Date('2026-01-01T00:00:00Z') };
  const books = tableLedger(table);
  const entered = new Map<string, Pick<LedgerPayment, 'keyHash' | 'reference'>>();
  const ledger: typeof books = {
    ...books,
    enter(payment) {
      const { keyHash, reference } = payment;
      entered.set(JSON.stringify([keyHash, reference]), { keyHash, reference });
      return books.enter(payment);
    },
  };
  const payoutBooks = tablePayoutLedger(table);
  const instructed = new Map<string, Pick<LedgerPayout, 'keyHash' | 'reference'>>();
  const payoutLedger: typeof payoutBooks = {
    ...payoutBooks,
    enter(payout) {
      const { keyHash, reference } = payout;
      instructed.set(JSON.stringify([keyHash, reference]), { keyHash, reference });
      return payoutBooks.enter(payout);
    },
  };
  const objects = tableStripeObjects(table);
  const answers = tableStripeAnswers(table);
  const waiting: { message: NotificationMessage; dueMs: number; receives: number }[] = [];
  const notifications = {
    async send(all: readonly Notification[]) {
      for (const { message, delaySeconds } of all) {
        waiting.push({ message, dueMs: clock.now.getTime() + delaySeconds * 1_000, receives: 1 });
      }
    },
  };

  async function served(request: HttpRequest) {
    let pausedMs = 0;
    const pause = async (ms: number) => {
      pausedMs += ms;
      await hooks.pause?.(ms);
    };
    const response = await respond(
      request,
      { ledger, payoutLedger, objects, answers, notifications, sandboxUrl, pause },
      clock.now,
    );
    if (hooks.onNotification && !hooks.holdNotifications) await sendNotifications();
    return { response, pausedMs };
  }

  /** Sends the webhooks whose time has come; returns how many were sent. */
  async function sendNotifications(): Promise<number> {
    const { onNotification } = hooks;
    if (!onNotification) throw new Error('Nobody takes webhooks.');
    const isDue = ({ dueMs }: { dueMs: number }) => dueMs <= clock.now.getTime();
    const due = waiting.filter(isDue);
    for (const one of due) waiting.splice(waiting.indexOf(one), 1);
    const notify = notifyFromSandbox({
      ledger,
      payoutLedger,
      objects,
      sandboxUrl,
      send: async (request) => ({
        kind: 'answered',
        response: { status: 200, headers: {}, body: '', ...(await onNotification(request)) },
      }),
      loopback: true,
      log: logTo(() => {}),
      clock: () => clock.now,
    });
    for (const { message, receives } of due) {
      await notify({ body: message, receiveCount: receives }).catch(() => {
        const dueMs = clock.now.getTime() + retryMs;
        waiting.push({ message, dueMs, receives: receives + 1 });
      });
    }
    return due.length;
  }

  const answer = async (request: HttpRequest) => (await served(request)).response;

  const send: Send = async (request, { timeoutMs }) => {
    if (new URL(request.url).origin !== sandboxUrl) {
      return { kind: 'not_sent', reason: 'name not found' };
    }
    const { response, pausedMs } = await served(request);
    return pausedMs >= timeoutMs
      ? { kind: 'unknown', reason: 'timeout' }
      : { kind: 'answered', response };
  };

  return {
    clock,
    hooks,
    answer,
    send,
    sendNotifications,
    /** When each webhook that waits is due. */
    waitingNotifications: () => waiting.map(({ dueMs }) => new Date(dueMs)),
    /** As a customer's browser opens an address. */
    visit: (url: string, headers: HttpRequest['headers'] = {}) =>
      answer({ method: 'GET', url, headers }),
    /** Writes a dispute of a payment into the ledger, or changes the dispute that is there. */
    async enterDispute(paymentReference: string, dispute: Partial<LedgerDispute>): Promise<void> {
      const places = [...entered.values()];
      const place = places.find(({ reference }) => idInReference(reference) === paymentReference);
      const payment = place && (await books.find(place.keyHash, place.reference));
      if (!payment) throw new Error(`The processor has no ${paymentReference}.`);
      const disputes = v.parse(v.array(LedgerDispute), [{ ...payment.disputes?.[0], ...dispute }]);
      await books.save({ ...payment, disputes });
    },
    /** Every payout that the processor has received, as an independent witness. */
    async payoutLedger(): Promise<readonly LedgerPayout[]> {
      const found = await Promise.all(
        [...instructed.values()].map(({ keyHash, reference }) =>
          payoutBooks.find(keyHash, reference),
        ),
      );
      return found.flatMap((payout) => (payout ? [ofOurs(standingPayout(payout, clock.now))] : []));
    },
    /** Everything that ever moved, as an independent witness. */
    async ledger(): Promise<readonly Books[]> {
      const found = await Promise.all(
        [...entered.values()].map(({ keyHash, reference }) => books.find(keyHash, reference)),
      );
      return found.flatMap((payment) => (payment ? [booksOf(standing(payment, clock.now))] : []));
    },
  };
}

/** The same by our id of it. */
const ofOurs = <T extends { readonly reference: string }>(one: T): T => ({
  ...one,
  reference: idInReference(one.reference),
});

function booksOf(payment: LedgerPayment): Books {
  const { keyHash, reference, state, movements } = payment;
  const of = (...kinds: readonly Movement['kind'][]) =>
    movements.filter(({ kind }) => kinds.includes(kind));
  const sum = (...kinds: readonly Movement['kind'][]) =>
    of(...kinds).reduce((total, { amountMinor }) => total + amountMinor, 0);
  const parts = (all: readonly Omit<Part, 'times'>[], kind: Movement['kind']) =>
    all.map(({ reference, amountMinor, status }) => ({
      reference: idInReference(reference),
      amountMinor,
      status,
      times: of(kind).filter((one) => one.reference === reference).length,
    }));
  return {
    keyHash,
    reference: idInReference(reference),
    state,
    chargedTimes: of('charged', 'reserved').length,
    authorizedMinor: sum('charged', 'reserved', 'raised'),
    capturedMinor: sum('charged', 'captured'),
    releasedMinor: sum('released'),
    givenBackMinor: sum('given back'),
    refundedMinor: sum('refunded'),
    voided: state === 'voided',
    voidedAfterCapture: state === 'voided_after_capture',
    captures: parts(payment.captures, 'captured'),
    refunds: parts(payment.refunds, 'refunded'),
    movements,
  };
}

/** The processor's routes, each with the addresses that it takes. */
const routes = sandboxOperations.map((operation) => ({
  operation,
  address: new RegExp(`^${operation.path.replace(/\{(\w+)\}/g, '(?<$1>[^/]+)')}$`),
}));

/** The answer of the processor's API, as far as a caller of our adapter can tell. */
async function respond(
  { method, url, headers, body, bytes }: HttpRequest,
  services: WireServices & { readonly payoutLedger: PayoutLedger },
  now: Date,
): Promise<HttpResponse> {
  const { pathname, search, searchParams } = new URL(url);
  if (pathname.startsWith('/stripe/')) {
    return serveStripe(
      {
        method,
        path: decodeURIComponent(pathname.slice('/stripe/'.length)),
        query: search.slice(1),
        headers,
        body: bytes ?? Buffer.from(body ?? ''),
        now,
        remainingMs: () => 28_000,
      },
      services,
    );
  }
  for (const { operation, address } of routes) {
    const match = address.exec(pathname);
    if (!match || operation.method !== method) continue;
    const params = Object.fromEntries(
      Object.entries(match.groups ?? {}).map(([name, value]) => [name, decodeURIComponent(value)]),
    );
    const parsed = (schema: v.GenericSchema | undefined, value: () => unknown) =>
      schema && v.parse(schema, value());
    // As in its own functions: a name that nothing can have is the name of nothing.
    if (operation.params && !v.is(operation.params, params)) {
      return inPublic(new SwitchError(operation.notFound ?? 'unrecognized_route'));
    }
    const request = {
      headers,
      requestId: 'req_test',
      invocationId: 'inv_test',
      sourceIp: '127.0.0.1',
      now,
      remainingMs: () => 28_000,
      params: parsed(operation.params, () => params),
      query: parsed(operation.query, () => Object.fromEntries(searchParams)),
      body: parsed(operation.body, () => JSON.parse(body ?? '')),
      caller: operation.auth === 'none' ? { kind: 'anyone' } : callerOf(headers),
    };
    const { run } = implementationOf(operation.name);
    // The operation's schemas made it what its type says.
    const response = await run(request as Request, services, undefined).catch(inPublic);
    return isRawResponse(response)
      ? { status: response.status, headers: response.headers, body: response.body }
      : { status: 200, headers: {}, body: JSON.stringify(response) };
  }
  throw new Error(`The sandbox processor does not serve ${method} ${pathname}.`);
}

const callerOf = (headers: HttpRequest['headers']) => ({
  kind: 'processor user',
  keyHash: createHash('sha256')
    .update(headers['api-key'] ?? '')
    .digest('hex'),
});

function inPublic(error: unknown) {
  if (!(error instanceof SwitchError)) throw error;
  const { status, body } = publicError(error.kind, error.details);
  return jsonResponse(status, body);
}

/** A sandbox processor with a payment whose customer is at the challenge. */
export async function challengedPayment(changes: object = {}) {
  const processor = sandboxProcessor();
  const request = { url: `${sandboxUrl}/payments/pay_1_1`, headers: { 'api-key': 'key-one' } };
  const charge = {
    processor: 'fauxpay',
    amount: 6540,
    currency: 'USD',
    capture_method: 'automatic',
    card: { number: '4000003800000446', expiry_month: '10', expiry_year: '2035' },
    return_url: 'https://switch.example/back?x=1&y=2',
    ...changes,
  };
  const answer = await processor.answer({
    ...request,
    method: 'PUT',
    body: JSON.stringify(charge),
  });
  const body = JSON.parse(answer.body);
  const page: string = body.next_action.redirect_to_url;
  return {
    ...processor,
    /** The processor's first answer. */
    body,
    /** The address of the challenge. */
    page,
    /** The payment as the processor answers now. */
    standing: async () => JSON.parse((await processor.answer({ ...request, method: 'GET' })).body),
    press: (confirm: boolean) => processor.visit(`${page}/complete?confirm=${confirm}`),
  };
}
