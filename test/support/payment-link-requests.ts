import { listStored } from './listed-in-memory.ts';
import { linkQueryAt } from './page-queries.ts';
import type { Asking } from './routing-requests.ts';
import { type Ask, aPaymentRequest } from './switch-in-memory.ts';

const linking = (scene: Asking) => ({
  key: scene.merchant.key,
  body: aPaymentRequest({ payment_id: `pay_linked_${scene.round}`, payment_link: true }),
});

async function linked(scene: Asking) {
  const { body } = await scene.world.ask('payments.create', linking(scene));
  return body;
}

const page = async (scene: Asking): Promise<Ask> => {
  const { payment_id } = await linked(scene);
  const params = { merchant_id: scene.merchant.id, payment_id };
  return { params, query: await linkQueryAt(scene.world.services, params) };
};

/** Lets the shop's pages show the page in a frame. */
const allowing = async (scene: Asking): Promise<Ask> => {
  const { configurations } = scene.world.services;
  const { profiles } = await configurations.read(scene.merchant.id);
  const [profile] = profiles;
  if (!profile) throw new Error('A merchant has a profile.');
  const settings = {
    ...profile.settings,
    payment_link_config: { allowed_domains: ['shop.example'] },
  };
  await scene.world.port.put(
    { ...(await itemOf(scene, profile.id)), settings },
    { version: profile.version },
  );
  const headers = { 'sec-fetch-dest': 'iframe', referer: 'https://shop.example/' };
  return { ...(await page(scene)), headers };
};

async function itemOf({ world, merchant }: Asking, profileId: string) {
  const item = world.port
    .items()
    .find(
      ({ pk, sk, id }) => pk.includes(merchant.id) && sk.startsWith('PROFILE#') && id === profileId,
    );
  if (!item) throw new Error('The profile is there.');
  return item;
}

/** A request for each row of the budgets that is about payment links. */
export const paymentLinkRequests: Readonly<Record<string, (scene: Asking) => Promise<Ask>>> = {
  'payments.create, with a link': async (scene) => linking(scene),
  'payment-links.retrieve': async (scene) => {
    const { payment_link } = await linked(scene);
    const params = { payment_link_id: payment_link.payment_link_id };
    return { key: scene.merchant.key, params };
  },
  'payment-links.list': async (scene) => {
    await linked(scene);
    await listStored(scene.world.port);
    return { key: scene.merchant.key, body: {} };
  },
  'payment-links.show': page,
  'payment-links.show-embedded': allowing,
  'payment-links.show-status': page,
};
