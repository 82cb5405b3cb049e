import { retrieveMandate } from '#switch/mandates/operations.ts';
import { createPayout } from '#switch/payouts/operations.ts';
import { vaultOperations } from '#vault/operations.ts';
import {
  disputeEvent,
  endpointEvent,
  mandateEvent,
  paymentEvent,
  payoutEvent,
  refundEvent,
} from '#webhooks/events/event.ts';
import { operations } from '../../../shared/operations.ts';
import { exampleWorld, goldenOf, latestRelease } from '../documents/golden.ts';
import { producedIn } from '../fields/response-fields.ts';
import * as scenarios from '../fields/scenarios.ts';
import { freezeDate } from '../runner/frozen-date.ts';
import type { Answer } from '../switch/switch-in-memory.ts';
import { vaultInMemory } from '../vault/vault-in-memory.ts';
import { askExample, containerOf, type ExampleWorld } from './example-requests.ts';

/** Answers by method and path, `POST /payments`, and the webhooks by class: `webhook payments`. */
export type ExampleAnswers = Record<string, unknown>;

/** Lists, which find nothing in the state for the examples of requests. */
const lists = /\.(list|filter|undelivered)/;

/**
 * The answers of the switch's and of the vault's operations to the requests that their contracts give
 * as examples, in memory; lists of objects are shortened. Where a list is empty, one that a scenario
 * gets takes its place: then its entries have come about at the same time, and any may be the first.
 */
export async function exampleAnswers(): Promise<{
  readonly answers: ExampleAnswers;
  /** Those that have other entries each time. */
  readonly fromScenarios: ReadonlySet<string>;
}> {
  const full = await fullAnswers();
  const vault = await answersOfVault();
  // Keys and secrets are as old as the release's items.
  const thaw = freezeDate(goldenOf(latestRelease()).left.now);
  try {
    const { answers, fromScenarios } = await answersOf(await exampleWorld(), full);
    const all = Object.entries({ ...answers, ...vault });
    return {
      answers: Object.fromEntries(all.map(([name, one]) => [name, shortened(one)])),
      fromScenarios,
    };
  } finally {
    thaw();
  }
}

async function answersOf(
  { items, ...rest }: ExampleWorld,
  full: Awaited<ReturnType<typeof fullAnswers>>,
): ReturnType<typeof exampleAnswers> {
  const answers: ExampleAnswers = {};
  const fromScenarios = new Set<string>();
  // Scenarios fill lists with entries that have more in them.
  const world = { ...rest, items: items.filter(({ pk }) => !pk.includes('#LIST#')) };
  for (const operation of operations) {
    const { answer } = await askExample(operation, world);
    if (answer.status >= 400) throw new Error(`${operation.name}: ${answer.status} ${answer.text}`);
    const own = contentOf(answer);
    if (own === undefined) continue;
    const key = `${operation.method} ${operation.path}`;
    const isEmpty = !producedIn(own).some((field) => field.includes('[]'));
    const filled = isEmpty && lists.test(operation.name) ? full.get(operation.name) : undefined;
    if (filled) fromScenarios.add(key);
    answers[key] = filled ? filled.body : own;
  }
  return { answers: { ...answers, ...(await webhooks(world)) }, fromScenarios };
}

/** A reader needs no more of a list of objects to see its form. */
const mostObjects = 2;

function shortened(value: unknown): unknown {
  if (Array.isArray(value)) {
    const few = value.every((one) => typeof one === 'object') ? value.slice(0, mostObjects) : value;
    return few.map(shortened);
  }
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, shortened(one)]));
}

/** JSON, or a text that is no page and no file; undefined for all else, and for refusals. */
function contentOf({ status, headers, text, body }: Answer): unknown {
  // A customer who comes back from a page is sent on, and the answer says where to.
  if (![200, 202, 302].includes(status)) return undefined;
  return headers['content-type']?.startsWith('text/plain') ? text : body;
}

/** The answer of each operation that has the most in it, of all that the scenarios get. */
async function fullAnswers() {
  const fullest = new Map<string, { readonly body: unknown; readonly fields: readonly string[] }>();
  const observed = {
    note(name: string, answer: Answer) {
      const body = contentOf(answer);
      const fields = producedIn(body);
      const known = fullest.get(name)?.fields.length ?? 0;
      if (fields.length > known) fullest.set(name, { body, fields });
    },
    missing: () => [],
    wrong: () => [],
  };
  for (const run of Object.values(scenarios)) await run(observed);
  return fullest;
}

/** The body of an event of each class, about the prepared objects. */
async function webhooks(world: ExampleWorld): Promise<ExampleAnswers> {
  const { ask, services } = await containerOf(world);
  const { id, key } = world.names.merchant;
  const made = { payment_id: 'pay_paid_example', refund_id: 'ref_now', amount: 600 };
  await ask('refunds.create', { key, body: made });
  const paid = { ...createPayout.example.body, profile_id: 'pro_example' };
  await ask('payouts.create', { key, body: { ...paid, confirm: true, auto_fulfill: true } });
  const payment = await services.payments.get(id, made.payment_id);
  const refund = await services.refunds.get(id, made.refund_id);
  const dispute = await services.disputes.get(id, 'dp_example');
  const mandate = await services.mandates.get(id, retrieveMandate.example.params.mandate_id);
  const payout = await services.payouts.get(id, paid.payout_id);
  const since = world.now.toISOString();
  const events = [
    ...payment.transitions.map((one) => paymentEvent(payment, one)),
    ...refund.transitions.map((one) => refundEvent(refund, one)),
    ...dispute.transitions.map((one) => disputeEvent(dispute, one)),
    ...mandate.transitions.map((one) => mandateEvent(mandate, one)),
    ...payout.transitions.map((one) => payoutEvent(payout, one)),
    endpointEvent(
      { id: 'we_example', merchantId: id, profileId: 'pro_example', since },
      { type: 'webhook_endpoint_disabled', status: 'disabled', at: since, version: 1 },
    ),
  ];
  return Object.fromEntries(
    events.map((event) => [`webhook ${event.class}`, JSON.parse(event.body)]),
  );
}

/** A card's way through the vault: keys and tokens, the card itself, where it may go and comes from. */
async function answersOfVault(): Promise<ExampleAnswers> {
  const { ask } = vaultInMemory();
  const examples: ExampleAnswers = {};
  const good = async (name: string, request: Parameters<typeof ask>[1]) => {
    const operation = vaultOperations.find((one) => one.name === name);
    const { body } = operation?.example ?? {};
    const answer = await ask(name, { key: 'vk_shop_east', body, ...request });
    if (answer.status !== 200) throw new Error(`${name}: ${answer.status} ${answer.text}`);
    examples[`${operation?.method} ${operation?.path}`] = answer.body;
    return answer.body;
  };
  const bearer = async (session_token: object) => {
    const { data } = await good('vault.create-session-token', { body: { session_token } });
    return {
      key: undefined,
      headers: { authorization: `Bearer ${data.attributes.session_token}` },
    };
  };

  const key = await good('vault.create-api-key', {});
  await good('vault.list-api-keys', {});
  await good('vault.retrieve-api-key', { params: { id: key.data.id } });
  const card = await good('vault.store-card', {});
  const params = { card_token: card.data.id };
  await good('vault.retrieve-card', { params });
  await good('vault.list-cards', {});
  await good('vault.take-cvc', {
    ...(await bearer({ scope: 'show_service_code', ...params })),
    body: params,
  });
  await good('vault.authorize-card', { params });
  await good('vault.delete-card', { params });
  await good('vault.capture-card', {
    ...(await bearer({ scope: 'card' })),
    query: { service_code: 'optional', cardholder_name: 'optional' },
  });
  await good('vault.create-destination', {});
  await good('vault.list-destinations', {});
  const profile = await good('vault.create-tokenization-profile', {});
  const one = { params: { id: profile.data.id } };
  await good('vault.list-tokenization-profiles', {});
  await good('vault.retrieve-tokenization-profile', one);
  await good('vault.update-tokenization-profile', one);
  return examples;
}
