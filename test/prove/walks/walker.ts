import { createHash } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import * as v from 'valibot';
import type { WebhookReceiver } from '../../support/receivers/webhook-receiver.ts';
import {
  cardData,
  createMerchant,
  type Merchant,
  newId,
  newSecret,
} from '../../support/switch/merchant.ts';
import type { Answer } from '../../support/switch/switch.ts';
import { registeredWebhooks } from '../../support/switch/switch-in-memory.ts';
import type { FaultyProcessor } from './faulty-processor.ts';
import type { KillableSwitch } from './killable-switch.ts';
import type { Operation, Step, Walk } from './walk.ts';

/** The servers that walks are played on. */
export interface Ground {
  readonly running: KillableSwitch;
  readonly processor: FaultyProcessor;
  /** The merchants' servers. */
  readonly receiver: WebhookReceiver;
}

/** An answer in the walk, or the reason why there is none. */
interface Asked {
  readonly request: string;
  readonly idempotencyKey?: string | undefined;
  readonly body: unknown;
  readonly status: number | undefined;
  readonly answer: unknown;
}

/** A walk that was played, with all that its merchant knows. */
export interface Played {
  readonly merchant: Merchant;
  /** The hash of its key at the processor, by which its books are found. */
  readonly keyHash: string;
  readonly webhookPath: string;
  readonly asked: readonly Asked[];
  /** Identifiers that the merchant chose or was given. */
  readonly paymentIds: Set<string>;
  readonly refundIds: Set<string>;
  /** Whether an answer of the processor had another amount. */
  readonly hadOtherAmounts: boolean;
}

/** The cards of new payments, by how often they are used. */
const cards = [
  ...['4242424242424242', '4242424242424242', '4242424242424242', '4111111111111111'],
  // Declined; settled later; refunds succeed later, and fail later; disputed.
  ...['4000000000000002', '4000000000000077', '4000000000007726', '4000000000002685'],
] as const;

const Entity = v.object({
  payment_id: v.optional(v.string()),
  refund_id: v.optional(v.string()),
  payment_method_id: v.nullish(v.string()),
  mandate_id: v.nullish(v.string()),
  customer_id: v.nullish(v.string()),
  amount: v.optional(v.number()),
  status: v.optional(v.string()),
  disputes: v.nullish(v.array(v.object({ dispute_id: v.string() }))),
});

/** Takes a merchant on, and plays the walk as that merchant. */
export async function playWalk(ground: Ground, walk: Walk): Promise<Played> {
  const { running, processor, receiver } = ground;
  const webhookPath = `/${newId('hook')}`;
  const processorKey = newSecret();
  const merchant = await createMerchant(running, {
    processorKey,
    connectorAccount: registeredWebhooks,
    account: {
      webhook_details: {
        webhook_url: `${receiver.url}${webhookPath}`,
        payment_statuses_enabled: [],
        refund_statuses_enabled: [],
      },
    },
  });
  const walker = aWalker(running, merchant);
  for (const step of walk) {
    processor.plan(processorKey, { requests: [...step.requests], webhooks: [...step.webhooks] });
    await takeStep(running, walker, step);
  }
  processor.plan(processorKey, { requests: [], webhooks: [] });
  return {
    merchant,
    keyHash: createHash('sha256').update(processorKey).digest('hex'),
    webhookPath,
    asked: walker.asked,
    paymentIds: walker.paymentIds,
    refundIds: walker.refundIds,
    hadOtherAmounts: walk.some(({ requests }) => requests.includes('answers another amount')),
  };
}

async function takeStep(running: KillableSwitch, walker: Walker, step: Step): Promise<void> {
  const answers = Promise.all(step.operations.map((operation) => walker.perform(operation)));
  if (step.killAfterMs !== undefined) {
    await Promise.race([answers, pause(step.killAfterMs)]);
    await running.kill();
    await answers;
    await running.start();
  }
  await answers;
}

type Walker = ReturnType<typeof aWalker>;

/** A merchant that remembers its objects. */
function aWalker(running: KillableSwitch, { key }: Merchant) {
  const asked: Asked[] = [];
  const paymentIds = new Set<string>();
  const refundIds = new Set<string>();
  const amounts = new Map<string, number>();
  const statuses = new Map<string, string>();
  const methods: { readonly id: string; readonly customer: string }[] = [];
  const mandates: { readonly id: string; readonly customer: string }[] = [];
  const disputes = new Set<string>();

  const anyOf = <T>(all: Iterable<T>, about: number): T | undefined => {
    const list = [...all];
    return list[Math.floor(about * list.length)];
  };

  async function send(
    method: 'GET' | 'POST',
    path: string,
    body?: object,
    headers: Readonly<Record<string, string>> = {},
  ): Promise<void> {
    let answer: Answer | undefined;
    try {
      answer = await running.call(method, path, { key, headers, ...(body && { body }) });
    } catch {
      // The switch was killed.
    }
    const request = `${method} ${path}`;
    const idempotencyKey = headers['idempotency-key'];
    asked.push({ request, idempotencyKey, body, status: answer?.status, answer: answer?.body });
    if (answer && answer.status < 300) remember(answer.body);
  }

  function remember(body: unknown): void {
    const { success, output } = v.safeParse(Entity, body);
    if (!success) return;
    const { payment_id, refund_id, amount, status } = output;
    if (refund_id !== undefined) refundIds.add(refund_id);
    else if (payment_id !== undefined) {
      paymentIds.add(payment_id);
      if (amount !== undefined) amounts.set(payment_id, amount);
      if (status !== undefined) statuses.set(payment_id, status);
    }
    const { payment_method_id, mandate_id, customer_id: customer } = output;
    if (customer && payment_method_id) methods.push({ id: payment_method_id, customer });
    if (customer && mandate_id) mandates.push({ id: mandate_id, customer });
    for (const { dispute_id } of output.disputes ?? []) disputes.add(dispute_id);
  }

  /** Sends a POST, once or twice under one idempotency key. */
  async function post(path: string, body: object, { twice }: Operation): Promise<void> {
    if (!twice) return send('POST', path, body);
    const headers = { 'idempotency-key': newId('key') };
    const first = send('POST', path, body, headers);
    if (twice === 'afterwards') await first;
    await Promise.all([first, send('POST', path, body, headers)]);
  }

  const named = (operation: Operation) => {
    // The key names the payment where the request comes twice.
    if (operation.twice) return {};
    const payment_id = newId('pay');
    paymentIds.add(payment_id);
    return { payment_id };
  };

  /** As a rule one for which the operation may succeed; now and then any. */
  function paymentFor({ kind, about, draw }: Operation): string | undefined {
    const wanted = fitting[kind];
    const fit = [...paymentIds].filter((id) => wanted?.includes(statuses.get(id) ?? ''));
    return anyOf(fit.length > 0 && draw < 0.8 ? fit : paymentIds, about);
  }

  async function perform(operation: Operation): Promise<void> {
    const { kind, about, share } = operation;
    const id = paymentFor(operation) ?? '';
    const part = (amount: number) =>
      share === undefined ? undefined : Math.max(1, Math.round(amount * share));
    const payment = `/payments/${id}`;
    const amount = amounts.get(id) ?? 2_000;
    switch (kind) {
      case 'create':
        return post('/payments', { ...named(operation), ...aPayment(operation) }, operation);
      case 'confirm':
        return post(`${payment}/confirm`, cardData(cardOf(operation)), operation);
      case 'update':
        return post(payment, { amount: 500 + Math.floor(operation.draw * 4_000) }, operation);
      case 'capture': {
        const amount_to_capture = part(amount);
        return post(
          `${payment}/capture`,
          amount_to_capture === undefined ? {} : { amount_to_capture },
          operation,
        );
      }
      case 'cancel':
        return post(`${payment}/cancel`, {}, operation);
      case 'refund': {
        const amountOfPart = part(amount);
        const body = {
          payment_id: id,
          ...(amountOfPart !== undefined && { amount: amountOfPart }),
          ...(operation.twice || operation.draw < 0.5 ? {} : { refund_id: newId('ref') }),
        };
        if (body.refund_id !== undefined) refundIds.add(body.refund_id);
        return post('/refunds', body, operation);
      }
      case 'sync': {
        const refund = operation.draw < 0.3 ? anyOf(refundIds, about) : undefined;
        const path = refund === undefined ? payment : `/refunds/${refund}`;
        return send('GET', `${path}?force_sync=true`);
      }
      case 'increment':
        return post(
          `${payment}/incremental_authorization`,
          { amount: amount + 1 + Math.floor(operation.draw * 1_000) },
          operation,
        );
      case 'dispute': {
        const dispute = anyOf(disputes, about);
        return dispute === undefined
          ? send('GET', payment)
          : post(`/disputes/accept/${dispute}`, {}, operation);
      }
      case 'saved card':
        return chargeSaved(operation, 'payment_method_id', anyOf(methods, about));
      case 'mandate charge':
        return chargeSaved(operation, 'mandate_id', anyOf(mandates, about));
    }
  }

  /** Charges a stored credential in its customer's absence, or stores one. */
  async function chargeSaved(
    operation: Operation,
    type: 'payment_method_id' | 'mandate_id',
    saved: { readonly id: string; readonly customer: string } | undefined,
  ): Promise<void> {
    const base = { amount: 700 + Math.floor(operation.draw * 2_000), currency: 'USD' };
    const customer_acceptance = { acceptance_type: 'offline' };
    const source = saved
      ? {
          off_session: true,
          customer_id: saved.customer,
          recurring_details: { type, data: saved.id },
        }
      : {
          ...cardData(),
          customer_id: newId('cus'),
          setup_future_usage: 'off_session',
          ...(type === 'mandate_id'
            ? { mandate_data: { customer_acceptance, mandate_type: { multi_use: null } } }
            : { customer_acceptance }),
        };
    const body = { ...named(operation), ...base, confirm: true, ...source };
    return post('/payments', body, operation);
  }

  return { asked, paymentIds, refundIds, perform };
}

const cardOf = ({ draw }: Operation) => cards[Math.floor(draw * 97) % cards.length];

/** The statuses in which an operation may succeed. */
const fitting: Readonly<Partial<Record<Operation['kind'], readonly string[]>>> = {
  confirm: ['requires_payment_method', 'requires_confirmation', 'failed'],
  update: ['requires_payment_method', 'requires_confirmation'],
  capture: ['requires_capture', 'partially_captured_and_capturable'],
  cancel: ['requires_capture', 'requires_payment_method'],
  increment: ['requires_capture'],
  refund: ['succeeded', 'partially_captured', 'partially_captured_and_capturable'],
  dispute: ['succeeded'],
  // Also those whose first request has no answer yet.
  sync: ['processing', ''],
};

/** A payment that is confirmed at once as a rule, with each kind of capture. */
function aPayment(operation: Operation): object {
  const { draw } = operation;
  const capture = (['automatic', 'manual', 'manual_multiple', 'manual'] as const)[
    Math.floor(draw * 1_009) % 4
  ];
  return {
    amount: 500 + Math.floor(draw * 5_000),
    currency: 'USD',
    capture_method: capture,
    ...(capture !== 'automatic' && { request_incremental_authorization: true }),
    ...(draw % 0.05 < 0.035 && { confirm: true, ...cardData(cardOf(operation)) }),
  };
}
