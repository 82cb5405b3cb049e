import { auditContextOf } from '#switch/payments/payment-source/attached-card.ts';
import { syncDueItem } from '#switch/sync/sync-due-item.ts';
import { exampleCredentials } from '../../../support/processors/example-credentials.ts';
import {
  bankCards,
  type Step,
  simulatedCybersource,
} from '../../../support/processors/simulated-cybersource.ts';
import { queryAt } from '../../../support/requests/page-queries.ts';
import { byCard } from '../../../support/switch/payments-in-memory.ts';
import {
  aMerchant,
  aPaymentRequest,
  container,
  switchDependencies,
  switchInMemory,
} from '../../../support/switch/switch-in-memory.ts';

const formType = { 'content-type': 'application/x-www-form-urlencoded' };

/** A payment by 3-D Secure at Cybersource, as the answer to its confirm left it. */
async function begun(number: string = bankCards.challenged, changes: object = {}) {
  const base = switchDependencies();
  const cybersource = simulatedCybersource(base.processor.send);
  const dependencies = { ...base, send: cybersource.send };
  const world = switchInMemory([], dependencies);
  const merchant = await aMerchant(
    world,
    'merchant_example',
    {},
    {
      connector_name: 'cybersource',
      connector_account_details: exampleCredentials('SignatureKey'),
    },
  );
  const create = (more: object = {}) =>
    world.ask('payments.create', {
      key: merchant.key,
      body: aPaymentRequest({
        payment_id: 'pay_1',
        confirm: true,
        authentication_type: 'three_ds',
        return_url: 'https://shop.example/return',
        browser_info: { user_agent: 'Mozilla/5.0', ip_address: '192.0.2.7', color_depth: 24 },
        ...byCard(number),
        ...changes,
        ...more,
      }),
    });
  const { body: payment } = await create();
  const params = { payment_id: 'pay_1', merchant_id: merchant.id };
  const stored = () =>
    Object(world.port.items().find(({ id, sk }) => id === 'pay_1' && sk === 'PAYMENT'));
  const page = (name: 'start' | 'complete', at = world) => queryAt(at.services, params, name);
  const later = (seconds: number) => {
    dependencies.clock.now = new Date(dependencies.clock.now.getTime() + seconds * 1_000);
  };
  return {
    ...world,
    dependencies,
    cybersource,
    merchant,
    payment,
    stored,
    later,
    startPage: async () =>
      world.ask('payments.redirect', {
        params: { ...params, attempt_id: 'pay_1_1' },
        query: await page('start'),
      }),
    /** The customer's browser goes on after the description of the device. */
    described: async (at = world) =>
      at.ask('payments.complete', {
        params: { ...params, connector: 'cybersource' },
        query: { ...(await page('complete')), step: 'device' },
      }),
    /** The bank's page sends the customer back. */
    back: async (isPassed = true, at = world) => {
      cybersource.bank.isPassed = isPassed;
      return at.ask('payments.complete-posted', {
        params: { ...params, connector: 'cybersource' },
        query: await page('complete'),
        text: 'TransactionId=OiCtXA1j1AxtSNDh5lt1&MD=',
        headers: formType,
      });
    },
    sync: () =>
      syncDueItem(
        world.services,
        { pk: `MERCHANT#${merchant.id}#PAYMENT#pay_1`, sk: 'PAYMENT' },
        { remainingMs: () => 20_000, requestId: 'sync' },
      ),
    cards: () =>
      base.vault.ports.cards
        .items()
        .filter((one) => one.sk === 'CARD' && one.deletedAt === undefined),
  };
}

type Begun = Awaited<ReturnType<typeof begun>>;

const stepsOf = ({ cybersource }: Begun): readonly Step[] =>
  cybersource.requests.map(({ step }) => step);
const statusIn = ({ headers }: { readonly headers: Readonly<Record<string, string>> }) =>
  new URL(headers.location ?? '').searchParams.get('status');
const lastBody = ({ cybersource }: Begun) => cybersource.requests.at(-1)?.body;

describe('a payment by 3-D Secure at Cybersource', () => {
  it('a payment by 3-D Secure at Cybersource has the device described first, and charges nothing yet', async () => {
    const one = await begun();
    expect(one.payment).toMatchObject({
      status: 'requires_customer_action',
      next_action: { type: 'redirect_to_url' },
    });
    expect(stepsOf(one)).toEqual(['authentication-setups']);
    expect(JSON.stringify(one.cybersource.requests)).not.toContain('securityCode');
    const { text, headers } = await one.startPage();
    expect(text).toContain(
      'action="https://centinelapistag.cardinalcommerce.com/V1/Cruise/Collect"',
    );
    expect(text).toContain('name="JWT" value="set.up.token"');
    expect(headers['content-security-policy']).toContain(
      'frame-src https://centinelapistag.cardinalcommerce.com',
    );
    expect(one.cards()).toHaveLength(1);
    expect(one.cybersource.charges()).toEqual([]);
  });

  it('a challenge that the merchant wants is asked for at Cybersource, and no other', async () => {
    const wanting = async (changes: object) => {
      const one = await begun(bankCards.frictionless, changes);
      await one.described();
      return one.cybersource.requests[1]?.body;
    };
    expect(await wanting({ force_3ds_challenge: true })).toMatchObject({
      consumerAuthenticationInformation: { challengeCode: '04' },
    });
    expect(JSON.stringify(await wanting({}))).not.toContain('challengeCode');
  });

  it('a payment by 3-D Secure at Cybersource that the bank approves by itself is charged with the proof', async () => {
    const one = await begun(bankCards.frictionless);
    expect(statusIn(await one.described())).toBe('succeeded');
    expect(stepsOf(one)).toEqual(['authentication-setups', 'authentications', 'payments']);
    expect(one.cybersource.requests[1]?.body).toMatchObject({
      deviceInformation: { ipAddress: '192.0.2.7', httpBrowserColorDepth: '24' },
      consumerAuthenticationInformation: {
        referenceId: '54b54d0b-6a2f-4ea7-9a2b-3a1c5d1f9f35',
        returnUrl: expect.stringMatching(/^https:\/\/switch\.test\/.*\/redirect\/complete\//),
        deviceChannel: 'Browser',
        transactionMode: 'S',
      },
    });
    expect(lastBody(one)).toMatchObject({
      processingInformation: { commerceIndicator: 'vbv', capture: true },
      paymentInformation: { card: { number: bankCards.frictionless } },
      consumerAuthenticationInformation: {
        cavv: 'AAIBBYNoEwAAACcKhAJkdQAAAAA=',
        paSpecificationVersion: '2.2.0',
        eciRaw: '05',
      },
    });
    expect(one.cybersource.charges()).toHaveLength(1);
    expect(one.cards()).toEqual([]);
    expect(one.stored()).not.toHaveProperty('attachedCard');
  });

  it('a payment by 3-D Secure at Cybersource is charged once its customer has passed the challenge', async () => {
    const one = await begun();
    const { headers } = await one.described();
    expect(headers.location).toMatch(/\/payments\/redirect\/pay_1\//);
    const { text } = await one.startPage();
    expect(text).toContain(
      'method="post" action="https://centinelapistag.cardinalcommerce.com/V2/Cruise/StepUp"',
    );
    expect(text).toContain('name="JWT" value="step.up.token"');
    expect(one.cards()).toHaveLength(1);
    expect(one.cybersource.charges()).toEqual([]);
    expect(statusIn(await one.back())).toBe('succeeded');
    expect(stepsOf(one).slice(2)).toEqual(['authentication-results', 'payments']);
    expect(one.cybersource.requests[2]?.body).toMatchObject({
      consumerAuthenticationInformation: { authenticationTransactionId: 'OiCtXA1j1AxtSNDh5lt1' },
    });
    expect(one.cybersource.charges()).toMatchObject([
      { orderInformation: { amountDetails: { totalAmount: '65.40', currency: 'USD' } } },
    ]);
    expect(one.cards()).toEqual([]);
  });

  it.each([
    ['refuses its customer at once', bankCards.refused, (one: Begun) => one.described()],
    [
      'says that its customer failed the challenge',
      bankCards.challenged,
      async (one: Begun) => {
        await one.described();
        return one.back(false);
      },
    ],
  ])(
    'a payment by 3-D Secure at Cybersource is never charged where the bank %s',
    async (_, number, act) => {
      const one = await begun(number);
      expect(statusIn(await act(one))).toBe('failed');
      expect(one.stored().attempt).toMatchObject({
        status: 'authentication_failed',
        error: { code: 'CONSUMER_AUTHENTICATION_FAILED' },
      });
      expect(stepsOf(one)).not.toContain('payments');
      expect(one.cards()).toEqual([]);
    },
  );

  it.each([
    ['is not available', bankCards.unavailable],
    ['takes no part', bankCards.notEnrolled],
  ])(
    'a payment by 3-D Secure at Cybersource is charged without a proof where the bank %s',
    async (_, number) => {
      const one = await begun(number);
      expect(statusIn(await one.described())).toBe('succeeded');
      expect(lastBody(one)).toMatchObject({
        processingInformation: { commerceIndicator: 'internet' },
      });
      expect(lastBody(one)?.consumerAuthenticationInformation).not.toHaveProperty('cavv');
    },
  );

  it('a payment by 3-D Secure at Cybersource is only reserved where the merchant captures it later', async () => {
    const one = await begun(bankCards.frictionless, { capture_method: 'manual' });
    expect(statusIn(await one.described())).toBe('requires_capture');
    expect(lastBody(one)).toMatchObject({ processingInformation: { capture: false } });
  });
});

describe('a customer at the bank', () => {
  it('a customer who comes back in two tabs at once is charged once', async () => {
    const one = await begun();
    const other = { ...container(one.port, one.dependencies), port: one.port };
    const at = { ...one, ...other };
    await Promise.all([one.described(), one.described(at), one.described()]);
    expect(stepsOf(one).filter((step) => step === 'authentications')).toHaveLength(1);
    one.later(6);
    await Promise.all([one.back(), one.back(true, at), one.back()]);
    expect(one.cybersource.charges()).toHaveLength(1);
    expect(one.stored().status).toBe('succeeded');
  });

  it('a customer who loads the page of the device again, while the bank asks, causes no other request', async () => {
    const one = await begun();
    await one.described();
    one.later(6);
    const { headers } = await one.described();
    expect(headers.location).toMatch(/\/payments\/redirect\/pay_1\//);
    expect(stepsOf(one)).toEqual(['authentication-setups', 'authentications']);
  });

  it('a customer who stays at the bank keeps the payment open until its time is over', async () => {
    const one = await begun();
    await one.described();
    for (const seconds of [61, 301, 301]) {
      one.later(seconds);
      await one.sync();
    }
    expect(one.stored().status).toBe('requires_customer_action');
    one.later(301);
    await one.sync();
    expect(one.stored()).toMatchObject({
      status: 'failed',
      attempt: { status: 'authentication_failed' },
    });
    expect(one.stored()).not.toHaveProperty('attachedCard');
    expect(one.cybersource.charges()).toEqual([]);
  });

  it('a customer who comes back after the time is not charged', async () => {
    const one = await begun();
    await one.described();
    one.later(901);
    expect(statusIn(await one.back())).toBe('failed');
    expect(one.cybersource.charges()).toEqual([]);
  });

  it('a customer who has left for another card is not charged for the first one', async () => {
    const one = await begun();
    await one.described();
    const { key } = one.merchant;
    const { status } = await one.ask('payments.confirm', {
      key,
      params: { payment_id: 'pay_1' },
      body: { given_up_attempt_id: 'pay_1_1', ...byCard(bankCards.frictionless) },
    });
    expect(status).toBe(200);
    expect(one.stored().attempt.id).toBe('pay_1_2');
    expect(one.cards()).toHaveLength(1);
    expect(statusIn(await one.described())).toBe('succeeded');
    expect(one.cybersource.charges()).toMatchObject([
      { paymentInformation: { card: { number: bankCards.frictionless } } },
    ]);
    expect(one.cards()).toEqual([]);
  });

  it('a customer whose payment was cancelled meanwhile is not charged, and the card is gone', async () => {
    const one = await begun();
    await one.described();
    const { key } = one.merchant;
    await one.ask('payments.cancel', { key, params: { payment_id: 'pay_1' }, body: {} });
    expect(one.stored().status).toBe('cancelled');
    expect(one.cards()).toEqual([]);
    expect(statusIn(await one.back())).toBe('cancelled');
    expect(one.cybersource.charges()).toEqual([]);
  });

  it('a customer at the bank pays the amount that the bank was asked about', async () => {
    const one = await begun();
    await one.described();
    const { key } = one.merchant;
    const { status } = await one.ask('payments.update', {
      key,
      params: { payment_id: 'pay_1' },
      body: { amount: 999_900 },
    });
    expect(status).toBe(400);
    await one.back();
    const amounts = one.cybersource.requests.flatMap(({ body }) => body.orderInformation ?? []);
    expect(new Set(amounts.map(({ amountDetails }) => amountDetails.totalAmount))).toEqual(
      new Set(['65.40']),
    );
  });

  it('a customer whose card has left the vault is not charged', async () => {
    const one = await begun();
    await one.described();
    const { token } = one.stored().attachedCard;
    const { now } = one.dependencies.clock;
    const request = { merchantId: one.merchant.id, paymentId: 'pay_1', requestId: 'r', now };
    await one.dependencies.vault.cards.remove({ ...auditContextOf(request), token });
    expect(statusIn(await one.back())).toBe('failed');
    expect(one.cybersource.charges()).toEqual([]);
  });
});

describe('an answer of Cybersource that is lost', () => {
  it('an answer that is lost at the set-up fails the payment, for which nothing was charged', async () => {
    const base = switchDependencies();
    const cybersource = simulatedCybersource(base.processor.send);
    cybersource.lost.add('authentication-setups');
    const world = switchInMemory([], { ...base, send: cybersource.send });
    const { key } = await aMerchant(
      world,
      'merchant_example',
      {},
      {
        connector_name: 'cybersource',
        connector_account_details: exampleCredentials('SignatureKey'),
      },
    );
    const { body } = await world.ask('payments.create', {
      key,
      body: aPaymentRequest({
        confirm: true,
        authentication_type: 'three_ds',
        ...byCard(bankCards.challenged),
      }),
    });
    expect(body.status).toBe('failed');
    expect(base.vault.ports.cards.items()).toEqual([]);
  });

  it.each([
    ['authentications', (one: Begun) => one.described()],
    [
      'authentication-results',
      async (one: Begun) => {
        await one.described();
        return one.back();
      },
    ],
  ] as const)(
    'an answer that is lost at %s fails the payment, for which nothing was charged',
    async (step, act) => {
      const one = await begun();
      one.cybersource.lost.add(step);
      expect(statusIn(await act(one))).toBe('failed');
      expect(one.cybersource.charges()).toEqual([]);
      expect(one.cards()).toEqual([]);
    },
  );

  it('an answer that is lost at the charge leaves the payment to a sync, which finds the charge', async () => {
    const one = await begun(bankCards.frictionless);
    one.cybersource.lost.add('payments');
    expect(statusIn(await one.described())).toBe('processing');
    expect(one.cards()).toEqual([]);
    one.later(61);
    await one.sync();
    expect(one.stored().status).toBe('succeeded');
    expect(one.cybersource.charges()).toHaveLength(1);
  });
});
