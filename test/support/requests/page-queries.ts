import type { PlainAuthentication } from '#switch/authentications/authentication.ts';
import { authenticationReturnUrl } from '#switch/authentications/return-to-shop.ts';
import { collectLinkAddress } from '#switch/collect-links/collect-link.ts';
import type { CollectPageServices } from '#switch/collect-links/show-collect-link.ts';
import { linkAddresses } from '#switch/payment-links/link-addresses.ts';
import type { Payment } from '#switch/payments/payment.ts';
import { redirectUrlsOf } from '#switch/payments/redirect/redirect-urls.ts';
import type { Payout } from '#switch/payouts/payout.ts';
import { payoutLinkAddress } from '#switch/payouts/payout-link.ts';

export type PageQuery = Readonly<Record<string, string>>;

/** The query with which a customer's browser comes to a page of the payment's attempt. */
export function queryOf(
  payment: Payment,
  page: keyof NonNullable<ReturnType<typeof redirectUrlsOf>>,
): PageQuery {
  const address = redirectUrlsOf(payment)?.[page];
  if (address === undefined) throw new Error('The payment has no such page.');
  return Object.fromEntries(new URL(address).searchParams);
}

/** The same for one that a switch in memory keeps. */
export async function queryAt(
  { payments }: { readonly payments: { get(merchantId: string, id: string): Promise<Payment> } },
  { merchant_id, payment_id }: { readonly merchant_id: string; readonly payment_id: string },
  page: Parameters<typeof queryOf>[1],
): Promise<PageQuery> {
  return queryOf(await payments.get(merchant_id, payment_id), page);
}

/** The query of a payment's link; none where there is no link. */
export async function linkQueryAt(
  { payments }: Parameters<typeof queryAt>[0],
  { merchant_id, payment_id }: Parameters<typeof queryAt>[1],
): Promise<PageQuery> {
  const payment = await payments.get(merchant_id, payment_id).catch(() => undefined);
  const address = payment && linkAddresses(payment)?.link;
  return address === undefined ? {} : Object.fromEntries(new URL(address).searchParams);
}

/** The query of a payout's link; none where there is no link. */
export async function payoutLinkQueryAt(
  { payouts }: { readonly payouts: { get(merchantId: string, id: string): Promise<Payout> } },
  { merchant_id, payout_id }: { readonly merchant_id: string; readonly payout_id: string },
): Promise<PageQuery> {
  const payout = await payouts.get(merchant_id, payout_id).catch(() => undefined);
  const address = payout && payoutLinkAddress(payout);
  return address === undefined ? {} : Object.fromEntries(new URL(address).searchParams);
}

/** The query of a link on which a customer saves a card; none where there is no link. */
export async function collectLinkQueryAt(
  { collectLinks, paymentMethods }: Pick<CollectPageServices, 'collectLinks' | 'paymentMethods'>,
  { merchant_id, pm_collect_link_id }: Readonly<Record<string, string>>,
): Promise<PageQuery> {
  const link = await collectLinks
    .get(merchant_id ?? '', pm_collect_link_id ?? '')
    .catch(() => undefined);
  if (!link) return {};
  const awaited = await paymentMethods.get(link.merchantId, link.paymentMethodId);
  return Object.fromEntries(new URL(collectLinkAddress(link, awaited)).searchParams);
}

/** The query with which a customer's browser returns from the bank to an authentication. */
export const authenticationQuery = (authentication: PlainAuthentication): PageQuery =>
  Object.fromEntries(
    new URL(authenticationReturnUrl(authentication, 'https://switch.test')).searchParams,
  );
