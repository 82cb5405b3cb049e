import { linkQueryAt } from '../../support/requests/page-queries.ts';
import {
  type Ask,
  adminKey,
  aMerchant,
  type Merchant,
  type SwitchDependencies,
  switchDependencies,
  switchInMemory,
} from '../../support/switch/switch-in-memory.ts';
import { listStored } from '../../support/table/listed-in-memory.ts';

export const returnUrl = 'https://shop.example/return?order=7';

/** A payment of 25.99 EUR with a link, as a request. */
export const linking = (more: object = {}) => ({
  payment_id: 'pay_1',
  amount: 2_599,
  currency: 'EUR',
  payment_link: true,
  return_url: returnUrl,
  description: 'Two pairs of shoes',
  ...more,
});

/** A switch in memory with a merchant, and the requests that tests of payment links make. */
export async function aSwitchWithLinks(
  account: object = {},
  given: Partial<SwitchDependencies> = {},
) {
  const world = switchInMemory([], { ...switchDependencies(), ...given });
  const merchant = await aMerchant(world, 'merchant_example', account);
  return { ...world, merchant, ...asks(world, merchant) };
}

export function asks(world: ReturnType<typeof switchInMemory>, merchant: Merchant) {
  const { id: account_id, key, profileId } = merchant;
  const answered = async (name: string, request: Ask) => {
    const answer = await world.ask(name, { key, ...request });
    if (answer.status !== 200) throw new Error(`${name}: ${answer.status} ${answer.text}`);
    return answer.body;
  };
  /** The customer's request, by the link: with its token, and its query. */
  const page = async (name: string, payment_id: string, { query, ...request }: Ask = {}) => {
    const params = { merchant_id: account_id, payment_id };
    const address = await linkQueryAt(world.services, params);
    return world.ask(`payment-links.${name}`, {
      params,
      query: { ...address, ...query },
      ...request,
    });
  };
  return {
    answered,
    linked: (more: object = {}, request: Ask = {}) =>
      answered('payments.create', { body: linking(more), ...request }),
    /** Changes the merchant's profile; it is in effect at once. */
    async setProfile(body: object) {
      const params = { account_id, profile_id: profileId };
      await answered('profiles.update', { params, body, key: adminKey });
      const { clock } = world.dependencies;
      clock.now = new Date(clock.now.getTime() + 5_000);
    },
    passes(seconds: number) {
      const { clock } = world.dependencies;
      clock.now = new Date(clock.now.getTime() + seconds * 1_000);
    },
    list: async (body: object = {}, headers: Ask['headers'] = {}) => {
      await listStored(world.port);
      return answered('payment-links.list', { body, headers });
    },
    show: (payment_id: string, request?: Ask) => page('show', payment_id, request),
    embedded: (payment_id: string, request?: Ask) => page('show-embedded', payment_id, request),
    status: (payment_id: string, request?: Ask) => page('show-status', payment_id, request),
  };
}
