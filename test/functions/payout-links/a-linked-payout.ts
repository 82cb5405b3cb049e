import type { PayeeData } from '#switch/payee-pages/payee-data.ts';
import { payoutMerchant } from '../../support/entities/a-payout.ts';
import { type Answer, type Ask, adminKey } from '../../support/switch/switch-in-memory.ts';

export const allowed = { payout_link_config: { allowed_domains: ['shop.example'] } };

/** What a browser states as it loads the page in a frame of the shop. */
export const framed = { 'sec-fetch-dest': 'iframe', referer: 'https://shop.example/' };

/** A merchant that pays out, whose shop may show links, with the requests of its tests. */
export async function aSwitchWithPayoutLinks(
  profile: object = allowed,
  given: Parameters<typeof payoutMerchant>[0] = {},
) {
  const payer = await payoutMerchant(given);
  const { merchant, shop } = payer;
  const setProfile = async (body: object) => {
    const params = { account_id: merchant.id, profile_id: merchant.profileId };
    const { status, text } = await shop.ask('profiles.update', { key: adminKey, params, body });
    if (status !== 200) throw new Error(text);
    payer.pass(5);
  };
  await setProfile(profile);
  const create = (more: object = {}, request: object = {}) =>
    payer.create({ payout_link: true, ...more }, request);
  const open = (link: string, { headers = framed, query = {}, ...request }: Ask = {}) => {
    const { pathname, searchParams } = new URL(link);
    const [, , merchant_id = '', payout_id = ''] = pathname.split('/');
    return shop.ask('payout-links.show', {
      params: { merchant_id, payout_id },
      query: { ...Object.fromEntries(searchParams), ...query },
      headers,
      ...request,
    });
  };
  return {
    ...payer,
    setProfile,
    createLink: create,
    /** A payout with a link. */
    async linked(more: object = {}, request: object = {}) {
      const { status, body, text } = await create(more, request);
      if (status !== 200) throw new Error(text);
      const link = String(body.payout_link.link);
      const id = String(body.payout_id);
      const client_secret = String(body.client_secret);
      return {
        id,
        link,
        body,
        show: (ask?: Ask) => open(link, ask),
        /** The payee's confirm, as the page sends it. */
        confirm: (choice: object) =>
          payer.confirm(id, { client_secret, ...choice }, { key: merchant.publishableKey }),
      };
    },
    open,
  };
}

/** The data of the form on a page; undefined on a page without one. */
export function payeeIn({ text }: Answer): PayeeData | undefined {
  const [, data] = /data-payee="([^"]*)"/.exec(text) ?? [];
  if (data === undefined) return undefined;
  const json = data
    .replaceAll('&quot;', '"')
    .replaceAll('&#39;', "'")
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&amp;', '&');
  return JSON.parse(json);
}

export const titleIn = ({ text }: Answer) => /<h1>(.*)<\/h1>/.exec(text)?.[1];
