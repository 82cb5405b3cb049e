import * as v from 'valibot';
import type { Send } from '#platform/http/egress/egress.ts';
import type { HttpRequest } from '#platform/http/egress/http-message.ts';
import type { Log } from '#platform/log.ts';
import { addSubject, withSubject } from '#platform/log-subject.ts';
import type { Metric } from '#platform/metrics.ts';
import { probeCard, probeHashKey, probeMerchantId } from './probe-merchant.ts';

export interface ProbeServices {
  /** Where merchants reach the switch, without a slash at its end. */
  readonly switchUrl: string;
  /** Where the probe's webhooks go: an address that answers 200 only to a right signature. */
  readonly receiverUrl: string;
  /** The probe's own key as an operator. */
  readonly operatorKey: () => Promise<string>;
  /** Makes the key valid, where it is not. */
  readonly enrol: (operatorKey: string) => Promise<void>;
  readonly send: Send;
  /** The switch may be on this machine: on a laptop only. */
  readonly loopback: boolean;
  readonly log: Log;
  readonly metric: Metric;
  readonly clock: () => Date;
  readonly pause: (ms: number) => Promise<unknown>;
}

/** One request may take so long, in ms; a payment's processor has 20 s. */
const requestTimeoutMs = 30_000;
/** The webhook must have arrived so long after the payment, in ms; asked for every so many. */
const webhookWithinMs = 60_000;
const askEveryMs = 1_000;
/** How long an API key of the probe is good for, in ms, and how long it is used. */
const keyLifeMs = 24 * 3_600_000;
const keyUseMs = 12 * 3_600_000;

/** The steps of a run, in order; a failed run names the step in the log. */
type Step = 'operator key' | 'merchant' | 'api key' | 'connector' | 'payment' | 'webhook';

/**
 * Acts as a merchant, only with the API: takes a payment at the test processor and waits for its
 * signed webhook. It makes its operator's key, merchant account, connector account and API key where
 * they are missing. A run that fails is logged with its step and writes no metric, whose absence is the
 * alarm. Never throws.
 */
export function probe(services: ProbeServices): () => Promise<void> {
  let known: { readonly apiKey: string; readonly at: number } | undefined;

  return () =>
    withSubject({ merchant_id: probeMerchantId }, async () => {
      const { log, metric, clock } = services;
      let step: Step = 'operator key';
      try {
        const operatorKey = await services.operatorKey();
        const ask = asking(services);
        const isReady = known !== undefined && clock().getTime() - known.at < keyUseMs;
        if (!isReady) {
          await services.enrol(operatorKey);
          step = 'merchant';
          await takeOnMerchant(services, ask, operatorKey);
          step = 'api key';
          known = { apiKey: await makeApiKey(services, ask, operatorKey), at: clock().getTime() };
          step = 'connector';
          await connect(ask, known.apiKey);
        }
        step = 'payment';
        const startedAt = clock().getTime();
        const paymentId = await pay(ask, known?.apiKey ?? '');
        addSubject({ payment_id: paymentId });
        step = 'webhook';
        await waitForWebhook(services, ask, operatorKey, paymentId);
        const ms = clock().getTime() - startedAt;
        log.info('probe succeeded', { ms });
        metric('ProbeMs', ms);
        metric('ProbeSucceeded', 1);
      } catch (error) {
        // After a revoked key or a deleted merchant the next run makes new ones.
        known = undefined;
        log.error('probe failed', error, { step });
      }
    });
}

interface Question {
  readonly method: HttpRequest['method'];
  readonly path: string;
  readonly key: string;
  readonly body?: unknown;
}

type Ask = (question: Question) => Promise<{ readonly status: number; readonly body: unknown }>;

/** Sends requests to the switch as JSON; rejects when it does not answer. */
const asking =
  ({ send, switchUrl, loopback }: ProbeServices): Ask =>
  async ({ method, path, key, body }) => {
    const request = {
      method,
      url: `${switchUrl}${path}`,
      headers: { 'api-key': key, 'content-type': 'application/json' },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    };
    const sent = await send(request, {
      timeoutMs: requestTimeoutMs,
      allow: loopback ? 'public and loopback' : 'public',
      maxResponseBytes: 1_048_576,
    });
    if (sent.kind !== 'answered') throw new Error(`${method} ${path}: ${sent.reason}`);
    const { status, body: text } = sent.response;
    return { status, body: v.parse(v.pipe(v.string(), v.parseJson()), text) };
  };

/** The answer in its shape; throws unless it is a 200. */
async function answered<S extends v.GenericSchema>(ask: Ask, question: Question, schema: S) {
  const { status, body } = await ask(question);
  if (status === 200) return v.parse(schema, body);
  throw new Error(`${question.method} ${question.path}: HTTP ${status}`);
}

/**
 * Creates the merchant account, or sets its webhook address again: the probe's key may be
 * another now.
 */
async function takeOnMerchant(
  { receiverUrl }: ProbeServices,
  ask: Ask,
  key: string,
): Promise<void> {
  const settings = {
    webhook_details: { webhook_url: receiverUrl },
    payment_response_hash_key: probeHashKey(key),
  };
  const path = `/accounts/${probeMerchantId}`;
  const { status } = await ask({ method: 'GET', path, key });
  const body = { merchant_id: probeMerchantId, ...settings };
  const create = { method: 'POST', path: '/accounts', key, body } as const;
  const isNew = status === 404;
  await answered(ask, isNew ? create : { method: 'POST', path, key, body }, v.unknown());
}

const ApiKey = v.object({ api_key: v.string() });

async function makeApiKey({ clock }: ProbeServices, ask: Ask, key: string): Promise<string> {
  const expiration = new Date(clock().getTime() + keyLifeMs).toISOString();
  const body = {
    name: 'probe',
    description: 'Of a probe that runs every five minutes.',
    expiration,
  };
  const path = `/api_keys/${probeMerchantId}`;
  const { api_key } = await answered(ask, { method: 'POST', path, key, body }, ApiKey);
  return api_key;
}

async function connect(ask: Ask, key: string): Promise<void> {
  const path = `/account/${probeMerchantId}/connectors`;
  const made = await answered(ask, { method: 'GET', path, key }, v.array(v.unknown()));
  if (made.length > 0) return;
  const body = {
    connector_type: 'payment_processor',
    connector_name: 'stripe_test',
    connector_account_details: { auth_type: 'HeaderKey', api_key: 'probe' },
  };
  await answered(ask, { method: 'POST', path, key, body }, v.unknown());
}

const Paid = v.object({ payment_id: v.string(), status: v.string() });

/** Takes a payment; throws unless it succeeded. */
async function pay(ask: Ask, key: string): Promise<string> {
  const body = {
    amount: 100,
    currency: 'EUR',
    confirm: true,
    payment_method: 'card',
    payment_method_data: { card: probeCard },
  };
  const question = { method: 'POST', path: '/payments', key, body } as const;
  const { payment_id, status } = await answered(ask, question, Paid);
  if (status !== 'succeeded') throw new Error(`The payment ${payment_id} is ${status}.`);
  return payment_id;
}

const Events = v.object({ events: v.array(v.object({ is_delivery_successful: v.boolean() })) });

/** Waits until the payment's webhook was taken, which only a right signature is. */
async function waitForWebhook(
  { clock, pause }: ProbeServices,
  ask: Ask,
  key: string,
  paymentId: string,
): Promise<void> {
  const until = clock().getTime() + webhookWithinMs;
  const path = `/events/${probeMerchantId}`;
  const question = { method: 'POST', path, key, body: { object_id: paymentId } } as const;
  for (;;) {
    const { events } = await answered(ask, question, Events);
    if (events.some((event) => event.is_delivery_successful)) return;
    if (clock().getTime() >= until) {
      throw new Error(`Of ${events.length} webhooks none was taken within a minute.`);
    }
    await pause(askEveryMs);
  }
}
