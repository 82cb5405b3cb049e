import {
  comparing,
  isNetwork,
  ofFixed,
  ofRate,
  programWhere,
} from '../../support/entities/decision-programs.ts';
import { byCard } from '../../support/switch/payments-in-memory.ts';
import {
  type Ask,
  aMerchant,
  aPaymentRequest,
  switchInMemory,
} from '../../support/switch/switch-in-memory.ts';

const amex = '378282246310005';
const declined = '4000000000000002';

/** A shop whose payments of 65.40 state neither 3-D Secure nor a surcharge. */
async function aShop() {
  const world = switchInMemory();
  const merchant = await aMerchant(world);
  const { key, publishableKey } = merchant;
  const good = async (name: string, request: Ask = {}) => {
    const { status, text, body } = await world.ask(name, { key, ...request });
    if (status !== 200) throw new Error(`${name}: ${text}`);
    return body;
  };
  const one = (payment_id: string) => ({ params: { payment_id } });
  const request = (changes: object = {}) =>
    aPaymentRequest({ authentication_type: undefined, ...changes });
  return {
    ...world,
    merchant,
    good,
    surcharge: (algorithm: object, show_surcharge_breakup_screen?: boolean) =>
      good('routing.save-surcharge', {
        body: { merchant_surcharge_configs: { show_surcharge_breakup_screen }, algorithm },
      }),
    threeDs: (algorithm: object) => good('routing.save-decision', { body: { algorithm } }),
    pay: (changes: object = {}) =>
      good('payments.create', { body: request({ confirm: true, ...byCard(), ...changes }) }),
    begin: (changes: object = {}) => good('payments.create', { body: request(changes) }),
    retrieve: (id: string) => good('payments.retrieve', one(id)),
    on: (verb: string, id: string, body: object = {}) =>
      world.ask(`payments.${verb}`, { key, ...one(id), body }),
    byClient: ({ payment_id, client_secret }: { payment_id: string; client_secret: string }) => ({
      confirm: (more: object = {}) =>
        world.ask('payments.confirm', {
          key: publishableKey,
          ...one(payment_id),
          body: { ...byCard(), client_secret, ...more },
        }),
    }),
    retries: () =>
      good('profiles.update', {
        params: { account_id: merchant.id, profile_id: merchant.profileId },
        body: { is_manual_retry_enabled: true },
      }),
    /** The charges and captures of a payment at the processor. */
    books: async (id: string) =>
      (await world.dependencies.processor.ledger()).filter(({ reference }) =>
        reference.startsWith(`${id}_`),
      ),
  };
}

const visaCosts = programWhere([isNetwork('Visa')], ofRate(1.5, 19), {});
/** 1.5 % of 65.40 are 0.981, and 19 % of 0.99 are 0.1881. */
const visaSurcharge = { surcharge_amount: 99, tax_amount: 19 };
const total = 6_540 + 99 + 19;

describe('a surcharge that the merchant’s program decides', () => {
  it('a surcharge by program is charged and answered when a payment is created and confirmed at once', async () => {
    const { surcharge, pay, books, retrieve } = await aShop();
    await surcharge(visaCosts);
    const paid = await pay();
    const expected = {
      status: 'succeeded',
      amount: 6_540,
      net_amount: total,
      amount_received: total,
      surcharge_details: visaSurcharge,
    };
    expect(paid).toMatchObject(expected);
    expect(await retrieve(paid.payment_id)).toMatchObject(expected);
    expect(await books(paid.payment_id)).toMatchObject([{ capturedMinor: total, chargedTimes: 1 }]);
  });

  it.each(['confirm', 'update'])(
    'a surcharge by program is charged when a payment is confirmed by %s',
    async (verb) => {
      const { surcharge, begin, on, books } = await aShop();
      await surcharge(visaCosts);
      const begun = await begin();
      expect(begun).toMatchObject({ net_amount: 6_540, surcharge_details: null });
      const body = { ...byCard(), ...(verb === 'update' && { confirm: true }) };
      expect((await on(verb, begun.payment_id, body)).body).toMatchObject({
        status: 'succeeded',
        net_amount: total,
        surcharge_details: visaSurcharge,
      });
      expect(await books(begun.payment_id)).toMatchObject([
        { capturedMinor: total, chargedTimes: 1 },
      ]);
    },
  );

  it('a surcharge by program is captured and refunded with the payment', async () => {
    const { surcharge, pay, on, good } = await aShop();
    await surcharge(visaCosts);
    const { payment_id, ...authorized } = await pay({ capture_method: 'manual' });
    expect(authorized).toMatchObject({ status: 'requires_capture', amount_capturable: total });
    expect((await on('capture', payment_id)).body).toMatchObject({
      status: 'succeeded',
      amount_received: total,
    });
    expect(await good('refunds.create', { body: { payment_id } })).toMatchObject({
      status: 'succeeded',
      amount: total,
    });
  });

  it.each([
    ['a surcharge', { surcharge_amount: 7, tax_amount: 1 }, 6_548],
    ['no surcharge', { surcharge_amount: 0 }, 6_540],
  ])(
    "a surcharge by the merchant’s program does not replace the merchant's own: %s",
    async (_, surcharge_details, net_amount) => {
      const { surcharge, pay } = await aShop();
      await surcharge(visaCosts);
      expect(await pay({ surcharge_details })).toMatchObject({ net_amount, surcharge_details });
    },
  );

  it('a surcharge by program is a separate amount where the program has one, and nothing where no rule is true', async () => {
    const { surcharge, pay } = await aShop();
    await surcharge(programWhere([isNetwork('AmericanExpress')], ofFixed(120), {}));
    expect(await pay(byCard(amex))).toMatchObject({
      net_amount: 6_660,
      surcharge_details: { surcharge_amount: 120 },
    });
    expect(await pay()).toMatchObject({ net_amount: 6_540, surcharge_details: null });
  });

  it('a surcharge by program ends with its program', async () => {
    const { surcharge, pay, good } = await aShop();
    await surcharge(visaCosts);
    await good('routing.delete-surcharge');
    expect(await pay()).toMatchObject({ net_amount: 6_540, surcharge_details: null });
  });

  it('a surcharge by program is decided anew when a failed payment is tried again, and never added twice', async () => {
    const { surcharge, retries, pay, on, books } = await aShop();
    await retries();
    await surcharge(visaCosts);
    const { payment_id, ...failed } = await pay(byCard(declined));
    expect(failed).toMatchObject({ status: 'failed', surcharge_details: visaSurcharge });
    const again = await on('confirm', payment_id, byCard(declined));
    expect(again.body).toMatchObject({ net_amount: total, surcharge_details: visaSurcharge });
    const other = await on('confirm', payment_id, byCard(amex));
    expect(other.body).toMatchObject({
      status: 'succeeded',
      net_amount: 6_540,
      surcharge_details: null,
    });
    const captured = (await books(payment_id)).map(({ capturedMinor }) => capturedMinor);
    expect(captured.filter((minor) => minor > 0)).toEqual([6_540]);
  });

  it('a surcharge by program is charged once when a payment is confirmed twice at once', async () => {
    const { surcharge, begin, on, books, retrieve } = await aShop();
    await surcharge(visaCosts);
    const { payment_id } = await begin();
    const both = await Promise.all([1, 2].map(() => on('confirm', payment_id, byCard())));
    expect(both.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(await books(payment_id)).toMatchObject([{ capturedMinor: total, chargedTimes: 1 }]);
    expect(await retrieve(payment_id)).toMatchObject({
      net_amount: total,
      surcharge_details: visaSurcharge,
    });
  });

  it('a surcharge by program is the same when the create is repeated, even after the program has changed', async () => {
    const { surcharge, merchant, ask } = await aShop();
    await surcharge(visaCosts);
    const body = aPaymentRequest({ confirm: true, ...byCard() });
    const create = () =>
      ask('payments.create', {
        key: merchant.key,
        headers: { 'idempotency-key': 'order-10017' },
        body,
      });
    const { body: first } = await create();
    await surcharge(programWhere([], ofFixed(500)));
    const { body: second } = await create();
    expect(second).toMatchObject({
      payment_id: first.payment_id,
      net_amount: total,
      surcharge_details: visaSurcharge,
    });
  });

  it('a surcharge by program is left out when the payment would become too large', async () => {
    const { surcharge, pay } = await aShop();
    await surcharge(visaCosts);
    const amount = 999_999_000;
    expect(await pay({ amount, order_details: null })).toMatchObject({
      net_amount: amount,
      surcharge_details: null,
    });
  });

  it('a surcharge by program is left out when the program cannot be used', async () => {
    const { port, surcharge, threeDs, pay, dependencies } = await aShop();
    await surcharge(visaCosts);
    await threeDs(programWhere([], { override_3ds: 'three_ds' }));
    for (const item of port.items().filter(({ sk }) => sk.startsWith('DECISION#'))) {
      const program = { defaultSelection: { other: true }, rules: 'of another version' };
      await port.update(item, { set: { program } });
    }
    dependencies.clock.now = new Date(dependencies.clock.now.getTime() + 600_000);
    expect(await pay()).toMatchObject({
      status: 'succeeded',
      net_amount: 6_540,
      surcharge_details: null,
    });
  });
});

describe('the customer’s browser', () => {
  it.each([
    ['states none', {}],
    ['states none of it', { surcharge_details: { surcharge_amount: 0 } }],
    ['states what it showed', { surcharge_details: visaSurcharge }],
    ['states more', { surcharge_details: { surcharge_amount: 5_000 } }],
  ])('the customer’s browser pays the surcharge of the program when it %s', async (_, stated) => {
    const { surcharge, begin, byClient } = await aShop();
    await surcharge(visaCosts);
    const { status, body } = await byClient(await begin()).confirm(stated);
    expect(status).toBe(200);
    expect(body).toMatchObject({ net_amount: total, surcharge_details: visaSurcharge });
  });

  it('the customer’s browser may pay with another card after a decline, and pays that card’s surcharge', async () => {
    const { surcharge, retries, begin, byClient } = await aShop();
    await retries();
    await surcharge(visaCosts);
    const { confirm } = byClient(await begin());
    expect((await confirm(byCard(declined))).body.status).toBe('failed');
    const again = await confirm({ ...byCard(amex), surcharge_details: { surcharge_amount: 0 } });
    expect(again.body).toMatchObject({ status: 'succeeded', net_amount: 6_540 });
  });

  it('the customer’s browser cannot evade 3-D Secure that the program requires', async () => {
    const { threeDs, begin, byClient } = await aShop();
    await threeDs(programWhere([], { override_3ds: 'three_ds' }));
    const stated = { authentication_type: 'no_three_ds' };
    expect((await byClient(await begin()).confirm(stated)).body).toMatchObject({
      authentication_type: 'three_ds',
    });
  });

  it('the customer’s browser may require 3-D Secure when the program does not', async () => {
    const { threeDs, begin, byClient } = await aShop();
    await threeDs(programWhere([], { override_3ds: 'no_three_ds' }));
    const stated = { authentication_type: 'three_ds' };
    expect((await byClient(await begin()).confirm(stated)).body).toMatchObject({
      authentication_type: 'three_ds',
    });
  });
});

describe('3-D Secure that the merchant’s program decides', () => {
  const largeOnes = programWhere([comparing('amount', 'greater_than', 'number', 6_000)], {
    override_3ds: 'three_ds',
  });

  it('3-D Secure by program is required when a rule is true, and left open elsewhere', async () => {
    const { threeDs, pay } = await aShop();
    await threeDs(largeOnes);
    expect(await pay()).toMatchObject({
      authentication_type: 'three_ds',
    });
    expect(await pay({ amount: 5_000 })).toMatchObject({
      status: 'succeeded',
      authentication_type: 'no_three_ds',
    });
  });

  it("3-D Secure by the merchant’s program does not replace the merchant's own choice", async () => {
    const { threeDs, pay, begin, on } = await aShop();
    await threeDs(largeOnes);
    expect(await pay({ authentication_type: 'no_three_ds' })).toMatchObject({
      status: 'succeeded',
    });
    const { payment_id } = await begin({ authentication_type: 'no_three_ds' });
    expect((await on('confirm', payment_id, byCard())).body.status).toBe('succeeded');
  });

  it("3-D Secure by program may depend on the card's issuer, and on the card's country", async () => {
    const { threeDs, pay } = await aShop();
    const issuer = comparing('issuer_name', 'equal', 'str_value', 'Example Bank');
    const typed = comparing('card_discovery', 'equal', 'enum_variant', 'manual');
    await threeDs(programWhere([issuer, typed], { override_3ds: 'three_ds' }));
    const { payment_method_data, ...card } = byCard();
    const issued = { card: { ...payment_method_data.card, card_issuer: 'Example Bank' } };
    expect(await pay({ ...card, payment_method_data: issued })).toMatchObject({
      authentication_type: 'three_ds',
    });
    expect(await pay()).toMatchObject({ authentication_type: 'no_three_ds' });
  });

  it('3-D Secure by program is a fact for the program about surcharges', async () => {
    const { threeDs, surcharge, pay } = await aShop();
    await threeDs(largeOnes);
    const isChecked = comparing('authentication_type', 'equal', 'enum_variant', 'three_ds');
    await surcharge(programWhere([isChecked], ofFixed(25)));
    expect(await pay()).toMatchObject({ net_amount: 6_565 });
    expect(await pay({ amount: 5_000 })).toMatchObject({ net_amount: 5_000 });
  });
});
