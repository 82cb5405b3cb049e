import { paymentLinkKey } from '#switch/payment-links/payment-link-store.ts';
import type { Merchant, switchInMemory } from './switch-in-memory.ts';

/** What a browser says as it loads a page into a frame of the example's shop. */
export const inFrameOfShop = {
  'sec-fetch-dest': 'iframe',
  referer: 'https://shop.example/',
};

/** What the examples of payment links are about: a payment with a link, on a page that may be framed. */
export async function prepareLinks(
  { ask, port, services }: ReturnType<typeof switchInMemory>,
  merchant: Merchant,
): Promise<void> {
  const { id: account_id, key, profileId: profile_id } = merchant;
  for (const [name, request] of [
    [
      'profiles.update',
      {
        params: { account_id, profile_id },
        body: { payment_link_config: { allowed_domains: ['shop.example'] } },
      },
    ],
    [
      'payments.create',
      {
        body: {
          payment_id: 'pay_linked',
          amount: 2_599,
          currency: 'EUR',
          payment_link: true,
          return_url: 'https://shop.example/return',
        },
      },
    ],
  ] as const) {
    const { status, text } = await ask(name, { key, ...request });
    if (status !== 200) throw new Error(text);
  }
  const payment = await services.payments.get(merchant.id, 'pay_linked');
  // The secret that all examples are sent with.
  const { clientSecret } = await services.payments.get(merchant.id, 'pay_example');
  await services.payments.save({ ...payment, clientSecret });
  const id = 'plink_00000000000000000000';
  await port.put(
    {
      ...paymentLinkKey(merchant.id, id),
      merchantId: merchant.id,
      id,
      paymentId: 'pay_linked',
      profileId: payment.profileId,
      createdAt: payment.createdAt,
      version: 1,
    },
    'absent',
  );
}

/** The link of the examples, on which their customer saves a card. */
export async function prepareCollectLink(
  { ask }: ReturnType<typeof switchInMemory>,
  { key }: Merchant,
): Promise<void> {
  const body = { customer_id: 'customer_example', pm_collect_link_id: 'pm_collect_link_example' };
  const { status, text } = await ask('collect-links.create', { key, body });
  if (status !== 200) throw new Error(text);
}
