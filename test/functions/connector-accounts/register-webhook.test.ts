import { createHmac } from 'node:crypto';
import type { Send, Sent } from '#platform/http/egress/egress.ts';
import { byCard } from '../../support/switch/payments-in-memory.ts';
import {
  adminKey,
  aMerchant,
  aPaymentRequest,
  switchInMemory,
} from '../../support/switch/switch-in-memory.ts';

const account_id = 'merchant_example';
const stripeKey = 'sk_test_key0001';

interface Endpoint {
  readonly id: string;
  readonly url: string;
}

/** A merchant with an account at Stripe, which the sandbox plays. */
async function anAccountAtStripe() {
  const world = switchInMemory();
  const merchant = await aMerchant(world, account_id);
  const { body } = await world.ask('connector-accounts.create', {
    key: adminKey,
    params: { account_id },
    body: {
      connector_type: 'payment_processor',
      connector_name: 'stripe',
      connector_account_details: { auth_type: 'HeaderKey', api_key: stripeKey },
    },
  });
  const { merchant_connector_id } = body;
  const { processor } = world.dependencies;
  const asked: string[] = [];
  /** Changes the processor's answer on its way to us. */
  const way: { answer: (sent: Sent) => Sent | Promise<Sent> } = { answer: (sent) => sent };
  const send: Send = async (request, context) => {
    asked.push(request.headers['idempotency-key'] ?? '');
    return way.answer(await processor.send(request, context));
  };
  world.dependencies.send = send;
  const params = { account_id, merchant_connector_id };
  return {
    world,
    merchant,
    params,
    /** The idempotency keys of the requests to Stripe. */
    asked,
    way,
    /** The webhook endpoints that this key has registered there. */
    async registered(key = stripeKey): Promise<readonly Endpoint[]> {
      const { body: text } = await processor.answer({
        method: 'GET',
        url: 'http://sandbox.test/stripe/v1/webhook_endpoints',
        headers: { authorization: `Bearer ${key}` },
      });
      return JSON.parse(text).data;
    },
    account: async () =>
      (await world.ask('connector-accounts.retrieve', { key: adminKey, params })).body,
    change: (changes: object) =>
      world.ask('connector-accounts.update', {
        key: adminKey,
        params,
        body: { connector_type: 'payment_processor', ...changes },
      }),
    register: (event: object = { event_type: 'all_events' }, id = merchant_connector_id) =>
      world.ask('connector-accounts.register-webhook', {
        key: adminKey,
        params: { account_id, merchant_connector_id: id },
        body: event,
      }),
  };
}

const lost: Sent = { kind: 'unknown', reason: 'timeout' };
const succeeded = {
  status: 200,
  body: { webhook_registration_status: 'Success', error_code: null, error_message: null },
};
const failed = {
  status: 200,
  body: { webhook_registration_status: 'Failure', connector_webhook_id: null },
};

describe('the registration of our address at a processor', () => {
  it('the registration of our webhook URL names it, and keeps the secret sealed', async () => {
    const { world, params, way, registered, register, account } = await anAccountAtStripe();
    let secret = '';
    way.answer = (sent) => {
      if (sent.kind === 'answered') secret = JSON.parse(sent.response.body).secret;
      return sent;
    };
    const answer = await register();
    const [endpoint, another] = await registered();
    expect(answer).toMatchObject(succeeded);
    expect(answer.body).toMatchObject({
      event_type: 'all_events',
      connector_webhook_id: endpoint?.id,
    });
    const address = `https://switch.test/webhooks/${account_id}/${params.merchant_connector_id}`;
    expect(endpoint?.url).toBe(address);
    expect(another).toBeUndefined();
    expect(secret).toMatch(/^whsec_/);
    expect(JSON.stringify(world.port.items())).not.toContain(secret);
    expect(world.dependencies.logged.join('\n')).not.toContain(secret);
    expect(answer.text).not.toContain(secret);
    expect((await account()).connector_webhook_details).toMatchObject({
      merchant_secret: expect.stringMatching(/^wh\*+.{2}$/),
    });
  });

  it("the registration of our webhook URL makes the account's events verifiable from then on", async () => {
    const { world, merchant, register } = await anAccountAtStripe();
    const { processor } = world.dependencies;
    const received: string[] = [];
    processor.hooks.onNotification = async ({ url, headers, body: text }) => {
      const [, , merchant_id = '', connector = ''] = new URL(url).pathname.split('/');
      const params = { merchant_id, connector };
      const { status } = await world.ask('incoming-webhooks.receive', { params, headers, text });
      received.push(`${status} ${JSON.parse(text ?? '').type}`);
      return { status };
    };
    await register();
    const sale = { ...aPaymentRequest(byCard('4000000000002685')), confirm: true };
    const { body } = await world.ask('payments.create', {
      key: merchant.key,
      body: { ...sale, connector: ['stripe'] },
    });
    expect(body).toMatchObject({ status: 'succeeded', connector: 'stripe' });
    processor.clock.now = new Date(processor.clock.now.getTime() + 60_000);
    await processor.sendNotifications();
    // An event about a dispute that is not verified is answered 401.
    expect(received).toContain('200 charge.dispute.created');
  });

  it('the registration of our webhook URL is made once, until the credentials or the secret change', async () => {
    const { asked, change, register, registered } = await anAccountAtStripe();
    const { body } = await register();
    await register({});
    await change({ disabled: false });
    expect((await register()).body).toEqual(body);
    expect(asked).toHaveLength(1);
    await change({ connector_webhook_details: { merchant_secret: 'whsec_of_the_merchant' } });
    expect(await register()).toMatchObject(succeeded);
    expect(await registered()).toHaveLength(2);
    const other = 'sk_test_key0002';
    await change({ connector_account_details: { auth_type: 'HeaderKey', api_key: other } });
    expect(await register()).toMatchObject(succeeded);
    expect(await registered(other)).toHaveLength(1);
    expect(new Set(asked).size).toBe(3);
  });

  it('the registration of our webhook URL is repeated with the same reference when the answer was lost', async () => {
    const { asked, way, register, registered, account } = await anAccountAtStripe();
    way.answer = () => lost;
    expect(await register()).toMatchObject(failed);
    expect((await account()).connector_webhook_details).toBeNull();
    way.answer = (sent) => sent;
    expect(await register()).toMatchObject(succeeded);
    expect(await registered()).toHaveLength(1);
    expect(asked[1]).toBe(asked[0]);
    expect((await account()).connector_webhook_details).not.toBeNull();
  });

  it('the registration of our webhook URL stores nothing when the account changed meanwhile, and a repeat stores it', async () => {
    const { way, change, register, registered, account } = await anAccountAtStripe();
    way.answer = async (sent) => {
      await change({ disabled: false });
      return sent;
    };
    expect(await register()).toMatchObject({ status: 422 });
    way.answer = (sent) => sent;
    expect(await register()).toMatchObject(succeeded);
    expect(await registered()).toHaveLength(1);
    expect((await account()).connector_webhook_details).not.toBeNull();
  });

  it('the registration of our webhook URL is made once when two request it at the same moment', async () => {
    const { register, registered, account } = await anAccountAtStripe();
    const both = await Promise.all([register(), register()]);
    expect(both.some(({ body }) => body.webhook_registration_status === 'Success')).toBe(true);
    expect(await registered()).toHaveLength(1);
    expect((await account()).connector_webhook_details).not.toBeNull();
  });

  it("the registration of our webhook URL returns the processor's reason for a refusal, and asks anew the next time", async () => {
    const { asked, way, register, account } = await anAccountAtStripe();
    const error = { code: 'url_invalid', message: 'Invalid URL', type: 'invalid_request_error' };
    way.answer = () => ({
      kind: 'answered',
      response: { status: 400, headers: {}, body: JSON.stringify({ error }) },
    });
    const { status, body } = await register();
    expect({ status, body }).toMatchObject(failed);
    expect(body).toMatchObject({ error_code: 'url_invalid', error_message: 'Invalid URL' });
    expect((await account()).connector_webhook_details).toBeNull();
    way.answer = (sent) => sent;
    await register();
    expect(asked[1]).not.toBe(asked[0]);
  });

  it('the registration of our webhook URL is found at PayPal, which accepts a URL once, after the answer was lost', async () => {
    const { world } = await anAccountAtStripe();
    const { body } = await world.ask('connector-accounts.create', {
      key: adminKey,
      params: { account_id },
      body: {
        connector_type: 'payment_processor',
        connector_name: 'paypal',
        connector_account_details: { auth_type: 'BodyKey', api_key: 'secret', key1: 'client' },
      },
    });
    const params = { account_id, merchant_connector_id: body.merchant_connector_id };
    const webhooks: Endpoint[] = [];
    let isLost = true;
    world.dependencies.send = async ({ method, url, body: text = '' }) => {
      const answered = (status: number, answer: object): Sent => ({
        kind: 'answered',
        response: { status, headers: {}, body: JSON.stringify(answer) },
      });
      if (url.endsWith('/oauth2/token')) {
        return answered(200, { access_token: 'token', expires_in: 3_600 });
      }
      if (method === 'GET') return answered(200, { webhooks });
      if (webhooks.length > 0) {
        return answered(400, { name: 'WEBHOOK_URL_ALREADY_EXISTS', message: 'It exists' });
      }
      webhooks.push({ id: 'WH1', url: JSON.parse(text).url });
      return isLost ? lost : answered(201, webhooks[0] ?? {});
    };
    const register = () =>
      world.ask('connector-accounts.register-webhook', { key: adminKey, params, body: {} });
    expect(await register()).toMatchObject(failed);
    isLost = false;
    const answer = await register();
    expect(answer).toMatchObject(succeeded);
    expect(answer.body.connector_webhook_id).toBe('WH1');
    expect(webhooks).toHaveLength(1);
    const shown = await world.ask('connector-accounts.retrieve', { key: adminKey, params });
    expect(shown.body).toMatchObject({
      connector_webhook_details: { merchant_secret: '***' },
      webhook_setup_capabilities: { is_webhook_auto_configuration_supported: true },
    });
  });

  it('the registration of our webhook URL has the same chosen secret at Checkout.com after the answer was lost', async () => {
    const { world } = await anAccountAtStripe();
    const credentials = { auth_type: 'SignatureKey', api_key: 'pk_sbox_1', key1: 'pc_1' };
    const { body } = await world.ask('connector-accounts.create', {
      key: adminKey,
      params: { account_id },
      body: {
        connector_type: 'payment_processor',
        connector_name: 'checkout',
        connector_account_details: { ...credentials, api_secret: 'sk_sbox_1' },
      },
    });
    const params = { account_id, merchant_connector_id: body.merchant_connector_id };
    const workflows: { id: string; name: string; active: boolean; secret: string }[] = [];
    let isLost = true;
    world.dependencies.send = async ({ method, url, body: text = '' }) => {
      const answered = (status: number, answer: object): Sent => ({
        kind: 'answered',
        response: { status, headers: {}, body: JSON.stringify(answer) },
      });
      if (url.endsWith('/event-types')) {
        return answered(200, [{ id: 'gateway', events: [{ id: 'payment_captured' }] }]);
      }
      if (method === 'GET') return answered(200, { data: workflows });
      const { name, actions } = JSON.parse(text);
      const id = `wf_${workflows.length + 1}`;
      workflows.push({ id, name, active: true, secret: actions[0].signature.key });
      return isLost ? lost : answered(201, { id });
    };
    const register = () =>
      world.ask('connector-accounts.register-webhook', { key: adminKey, params, body: {} });
    const change = (changes: object) =>
      world.ask('connector-accounts.update', {
        key: adminKey,
        params,
        body: { connector_type: 'payment_processor', ...changes },
      });
    const text = JSON.stringify({
      type: 'dispute_won',
      data: { id: 'dsp_1', amount: 100, currency: 'EUR', payment_id: 'pay_unknown' },
    });
    const answerTo = async (secret: string) => {
      const { status } = await world.ask('incoming-webhooks.receive', {
        params: { merchant_id: account_id, connector: params.merchant_connector_id },
        headers: { 'cko-signature': createHmac('sha256', secret).update(text).digest('hex') },
        text,
      });
      return status;
    };
    expect(await register()).toMatchObject(failed);
    // A new key of the same client does not lose the secret that its workflow has.
    await change({ connector_account_details: { ...credentials, api_secret: 'sk_sbox_2' } });
    isLost = false;
    const answer = await register();
    expect(answer).toMatchObject(succeeded);
    expect(answer.body.connector_webhook_id).toBe('wf_1');
    expect(workflows).toHaveLength(1);
    const secret = workflows[0]?.secret ?? '';
    expect(secret).toMatch(/^[0-9a-f]{64}$/);
    // The dispute is believed, and is to be sent again until its payment is known.
    expect(await answerTo(secret)).toBe(404);
    expect(await answerTo('another')).toBe(401);
    expect(JSON.stringify(world.port.items())).not.toContain(secret);
    expect(world.dependencies.logged.join('\n')).not.toContain(secret);
    expect(answer.text).not.toContain(secret);
    const shown = await world.ask('connector-accounts.retrieve', { key: adminKey, params });
    expect(shown.body).toMatchObject({
      connector_webhook_details: { merchant_secret: expect.stringMatching(/\*/) },
      webhook_setup_capabilities: {
        is_webhook_auto_configuration_supported: true,
        requires_webhook_secret: false,
      },
    });
    // Another registration has another secret.
    await change({ connector_webhook_details: { merchant_secret: 'of_the_merchant' } });
    expect(await register()).toMatchObject(succeeded);
    expect(new Set(workflows.map((one) => one.secret)).size).toBe(2);
  });

  it('the registration of our webhook URL is requested once at Checkout.com when two come at the same moment', async () => {
    const { world } = await anAccountAtStripe();
    const { body } = await world.ask('connector-accounts.create', {
      key: adminKey,
      params: { account_id },
      body: {
        connector_type: 'payment_processor',
        connector_name: 'checkout',
        connector_account_details: {
          auth_type: 'SignatureKey',
          api_key: 'pk_sbox_1',
          key1: 'pc_1',
          api_secret: 'sk_sbox_1',
        },
      },
    });
    const params = { account_id, merchant_connector_id: body.merchant_connector_id };
    const added: string[] = [];
    world.dependencies.send = async ({ method, url, body: text = '' }) => {
      if (method === 'POST') added.push(JSON.parse(text).name);
      const events = [{ id: 'gateway', events: [{ id: 'payment_captured' }] }];
      const listed = url.endsWith('/event-types') ? events : { data: [] };
      const answer = JSON.stringify(method === 'POST' ? { id: 'wf_1' } : listed);
      const status = method === 'POST' ? 201 : 200;
      return { kind: 'answered', response: { status, headers: {}, body: answer } };
    };
    const register = () =>
      world.ask('connector-accounts.register-webhook', { key: adminKey, params, body: {} });
    const both = await Promise.all([register(), register()]);
    // The one whose secret was not stored asks nothing.
    expect(both.map(({ status }) => status).sort()).toEqual([200, 422]);
    expect(added).toHaveLength(1);
  });

  it('the registration of our webhook URL is not implemented for one event, and where a merchant enters the URL', async () => {
    const { world, asked, register } = await anAccountAtStripe();
    const unsupported = { status: 501, body: { error: { code: 'IR_00' } } };
    const single = { event_type: { specific_event: 'payment_succeeded' } };
    expect(await register(single)).toMatchObject(unsupported);
    const sandbox = world.port.items().find(({ connectorName }) => connectorName === 'stripe_test');
    expect(await register({}, String(sandbox?.id))).toMatchObject(unsupported);
    expect(asked).toEqual([]);
  });

  it('the registration of our webhook URL is refused for an account without credentials', async () => {
    const { asked, change, register } = await anAccountAtStripe();
    await change({ connector_account_details: { auth_type: 'TemporaryAuth' } });
    expect(await register()).toMatchObject({ status: 400, body: { error: { code: 'IR_16' } } });
    expect(asked).toEqual([]);
  });

  it('the registration of our webhook URL is offered by the account, where it is implemented', async () => {
    const { world, account } = await anAccountAtStripe();
    expect((await account()).webhook_setup_capabilities).toEqual({
      is_webhook_auto_configuration_supported: true,
      requires_webhook_secret: false,
      config_type: 'AllEvents',
    });
    const other = await world.ask('connector-accounts.create', {
      key: adminKey,
      params: { account_id },
      body: {
        connector_type: 'payment_processor',
        connector_name: 'authorizedotnet',
        connector_account_details: { auth_type: 'BodyKey', api_key: 'login', key1: 'key' },
      },
    });
    // Authorize.net does not return the secret with which it signs.
    expect(other.body.webhook_setup_capabilities).toMatchObject({
      is_webhook_auto_configuration_supported: true,
      requires_webhook_secret: true,
    });
    const sandbox = world.port.items().find(({ connectorName }) => connectorName === 'stripe_test');
    const { body } = await world.ask('connector-accounts.retrieve', {
      key: adminKey,
      params: { account_id, merchant_connector_id: String(sandbox?.id) },
    });
    expect(body.webhook_setup_capabilities).toEqual({
      is_webhook_auto_configuration_supported: false,
      requires_webhook_secret: null,
      config_type: null,
    });
  });
});
