import { byCard } from './a-shop.ts';
import { queryAt } from './page-queries.ts';
import {
  type Ask,
  adminKey,
  aPaymentRequest,
  type Container,
  type Merchant,
  type Surroundings,
} from './switch-in-memory.ts';

/** A switch in use, for the preparation of requests, and the merchant who asks. */
export interface ShopInUse {
  readonly world: Container & { readonly around: Surroundings };
  readonly merchant: Merchant;
  /** Different for every request, so that each can be about something of its own; the first is 1. */
  readonly round: number;
}

/** Asks for what a request needs to be there, and returns the body of the answer; it has to be 200. */
export async function doneBefore({ world, merchant }: ShopInUse, name: string, request: Ask) {
  const { status, body } = await world.ask(name, { key: merchant.key, ...request });
  if (status !== 200) throw new Error(`${name}: ${JSON.stringify(body)}`);
  return body;
}

/** A payment of an ordinary shop. */
export const created = (scene: ShopInUse, changes: object = {}) =>
  doneBefore(scene, 'payments.create', { body: aPaymentRequest(changes) });

export const challengedCard = '4000003800000446';

/** A payment whose customer has to show at the bank who they are. */
export async function challenged(scene: ShopInUse, changes: object = {}) {
  return created(scene, { confirm: true, ...byCard(challengedCard), ...changes });
}

/** Such a payment when its customer has paid, and only the processor knows. */
export async function paidAtLast(scene: ShopInUse, changes: object = {}) {
  const payment = await challenged(scene, changes);
  const { world, merchant } = scene;
  const { attempt } = await world.services.payments.get(merchant.id, payment.payment_id);
  await world.around.processor.visit(`${attempt.redirectUrl}/complete?confirm=true`);
  return payment;
}

/** The way back of a customer from a processor's page or a bank's. */
export async function backFrom(
  scene: ShopInUse,
  payment: Awaited<ReturnType<typeof challenged>>,
  page: 'back' | 'authorize' = 'back',
) {
  const { payment_id } = payment;
  const whose = { payment_id, merchant_id: scene.merchant.id };
  const query = await queryAt(scene.world.services, whose, page);
  return { params: { ...whose, connector: 'stripe_test' }, query };
}

/** The request about a payment whose reservation can be raised and kept for longer. */
async function raisable(scene: ShopInUse): Promise<Ask> {
  const { payment_id } = await created(scene, {
    confirm: true,
    capture_method: 'manual',
    request_incremental_authorization: true,
    request_extended_authorization: true,
    ...byCard(),
  });
  return { key: scene.merchant.key, params: { payment_id } };
}

/** The question whether a payment can be paid with a card. */
export async function eligible(scene: ShopInUse): Promise<Ask> {
  const { payment_id } = await created(scene);
  return {
    key: scene.merchant.key,
    params: { payment_id },
    body: {
      payment_method_type: 'card',
      payment_method_data: { card: { card_number: '4242424242424242' } },
    },
  };
}

/** A question of whoever pays about the payment. */
export async function ofPayer(scene: ShopInUse): Promise<Ask> {
  const { payment_id, client_secret } = await created(scene);
  return { key: scene.merchant.publishableKey, params: { payment_id }, query: { client_secret } };
}

/** The status that an operator gives to a payment whose captures are to be looked through. */
async function inReview(scene: ShopInUse): Promise<Ask> {
  const { payment_id } = await created(scene, { confirm: true, ...byCard() });
  const { payments } = scene.world.services;
  const payment = await payments.get(scene.merchant.id, payment_id);
  const attempt = { ...payment.attempt, status: 'capture_review' as const };
  await payments.save({ ...payment, status: 'review', attempt });
  const body = { merchant_id: scene.merchant.id, intent_status: 'succeeded' };
  return { key: adminKey, params: { payment_id }, body };
}

/** A request for each row of the budgets about what else can be done with a payment. */
export const paymentRequests: Readonly<Record<string, (scene: ShopInUse) => Promise<Ask>>> = {
  'payments.client': ofPayer,
  'payments.eligibility': eligible,
  'payments.eligibility-check': eligible,
  'payments.incremental-authorization': async (scene) => ({
    ...(await raisable(scene)),
    body: { amount: 7_000 },
  }),
  'payments.extend-authorization': raisable,
  'payments.sync': async (scene) => {
    const { payment_id } = await created(scene);
    return { key: scene.merchant.key, body: { payment_id } };
  },
  'payments.sync, with news': async (scene) => {
    const { payment_id } = await paidAtLast(scene);
    return { key: scene.merchant.key, body: { payment_id, force_sync: true } };
  },
  'payments.complete-authorize': async (scene) => {
    const { payment_id } = await paidAtLast(scene);
    return { key: scene.merchant.key, params: { payment_id }, body: {} };
  },
  'payments.update-metadata': async (scene) => {
    const { payment_id } = await challenged(scene);
    const body = { metadata: { order: '7' } };
    return { key: scene.merchant.key, params: { payment_id }, body };
  },
  'payments.session-tokens': async (scene) => {
    const { payment_id, client_secret } = await created(scene);
    const body = { payment_id, client_secret, wallets: ['google_pay'] };
    return { key: scene.merchant.publishableKey, body };
  },
  'payments.manual-status-update': inReview,
};
