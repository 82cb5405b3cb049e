import { listStored } from './listed-in-memory.ts';
import { linkQueryAt } from './page-queries.ts';
import type { RoutingRequestContext } from './routing-requests.ts';
import { type Ask, aPaymentRequest } from './switch-in-memory.ts';

const linking = (context: RoutingRequestContext) => ({
  key: context.merchant.key,
  body: aPaymentRequest({ payment_id: `pay_linked_${context.round}`, payment_link: true }),
});

async function linked(context: RoutingRequestContext) {
  const { body } = await context.world.ask('payments.create', linking(context));
  return body;
}

const page = async (context: RoutingRequestContext): Promise<Ask> => {
  const { payment_id } = await linked(context);
  const params = { merchant_id: context.merchant.id, payment_id };
  return { params, query: await linkQueryAt(context.world.services, params) };
};

/** Lets the shop's pages show the page in a frame. */
const allowing = async (context: RoutingRequestContext): Promise<Ask> => {
  const { configurations } = context.world.services;
  const { profiles } = await configurations.read(context.merchant.id);
  const [profile] = profiles;
  if (!profile) throw new Error('A merchant has a profile.');
  const settings = {
    ...profile.settings,
    payment_link_config: { allowed_domains: ['shop.example'] },
  };
  await context.world.port.put(
    { ...(await itemOf(context, profile.id)), settings },
    { version: profile.version },
  );
  const headers = { 'sec-fetch-dest': 'iframe', referer: 'https://shop.example/' };
  return { ...(await page(context)), headers };
};

async function itemOf({ world, merchant }: RoutingRequestContext, profileId: string) {
  const item = world.port
    .items()
    .find(
      ({ pk, sk, id }) => pk.includes(merchant.id) && sk.startsWith('PROFILE#') && id === profileId,
    );
  if (!item) throw new Error('The profile is there.');
  return item;
}

/** A request for each row of the budgets that is about payment links. */
export const paymentLinkRequests: Readonly<
  Record<string, (context: RoutingRequestContext) => Promise<Ask>>
> = {
  'payments.create, with a link': async (context) => linking(context),
  'payment-links.retrieve': async (context) => {
    const { payment_link } = await linked(context);
    const params = { payment_link_id: payment_link.payment_link_id };
    return { key: context.merchant.key, params };
  },
  'payment-links.list': async (context) => {
    await linked(context);
    await listStored(context.world.port);
    return { key: context.merchant.key, body: {} };
  },
  'payment-links.show': page,
  'payment-links.show-embedded': allowing,
  'payment-links.show-status': page,
};
