import { parsePayment, paymentKey } from '#switch/payments/payment-store.ts';
import { queryOf } from '../support/requests/page-queries.ts';
import { byCard } from '../support/switch/payments-in-memory.ts';
import { type Ask, adminKey, aPaymentRequest } from '../support/switch/switch-in-memory.ts';
import { ofProfile } from './accounts.ts';
import { askedAt } from './request-keys.ts';
import { done, type Shop } from './scenario.ts';

/** Steps of scenarios, which create objects before the request of the scenario. */

/** Test cards that the sandbox processor treats in their own manner. */
export const cards = {
  declined: '4000000000000002',
  challenged: '4000003800000446',
  refusesRefunds: '4000000000009235',
  refundsLater: '4000000000007726',
  failsRefundsLater: '4000000000005126',
  failsCaptures: '4000000000000101',
  refusesRaises: '4000000000000036',
  refusesVoids: '4000000000000127',
  decidesLater: '4000000000000077',
  answers500: '4000000000000119',
  unreachable: '4000000000004954',
} as const;

/** A payment of an ordinary shop, as the API answers it. */
export const created = (shop: Shop, changes: object = {}) =>
  done(shop, 'payments.create', { body: aPaymentRequest(changes) });

/** The same of one that is confirmed at once, by this card. */
export const paid = (shop: Shop, number?: string, changes: object = {}) =>
  created(shop, { confirm: true, ...byCard(number), ...changes });

/** The request about a payment that was just created. */
export const about = async (payment: Promise<{ readonly payment_id: string }>): Promise<Ask> => ({
  params: { payment_id: (await payment).payment_id },
});

/** A payment whose customer has to show at the bank who they are. */
export const challenged = (shop: Shop, changes: object = {}) =>
  paid(shop, cards.challenged, changes);

/** The processor's page that our own sends the customer of such a payment on to. */
async function challengePage(
  shop: Shop,
  payment: Awaited<ReturnType<typeof challenged>>,
): Promise<string> {
  const start = askedAt('payments.redirect', payment.next_action.redirect_to_url);
  const { text } = await shop.ask('payments.redirect', start);
  const [, action] = /<form id="payment_form" method="get" action="([^"]*)">/.exec(text) ?? [];
  if (action === undefined) throw new Error(`The start page leads nowhere: ${text}`);
  return action.replaceAll('&amp;', '&');
}

/** Such a payment when its customer has paid, and only the processor knows; and the way back to us. */
export async function paidAtLast(shop: Shop, changes: object = {}) {
  const payment = await challenged(shop, changes);
  const page = await challengePage(shop, payment);
  const back = await shop.visit(`${page}/complete?confirm=true`);
  return { ...payment, back };
}

/** The request by which the customer's browser returns to a payment. */
export async function browserReturn(
  shop: Shop,
  payment_id: string,
  way: 'back' | 'authorize',
): Promise<Pick<Ask, 'params' | 'query'>> {
  const merchant_id = shop.merchant.id;
  const payment = parsePayment(await shop.stored(paymentKey(merchant_id, payment_id)));
  const params = { payment_id, merchant_id, connector: 'stripe_test' };
  return { params, query: queryOf(payment, way) };
}

/** Changes a payment as it is stored, past every rule. */
export async function changeStored(
  shop: Shop,
  { payment_id }: { readonly payment_id: string },
  change: (payment: Readonly<Record<string, unknown>>) => object,
): Promise<void> {
  const item = await shop.stored(paymentKey(shop.merchant.id, payment_id));
  await shop.store({ ...item, ...change(item) });
}

/** A customer of an ordinary shop, by its identifier. */
export async function aCustomer(shop: Shop): Promise<string> {
  const body = { customer_id: shop.newId('cus'), email: 'payer@example.com', name: 'Joseph Doe' };
  const { customer_id } = await done(shop, 'customers.create', { body });
  return customer_id;
}

/** Another key for repeats each time. */
export const idempotentRequest = (shop: Shop) => ({
  headers: { 'idempotency-key': shop.newId('request') },
});

/** The second of two requests that are the same, under one key. */
export async function repeated(shop: Shop, operation: string, request: Ask): Promise<Ask> {
  const same = { ...request, ...idempotentRequest(shop) };
  await done(shop, operation, same);
  return same;
}

/** By an account at a bank, which the processor debits. */
export const bySepa = (iban = 'FR1420041010050500013M02606') => ({
  payment_method: 'bank_debit',
  payment_method_type: 'sepa',
  payment_method_data: { bank_debit: { sepa_bank_debit: { iban } } },
});

/** Adds a connector account of the merchant's; returns its identifier. */
export async function connected(
  shop: Shop,
  account: { readonly connector_type: string; readonly connector_name: string },
  more: object = {},
): Promise<string> {
  const { merchant_connector_id } = await done(shop, 'connector-accounts.create', {
    key: adminKey,
    params: { account_id: shop.merchant.id },
    body: {
      connector_label: shop.newId(account.connector_name),
      ...account,
      connector_account_details: { auth_type: 'HeaderKey', api_key: shop.newId('key') },
      ...more,
    },
  });
  return merchant_connector_id;
}

/** Changes settings of the merchant's profile. */
export const withProfile = (shop: Shop, body: object) =>
  done(shop, 'profiles.update', { ...ofProfile(shop), body });

/** The fields with which a customer agrees that the card is saved for later payments. */
export const saving = (customer_id: string) => ({
  customer_id,
  setup_future_usage: 'off_session',
  customer_acceptance: { acceptance_type: 'offline' },
});

/** A card that an earlier payment of this customer saved, by its identifier. */
export async function savedCard(shop: Shop, customer_id: string): Promise<string> {
  const { payment_method_id } = await paid(shop, undefined, saving(customer_id));
  // When it is used later is noted.
  await shop.aMoment();
  return payment_method_id;
}

/** Whether a customer has a card of its own by now: the first that was saved. */
async function hasOwnCard(shop: Shop, customer_id: string): Promise<boolean> {
  const customer = await done(shop, 'customers.retrieve', { params: { customer_id } });
  return String(customer.default_payment_method_id).startsWith('pm_');
}

/** A request about a payment whose customer saves a first card, which only the processor knows is paid. */
export async function savedAtLast(shop: Shop) {
  const customer_id = shop.newId('cus');
  return { ...(await paidAtLast(shop, saving(customer_id))), customer_id };
}

/** Whether the customer of the payment that an answer shows has a card of its own by now. */
export const itsCustomerHasCard = async (
  { body }: { readonly body: { readonly customer_id?: string } },
  shop: Shop,
): Promise<boolean> => hasOwnCard(shop, String(body.customer_id));
