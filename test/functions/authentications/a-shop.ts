import { withClickToPay } from '../../scenarios/authentications.ts';
import { shopInMemory } from '../../scenarios/shop-in-memory.ts';
import { byCard } from '../../support/switch/payments-in-memory.ts';
import {
  type Ask,
  adminKey,
  aMerchant,
  aPaymentRequest,
  type SwitchDependencies,
  switchDependencies,
  switchInMemory,
} from '../../support/switch/switch-in-memory.ts';

export const challengedCard = '4000003800000446';
export const refusedCard = '4000008400001629';
export const notEnrolledCard = '378282246310005';

interface Created {
  readonly authentication_id: string;
  readonly client_secret: string;
}

interface Options {
  readonly dependencies?: SwitchDependencies;
  /** The switch of another shop. */
  readonly world?: ReturnType<typeof switchInMemory>;
  readonly merchantId?: string;
  /** Whether the profile names its 3-D Secure server. */
  readonly details?: boolean;
  readonly settings?: object;
}

/** A merchant whose customers are authenticated by the sandbox, and its requests. */
export async function authenticatingShop({
  dependencies = switchDependencies(),
  world = switchInMemory([], dependencies),
  merchantId,
  details = true,
  settings = {},
}: Options = {}) {
  const merchant = await aMerchant(world, merchantId);
  const byAdmin = async (name: string, request: Ask) => {
    const answer = await world.ask(name, { key: adminKey, ...request });
    if (answer.status !== 200) throw new Error(`${name}: ${answer.text}`);
    return answer.body;
  };
  const accountParams = { account_id: merchant.id };
  const { merchant_connector_id } = await byAdmin('connector-accounts.create', {
    params: accountParams,
    body: {
      connector_type: 'authentication_processor',
      connector_name: 'threedsecureio',
      connector_account_details: { auth_type: 'HeaderKey', api_key: 'key of a server' },
    },
  });
  const setProfile = (body: object) =>
    byAdmin('profiles.update', {
      params: { ...accountParams, profile_id: merchant.profileId },
      body,
    });
  await setProfile({
    ...settings,
    ...(details && {
      authentication_connector_details: {
        authentication_connectors: ['threedsecureio'],
        three_ds_requestor_url: 'https://shop.example/about',
      },
    }),
  });
  const pass = (ms: number) => {
    dependencies.clock.now = new Date(dependencies.clock.now.getTime() + ms);
  };
  pass(3_000);

  const ask = (verb: string, request: Ask = {}) =>
    world.ask(`authentications.${verb}`, { key: merchant.key, ...request });
  const good = async (verb: string, request: Ask) => {
    const answer = await ask(verb, request);
    if (answer.status !== 200) throw new Error(`${verb}: ${answer.text}`);
    return answer.body;
  };
  const about = ({ authentication_id }: Pick<Created, 'authentication_id'>) => ({
    params: { authentication_id },
    body: {},
  });
  const eligibilityOf = (created: Pick<Created, 'authentication_id'>, number?: string) => ({
    ...about(created),
    key: merchant.key,
    body: { ...byCard(number), email: 'payer@example.com' },
  });
  const authenticateOf = (created: Pick<Created, 'authentication_id'>) => ({
    ...about(created),
    key: merchant.key,
    body: { device_channel: 'BRW', threeds_method_comp_ind: 'U' },
  });
  type Page = { readonly key: string; readonly body: object };
  const as = <R extends { readonly body: object }>(request: R, page?: Page): R =>
    page ? { ...request, key: page.key, body: { ...request.body, ...page.body } } : request;
  const pay = (changes: object) =>
    world.ask('payments.create', {
      key: merchant.key,
      body: aPaymentRequest({
        confirm: true,
        authentication_type: 'three_ds',
        ...byCard(),
        ...changes,
      }),
    });
  const created = (changes: object = {}) =>
    good('create', {
      body: {
        amount: 6_540,
        currency: 'USD',
        return_url: 'https://shop.example/return',
        ...changes,
      },
    });
  const eligible = (one: Created, number?: string, page?: Page) =>
    good('eligibility', as(eligibilityOf(one, number), page));
  const authenticated = (one: Created, page?: Page) =>
    good('authenticate', as(authenticateOf(one), page));
  const synced = ({ authentication_id }: Created, page?: Page) =>
    good('sync', as({ params: { merchant_id: merchant.id, authentication_id }, body: {} }, page));

  return {
    world,
    dependencies,
    merchant,
    pass,
    ask,
    about,
    eligibilityOf,
    authenticateOf,
    created,
    eligible,
    authenticated,
    synced,
    pay,
    /** Status, code and message of a refusal. */
    async refusal(verb: string, request: Ask) {
      const { status, body } = await ask(verb, request);
      return [status, body?.error?.code, body?.error?.message];
    },
    /** The key and secret of the customer's page. */
    asPage: ({ client_secret }: Created): Page => ({
      key: merchant.publishableKey,
      body: { client_secret },
    }),
    async paid(changes: object) {
      const { status, body, text } = await pay(changes);
      if (status !== 200) throw new Error(text);
      return body;
    },
    /** The proof of an authentication that has succeeded. */
    async proof(): Promise<object> {
      const one = await created();
      await eligible(one);
      await authenticated(one);
      return (await synced(one)).authentication_details.three_ds_data;
    },
    async switchOff() {
      await byAdmin('connector-accounts.update', {
        params: { ...accountParams, merchant_connector_id },
        body: { connector_type: 'authentication_processor', disabled: true },
      });
      pass(3_000);
    },
    async enableClickToPay() {
      await withClickToPay(shopInMemory(world, merchant));
      pass(3_000);
    },
  };
}
