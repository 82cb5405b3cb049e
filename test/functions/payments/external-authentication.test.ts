import { parsePayment } from '#switch/payments/payment-store.ts';
import { loadStructure } from '../../support/documents/structure.ts';
import { queryAt } from '../../support/requests/page-queries.ts';
import { failingCalls } from '../../support/runner/faults.ts';
import { byCard } from '../../support/switch/payments-in-memory.ts';
import {
  type Ask,
  adminKey,
  aMerchant,
  aPaymentRequest,
  switchDependencies,
  switchInMemory,
} from '../../support/switch/switch-in-memory.ts';

const challengedCard = '4000003800000446';
const refusedCard = '4000008400001629';
const notEnrolled = '378282246310005';

/**
 * A merchant whose customers are authenticated by the sandbox, and the requests of its payments.
 */
async function aWorld(dependencies = switchDependencies()) {
  const world = switchInMemory([], dependencies);
  const merchant = await aMerchant(world);
  const byAdmin = async (name: string, request: Ask) => {
    const { status, body } = await world.ask(name, { key: adminKey, ...request });
    if (status !== 200) throw new Error(`${name}: ${JSON.stringify(body)}`);
  };
  const params = { account_id: merchant.id, profile_id: merchant.profileId };
  await byAdmin('connector-accounts.create', {
    params,
    body: {
      connector_type: 'authentication_processor',
      connector_name: 'threedsecureio',
      connector_account_details: { auth_type: 'HeaderKey', api_key: 'key of a server' },
    },
  });
  await byAdmin('profiles.update', {
    params,
    body: {
      authentication_connector_details: {
        authentication_connectors: ['threedsecureio'],
        three_ds_requestor_url: 'https://shop.example/about',
        three_ds_requestor_app_url: 'https://shop.example/app',
      },
    },
  });
  dependencies.clock.now = new Date(dependencies.clock.now.getTime() + 3_000);
  const ask = (verb: string, request: Ask = {}) =>
    world.ask(`payments.${verb}`, { key: merchant.key, ...request });
  const requests = {
    confirm: true,
    authentication_type: 'three_ds',
    request_external_three_ds_authentication: true,
    return_url: 'https://shop.example/return',
  };
  return {
    world,
    dependencies,
    merchant,
    ask,
    paid: async (number?: string, changes: object = {}) => {
      const body = aPaymentRequest({ ...requests, ...byCard(number), ...changes });
      const { body: payment } = await ask('create', { body });
      return payment;
    },
    authenticate: ({ payment_id, client_secret }: { payment_id: string; client_secret: string }) =>
      ask('authenticate', {
        key: merchant.publishableKey,
        params: { payment_id },
        body: { client_secret, device_channel: 'BRW', threeds_method_comp_ind: 'U' },
      }),
    goOn: async ({ payment_id }: { payment_id: string }, verb = 'authenticate-return') => {
      const whose = { payment_id, merchant_id: merchant.id };
      return world.ask(`payments.${verb}`, {
        params: { ...whose, connector: 'stripe_test' },
        query: await queryAt(world.services, whose, 'authorize'),
      });
    },
    shown: async ({ payment_id }: { payment_id: string }) =>
      (await ask('retrieve', { params: { payment_id } })).body,
    itemOf: ({ payment_id }: { payment_id: string }) =>
      parsePayment(world.port.items().find(({ id, sk }) => id === payment_id && sk === 'PAYMENT')),
    books: async ({ payment_id }: { payment_id: string }) =>
      (await dependencies.processor.ledger()).filter((one) => one.reference === `${payment_id}_1`),
    cards: () => dependencies.vault.ports.cards.items().filter(({ deletedAt }) => !deletedAt),
  };
}

const withoutAnswer = (
  pattern: RegExp,
  ...ways: Parameters<typeof failingCalls> extends [RegExp, ...infer W] ? W : never
) => {
  const dependencies = switchDependencies();
  return { ...dependencies, send: failingCalls(pattern, ...ways)(dependencies.send) };
};

describe('a payment with external 3-D Secure', () => {
  it('a payment with external 3-D Secure waits for the authentication, and no connector is asked', async () => {
    const { paid, books, cards, merchant, itemOf } = await aWorld();
    const payment = await paid();
    const base = 'https://switch.test/payments';
    expect(payment).toMatchObject({
      status: 'requires_customer_action',
      external_3ds_authentication_attempted: true,
      external_authentication_details: { status: 'pending', version: '2.2.0' },
      next_action: {
        type: 'three_ds_invoke',
        three_ds_data: {
          three_ds_authentication_url: `${base}/${payment.payment_id}/3ds/authentication`,
          three_ds_authorize_url: expect.stringMatching(
            new RegExp(
              `^${base}/${payment.payment_id}/${merchant.id}/authorize/stripe_test\\?page_token=[\\w-]{22}$`,
            ),
          ),
          poll_config: {
            poll_id: `external_authentication_${payment.payment_id}`,
            delay_in_secs: 2,
            frequency: 5,
          },
          three_ds_connector: 'threedsecureio',
          card_network: 'Visa',
        },
      },
    });
    const isRight = loadStructure()?.validator('NextActionData');
    isRight?.(payment.next_action);
    expect(isRight?.errors ?? []).toEqual([]);
    expect(await books(payment)).toEqual([]);
    expect(cards()).toHaveLength(1);
    expect(itemOf(payment).attempt.askedAt).toBeUndefined();
  });

  it('a payment with external 3-D Secure is paid once its bank has authenticated the customer', async () => {
    const { paid, authenticate, goOn, shown, books, cards, world, merchant } = await aWorld();
    const payment = await paid();
    const answer = await authenticate(payment);
    expect([answer.status, answer.body]).toEqual([
      200,
      expect.objectContaining({
        trans_status: 'Y',
        acs_url: null,
        three_ds_requestor_url: 'https://shop.example/about',
        three_ds_requestor_app_url: 'https://shop.example/app',
      }),
    ]);
    const back = await goOn(payment);
    expect(back.status).toBe(302);
    expect(back.headers.location).toContain('https://shop.example/return?status=succeeded');
    expect(await shown(payment)).toMatchObject({
      status: 'succeeded',
      amount_received: payment.amount,
      next_action: null,
      external_authentication_details: {
        authentication_flow: 'frictionless',
        electronic_commerce_indicator: '05',
        status: 'success',
        ds_transaction_id: expect.stringMatching(/^ds_/),
        version: '2.2.0',
        error_code: null,
      },
    });
    expect(await books(payment)).toMatchObject([{ chargedTimes: 1 }]);
    expect(cards()).toEqual([]);
    const poll = await world.ask('polls.retrieve', {
      key: merchant.publishableKey,
      params: { poll_id: `external_authentication_${payment.payment_id}` },
      query: { client_secret: payment.client_secret },
    });
    expect(poll.body).toMatchObject({ status: 'completed' });
  });

  it('a payment with external 3-D Secure is paid after a challenge that the customer has passed, once', async () => {
    const { paid, authenticate, goOn, shown, books, dependencies } = await aWorld();
    const payment = await paid(challengedCard);
    const { body } = await authenticate(payment);
    expect(body).toMatchObject({
      trans_status: 'C',
      challenge_request: expect.any(String),
      challenge_request_key: 'creq',
    });
    expect(await shown(payment)).toMatchObject({
      external_authentication_details: { status: 'pending', authentication_flow: 'challenge' },
    });
    const early = await goOn(payment);
    expect(early.headers.location).toContain('status=requires_customer_action');
    const answered = await dependencies.processor.visit(`${body.acs_url}/complete?confirm=true`);
    expect(answered.headers.location).toBe(
      payment.next_action.three_ds_data.three_ds_authorize_url,
    );
    const [one, another] = await Promise.all([
      goOn(payment),
      goOn(payment, 'authenticate-return-posted'),
    ]);
    expect([one.status, another.status]).toEqual([302, 302]);
    expect(await shown(payment)).toMatchObject({ status: 'succeeded' });
    expect(await books(payment)).toMatchObject([{ chargedTimes: 1 }]);
    const late = await goOn(payment);
    expect(late.headers.location).toContain('status=succeeded');
  });

  it.each([
    ['the bank says no', refusedCard, undefined],
    ['the customer gives up', challengedCard, 'false'],
  ])(
    'a payment with external 3-D Secure fails where %s, and its attached card is deleted',
    async (_, number, confirm) => {
      const { paid, authenticate, goOn, shown, books, cards, dependencies } = await aWorld();
      const payment = await paid(number);
      const { body } = await authenticate(payment);
      if (confirm)
        await dependencies.processor.visit(`${body.acs_url}/complete?confirm=${confirm}`);
      else expect(body.trans_status).toBe('N');
      const back = await goOn(payment);
      expect(back.headers.location).toContain('status=failed');
      expect(await shown(payment)).toMatchObject({
        status: 'failed',
        error_code: 'EXTERNAL_AUTHENTICATION_FAILURE',
        error_message: 'external authentication failure',
        external_authentication_details: {
          status: 'failed',
          error_code: 'EXTERNAL_AUTHENTICATION_FAILURE',
        },
      });
      expect(await books(payment)).toEqual([]);
      expect(cards()).toEqual([]);
    },
  );

  it('a payment with external 3-D Secure is authorized at once when the issuer does not take part', async () => {
    const { paid } = await aWorld();
    expect(await paid(notEnrolled)).toMatchObject({
      status: 'succeeded',
      external_3ds_authentication_attempted: false,
      external_authentication_details: null,
    });
  });

  it.each([
    { authentication_type: 'no_three_ds' },
    { request_external_three_ds_authentication: false },
  ])(
    'a payment with external 3-D Secure is authorized at once when 3-D Secure is not requested: %j',
    async (changes) => {
      const { paid } = await aWorld();
      expect(await paid(undefined, changes)).toMatchObject({ status: 'succeeded' });
    },
  );

  it('a payment with external 3-D Secure fails when the authentication server does not answer, and no connector is asked', async () => {
    const { paid, books } = await aWorld(withoutAnswer(/PUT .*authentications/, 'swallowed'));
    const payment = await paid();
    expect(payment).toMatchObject({
      status: 'failed',
      error_code: 'EXTERNAL_AUTHENTICATION_FAILURE',
    });
    expect(await books(payment)).toEqual([]);
  });

  it('a payment with external 3-D Secure stays pending while the server reports no result', async () => {
    const { paid, goOn, authenticate, shown } = await aWorld(
      withoutAnswer(/GET .*authentications/, 500, 'swallowed'),
    );
    const payment = await paid();
    expect((await authenticate(payment)).body).toMatchObject({ trans_status: 'U' });
    expect((await goOn(payment)).status).toBe(302);
    expect(await shown(payment)).toMatchObject({ status: 'requires_customer_action' });
    await goOn(payment);
    expect(await shown(payment)).toMatchObject({ status: 'succeeded' });
  });

  it("a payment with external 3-D Secure whose processor's answer is lost is found by the pending sync", async () => {
    const { paid, goOn, ask } = await aWorld(withoutAnswer(/PUT \/payments\/[^/]+$/, 'lost'));
    const { payment_id, ...payment } = await paid();
    await goOn({ payment_id });
    expect(payment).toBeDefined();
    const query = { force_sync: 'true' };
    const { body } = await ask('retrieve', { params: { payment_id }, query });
    expect(body).toMatchObject({ status: 'succeeded' });
  });

  it('a payment with external 3-D Secure can be cancelled meanwhile without a connector, and its attached card is deleted', async () => {
    const { paid, ask, goOn, cards, books } = await aWorld();
    const payment = await paid();
    const params = { payment_id: payment.payment_id };
    expect((await ask('cancel', { params, body: {} })).body).toMatchObject({ status: 'cancelled' });
    expect(cards()).toEqual([]);
    expect((await goOn(payment)).headers.location).toContain('status=cancelled');
    expect(await books(payment)).toEqual([]);
  });

  it('a payment with external 3-D Secure has no pending sync, and fails when its session expires', async () => {
    const { paid, ask, dependencies, shown, world, itemOf } = await aWorld();
    const payment = await paid();
    const query = { force_sync: 'true' };
    const asked = await ask('retrieve', { params: { payment_id: payment.payment_id }, query });
    expect(asked.body).toMatchObject({ status: 'requires_customer_action' });
    expect(itemOf(payment).pendingSync).toBeDefined();
    dependencies.clock.now = new Date(dependencies.clock.now.getTime() + 1_000_000);
    const { syncDueItem: lookAgain } = await import('#switch/sync/sync-due-item.ts');
    const place = { pk: `MERCHANT#merchant_example#PAYMENT#${payment.payment_id}`, sk: 'PAYMENT' };
    const handling = { requestId: 'guard', remainingMs: () => 28_000 };
    await lookAgain(world.services, place, handling);
    expect(await shown(payment)).toMatchObject({
      status: 'failed',
      error_code: 'EXTERNAL_AUTHENTICATION_FAILURE',
    });
  });
});

it('an authentication server is asked once in five seconds, however many requests come at once', async () => {
  const { paid, authenticate, goOn, dependencies, books } = await aWorld();
  const payment = await paid(challengedCard);
  const { body } = await authenticate(payment);
  const asked: string[] = [];
  const { send } = dependencies;
  dependencies.send = (request, ...more) => {
    if (/^GET .*authentications/.test(`${request.method} ${request.url}`)) asked.push(request.url);
    return send(request, ...more);
  };
  await Promise.all(Array.from({ length: 10 }, () => goOn(payment)));
  // All ten waited for the next turn, which one of them got.
  expect(asked).toHaveLength(2);
  dependencies.clock.now = new Date(dependencies.clock.now.getTime() + 5_000);
  await dependencies.processor.visit(`${body.acs_url}/complete?confirm=true`);
  const answers = await Promise.all(Array.from({ length: 10 }, () => goOn(payment)));
  expect(asked).toHaveLength(3);
  for (const { headers } of answers) expect(headers.location).toContain('status=succeeded');
  expect(await books(payment)).toMatchObject([{ chargedTimes: 1 }]);
});

it('the table has no token of a page', async () => {
  const { paid, world } = await aWorld();
  const { next_action, payment_id } = await paid();
  const address = new URL(next_action.three_ds_data.three_ds_authorize_url);
  const token = address.searchParams.get('page_token') ?? '';
  expect(token).toHaveLength(22);
  expect(payment_id).toBeDefined();
  const mine = world.port.items().filter(({ pk }) => pk.startsWith('MERCHANT#'));
  expect(JSON.stringify(mine)).not.toContain(token);
});

describe('an authentication is refused', () => {
  it('an authentication of a payment without 3-D Secure is refused', async () => {
    const { paid, authenticate } = await aWorld();
    const payment = await paid(undefined, { request_external_three_ds_authentication: false });
    expect((await authenticate(payment)).body.error).toMatchObject({
      code: 'IR_16',
      message:
        'You cannot authenticate this payment because payment_attempt.external_three_ds_authentication_attempted is false',
    });
  });

  it('an authentication is refused once the payment has gone on', async () => {
    const { paid, authenticate, goOn } = await aWorld();
    const payment = await paid();
    await goOn(payment);
    expect((await authenticate(payment)).body.error).toMatchObject({
      code: 'IR_16',
      message: 'You cannot authenticate this payment because it has status succeeded',
    });
  });

  it("an authentication with another payment's client secret is refused", async () => {
    const { paid, authenticate } = await aWorld();
    const [{ payment_id }, { client_secret }] = [await paid(), await paid()];
    expect((await authenticate({ payment_id, client_secret })).body.error.code).toBe('IR_09');
  });

  it.each(['authenticate-return', 'authenticate-return-posted'])(
    "an authentication is refused without its page's token, with a page that reveals nothing (%s)",
    async (verb) => {
      const { paid, world, merchant, books, dependencies, shown } = await aWorld();
      const payment = await paid();
      const { payment_id, client_secret } = payment;
      const whose = { payment_id, merchant_id: merchant.id };
      const params = { ...whose, connector: 'stripe_test' };
      const right = await queryAt(world.services, whose, 'authorize');
      const asked: string[] = [];
      const { send } = dependencies;
      dependencies.send = (request, ...more) => {
        asked.push(request.url);
        return send(request, ...more);
      };
      const requests: Ask[] = [
        { params },
        { params, query: await queryAt(world.services, whose, 'back') },
        { params, query: await queryAt(world.services, whose, 'start') },
        { params, query: { page_token: client_secret } },
        { params: { ...params, connector: 'fauxpay' }, query: right },
        { params: { ...params, merchant_id: 'nobody' }, query: right },
        { params: { ...params, payment_id: 'nobody' }, query: right },
      ];
      const answers = [];
      for (const request of requests) answers.push(await world.ask(`payments.${verb}`, request));
      expect(new Set(answers.map(({ status, text }) => `${status} ${text}`)).size).toBe(1);
      expect(answers[0]?.status).toBe(404);
      expect(answers[0]?.text).toContain('<h1>This page is closed</h1>');
      expect(asked).toEqual([]);
      expect(await books(payment)).toEqual([]);
      expect(await shown(payment)).toMatchObject({ status: 'requires_customer_action' });
    },
  );
});

it('external 3-D Secure stores no cryptogram and no card number', async () => {
  const { paid, authenticate, goOn, world, dependencies } = await aWorld();
  const payment = await paid(challengedCard);
  const { body } = await authenticate(payment);
  await dependencies.processor.visit(`${body.acs_url}/complete?confirm=true`);
  await goOn(payment);
  const kept = JSON.stringify([world.port.items(), dependencies.logged]);
  expect(kept).not.toContain('cavv_');
  expect(kept).not.toContain(challengedCard);
});

it('a payment authenticated elsewhere sends the processor the proof of it', async () => {
  const { paid, world, dependencies } = await aWorld();
  const three_ds_data = (transaction_status: string) => ({
    authentication_cryptogram: { cavv: { authentication_cryptogram: 'AAABBBCCC' } },
    ds_trans_id: 'ds_1',
    version: '2.2.0',
    eci: '05',
    transaction_status,
  });
  const elsewhere = (status: string) =>
    paid(challengedCard, {
      request_external_three_ds_authentication: false,
      three_ds_data: three_ds_data(status),
    });
  // The card that is challenged otherwise.
  expect(await elsewhere('Y')).toMatchObject({ status: 'succeeded' });
  expect(await elsewhere('N')).toMatchObject({ status: 'requires_customer_action' });
  expect(JSON.stringify([world.port.items(), dependencies.logged])).not.toContain('AAABBBCCC');
});
