import type { Connector } from '#connectors/interface/connector.ts';
import type { PaymentOutcome } from '#connectors/interface/payments.ts';
import { connectorNamed } from '#connectors/registry.ts';
import type { HttpRequest } from '#platform/http/egress/http-message.ts';
import type { Change } from '#platform/queues/stream-function.ts';
import { eventSourceSortKeys } from '#webhooks/delivery/event-source.ts';
import { receiverIn } from '#webhooks/delivery/receiver.ts';
import { publishEvents } from '../../../functions/queues/publish-events.ts';
import { connectForPayouts, payoutCards, toCard } from '../entities/a-payout.ts';
import { byCard } from '../switch/payments-in-memory.ts';
import {
  type Ask,
  adminKey,
  aMerchant,
  container,
  type SwitchDependencies,
  switchDependencies,
} from '../switch/switch-in-memory.ts';
import { disputedCards } from '../switch/switch-with-disputes.ts';
import { memoryPort } from '../table/memory-table.ts';
import { answered, webhookUrl } from './webhook-delivery.ts';

const second = 'https://shop.example/second';
const days = 86_400;

/**
 * The bodies of webhooks that a shop gets, by the type of their event and in the order of their
 * making: payments, refunds, disputes, mandates and payouts that end in every way, in memory.
 */
export async function webhookBodies(): Promise<ReadonlyMap<string, readonly string[]>> {
  const shop = await toldOfAll();
  await isPaid(shop);
  await isRefunded(shop);
  await isDisputed(shop);
  await hasMandates(shop);
  await paysOut(shop);
  await isSwitchedOff(shop);
  await isTested(shop);
  return Map.groupBy(await shop.bodies(), (body) => String(JSON.parse(body).event_type));
}

type Shop = Awaited<ReturnType<typeof toldOfAll>>;

/** A merchant who asked for every type of event at its `webhook_url`. */
async function toldOfAll() {
  const outcomes: { next?: PaymentOutcome } = {};
  const sent: HttpRequest[] = [];
  const dependencies: SwitchDependencies = {
    ...switchDependencies(),
    clock: { now: new Date('2030-01-31T10:00:00.000Z') },
    receiver: async (request) => {
      sent.push(request);
      return answered(200);
    },
    adapters: { connectorNamed: (name) => answering(connectorNamed(name), outcomes) },
  };
  const { processor, clock } = dependencies;
  processor.clock.now = clock.now;
  const changes: Change[] = [];
  const memory = memoryPort([], (before, after) => changes.push({ before, after }));
  const world = container(memory, dependencies);
  const merchant = await aMerchant(world, 'shop', {
    webhook_details: { webhook_url: webhookUrl, payment_created_enabled: true },
  });
  processor.hooks.onNotification = async ({ body: text = '', headers }) => {
    const params = { merchant_id: merchant.id, connector: 'stripe_test' };
    return world.ask('incoming-webhooks.receive', { params, text, headers });
  };
  const publish = publishEvents(world.services);

  async function good(name: string, request: Ask = {}) {
    const answer = await world.ask(name, { key: merchant.key, ...request });
    if (answer.status !== 200) throw new Error(`${name}: ${answer.status} ${answer.text}`);
    return answer.body;
  }

  return {
    world,
    merchant,
    outcomes,
    good,
    hooks: processor.hooks,
    byAdmin: (name: string, request: Ask = {}) => good(name, { key: adminKey, ...request }),
    /** Lets time pass, for the switch and for the processor. */
    async pass(seconds: number) {
      clock.now = new Date(clock.now.getTime() + seconds * 1_000);
      processor.clock.now = clock.now;
      await processor.sendNotifications();
    },
    pays: (payment_id: string, changes: object = {}, number?: string) =>
      good('payments.create', {
        body: {
          payment_id,
          amount: 2_599,
          currency: 'EUR',
          confirm: true,
          description: 'Order 10017',
          metadata: { order: '10017' },
          ...byCard(number),
          ...changes,
        },
      }),
    /** The messages of the reader of the stream about all changes until now, and those sent at once. */
    async bodies(): Promise<readonly string[]> {
      const messages = [];
      for (const change of changes.filter(isSource)) messages.push(...(await publish(change)));
      return [...messages.filter(({ endpointId }) => endpointId === undefined), ...sent].flatMap(
        ({ body }) => body ?? [],
      );
    },
  };
}

/** The changes that the filter on the stream lets through to the reader. */
const isSource = ({ after }: Change) => {
  const sk = String(after?.sk);
  const { are, beginWith } = eventSourceSortKeys;
  return are.some((one) => one === sk) || beginWith.some((one) => sk.startsWith(one));
};

/** The connector, whose next answer to an authorization or a sync may be stated. */
function answering(
  connector: Connector | undefined,
  outcomes: { next?: PaymentOutcome },
): Connector | undefined {
  if (!connector) return undefined;
  const { authorize, sync } = connector;
  const stated = () => {
    const { next } = outcomes;
    delete outcomes.next;
    return next;
  };
  return {
    ...connector,
    authorize: { ...authorize, outcome: (...given) => stated() ?? authorize.outcome(...given) },
    sync: { ...sync, outcome: (...given) => stated() ?? sync.outcome(...given) },
  };
}

const held = { capture_method: 'manual' };

async function isPaid({ good, hooks, outcomes, pass, pays }: Shop) {
  await pays('pay_created', { confirm: false });
  await pays('pay_succeeded');
  await pays('pay_failed', {}, '4000000000000002');
  await pays('pay_processing', {}, '4000000000000077');
  await pays('pay_action_required', {}, '4000003800000446');
  await pays('pay_authorized', held);
  await pays('pay_captured', held);
  await pays('pay_cancelled', held);
  await pays('pay_cancelled_post_capture');
  // The processor's own webhook says that it is whole.
  hooks.holdNotifications = true;
  outcomes.next = { result: 'authorized', authorizedMinor: 1_000 };
  await pays('pay_partially_authorized', { ...held, enable_partial_authorization: true });
  hooks.holdNotifications = false;
  await pays('pay_expired', held);
  await pass(60);
  const of = (payment_id: string, body: object) => ({ params: { payment_id }, body });
  await good('payments.capture', of('pay_captured', { amount_to_capture: 1_000 }));
  const reason = { cancellation_reason: 'requested_by_customer' };
  await good('payments.cancel', of('pay_cancelled', reason));
  await good('payments.cancel-post-capture', of('pay_cancelled_post_capture', reason));
  await pass(7 * days);
  outcomes.next = { result: 'expired' };
  const query = { force_sync: 'true' };
  await good('payments.retrieve', { params: { payment_id: 'pay_expired' }, query });
}

async function isRefunded({ good, pays }: Shop) {
  for (const [refund_id, number] of [
    ['ref_succeeded', '4242424242424242'],
    ['ref_failed', '4000000000009235'],
  ] as const) {
    const { payment_id } = await pays(`pay_of_${refund_id}`, {}, number);
    await good('refunds.create', { body: { refund_id, payment_id, amount: 599, reason: 'late' } });
  }
}

async function isDisputed({ good, pass, pays }: Shop) {
  const disputed = async (payment_id: string, number: string) => {
    await pays(payment_id, {}, number);
    await pass(6);
    const { disputes } = await good('payments.retrieve', { params: { payment_id } });
    return String(disputes[0].dispute_id);
  };
  const submit = (dispute_id: string, uncategorized_text: string) =>
    good('disputes.submit-evidence', { body: { dispute_id, uncategorized_text } });

  const accepted = await disputed('pay_disputed', disputedCards.disputed);
  await good('disputes.accept', { params: { dispute_id: accepted } });
  await submit(await disputed('pay_won', disputedCards.disputed), 'winning_evidence');
  await submit(await disputed('pay_lost', disputedCards.disputed), 'losing_evidence');
  await submit(await disputed('pay_inquired', disputedCards.inquired), 'winning_evidence');
  const expired = await disputed('pay_unanswered', disputedCards.inquired);
  await pass(8 * days);
  await good('disputes.retrieve', {
    params: { dispute_id: expired },
    query: { force_sync: 'true' },
  });
}

async function hasMandates({ good, pays }: Shop) {
  const customer_id = 'cus_joseph';
  await good('customers.create', { body: { customer_id, name: 'Joseph Doe' } });
  const { mandate_id } = await pays('pay_mandate', {
    customer_id,
    setup_future_usage: 'off_session',
    mandate_data: {
      customer_acceptance: { acceptance_type: 'offline', accepted_at: '2030-01-31T10:00:00Z' },
      mandate_type: { multi_use: { amount: 50_000, currency: 'EUR' } },
    },
  });
  await good('mandates.revoke', { params: { mandate_id } });
}

async function paysOut({ byAdmin, good, merchant, pass, world }: Shop) {
  await connectForPayouts(world, merchant);
  await pass(60);
  const create = (payout_id: string, number: string, auto_fulfill = true) =>
    good('payouts.create', {
      body: {
        payout_id,
        amount: 6_540,
        currency: 'EUR',
        customer_id: 'cus_joseph',
        confirm: true,
        auto_fulfill,
        description: 'Commission',
        ...toCard(number),
      },
    });
  await create('payout_succeeded', payoutCards.usual);
  await create('payout_failed', payoutCards.declined);
  await create('payout_cancelled', payoutCards.usual, false);
  await good('payouts.cancel', { params: { payout_id: 'payout_cancelled' }, body: {} });
  await create('payout_reversed', payoutCards.comesBack);
  await create('payout_expired', payoutCards.later);
  const params = { payout_id: 'payout_expired' };
  const body = { merchant_id: merchant.id, status: 'expired' };
  await byAdmin('payouts.manual-update', { params, body });
  await pass(600);
  const query = { force_sync: 'true' };
  await good('payouts.retrieve', { params: { payout_id: 'payout_reversed' }, query });
}

/** Another endpoint, which takes nothing for five days. */
async function isSwitchedOff({ good, merchant, pass, world }: Shop) {
  const { endpoint_id } = await good('webhook-endpoints.create', {
    params: { merchant_id: merchant.id },
    body: { url: second },
  });
  const { configurations, failingReceivers } = world.services;
  const ref = {
    merchantId: merchant.id,
    profileId: merchant.profileId,
    endpointId: String(endpoint_id),
  };
  const fail = async () => {
    const receiver = receiverIn(await configurations.read(merchant.id), ref);
    if (!receiver) throw new Error('There is an endpoint.');
    await failingReceivers.recordFailing(receiver);
  };
  await fail();
  await pass(5 * days);
  await fail();
}

const isTested = ({ good, merchant }: Shop) =>
  good('webhook-endpoints.test', {
    params: { merchant_id: merchant.id, endpoint_id: merchant.profileId },
  });
