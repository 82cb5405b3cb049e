import { queryAt } from './page-queries.ts';
import { byCard } from './payments-in-memory.ts';
import {
  type Ask,
  adminKey,
  aPaymentRequest,
  type Container,
  type Merchant,
  type SwitchDependencies,
} from './switch-in-memory.ts';

/** A switch in use, for the preparation of requests, and the merchant who asks. */
export interface PaymentRequestContext {
  readonly world: Container & { readonly dependencies: SwitchDependencies };
  readonly merchant: Merchant;
  /** Different for every request, so that each can be about something of its own; the first is 1. */
  readonly round: number;
}

/** Asks for what a request needs to be there, and returns the body of the answer; it has to be 200. */
export async function doneBefore(
  { world, merchant }: PaymentRequestContext,
  name: string,
  request: Ask,
) {
  const { status, body } = await world.ask(name, { key: merchant.key, ...request });
  if (status !== 200) throw new Error(`${name}: ${JSON.stringify(body)}`);
  return body;
}

/** A payment of an ordinary shop. */
export const created = (context: PaymentRequestContext, changes: object = {}) =>
  doneBefore(context, 'payments.create', { body: aPaymentRequest(changes) });

export const challengedCard = '4000003800000446';

/** A payment whose customer has to show at the bank who they are. */
export async function challenged(context: PaymentRequestContext, changes: object = {}) {
  return created(context, { confirm: true, ...byCard(challengedCard), ...changes });
}

/** Such a payment when its customer has paid, and only the processor knows. */
export async function paidAtLast(context: PaymentRequestContext, changes: object = {}) {
  const payment = await challenged(context, changes);
  const { world, merchant } = context;
  const { attempt } = await world.services.payments.get(merchant.id, payment.payment_id);
  await world.dependencies.processor.visit(`${attempt.redirectUrl}/complete?confirm=true`);
  return payment;
}

/** The way back of a customer from a processor's page or a bank's. */
export async function returnFrom(
  context: PaymentRequestContext,
  payment: Awaited<ReturnType<typeof challenged>>,
  page: 'back' | 'authorize' = 'back',
) {
  const { payment_id } = payment;
  const whose = { payment_id, merchant_id: context.merchant.id };
  const query = await queryAt(context.world.services, whose, page);
  return { params: { ...whose, connector: 'stripe_test' }, query };
}

/** The request about a payment whose reservation can be raised and kept for longer. */
async function incrementable(context: PaymentRequestContext): Promise<Ask> {
  const { payment_id } = await created(context, {
    confirm: true,
    capture_method: 'manual',
    request_incremental_authorization: true,
    request_extended_authorization: true,
    ...byCard(),
  });
  return { key: context.merchant.key, params: { payment_id } };
}

/** The question whether a payment can be paid with a card. */
export async function eligible(context: PaymentRequestContext): Promise<Ask> {
  const { payment_id } = await created(context);
  return {
    key: context.merchant.key,
    params: { payment_id },
    body: {
      payment_method_type: 'card',
      payment_method_data: { card: { card_number: '4242424242424242' } },
    },
  };
}

/** A question of whoever pays about the payment. */
export async function ofPaymentCustomer(context: PaymentRequestContext): Promise<Ask> {
  const { payment_id, client_secret } = await created(context);
  return { key: context.merchant.publishableKey, params: { payment_id }, query: { client_secret } };
}

/** The status that an operator gives to a payment whose captures are to be looked through. */
async function inReview(context: PaymentRequestContext): Promise<Ask> {
  const { payment_id } = await created(context, { confirm: true, ...byCard() });
  const { payments } = context.world.services;
  const payment = await payments.get(context.merchant.id, payment_id);
  const attempt = { ...payment.attempt, status: 'capture_review' as const };
  await payments.save({ ...payment, status: 'review', attempt });
  const body = { merchant_id: context.merchant.id, intent_status: 'succeeded' };
  return { key: adminKey, params: { payment_id }, body };
}

/** A request for each row of the budgets about what else can be done with a payment. */
export const paymentRequests: Readonly<
  Record<string, (context: PaymentRequestContext) => Promise<Ask>>
> = {
  'payments.list-payment-methods': ofPaymentCustomer,
  'payments.eligibility': eligible,
  'payments.eligibility-check': eligible,
  'payments.incremental-authorization': async (context) => ({
    ...(await incrementable(context)),
    body: { amount: 7_000 },
  }),
  'payments.extend-authorization': incrementable,
  'payments.sync': async (context) => {
    const { payment_id } = await created(context);
    return { key: context.merchant.key, body: { payment_id } };
  },
  'payments.sync, with news': async (context) => {
    const { payment_id } = await paidAtLast(context);
    return { key: context.merchant.key, body: { payment_id, force_sync: true } };
  },
  'payments.complete-authorize': async (context) => {
    const { payment_id } = await paidAtLast(context);
    return { key: context.merchant.key, params: { payment_id }, body: {} };
  },
  'payments.update-metadata': async (context) => {
    const { payment_id } = await challenged(context);
    const body = { metadata: { order: '7' } };
    return { key: context.merchant.key, params: { payment_id }, body };
  },
  'payments.session-tokens': async (context) => {
    const { payment_id, client_secret } = await created(context);
    const body = { payment_id, client_secret, wallets: ['google_pay'] };
    return { key: context.merchant.publishableKey, body };
  },
  'payments.manual-status-update': inReview,
};
