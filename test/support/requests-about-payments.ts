import { byCard } from './payments-in-memory.ts';
import {
  type Ask,
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

const challengedCard = '4000003800000446';

/** A payment whose customer has to show at the bank who they are. */
export async function challenged(context: PaymentRequestContext, changes: object = {}) {
  return created(context, { confirm: true, ...byCard(challengedCard), ...changes });
}

/** A question of whoever pays about the payment. */
export async function ofPaymentCustomer(context: PaymentRequestContext): Promise<Ask> {
  const { payment_id, client_secret } = await created(context);
  return { key: context.merchant.publishableKey, params: { payment_id }, query: { client_secret } };
}
