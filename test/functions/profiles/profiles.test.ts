import { createHmac } from 'node:crypto';
import { presentWebhookDetails } from '#merchants/accounts/webhook-details.ts';
import type { HttpRequest } from '#platform/http/egress/http-message.ts';
import { slowReceivers } from '#webhooks/delivery/slow-receivers.ts';
import { deliverWebhook } from '../../../functions/queues/deliver-webhook.ts';
import { answered, recordingQueue } from '../../support/receivers/webhook-delivery.ts';
import { queryAt } from '../../support/requests/page-queries.ts';
import { byCard } from '../../support/switch/payments-in-memory.ts';
import {
  type Answer,
  adminKey,
  aMerchant,
  aPaymentRequest,
  switchInMemory,
} from '../../support/switch/switch-in-memory.ts';

const hashKey = 'hash key of the account';
const password = 'open sesame';
const maskedPassword = 'op*******me';

/** A merchant whose account has settings and secrets, and its only profile, which has none. */
async function aShop(account: object = {}) {
  const world = switchInMemory();
  const merchant = await aMerchant(world, 'merchant_example', {
    payment_response_hash_key: hashKey,
    return_url: 'https://account.example/return',
    webhook_details: {
      webhook_url: 'https://account.example/hooks',
      webhook_username: 'turnout',
      webhook_password: password,
      payment_created_enabled: true,
    },
    ...account,
  });
  const place = (profile_id: string) => ({ account_id: merchant.id, profile_id });
  const { key } = merchant;
  return {
    ...world,
    merchant,
    /** The stored item of the profile. */
    stored: () => world.port.items().filter(({ id }) => id === merchant.profileId),
    retrieve: (id = merchant.profileId) =>
      world.ask('profiles.retrieve', { key, params: place(id) }),
    update: (body: object, id = merchant.profileId) =>
      world.ask('profiles.update', { key, params: place(id), body }),
    updateAccount: (body: object) =>
      world.ask('accounts.update', {
        key: adminKey,
        params: { account_id: merchant.id },
        body: { merchant_id: merchant.id, ...body },
      }),
    pay: async (changes: object = {}) => {
      const answer = await world.ask('payments.create', { key, body: aPaymentRequest(changes) });
      return bodyOf(answer);
    },
    /** A container then reads its cached configuration again. */
    later() {
      world.dependencies.clock.now = new Date(world.dependencies.clock.now.getTime() + 3_000);
    },
    /** The webhook that the profile's merchant gets. */
    async webhook(): Promise<HttpRequest> {
      const { id: merchantId, profileId } = merchant;
      const sent: HttpRequest[] = [];
      const place = { merchantId, eventId: 'evt_1', profileId };
      const event = { id: 'evt_1', type: 'payment_succeeded', class: 'payments' } as const;
      const createdAt = world.dependencies.clock.now.toISOString();
      const more = { objectId: 'pay_1', createdAt, body: '{"content":1}' };
      await world.services.events.add({ ...place, ...event, ...more });
      await deliverWebhook({
        ...world.services,
        queues: {
          deliveries: recordingQueue(),
          slow: recordingQueue(),
          undelivered: recordingQueue(),
        },
        slowReceivers: slowReceivers(
          world.services.table,
          world.services.configurations,
          world.services.clock,
        ),
        send: async (request) => {
          sent.push(request);
          return answered(200);
        },
      })({ body: { ...place, body: more.body } });
      const [first, another] = sent;
      if (!first || another) throw new Error(`It was told ${sent.length} times.`);
      return first;
    },
  };
}

function bodyOf({ status, body }: Answer) {
  expect({ status, body }).toMatchObject({ status: 200 });
  return body;
}

const refused = (status: number, code: string, message: string) => ({
  status,
  body: { error: expect.objectContaining({ code, message }) },
});

const noProfile = (id: string) =>
  refused(404, 'HE_02', `Business profile with the given id ${id} does not exist`);

const signed = (key: string, text: string) => createHmac('sha512', key).update(text).digest('hex');

describe('a profile', () => {
  it('a profile is shown with its effective values: its own, else the merchant account’s, else the default', async () => {
    const { retrieve, update, merchant } = await aShop();
    await update({ session_expiry: 1_200 });
    expect(bodyOf(await retrieve())).toMatchObject({
      merchant_id: merchant.id,
      profile_id: merchant.profileId,
      profile_name: 'default',
      session_expiry: 1_200,
      return_url: 'https://account.example/return',
      payment_response_hash_key: hashKey,
      webhook_details: {
        webhook_url: 'https://account.example/hooks',
        webhook_password: maskedPassword,
      },
      intent_fulfillment_time: 900,
      is_manual_retry_enabled: null,
    });
  });

  it('a profile is shown the same by itself and in the list', async () => {
    const { retrieve, update, ask, merchant } = await aShop();
    const settings = { payment_response_hash_key: 'its own', webhook_details: {} };
    const changed = bodyOf(await update(settings));
    const params = { account_id: merchant.id };
    expect(bodyOf(await ask('profiles.list', { key: merchant.key, params }))).toEqual([changed]);
    expect(bodyOf(await retrieve())).toEqual(changed);
  });

  it('an unknown profile answers 404, like another merchant’s', async () => {
    const { retrieve, update, ...world } = await aShop();
    const other = await aMerchant(world, 'merchant_other');
    const before = world.port.items();
    for (const id of ['pro_nobody', other.profileId]) {
      expect(await retrieve(id)).toMatchObject(noProfile(id));
      expect(await update({ return_url: 'https://a.example' }, id)).toMatchObject(noProfile(id));
    }
    expect(world.port.items()).toEqual(before);
  });
});

describe('an update of a profile', () => {
  it('an update of a profile changes only the given fields; `null` changes nothing', async () => {
    const { retrieve, update } = await aShop();
    const settings = {
      return_url: 'https://profile.example/return',
      is_manual_retry_enabled: true,
      redirect_to_merchant_with_http_post: true,
      enable_payment_response_hash: true,
      metadata: { shop: 'east' },
      routing_algorithm: { type: 'single', data: 'stripe' },
      applepay_verified_domains: ['shop.example'],
      extended_card_info_config: { public_key: 'public' },
    };
    bodyOf(await update(settings));
    const nothing = { return_url: null, is_manual_retry_enabled: null, session_expiry: null };
    const changed = bodyOf(await update({ ...nothing, is_l2_l3_enabled: true }));
    expect(changed).toMatchObject({
      ...settings,
      extended_card_info_config: { public_key: 'public', ttl_in_secs: 900 },
      session_expiry: 900,
      is_l2_l3_enabled: true,
    });
    expect(bodyOf(await retrieve())).toEqual(changed);
  });

  it('an update of a profile with an error names it, and changes nothing', async () => {
    const { update, stored } = await aShop();
    const before = stored();
    const session = 'session_expiry should be between 60(1 min) to 7890000(3 months).';
    expect(await update({ session_expiry: 59, is_manual_retry_enabled: true })).toMatchObject(
      refused(422, 'IR_06', session),
    );
    const details = { payment_statuses_enabled: ['requires_confirmation'] };
    expect(await update({ webhook_details: details })).toMatchObject({ status: 422 });
    const config = { public_key: 'public', ttl_in_secs: 7_201 };
    expect(await update({ extended_card_info_config: config })).toMatchObject({
      status: 400,
      body: { error: { message: expect.stringContaining('must be less than or equal to 7200') } },
    });
    expect(stored()).toEqual(before);
  });

  it('an update of a profile adds to the webhook details, member by member', async () => {
    const { update } = await aShop();
    const url = 'https://profile.example/hooks';
    const own = await update({ webhook_details: { webhook_url: url } });
    const merged = {
      ...presentWebhookDetails({}, undefined),
      webhook_url: url,
      webhook_username: 'turnout',
      webhook_password: maskedPassword,
      payment_created_enabled: true,
    };
    expect(bodyOf(own).webhook_details).toEqual(merged);
    const more = { webhook_password: 'another', payment_created_enabled: false };
    expect(bodyOf(await update({ webhook_details: more })).webhook_details).toEqual({
      ...merged,
      ...more,
      webhook_password: 'an***er',
    });
    expect(bodyOf(await update({ is_l2_l3_enabled: true })).webhook_details).toEqual({
      ...merged,
      ...more,
      webhook_password: 'an***er',
    });
  });

  it('an update of a profile keeps its password when it is sent back masked, as it was answered', async () => {
    const { update, updateAccount, retrieve, webhook } = await aShop();
    const { webhook_details } = bodyOf(await retrieve());
    expect(webhook_details).toMatchObject({ webhook_password: maskedPassword });
    bodyOf(await updateAccount({ webhook_details }));
    bodyOf(await update({ webhook_details }));
    const basic = Buffer.from(`turnout:${password}`).toString('base64');
    expect((await webhook()).headers.authorization).toBe(`Basic ${basic}`);
  });

  it('an update of a profile with its own webhook details separates it from the merchant account’s', async () => {
    const { update, updateAccount, retrieve } = await aShop();
    await update({ webhook_details: { webhook_version: '2' } });
    bodyOf(
      await updateAccount({
        webhook_details: { webhook_url: 'https://new.example', webhook_password: 'new' },
        payment_response_hash_key: 'new key',
      }),
    );
    expect(bodyOf(await retrieve())).toMatchObject({
      payment_response_hash_key: 'new key',
      webhook_details: {
        webhook_url: 'https://account.example/hooks',
        webhook_password: maskedPassword,
      },
    });
  });

  it('an update of a profile loses no change when twenty come at the same time', async () => {
    const { update, retrieve } = await aShop();
    const flags = ['is_l2_l3_enabled', 'force_3ds_challenge', 'is_click_to_pay_enabled'];
    const answers = await Promise.all(
      Array.from({ length: 20 }, async (_, index) => {
        const flag = flags[index % flags.length] ?? '';
        return { flag, ...(await update({ [flag]: true })) };
      }),
    );
    const done = answers.filter(({ status }) => status === 200);
    expect(done.length).toBeGreaterThan(0);
    const concurrent = 'The object is being changed by another request. Please try again';
    for (const answer of answers.filter(({ status }) => status !== 200)) {
      expect(answer).toMatchObject(refused(422, 'HE_00', concurrent));
    }
    const profile = bodyOf(await retrieve());
    for (const { flag } of done) expect(profile[flag]).toBe(true);
  });
});

describe('the name of a profile', () => {
  it("a profile's name can change, and the profile is otherwise the same", async () => {
    const { update, stored, pay, merchant } = await aShop();
    const before = bodyOf(await update({ payment_response_hash_key: 'its own' }));
    const renamed = await update({ profile_name: 'east' });
    expect(bodyOf(renamed)).toEqual({ ...before, profile_name: 'east' });
    expect(stored()).toHaveLength(1);
    expect(bodyOf(await update({ profile_name: 'east', is_l2_l3_enabled: true }))).toMatchObject({
      profile_name: 'east',
      payment_response_hash_key: 'its own',
    });
    const paid = await pay({ confirm: true, ...byCard() });
    expect(paid).toMatchObject({ status: 'succeeded', profile_id: merchant.profileId });
  });

  it("a profile's name cannot be that of another profile, and is free once dropped", async () => {
    const { update, updateAccount, ask, port, merchant } = await aShop();
    const primary_business_details = [{ country: 'US', business: 'shoes' }];
    bodyOf(await updateAccount({ primary_business_details }));
    const params = { account_id: 'merchant_example' };
    const list = () => ask('profiles.list', { key: adminKey, params });
    const ids: string[] = bodyOf(await list()).map((one: { profile_id: string }) => one.profile_id);
    const shoes = ids.find((id) => id !== merchant.profileId);
    const before = port.items();
    const taken = 'Business Profile with the profile_name US_shoes already exists';
    const body = { profile_name: 'US_shoes' };
    expect(await update(body)).toMatchObject(refused(400, 'IR_38', taken));
    expect(port.items()).toEqual(before);
    bodyOf(await update({ profile_name: 'boots' }, shoes));
    expect(bodyOf(await update(body)).profile_name).toBe('US_shoes');
    const names = bodyOf(await list()).map((one: { profile_name: string }) => one.profile_name);
    expect(names.sort()).toEqual(['US_shoes', 'boots']);
  });

  it("a profile's name goes to one of the profiles that request it at the same time, and no profile is lost", async () => {
    const { update, stored, retrieve } = await aShop();
    const names = Array.from({ length: 10 }, (_, index) => `shop ${index}`);
    const answers = await Promise.all(names.map((profile_name) => update({ profile_name })));
    const done = answers.filter(({ status }) => status === 200);
    expect(done).toHaveLength(1);
    expect(stored()).toHaveLength(1);
    expect(bodyOf(await retrieve()).profile_name).toBe(done[0]?.body.profile_name);
  });
});

describe('the secrets of a profile', () => {
  const secrets = {
    payment_response_hash_key: 'hash key of the profile',
    network_tokenization_credentials: {
      internal_network_token_service: {
        token_service_api_key: 'token service',
        public_key: 'public key',
        private_key: 'private key',
        key_id: 'key id',
      },
    },
  };
  const headers = { Authorization: 'Bearer of the shop', 'X-Shop': 'east' };
  const webhook_details = { webhook_password: 'password of the profile' };
  const all = { ...secrets, webhook_details, outgoing_webhook_custom_http_headers: headers };

  it("a profile's secrets can only be recognized by the merchant, except for the key of its signatures", async () => {
    const { update } = await aShop();
    expect(bodyOf(await update(all))).toMatchObject({
      payment_response_hash_key: 'hash key of the profile',
      network_tokenization_credentials: {
        internal_network_token_service: {
          token_service_api_key: 'to*********ce',
          public_key: 'pu******ey',
          private_key: 'pr*******ey',
          key_id: 'ke**id',
        },
      },
      webhook_details: {
        webhook_username: 'turnout',
        webhook_password: 'pa*******************le',
      },
      outgoing_webhook_custom_http_headers: {
        Authorization: 'Be**************op',
        'X-Shop': '****',
      },
    });
  });

  it("a profile's secrets are nowhere in clear, neither in the table nor in a log", async () => {
    const { update, port, dependencies, stored } = await aShop();
    bodyOf(await update(all));
    expect(await update({ ...all, colour: 'green' })).toMatchObject({ status: 400 });
    const clear = JSON.stringify([port.items(), dependencies.logged]);
    const bytes = stored().map(({ sealed }) =>
      Buffer.from(sealed as Uint8Array).toString('latin1'),
    );
    for (const secret of [
      'hash key of the profile',
      'token service',
      'private key',
      'password of the profile',
      'Bearer of the shop',
    ]) {
      expect(clear).not.toContain(secret);
      expect(bytes.join()).not.toContain(secret);
    }
  });

  it("a profile's secrets open only where they were sealed", async () => {
    const { update, retrieve, stored, port } = await aShop();
    bodyOf(await update(all));
    const [item] = stored();
    const account = port.items().find(({ sk }) => sk === 'ACCOUNT');
    if (!item || !account) throw new Error('Both are there.');
    await port.update(item, { set: { sealed: account.sealed } });
    expect(await retrieve()).toMatchObject({ status: 500 });
  });

  it("a profile's secrets sign its webhooks, which have its headers, and none of those replaces a header of ours", async () => {
    const { update, later, webhook } = await aShop();
    const forged = { 'X-Webhook-Signature-512': 'forged', AUTHORIZATION: 'forged' };
    bodyOf(
      await update({
        ...all,
        outgoing_webhook_custom_http_headers: { 'X-Shop': 'east', ...forged },
      }),
    );
    later();
    const { headers: sent, body = '' } = await webhook();
    const basic = Buffer.from('turnout:password of the profile').toString('base64');
    expect(sent).toMatchObject({
      'x-shop': 'east',
      'x-webhook-signature-512': signed('hash key of the profile', body),
      authorization: `Basic ${basic}`,
    });
    expect(JSON.stringify(sent)).not.toContain('forged');
  });

  it("a profile's secrets are the merchant account’s when it has none of its own", async () => {
    const { webhook } = await aShop();
    const { headers: sent, body = '' } = await webhook();
    expect(sent['x-webhook-signature-512']).toBe(signed(hashKey, body));
  });

  it("a profile's secrets sign the return of its customers", async () => {
    const shop = await aShop({ enable_payment_response_hash: true });
    bodyOf(await shop.update({ ...all, return_url: 'https://profile.example/return' }));
    shop.later();
    const { payment_id } = await shop.pay({
      confirm: true,
      return_url: undefined,
      ...byCard('4000003800000446'),
    });
    const whose = { payment_id, merchant_id: shop.merchant.id };
    const { status, headers: sent } = await shop.ask('payments.return', {
      params: { ...whose, connector: 'stripe_test' },
      query: await queryAt(shop.services, whose, 'back'),
    });
    expect(status).toBe(302);
    const back = new URL(sent.location ?? '');
    expect(back.origin).toBe('https://profile.example');
    const pairs = [...back.searchParams].filter(([name]) => !name.startsWith('signature'));
    const message = pairs.map(([name, value]) => `${name}=${value}`).sort();
    expect(back.searchParams.get('signature')).toBe(
      signed('hash key of the profile', message.join('&')),
    );
  });
});

describe('the payments of a profile', () => {
  it('a declined payment can be confirmed again when its profile has manual retry on', async () => {
    const { update, later, pay, ask, merchant } = await aShop();
    const declined = () => pay({ confirm: true, ...byCard('4000000000000002') });
    const again = (payment_id: string) =>
      ask('payments.confirm', { key: merchant.key, params: { payment_id }, body: byCard() });
    expect(await again((await declined()).payment_id)).toMatchObject({ status: 400 });
    bodyOf(await update({ is_manual_retry_enabled: true }));
    later();
    const { payment_id } = await declined();
    expect(bodyOf(await again(payment_id))).toMatchObject({
      status: 'succeeded',
      attempt_count: 2,
    });
  });

  it('a payment expires as its profile configures', async () => {
    const { update, later, pay } = await aShop();
    bodyOf(await update({ session_expiry: 60 }));
    later();
    const { created, expires_on } = await pay();
    expect(Date.parse(expires_on) - Date.parse(created)).toBe(60_000);
  });

  it.each([
    [undefined, true, 'redirect_inside_popup'],
    [false, false, 'redirect_to_url'],
    [true, true, 'redirect_inside_popup'],
  ])(
    "payments use the profile's session expiry, unless they state their own (%s)",
    async (said, is, type) => {
      const { update, later, pay } = await aShop();
      bodyOf(await update({ is_iframe_redirection_enabled: true }));
      later();
      const card = { confirm: true, ...byCard('4000003800000446') };
      const payment = await pay({ ...card, is_iframe_redirection_enabled: said });
      expect(payment).toMatchObject({ is_iframe_redirection_enabled: is, next_action: { type } });
    },
  );

  it('a payment keeps its session expiry when the profile changes it later', async () => {
    const { update, later, pay, ask, merchant } = await aShop();
    bodyOf(await update({ is_iframe_redirection_enabled: true }));
    later();
    const { payment_id } = await pay();
    bodyOf(await update({ is_iframe_redirection_enabled: false }));
    later();
    const body = byCard('4000003800000446');
    const confirmed = await ask('payments.confirm', {
      key: merchant.key,
      params: { payment_id },
      body,
    });
    expect(bodyOf(confirmed).next_action.type).toBe('redirect_inside_popup');
  });
});
