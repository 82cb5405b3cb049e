import { failingCalls } from '../../support/runner/faults.ts';
import { byCard } from '../../support/switch/payments-in-memory.ts';
import { type Ask, switchDependencies } from '../../support/switch/switch-in-memory.ts';
import { authenticatingShop, challengedCard, notEnrolledCard, refusedCard } from './a-shop.ts';

const whole = 6_540;
const { payment_method_data: data, ...ofCard } = byCard();
const expiredCard = {
  ...ofCard,
  payment_method_data: { card: { ...data.card, card_exp_year: '2020' } },
};

describe('an authentication without a payment', () => {
  it('an authentication without a payment gives its merchant the proof, which a payment takes', async () => {
    const shop = await authenticatingShop();
    const created = await shop.created();
    expect(created).toMatchObject({
      authentication_id: expect.stringMatching(/^authn_\w{20}$/),
      merchant_id: shop.merchant.id,
      client_secret: expect.stringMatching(
        new RegExp(`^${created.authentication_id}_secret_\\w{20}$`),
      ),
      status: 'started',
      amount: whole,
      currency: 'USD',
      authentication_connector: null,
      profile_id: shop.merchant.profileId,
      force_3ds_challenge: false,
    });
    expect(await shop.eligible(created)).toMatchObject({
      status: 'pending',
      next_action: {
        url: `https://switch.test/authentication/${created.authentication_id}/authenticate`,
        http_method: 'POST',
      },
      eligibility_response_params: { ThreeDsData: { message_version: '2.2.0' } },
      authentication_connector: 'threedsecureio',
      error_message: null,
      email: 'payer@example.com',
    });
    expect(await shop.authenticated(created)).toMatchObject({
      trans_status: 'Y',
      status: 'success',
      acs_url: null,
      eci: '05',
      authentication_value: expect.stringMatching(/^cavv_/),
      three_ds_requestor_url: 'https://shop.example/about',
    });
    const { authentication_details, ...synced } = await shop.synced(created);
    expect(synced).toMatchObject({ status: 'success', trans_status: 'Y', eci: '05' });
    const { three_ds_data } = authentication_details;
    expect(three_ds_data).toMatchObject({ transaction_status: 'Y', eci: '05', version: '2.2.0' });
    expect(await shop.paid({ three_ds_data })).toMatchObject({ status: 'succeeded' });
  });

  it('a page learns the result of an authentication, and no proof of it', async () => {
    const shop = await authenticatingShop();
    const created = await shop.created();
    const asPage = shop.asPage(created);
    await shop.eligible(created, undefined, asPage);
    const answers = [
      await shop.authenticated(created, asPage),
      await shop.synced(created, asPage),
      await shop.synced(created, asPage),
    ];
    for (const answer of answers) {
      expect(answer).toMatchObject({ status: 'success', trans_status: 'Y', eci: null });
      expect(JSON.stringify(answer)).not.toContain('cavv_');
    }
    expect(answers[0].authentication_value).toBeNull();
    expect(answers[1].authentication_details).toBeNull();
  });

  it('an authentication stores no card number, no code and no cryptogram', async () => {
    const shop = await authenticatingShop();
    const created = await shop.created();
    await shop.eligible(created, challengedCard);
    const { acs_url } = await shop.authenticated(created);
    await shop.dependencies.processor.visit(`${acs_url}/complete?confirm=true`);
    const { authentication_value } = await shop.authenticated(created);
    expect(authentication_value).toMatch(/^cavv_/);
    const stored = JSON.stringify([shop.world.port.items(), shop.dependencies.logged]);
    for (const secret of [challengedCard, authentication_value]) {
      expect(stored).not.toContain(secret);
    }
    expect(shop.dependencies.vault.ports.cards.items()).toEqual([]);
  });

  it('an authentication is deleted with the data of its customer after ninety days', async () => {
    const shop = await authenticatingShop();
    const created = await shop.created();
    await shop.eligible(created, challengedCard);
    const [item] = shop.world.port
      .items()
      .filter(({ id, sk }) => id === created.authentication_id && sk === 'AUTHENTICATION');
    const secondsLeft =
      Number(item?.expiresAtSeconds) - Math.floor(shop.dependencies.clock.now.getTime() / 1_000);
    expect(secondsLeft).toBe(90 * 24 * 60 * 60);
  });

  it('an authentication with a challenge ends when the customer returns from the bank, once', async () => {
    const shop = await authenticatingShop();
    const created = await shop.created();
    await shop.eligible(created, challengedCard);
    const { acs_url, ...challenge } = await shop.authenticated(created);
    expect(challenge).toMatchObject({
      trans_status: 'C',
      status: 'pending',
      challenge_request: expect.any(String),
      authentication_value: null,
    });
    const back = await shop.dependencies.processor.visit(`${acs_url}/complete?confirm=true`);
    const returned = new URL(back.headers.location ?? '');
    const params = { merchant_id: shop.merchant.id, authentication_id: created.authentication_id };
    expect(returned.pathname).toBe(
      `/authentication/${params.merchant_id}/${params.authentication_id}/redirect`,
    );
    const query = { page_token: returned.searchParams.get('page_token') ?? '' };
    for (const name of ['redirect', 'redirect-posted', 'redirect']) {
      const { status, headers } = await shop.world.ask(`authentications.${name}`, {
        params,
        query,
      });
      expect([status, headers.location]).toEqual([
        302,
        'https://shop.example/return?status=success' +
          `&authentication_id=${created.authentication_id}` +
          `&authentication_client_secret=${created.client_secret}&amount=${whole}`,
      ]);
    }
    expect(await shop.synced(created)).toMatchObject({ status: 'success', acs_url: null });
  });

  it('a return from the bank without the token of its page is refused, with a page that reveals nothing', async () => {
    const shop = await authenticatingShop();
    const created = await shop.created();
    await shop.eligible(created, challengedCard);
    const params = { merchant_id: shop.merchant.id, authentication_id: created.authentication_id };
    for (const page_token of ['', 'A'.repeat(22)]) {
      const query = { page_token };
      for (const name of ['redirect', 'redirect-posted']) {
        const answer = await shop.world.ask(`authentications.${name}`, { params, query });
        expect(answer.status).toBe(404);
        expect(answer.text).not.toContain(created.client_secret);
      }
    }
  });

  it.each([
    ['the bank says no', refusedCard, undefined],
    ['the customer gives up', challengedCard, 'false'],
  ])(
    'an authentication fails for good where %s, and gives no proof',
    async (_, number, confirm) => {
      const shop = await authenticatingShop();
      const created = await shop.created();
      await shop.eligible(created, number);
      const { acs_url } = await shop.authenticated(created);
      if (confirm) {
        await shop.dependencies.processor.visit(`${acs_url}/complete?confirm=${confirm}`);
      }
      const failed = { status: 'failed', trans_status: 'N', eci: null };
      expect(await shop.authenticated(created)).toMatchObject({
        ...failed,
        authentication_value: null,
      });
      expect(await shop.synced(created)).toMatchObject({ ...failed, authentication_details: null });
      expect(await shop.refusal('eligibility', shop.eligibilityOf(created))).toEqual([
        422,
        'IR_06',
        'authentication status for the given authentication_id is already in N',
      ]);
    },
  );

  it('an authentication that succeeded answers the same when it is asked again, and takes no other card', async () => {
    const shop = await authenticatingShop();
    const created = await shop.created();
    await shop.eligible(created);
    const first = await shop.authenticated(created);
    expect(await shop.authenticated(created)).toEqual(first);
    expect(await shop.refusal('eligibility', shop.eligibilityOf(created))).toEqual([
      422,
      'IR_06',
      'authentication status for the given authentication_id is already in Y',
    ]);
  });

  it('an authentication whose bank takes no part fails, and takes another card', async () => {
    const shop = await authenticatingShop();
    const created = await shop.created();
    expect(await shop.eligible(created, notEnrolledCard)).toMatchObject({
      status: 'failed',
      eligibility_response_params: null,
      error_message: "The card's bank does not take part in 3-D Secure",
    });
    expect(await shop.refusal('authenticate', shop.authenticateOf(created))).toEqual([
      400,
      'IR_16',
      'You cannot authenticate before a card was found eligible for the authentication',
    ]);
    await shop.eligible(created);
    expect(await shop.authenticated(created)).toMatchObject({ status: 'success' });
  });

  it('an authentication asks the customer where its merchant or profile wants that', async () => {
    const shop = await authenticatingShop();
    const wanted = await shop.created({ force_3ds_challenge: true });
    await shop.eligible(wanted);
    expect(await shop.authenticated(wanted)).toMatchObject({ trans_status: 'C' });
    const profile = await authenticatingShop({ settings: { force_3ds_challenge: true } });
    for (const [changes, trans_status] of [
      [{}, 'C'],
      [{ force_3ds_challenge: false }, 'Y'],
    ] as const) {
      const created = await profile.created(changes);
      await profile.eligible(created);
      expect(await profile.authenticated(created)).toMatchObject({ trans_status });
    }
  });

  it('an authentication asks about the card that was sent last', async () => {
    const shop = await authenticatingShop();
    const created = await shop.created();
    await shop.eligible(created, challengedCard);
    expect(await shop.authenticated(created)).toMatchObject({ trans_status: 'C' });
    await shop.eligible(created);
    expect(await shop.authenticated(created)).toMatchObject({ trans_status: 'Y' });
  });

  it('an authentication takes ten cards, and no eleventh', async () => {
    const shop = await authenticatingShop();
    const created = await shop.created();
    for (const _ of Array(10).keys()) await shop.eligible(created, notEnrolledCard);
    expect(await shop.refusal('eligibility', shop.eligibilityOf(created))).toEqual([
      400,
      'IR_16',
      'Reached maximum of 10 cards for this authentication',
    ]);
  });

  it('two cards of an authentication at once never share a result', async () => {
    const shop = await authenticatingShop();
    const created = await shop.created();
    const both = await Promise.all(
      [refusedCard, undefined].map((card) =>
        shop.ask('eligibility', shop.eligibilityOf(created, card)),
      ),
    );
    const accepted = both.filter(({ status }) => status === 200);
    expect(accepted.length).toBeGreaterThan(0);
    for (const { status } of both) expect([200, 422]).toContain(status);
    const last = accepted.find(({ body }) => body.status === 'pending')?.body
      .eligibility_response_params;
    const { three_ds_server_transaction_id: asked } = await shop.authenticated(created);
    const known = accepted.map(
      ({ body }) => body.eligibility_response_params?.ThreeDsData.three_ds_server_transaction_id,
    );
    expect(last).toBeDefined();
    expect(known).toContain(asked);
  });
});

describe('the proof of an authentication', () => {
  it('two payments with one proof at once: one is paid, and the other moves no money', async () => {
    const shop = await authenticatingShop();
    const three_ds_data = await shop.proof();
    const both = await Promise.all([1, 2].map(() => shop.pay({ three_ds_data })));
    const paid = both.filter(({ body }) => body.status === 'succeeded');
    const others = both.filter(({ body }) => body.status !== 'succeeded');
    expect(paid).toHaveLength(1);
    for (const { status, body } of others) {
      expect([status, body.status ?? body.error?.code]).toEqual(
        status === 200 ? [200, 'failed'] : [400, 'IR_16'],
      );
    }
    const charged = (await shop.dependencies.processor.ledger()).filter(
      ({ chargedTimes = 0, reference }) =>
        chargedTimes > 0 && !reference.startsWith('authentication-'),
    );
    expect(charged).toHaveLength(1);
  });

  it('a second payment with a used proof is refused, and nothing of it is stored', async () => {
    const shop = await authenticatingShop();
    const three_ds_data = await shop.proof();
    await shop.paid({ three_ds_data });
    const { status, body } = await shop.pay({ payment_id: 'pay_second', three_ds_data });
    expect([status, body.error.message]).toEqual([
      400,
      'three_ds_data is the proof of an authentication that another payment has used',
    ]);
    expect(shop.world.port.items().filter(({ id }) => id === 'pay_second')).toEqual([]);
  });

  it('a payment that was declined may use its proof again', async () => {
    const shop = await authenticatingShop({ settings: { is_manual_retry_enabled: true } });
    const three_ds_data = await shop.proof();
    const declined = await shop.paid({ three_ds_data, ...byCard('4000000000000002') });
    expect(declined).toMatchObject({ status: 'failed' });
    const { status, body } = await shop.world.ask('payments.confirm', {
      key: shop.merchant.key,
      params: { payment_id: declined.payment_id },
      body: { three_ds_data, ...byCard() },
    });
    expect([status, body.status]).toEqual([200, 'succeeded']);
  });

  it.each([
    ['more money', { amount: whole + 1 }],
    ['another currency', { currency: 'EUR' }],
  ])(
    'a proof is refused for %s than was authenticated, and stays for another payment',
    async (_, change) => {
      const shop = await authenticatingShop();
      const three_ds_data = await shop.proof();
      const { status, body } = await shop.pay({ three_ds_data, ...change });
      expect([status, body.error.message]).toEqual([
        400,
        'three_ds_data is the proof of an authentication for another amount or currency',
      ]);
      expect(await shop.paid({ three_ds_data, amount: whole - 1 })).toMatchObject({
        status: 'succeeded',
      });
    },
  );

  it('a proof from elsewhere is passed on as before', async () => {
    const shop = await authenticatingShop();
    const three_ds_data = {
      authentication_cryptogram: { cavv: { authentication_cryptogram: 'from elsewhere' } },
      transaction_status: 'Y',
    };
    for (const _ of [1, 2]) {
      expect(await shop.paid({ three_ds_data })).toMatchObject({ status: 'succeeded' });
    }
  });

  it('a proof that cannot be reserved moves no money, and can be used later', async () => {
    const shop = await authenticatingShop();
    const three_ds_data = await shop.proof();
    const { proofs } = shop.world.services;
    const use = proofs.use;
    Object.assign(proofs, { use: () => Promise.reject(new Error('the table does not answer')) });
    expect(await shop.paid({ three_ds_data })).toMatchObject({ status: 'failed' });
    Object.assign(proofs, { use });
    expect(await shop.paid({ three_ds_data })).toMatchObject({ status: 'succeeded' });
  });
});

describe('a request about an authentication', () => {
  it('an authentication with its own id exists once, and is answered again to the same request', async () => {
    const shop = await authenticatingShop();
    const body = { authentication_id: 'order_7', amount: 0, currency: 'USD' };
    const headers = { 'idempotency-key': 'key of order 7' };
    const first = await shop.ask('create', { body, headers });
    expect(first.body).toMatchObject({ authentication_id: 'order_7', amount: 0 });
    const again = await shop.ask('create', { body, headers });
    expect([again.status, again.body]).toEqual([200, first.body]);
    expect(await shop.refusal('create', { body })).toEqual([
      400,
      'HE_01',
      'Authentication with authentication_id order_7 already exists',
    ]);
  });

  it.each([
    ['an amount below zero', { amount: -1 }, 400, 'IR_06'],
    ['an unknown currency', { currency: 'XXX' }, 400, 'IR_06'],
    ["another merchant's profile", { profile_id: 'pro_elsewhere' }, 404, 'HE_02'],
    ['an unknown acquirer', { profile_acquirer_id: 'pro_acq_elsewhere' }, 404, 'HE_02'],
    ['an unknown 3-D Secure server', { authentication_connector: 'unknown_server' }, 400, 'IR_06'],
  ])('an authentication with %s is not created', async (_, change, status, code) => {
    const shop = await authenticatingShop();
    const body = { amount: whole, currency: 'USD', ...change };
    expect((await shop.refusal('create', { body })).slice(0, 2)).toEqual([status, code]);
  });

  it.each([
    ['with a wrong check digit', byCard('4242424242424241'), 400],
    ['that has expired', expiredCard, 400],
    ['that is no card', { payment_method: 'wallet', payment_method_data: { wallet: {} } }, 400],
  ])('a card %s is not authenticated', async (_, change, status) => {
    const shop = await authenticatingShop();
    const created = await shop.created();
    const { body, ...request } = shop.eligibilityOf(created);
    const answer = await shop.ask('eligibility', { ...request, body: { ...body, ...change } });
    expect(answer.status).toBe(status);
    expect(await shop.synced(created)).toMatchObject({ status: 'started' });
  });

  it("an authentication is unknown to another merchant, and to a page with another's secret", async () => {
    const shop = await authenticatingShop();
    const other = await authenticatingShop({ world: shop.world, merchantId: 'merchant_other' });
    const created = await shop.created();
    const others = await other.created();
    const unknown = [404, 'HE_02', 'Authentication does not exist in our records'];
    const wrong = [400, 'IR_09'];
    for (const [name, request] of [
      ['eligibility', shop.eligibilityOf(created)],
      ['authenticate', shop.authenticateOf(created)],
      ['session-tokens', { ...shop.about(created), key: shop.merchant.key }],
    ] as const) {
      const { key: _, ...asked } = request;
      expect(await shop.refusal(name, { ...asked, key: other.merchant.key })).toEqual(unknown);
      const asPage = (body: object): Ask => ({
        ...asked,
        key: shop.merchant.publishableKey,
        body: { ...request.body, ...body },
      });
      const stolen = asPage({ client_secret: others.client_secret });
      expect((await shop.refusal(name, stolen)).slice(0, 2)).toEqual(wrong);
      expect((await shop.refusal(name, asPage({})))[0]).toBe(400);
    }
    const params = { merchant_id: shop.merchant.id, authentication_id: created.authentication_id };
    for (const ask of [
      { key: other.merchant.key, params, body: {} },
      { key: shop.merchant.key, params: { ...params, merchant_id: other.merchant.id }, body: {} },
    ]) {
      expect(await shop.refusal('sync', ask)).toEqual(unknown);
    }
  });

  it('the secret of a page ends after 15 minutes, and the merchant still gets the result', async () => {
    const shop = await authenticatingShop();
    const created = await shop.created();
    await shop.eligible(created);
    shop.pass(900_001);
    const { key, body } = shop.asPage(created);
    const request = shop.authenticateOf(created);
    const late = { ...request, key, body: { ...request.body, ...body } };
    expect(await shop.refusal('authenticate', late)).toEqual([
      400,
      'IR_08',
      'The provided client_secret has expired',
    ]);
    expect(await shop.authenticated(created)).toMatchObject({ status: 'success' });
  });

  it('an authentication at a server that does not answer fails, and can be tried again', async () => {
    const dependencies = switchDependencies();
    const send = dependencies.send;
    dependencies.send = failingCalls(/PUT .*authentications/, 'swallowed')(send);
    const shop = await authenticatingShop({ dependencies });
    const created = await shop.created();
    expect(await shop.eligible(created)).toMatchObject({
      status: 'failed',
      error_message: expect.any(String),
    });
    dependencies.send = send;
    await shop.eligible(created);
    expect(await shop.authenticated(created)).toMatchObject({ status: 'success' });
  });

  it('a server that does not answer later changes no result', async () => {
    const shop = await authenticatingShop();
    const { dependencies } = shop;
    const created = await shop.created();
    await shop.eligible(created);
    const send = dependencies.send;
    const silent = () => failingCalls(/GET .*authentications/, 500, 'swallowed')(send);
    dependencies.send = silent();
    const silence = { trans_status: null, status: 'pending', error_message: expect.any(String) };
    expect(await shop.authenticated(created)).toMatchObject(silence);
    dependencies.send = send;
    expect(await shop.authenticated(created)).toMatchObject({ status: 'success' });
    dependencies.send = silent();
    expect(await shop.synced(created)).toMatchObject({
      status: 'success',
      authentication_details: null,
      error_message: expect.any(String),
    });
  });

  it('an account with a 3-D Secure server that was switched off starts no authentication, and ends those that it began', async () => {
    const shop = await authenticatingShop();
    const [begun, next] = [await shop.created(), await shop.created()];
    await shop.eligible(begun);
    await shop.switchOff();
    expect((await shop.refusal('eligibility', shop.eligibilityOf(next))).slice(0, 2)).toEqual([
      404,
      'HE_02',
    ]);
    expect(await shop.authenticated(begun)).toMatchObject({ status: 'success' });
  });

  it('a profile without a 3-D Secure server is refused, unless the merchant names one', async () => {
    const shop = await authenticatingShop({ details: false });
    const [without, named] = [
      await shop.created(),
      await shop.created({ authentication_connector: 'threedsecureio' }),
    ];
    expect((await shop.refusal('eligibility', shop.eligibilityOf(without))).slice(0, 2)).toEqual([
      422,
      'IR_06',
    ]);
    await shop.eligible(named);
    expect(await shop.authenticated(named)).toMatchObject({ status: 'success' });
  });
});

describe('Click to Pay before a payment', () => {
  it('a merchant learns for 15 minutes which networks know the customer of a page', async () => {
    const shop = await authenticatingShop();
    const created = await shop.created();
    const missing = [
      404,
      'IR_37',
      `Eligibility check data not found for authentication id: ${created.authentication_id}`,
    ];
    const { key, body } = shop.asPage(created);
    const { params } = shop.about(created);
    const retrieve = () => shop.ask('retrieve-eligibility-check', { params });
    expect(await shop.refusal('retrieve-eligibility-check', { params })).toEqual(missing);
    const data = {
      visa: { consumerPresent: true, consumerStatus: 'ACTIVE', customData: {} },
      mastercard: { consumerPresent: false },
    };
    for (const [click_to_pay, status] of [
      [data, { visa: true, mastercard: false }],
      [
        { visa: null, mastercard: { consumerPresent: true } },
        { visa: null, mastercard: true },
      ],
    ] as const) {
      const submitted = await shop.ask('submit-eligibility-check', {
        key,
        params,
        body: { ...body, eligibility_check_data: { click_to_pay } },
      });
      expect(submitted.body).toEqual({
        authentication_id: created.authentication_id,
        sdk_next_action: 'await_merchant_callback',
      });
      expect((await retrieve()).body).toEqual({
        eligibility_check_data: { click_to_pay_enrollment_status: status },
      });
    }
    shop.pass(900_001);
    expect(await shop.refusal('retrieve-eligibility-check', { params })).toEqual(missing);
  });

  it('a profile without Click to Pay offers a page nothing', async () => {
    const shop = await authenticatingShop();
    const created = await shop.created();
    const { params } = shop.about(created);
    const { body } = await shop.ask('session-tokens', { params, ...shop.asPage(created) });
    expect(body).toEqual({ authentication_id: created.authentication_id, session_token: [] });
  });

  it('a profile with Click to Pay gives a page the data to open it', async () => {
    const shop = await authenticatingShop();
    await shop.enableClickToPay();
    const created = await shop.created({
      customer_details: { id: 'cus_1', email: 'payer@example.com' },
    });
    const request = { params: shop.about(created).params, ...shop.asPage(created) };
    expect((await shop.ask('session-tokens', request)).body.session_token).toEqual([
      {
        wallet_name: 'click_to_pay',
        dpa_id: 'dpa_1',
        dpa_name: 'Example',
        locale: 'en_US',
        card_brands: ['Mastercard', 'Visa'],
        acquirer_bin: '545301',
        acquirer_merchant_id: 'SRC3DS',
        merchant_category_code: null,
        merchant_country_code: 'US',
        transaction_amount: '65.40',
        transaction_currency_code: 'USD',
        phone_number: null,
        email: 'payer@example.com',
        phone_country_code: null,
        provider: 'mastercard',
        dpa_client_id: null,
      },
    ]);
    const nameless = await shop.created();
    const { params } = shop.about(nameless);
    expect(
      (await shop.refusal('session-tokens', { params, ...shop.asPage(nameless) })).slice(0, 2),
    ).toEqual([400, 'IR_04']);
  });
});
