import * as v from 'valibot';
import { PayoutResponse } from '#switch/payouts/response.ts';
import {
  connectForPayouts,
  payoutCards,
  payoutMerchant,
  toBank,
  toCard,
} from '../../support/entities/a-payout.ts';
import { adminKey, aMerchant } from '../../support/switch/switch-in-memory.ts';
import { conflictAlarmsOf } from '../../support/table/conflict-alarms.ts';

const error = (code: string, message: string) => ({
  error: expect.objectContaining({ type: 'invalid_request', code, message }),
});

describe('a new payout', () => {
  it('a new payout waits for its method, and no processor is asked', async () => {
    const payer = await payoutMerchant();
    const { status, body } = await payer.create({ customer_id: undefined, metadata: { a: '1' } });
    expect(status).toBe(200);
    expect(v.parse(PayoutResponse, body)).toEqual(body);
    expect(body).toMatchObject({
      status: 'requires_payout_method_data',
      amount: 6_540,
      currency: 'USD',
      auto_fulfill: false,
      recurring: false,
      entity_type: 'Individual',
      metadata: { a: '1' },
      customer_id: null,
      connector: null,
      attempts: null,
    });
    expect(body.payout_id).toMatch(/^payout_[A-Za-z0-9]{20}$/);
    expect(body.client_secret).toMatch(
      new RegExp(`^payout_${body.payout_id}_secret_[A-Za-z0-9]{20}$`),
    );
    expect(await payer.dependencies.processor.payoutLedger()).toEqual([]);
  });

  it.each([
    ['single', 'fauxpay'],
    ['single', { connector: 'fauxpay' }],
    ['priority', ['fauxpay', 'adyen_test']],
    ['volume_split', [{ connector: 'fauxpay', split: 1_000 }]],
  ])(
    'a new payout is confirmed as the setting of its profile states: %s %j',
    async (type, data) => {
      const payer = await payoutMerchant();
      await connectForPayouts(payer.shop, payer.merchant, { connector_name: 'fauxpay' });
      const set = await payer.shop.ask('profiles.update', {
        key: adminKey,
        params: { account_id: payer.merchant.id, profile_id: payer.merchant.profileId },
        body: { payout_routing_algorithm: { type, data } },
      });
      expect(set.status).toBe(200);
      payer.pass(3);
      const { body } = await payer.create({ confirm: true, ...toCard() });
      expect(body.connector).toBe('fauxpay');
    },
  );

  it('a new payout stays without a method when it is confirmed without one', async () => {
    const { body } = await (await payoutMerchant()).create({ confirm: true });
    expect(body.status).toBe('requires_payout_method_data');
  });

  it.each([
    [
      'card',
      toCard(payoutCards.usual),
      {
        payout_type: 'card',
        payout_method_data: {
          card: expect.objectContaining({
            last4: '5556',
            card_isin: '400005',
            card_network: 'Visa',
            card_type: 'DEBIT',
            card_issuing_country: 'UNITEDSTATESOFAMERICA',
            card_exp_month: '10',
            card_exp_year: '2035',
            card_holder_name: 'Joseph Doe',
          }),
        },
      },
    ],
    [
      'bank account',
      toBank(),
      {
        payout_type: 'bank',
        payout_method_data: {
          bank: { bank_account_number: '****6789', bank_routing_number: '****0000' },
        },
      },
    ],
    [
      'wallet',
      { payout_method_data: { wallet: { paypal: { email: 'joseph.doe@example.com' } } } },
      {
        payout_type: 'wallet',
        payout_method_data: { wallet: { field_type: 'email', email: 'j****@example.com' } },
      },
    ],
    [
      'bank redirect',
      { payout_method_data: { bank_redirect: { interac: { email: 'joseph.doe@example.com' } } } },
      {
        payout_type: 'bank_redirect',
        payout_method_data: { bank_redirect: { email: 'j****@example.com' } },
      },
    ],
    [
      'transfer of a kind',
      {
        payout_method_data: {
          bank_transfer: {
            payout_method_type: 'sepa',
            iban: 'DE89370400440532013000',
            bic: 'COBADEFFXXX',
          },
        },
      },
      {
        payout_type: 'bank',
        payout_method_data: { bank: { iban: '****3000', bic: 'COBADEFFXXX' } },
      },
    ],
    [
      'SEPA account by its IBAN alone',
      { payout_method_data: { bank: { iban: 'DE89370400440532013000' } } },
      { payout_type: 'bank', payout_method_data: { bank: { iban: '****3000' } } },
    ],
    [
      'token of another service',
      {
        payout_method_data: {
          passthrough: { psp_token: 'token_of_a_psp_1234', token_type: 'credit' },
        },
      },
      {
        payout_type: null,
        payout_method_data: { passthrough: { psp_token: '****1234', token_type: 'credit' } },
      },
    ],
  ])(
    'a new payout to a %s waits for its confirm, and shows few details',
    async (_, destination, shown) => {
      const payer = await payoutMerchant();
      const { body } = await payer.create(destination);
      expect(body).toMatchObject({ status: 'requires_confirmation', ...shown });
      expect(await payer.dependencies.processor.payoutLedger()).toEqual([]);

      const confirmed = await payer.confirm(body.payout_id);
      expect(confirmed.body).toMatchObject({ status: 'requires_fulfillment', ...shown });
      const fulfilled = await payer.fulfill(body.payout_id);
      expect(fulfilled.body).toMatchObject({ status: 'success', ...shown });
      expect(await payer.paidOut()).toEqual([
        { reference: `${body.payout_id}_1`, amountMinor: 6_540 },
      ]);
    },
  );

  it('a new payout stores no card or account number in the table, in logs or in answers', async () => {
    const payer = await payoutMerchant();
    const secrets = [payoutCards.usual, '000123456789', '110000000', 'DE89370400440532013000'];
    const source_bank_data = {
      payout_method_type: 'sepa',
      iban: 'DE89370400440532013000',
      bic: 'COBADEFFXXX',
    };
    const answers = [
      await payer.create({ payout_id: 'one', ...toCard(), source_bank_data }),
      await payer.create({ payout_id: 'two', ...toBank() }),
      await payer.confirm('one', { auto_fulfill: true }),
      await payer.confirm('two'),
      await payer.fulfill('two'),
    ];
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200]);
    expect(answers[0]?.body.source_bank_data).toEqual({
      bank: { iban: '****3000', bic: 'COBADEFFXXX' },
    });
    const everywhere = JSON.stringify([
      payer.memory.items(),
      payer.dependencies.logged,
      answers.map(({ text }) => text),
    ]);
    for (const secret of secrets) expect(everywhere).not.toContain(secret);
  });

  it('a new payout deletes an attached card once a processor was asked', async () => {
    const payer = await payoutMerchant();
    const { body } = await payer.create(toCard());
    const { attachedDestination: held } = await payer.stored(body.payout_id);
    if (held?.in !== 'vault') throw new Error('The card does not wait in the vault.');
    const described = () =>
      payer.dependencies.vault.cards.describe(
        payer.merchant.id,
        held.token,
        payer.dependencies.clock.now,
      );
    expect(await described()).toBeDefined();
    await payer.confirm(body.payout_id);
    expect(await described()).toBeUndefined();
    expect(await payer.stored(body.payout_id)).not.toHaveProperty('held');
  });

  it('a new payout of a decrypted wallet stores no secret, and needs its data again', async () => {
    const payer = await payoutMerchant();
    const wallet = {
      apple_pay_decrypt: { dpan: payoutCards.usual, expiry_month: '10', expiry_year: '2035' },
    };
    const { body } = await payer.create({ payout_method_data: { wallet } });
    expect(body).toMatchObject({
      status: 'requires_payout_method_data',
      payout_method_data: null,
    });
    const again = await payer.confirm(body.payout_id, { payout_method_data: { wallet } });
    expect(again.body).toMatchObject({ status: 'requires_fulfillment' });
  });

  it('a new payout is refused under a used id', async () => {
    const payer = await payoutMerchant();
    await payer.create({ payout_id: 'payout_1' });
    const { status, body } = await payer.create({ payout_id: 'payout_1', amount: 1 });
    expect(status).toBe(400);
    expect(body).toEqual(
      error(
        'HE_01',
        "The payout with the specified payout_id 'payout_1' already exists in our records",
      ),
    );
    expect((await payer.show('payout_1')).body.amount).toBe(6_540);
  });

  it('a new payout is one when the platform makes one invocation twice', async () => {
    const payer = await payoutMerchant();
    const both = [{ invocation: 'inv_1' }, { invocation: 'inv_1' }].map((more) =>
      payer.create({ confirm: true, auto_fulfill: true, ...toCard() }, more),
    );
    expect((await Promise.all(both)).map(({ status }) => status).sort()).toEqual([200, 400]);
    expect(await payer.paidOut()).toHaveLength(1);
  });

  it.each([
    [{ ...toCard(), customer_id: undefined }, 400, 'IR_04', 'Missing required param: customer_id'],
    [
      { payout_token: 'token', payout_method_id: 'pm_1', confirm: true },
      422,
      'IR_06',
      'Only one of payout_method_id or payout_token should be provided.',
    ],
    [{ payout_method_id: 'pm_1' }, 422, 'IR_06', 'Confirm must be true for recurring payouts'],
    [
      { payout_link: true, confirm: true },
      422,
      'IR_06',
      'cannot confirm a payout while creating a payout link',
    ],
    [
      { payout_link: true },
      400,
      'IR_40',
      "Payout links require allowed_domains to be configured in the profile's payout_link_config",
    ],
    [
      { ...toBank(), payout_type: 'card' },
      422,
      'IR_06',
      "payout_method_data doesn't correspond to the specified payout_type",
    ],
    [
      { payout_method_data: { wallet: { paypal: {} } } },
      400,
      'IR_04',
      'Missing required param: payout_method_data',
    ],
    [
      { customer: { id: 'cus_2' } },
      400,
      'IR_16',
      'The field names `customer_id and customer.id` sent in both places is ambiguous',
    ],
    [{ routing: { type: 'x' } }, 422, 'IR_06', 'Invalid straight through routing rules format'],
    [
      { payout_method_id: 'pm_1', confirm: true },
      404,
      'HE_02',
      'Payment method does not exist in our records',
    ],
    [{ payout_token: 'token_1', confirm: true }, 422, 'IR_29', 'Token is invalid or expired'],
    [
      { confirm: true, connector: ['wise'], ...toCard() },
      400,
      'IR_39',
      'No eligible connector was found for the current payment method configuration',
    ],
    [{ merchant_id: 'another' }, 404, 'HE_02', 'Merchant account does not exist in our records'],
  ])(
    'a new payout with %j is refused with %s, and nothing is written',
    async (wish, status, code, message) => {
      const payer = await payoutMerchant();
      const before = payer.memory.items();
      const answer = await payer.create(wish);
      expect(answer).toMatchObject({ status, body: error(code, message) });
      expect(payer.memory.items()).toEqual(before);
      expect(payer.dependencies.vault.ports.cards.items()).toEqual([]);
    },
  );

  it.each([
    [{ amount: -1 }],
    [{ amount: undefined }],
    [{ currency: 'XXX' }],
    [{ unheard: 1 }],
    [{ connector: ['shift4'] }],
    [{ payout_method_data: { card: {}, bank: {} } }],
    [{ entity_type: 'Business' }],
  ])('a new payout with %j is an invalid request', async (wish) => {
    const payer = await payoutMerchant();
    expect([400, 422]).toContain((await payer.create(wish)).status);
    expect(payer.memory.items().filter(({ sk }) => sk === 'PAYOUT')).toEqual([]);
  });
});

describe('the outcome of a payout', () => {
  it('a payout is pending before its processor is asked to pay', async () => {
    const payer = await payoutMerchant();
    const { payout_id: id } = (await payer.create({ confirm: true, ...toCard() })).body;
    const { send } = payer.dependencies;
    const storedAtRequest: string[] = [];
    payer.dependencies.send = async (request, options) => {
      if (request.url.endsWith('/fulfillment')) {
        storedAtRequest.push((await payer.stored(id)).status);
      }
      return send(request, options);
    };
    expect((await payer.fulfill(id)).body.status).toBe('success');
    expect(storedAtRequest).toEqual(['pending']);
  });

  it.each([
    ['usual', 'requires_fulfillment', 'success', null],
    ['declined', 'requires_fulfillment', 'failed', 'DC_08'],
    ['cannotBeCreated', 'failed', undefined, 'DC_08'],
    ['ineligible', 'ineligible', undefined, 'DC_18'],
    ['later', 'requires_fulfillment', 'pending', null],
    ['failsLater', 'requires_fulfillment', 'pending', null],
    ['comesBack', 'requires_fulfillment', 'initiated', null],
    ['neverAnswers', 'requires_fulfillment', 'pending', 'TIMEOUT'],
    ['answers500', 'requires_fulfillment', 'pending', '500'],
    ['anotherAmount', 'requires_creation', undefined, 'IE'],
    ['unreachable', 'failed', undefined, null],
  ] as const)(
    'a payout with the card %s becomes %s after its create, %s after its fulfill',
    async (card, first, second, code) => {
      const payer = await payoutMerchant();
      const made = await payer.create({ confirm: true, ...toCard(payoutCards[card]) });
      expect(made.body).toMatchObject({ status: first, connector: 'adyen_test' });
      const id = made.body.payout_id;
      const last = second === undefined ? made : await payer.fulfill(id);
      expect(last.body).toMatchObject({
        status: second ?? first,
        error_code: code,
        merchant_connector_id: payer.accountId,
      });
      // Every failure has a name that does not depend on the processor.
      const failed = last.body.error_message !== null;
      expect([last.body.unified_code, last.body.unified_message]).toEqual(
        failed ? ['UE_9000', 'Something went wrong'] : [null, null],
      );
    },
  );

  it.each([
    ['usual', 'success'],
    ['declined', 'failed'],
    ['later', 'pending'],
    ['comesBack', 'initiated'],
    ['needsAccount', 'requires_vendor_account_creation'],
  ] as const)(
    'a payout with auto_fulfill and the card %s becomes %s at once',
    async (card, status) => {
      const payer = await payoutMerchant();
      const request = { confirm: true, auto_fulfill: true, ...toCard(payoutCards[card]) };
      expect((await payer.create(request)).body).toMatchObject({ status, auto_fulfill: true });
    },
  );

  it.each([
    ['later', 'success'],
    ['failsLater', 'failed'],
    ['comesBack', 'reversed'],
    ['needsAccount', 'success'],
    ['neverAnswers', 'success'],
    ['answers500', 'success'],
  ] as const)(
    'a payout with the card %s is synced as %s, on request and by the pending sync',
    async (card, end) => {
      for (const way of ['force_sync', 'guard'] as const) {
        const payer = await payoutMerchant();
        const request = { confirm: true, auto_fulfill: true, ...toCard(payoutCards[card]) };
        const { payout_id: id } = (await payer.create(request)).body;
        payer.pass(61);
        if (way === 'guard') await payer.look(id);
        const query: Record<string, string> = way === 'guard' ? {} : { force_sync: 'true' };
        expect((await payer.show(id, query)).body.status).toBe(end);
        expect(await payer.stored(id)).not.toHaveProperty('pendingSync');
        expect((await payer.paidOut()).length).toBe(end === 'failed' ? 0 : 1);
      }
    },
  );

  it('a payout is not paid when the processor states another amount', async () => {
    const payer = await payoutMerchant();
    const request = { confirm: true, auto_fulfill: true, ...toCard(payoutCards.anotherAmount) };
    const { body } = await payer.create(request);
    expect(body).toMatchObject({ status: 'pending', error_code: 'IE' });
    payer.pass(61);
    await payer.look(body.payout_id);
    expect((await payer.show(body.payout_id)).body.status).toBe('pending');
  });

  it('a payout alerts an operator when its processor does not answer, and not when it is slow', async () => {
    const payer = await payoutMerchant();
    const send = payer.dependencies.send;
    const accepted = await payer.create({
      confirm: true,
      auto_fulfill: true,
      ...toCard(payoutCards.later),
    });
    payer.dependencies.send = async () => ({ kind: 'unknown', reason: 'timeout' });
    const silent = await payer.create({ confirm: true, auto_fulfill: true, ...toCard() });
    for (let minute = 0; minute < 15; minute += 5) {
      payer.pass(301);
      await payer.look(silent.body.payout_id);
      await payer.look(accepted.body.payout_id);
    }
    expect(payer.metrics).toEqual(['SyncOverdue']);
    payer.dependencies.send = send;
    payer.pass(301);
    await payer.look(silent.body.payout_id);
    expect((await payer.show(silent.body.payout_id)).body).toMatchObject({
      status: 'failed',
      error_message: 'The connector has never heard of this payout',
    });
  });

  it('a payout that is answered after a sync has failed it as never received raises an alarm, and stays failed', async () => {
    const payer = await payoutMerchant();
    const { send } = payer.dependencies;
    payer.dependencies.send = async (request, options) => {
      if (request.method !== 'GET') {
        // The request is under way for longer than any may be.
        payer.pass(61);
        const synced = await payer.show('po_late', { force_sync: 'true' });
        expect(synced.body.status).toBe('failed');
      }
      return send(request, options);
    };
    const alarms = await conflictAlarmsOf(async () => {
      const wish = { payout_id: 'po_late', confirm: true, auto_fulfill: true, ...toCard() };
      expect((await payer.create(wish)).body.status).toBe('failed');
    });
    expect(alarms).toBe(1);
  });

  it('a payout shows its attempt on request', async () => {
    const payer = await payoutMerchant();
    const { body } = await payer.create({ confirm: true, ...toCard() });
    const { attempts } = (await payer.show(body.payout_id, { expand_attempts: 'true' })).body;
    expect(attempts).toEqual([
      expect.objectContaining({
        attempt_id: `${body.payout_id}_1`,
        status: 'requires_fulfillment',
        amount: 6_540,
        connector: 'adyen_test',
        payment_method: 'card',
        connector_transaction_id: expect.stringMatching(/^po_/),
      }),
    ]);
  });
});

describe('a saved destination', () => {
  it('a saved destination is created from a card, and paid to again by its id', async () => {
    const payer = await payoutMerchant();
    const first = await payer.create({ confirm: true, recurring: true, ...toCard() });
    const { payout_method_id } = first.body;
    expect(payout_method_id).toMatch(/^pm_/);
    const again = await payer.create({ confirm: true, auto_fulfill: true, payout_method_id });
    expect(again.body).toMatchObject({
      status: 'success',
      payout_method_id,
      payout_type: 'card',
      payout_method_data: { card: { last4: '5556' } },
    });
    expect(await payer.paidOut()).toHaveLength(1);

    const another = await payer.create({ confirm: true, customer_id: 'cus_2', payout_method_id });
    expect(another).toMatchObject({
      status: 400,
      body: error(
        'IR_16',
        'customer associated with payment method and customer passed in payout are not same',
      ),
    });
  });

  it("a saved destination has the facts of the card's range, as the operator stated them", async () => {
    const payer = await payoutMerchant();
    const range = {
      ...{ card_iin: '400005', card_network: 'Visa', card_type: 'DEBIT', bank_code: 'EX_BANK' },
      ...{ card_issuer: 'EXAMPLE BANK', card_issuing_country: 'POLAND', country_code: 'PL' },
    };
    await payer.shop.ask('card-bins.create', { key: adminKey, body: range });
    const { body } = await payer.create({ confirm: true, recurring: true, ...toCard() });
    const facts = {
      card_type: 'DEBIT',
      card_issuer: 'EXAMPLE BANK',
      card_issuing_country: 'POLAND',
    };
    expect(body.payout_method_data.card).toMatchObject({ ...facts, bank_code: 'EX_BANK' });
    const { paymentMethods } = payer.shop.services;
    expect(await paymentMethods.get(payer.merchant.id, body.payout_method_id)).toMatchObject({
      type: 'debit',
      card: { type: 'DEBIT', issuer: 'EXAMPLE BANK', issuingCountry: 'POLAND' },
    });
  });

  it('a saved destination is paid to by a token once', async () => {
    const payer = await payoutMerchant();
    const { payout_method_id } = (
      await payer.create({ confirm: true, recurring: true, ...toCard() })
    ).body;
    const { paymentMethods } = payer.shop.services;
    const method = await paymentMethods.get(payer.merchant.id, payout_method_id);
    const until = new Date(payer.dependencies.clock.now.getTime() + 900_000);
    const [payout_token] = await paymentMethods.issueTokens(payer.merchant.id, [method], until);
    const paid = await payer.create({ confirm: true, auto_fulfill: true, payout_token });
    expect(paid.body).toMatchObject({ status: 'success', payout_method_id });
    expect(await payer.create({ confirm: true, payout_token })).toMatchObject({ status: 422 });
    expect(await payer.dependencies.vault.ports.cards.items()).toHaveLength(1);
  });
});

describe('an update', () => {
  it('an update of a payout changes the given fields and keeps the others, its destination included', async () => {
    const payer = await payoutMerchant();
    const { body } = await payer.create({ ...toCard(), description: 'October', name: 'Joe' });
    const id = body.payout_id;
    const changed = await payer.update(id, {
      amount: 100,
      currency: 'EUR',
      email: 'j@example.com',
    });
    expect(changed.body).toMatchObject({
      status: 'requires_confirmation',
      amount: 100,
      currency: 'EUR',
      description: 'October',
      name: 'Joe',
      email: 'j@example.com',
      payout_method_data: { card: { last4: '5556' } },
    });
    const posted = await payer.shop.ask('payouts.update-alias', {
      key: payer.merchant.key,
      params: { payout_id: id },
      body: { ...toBank(), auto_fulfill: true, confirm: true },
    });
    expect(posted.body).toMatchObject({ status: 'success', payout_type: 'bank', amount: 100 });
    expect(await payer.paidOut()).toEqual([{ reference: `${id}_1`, amountMinor: 100 }]);
    expect(payer.dependencies.vault.ports.cards.items().map(({ number }) => number)).toEqual(
      payer.dependencies.vault.ports.cards.items().map(() => undefined),
    );
  });

  it('an update gives a payout its destination, and replaces it by another', async () => {
    const payer = await payoutMerchant();
    const { payout_id: id } = (await payer.create()).body;
    expect((await payer.update(id, toCard())).body.status).toBe('requires_confirmation');
    const { attachedDestination: first } = await payer.stored(id);
    await payer.update(id, toCard(payoutCards.later));
    if (first?.in !== 'vault') throw new Error('The card does not wait in the vault.');
    const { cards } = payer.dependencies.vault;
    const { now } = payer.dependencies.clock;
    expect(await cards.describe(payer.merchant.id, first.token, now)).toBeUndefined();
    expect((await payer.confirm(id, { auto_fulfill: true })).body.status).toBe('pending');
  });
});

describe('a customer’s browser', () => {
  it('a customer’s browser confirms a payout with the publishable key and the secret, and changes neither amount nor payee', async () => {
    const payer = await payoutMerchant();
    const { payout_id: id, client_secret } = (await payer.create()).body;
    const by = { key: payer.merchant.publishableKey };
    const confirm = (body: object, more = by) => payer.confirm(id, { ...toCard(), ...body }, more);
    expect(await confirm({})).toMatchObject({
      status: 400,
      body: error('IR_04', 'Missing required param: client_secret'),
    });
    expect(await confirm({ client_secret: 'x' })).toMatchObject({ status: 400 });
    for (const request of [
      { amount: 1 },
      { currency: 'EUR' },
      { customer_id: 'cus_2' },
      { auto_fulfill: true },
      { recurring: true },
      { priority: 'instant' },
      { connector: ['adyen_test'] },
      { routing: { type: 'single', data: { connector: 'adyen_test' } } },
      { source_bank_data: { payout_method_type: 'pix_key', pix_key: 'k' } },
    ]) {
      expect(await confirm({ client_secret, ...request })).toMatchObject({
        status: 401,
        body: error('IR_18', `${Object.keys(request)[0]} cannot be changed with a publishable key`),
      });
    }
    const secret = await payer.confirm(id, { client_secret });
    expect(secret).toMatchObject({
      status: 422,
      body: error('IR_06', 'client_secret is not a valid parameter'),
    });
    expect((await confirm({ client_secret })).body.status).toBe('requires_fulfillment');
    payer.pass(901);
    expect(await confirm({ client_secret })).toMatchObject({
      status: 400,
      body: error('IR_08', 'The provided client_secret has expired'),
    });
    expect(await payer.fulfill(id, {}, by)).toMatchObject({ status: 401 });
  });
});

describe('a cancel', () => {
  it.each([
    ['without a method', {}],
    ['before its confirm', toCard()],
  ])('a payout cancel %s asks no processor', async (_, wish) => {
    const payer = await payoutMerchant();
    const { payout_id: id } = (await payer.create(wish)).body;
    const { body } = await payer.cancel(id, { payout_id: id });
    expect(body).toMatchObject({ status: 'cancelled', error_message: 'Cancelled by user' });
    expect(await payer.dependencies.processor.payoutLedger()).toEqual([]);
    expect(await payer.stored(id)).not.toHaveProperty('held');
  });

  it.each(['usual', 'later'] as const)(
    'a payout cancel is requested from the processor with the card %s',
    async (card) => {
      const payer = await payoutMerchant();
      const request = {
        confirm: true,
        auto_fulfill: card === 'later',
        ...toCard(payoutCards[card]),
      };
      const { payout_id: id } = (await payer.create(request)).body;
      expect((await payer.cancel(id)).body.status).toBe('cancelled');
      payer.pass(61);
      expect(await payer.paidOut()).toEqual([]);
    },
  );

  it('a payout cancel that the processor refuses is refused, and the payout goes on', async () => {
    const payer = await payoutMerchant();
    const card = toCard(payoutCards.refusesCancels);
    const { payout_id: id } = (await payer.create({ confirm: true, auto_fulfill: true, ...card }))
      .body;
    expect(await payer.cancel(id)).toMatchObject({
      status: 400,
      body: error('IR_41', 'Payout failed while processing with connector.'),
    });
    payer.pass(61);
    await payer.look(id);
    expect((await payer.show(id)).body.status).toBe('success');
  });

  it('a payout cancel without an answer leaves the payout unchanged until its state is known', async () => {
    const payer = await payoutMerchant();
    const { payout_id: id } = (await payer.create({ confirm: true, ...toCard() })).body;
    const { send } = payer.dependencies;
    payer.dependencies.send = async (...sent) => {
      await send(...sent);
      return { kind: 'unknown', reason: 'timeout' };
    };
    expect((await payer.cancel(id)).body.status).toBe('requires_fulfillment');
    expect(await payer.fulfill(id)).toMatchObject({ status: 422 });
    payer.dependencies.send = send;
    payer.pass(61);
    await payer.look(id);
    expect((await payer.show(id)).body.status).toBe('cancelled');
  });

  it('a payout cancel that never arrived expires a minute later, and the payout can be paid', async () => {
    const payer = await payoutMerchant();
    const { payout_id: id } = (await payer.create({ confirm: true, ...toCard() })).body;
    const { send } = payer.dependencies;
    payer.dependencies.send = async () => ({ kind: 'unknown', reason: 'timeout' });
    await payer.cancel(id);
    payer.dependencies.send = send;
    payer.pass(61);
    await payer.look(id);
    const stored = await payer.stored(id);
    expect(stored).not.toHaveProperty('cancelAskedAt');
    expect(stored).not.toHaveProperty('pendingSync');
    expect((await payer.fulfill(id)).body.status).toBe('success');
  });
});

describe('a payout of another merchant', () => {
  it('a payout is not found for another merchant, nor for another profile', async () => {
    const payer = await payoutMerchant();
    const { payout_id: id } = (await payer.create(toCard())).body;
    const other = await aMerchant(payer.shop, 'merchant_other');
    await connectForPayouts(payer.shop, other);
    const profile = await payer.shop.ask('profiles.create', {
      key: payer.merchant.key,
      params: { account_id: payer.merchant.id },
      body: { profile_name: 'other' },
    });
    const strangers = [
      { key: other.key },
      { headers: { 'x-profile-id': String(profile.body.profile_id) } },
    ];
    for (const more of strangers) {
      const answers = [
        await payer.show(id, {}, more),
        await payer.update(id, { amount: 1 }, more),
        await payer.confirm(id, {}, more),
        await payer.fulfill(id, {}, more),
        await payer.cancel(id, {}, more),
      ];
      for (const answer of answers) {
        expect(answer).toMatchObject({
          status: 404,
          body: error('HE_02', 'Payout does not exist in our records'),
        });
      }
    }
    expect((await payer.show(id)).body.status).toBe('requires_confirmation');
  });
});

describe('the manual resolution of a payout by an operator', () => {
  const found = (
    payer: Awaited<ReturnType<typeof payoutMerchant>>,
    payout_id: string,
    body: object,
  ) =>
    payer.shop.ask('payouts.manual-update', {
      key: adminKey,
      params: { payout_id },
      body: { merchant_id: payer.merchant.id, ...body },
    });

  it("an operator's payout update decides a payout whose processor does not, and no final one", async () => {
    const payer = await payoutMerchant();
    const request = { confirm: true, auto_fulfill: true, ...toCard(payoutCards.later) };
    const { payout_id: id } = (await payer.create(request)).body;
    const failed = { status: 'failed', error_code: 'X1', error_message: 'by phone' };
    expect(await found(payer, id, failed)).toMatchObject({
      status: 200,
      body: { payout_id: id, status: 'failed', error_code: 'X1', error_message: 'by phone' },
    });
    expect(await found(payer, id, { status: 'success' })).toMatchObject({
      status: 422,
      body: error('IR_06', `Payout ${id} cannot be updated for status failed`),
    });
    const unasked = (await payer.create(toCard())).body.payout_id;
    expect(await found(payer, unasked, { status: 'success' })).toMatchObject({ status: 422 });
  });

  it("an operator's payout update without a status saves the error fields, and decides nothing", async () => {
    const payer = await payoutMerchant();
    const request = { confirm: true, auto_fulfill: true, ...toCard(payoutCards.later) };
    const { payout_id: id, status } = (await payer.create(request)).body;
    const note = { error_code: 'X1', error_message: 'by phone', connector_payout_id: 'po_1' };
    expect(await found(payer, id, note)).toMatchObject({
      status: 200,
      body: { payout_id: id, status, ...note },
    });
    expect(await found(payer, id, {})).toMatchObject({ status: 200, body: { status, ...note } });
  });
});

it('a payout that is as large as its update may make it can be confirmed with its destination', async () => {
  const { create, update, confirm } = await payoutMerchant();
  const id = (await create({ description: 'd'.repeat(8_000) })).body.payout_id;
  let [accepted, refused] = [0, 32_000];
  while (refused - accepted > 1) {
    const length = Math.floor((accepted + refused) / 2);
    const metadata = { filler: 'x'.repeat(length) };
    if ((await update(id, { metadata })).status === 200) accepted = length;
    else refused = length;
  }
  expect(accepted).toBeGreaterThan(20_000);
  expect(refused).toBeLessThan(32_000);
  expect(await confirm(id, toCard())).toMatchObject({ status: 200 });
});
