import { cachedCardRanges } from '#operator/card-bins/cached-card-ranges.ts';
import { logTo } from '#platform/log.ts';
import { byCard } from '../../support/switch/payments-in-memory.ts';
import { aPaymentRequest, container } from '../../support/switch/switch-in-memory.ts';
import { aWallet, type Wallet } from '../payment-methods/a-wallet.ts';

/** Cards that begin so have no range of their own. */
const number = '4000000000003220';
const unknown = '4000000000000077';

const entered = {
  card_iin: '40000000',
  card_issuer: 'EXAMPLE BANK',
  card_network: 'Maestro',
  card_type: 'DEBIT',
  card_issuing_country: 'PORTUGAL',
};
const shown = {
  card_issuer: 'EXAMPLE BANK',
  card_network: 'Maestro',
  card_type: 'DEBIT',
  card_issuing_country: 'PORTUGAL',
};

async function withRange(changes: object = {}) {
  const wallet = await aWallet();
  const body = { ...entered, ...changes };
  const answer = await wallet.ask('card-bins.create', { key: 'test_admin', body });
  expect(answer.status).toBe(200);
  return wallet;
}

const typed = (card: object = {}) => {
  const { payment_method, payment_method_data: data } = byCard('4000000000000077');
  return { payment_method, payment_method_data: { card: { ...data.card, ...card } } };
};

const cardOf = async (wallet: Wallet, payment_id: string) =>
  (await wallet.good('payments.retrieve', { params: { payment_id } })).payment_method_data.card;

describe('a payment by a card whose range an operator has entered', () => {
  it.each([
    ['eight digits', '40000000'],
    ['six digits', '400000'],
  ])("a payment by a card of %s shows that range's details", async (_, card_iin) => {
    const wallet = await withRange({ card_iin });
    const { payment_method_data } = await wallet.good('payments.create', {
      body: aPaymentRequest({ payment_id: 'pay_1', confirm: true, ...typed() }),
    });
    expect(payment_method_data.card).toMatchObject({ ...shown, last4: '0077' });
    expect(await cardOf(wallet, 'pay_1')).toMatchObject(shown);
  });

  it('a payment by a card of an entered range shows the details from its create on, where the card waits for the confirm', async () => {
    const wallet = await withRange();
    await wallet.good('payments.create', {
      body: aPaymentRequest({ payment_id: 'pay_1', ...typed() }),
    });
    expect(await cardOf(wallet, 'pay_1')).toMatchObject(shown);
    await wallet.good('payments.confirm', { params: { payment_id: 'pay_1' }, body: {} });
    expect(await cardOf(wallet, 'pay_1')).toMatchObject(shown);
  });

  it('a payment by a card of an entered range shows the details when the card comes with the confirm, a browser’s too, or with an update', async () => {
    const wallet = await withRange();
    for (const payment_id of ['pay_1', 'pay_2', 'pay_3']) {
      await wallet.good('payments.create', { body: aPaymentRequest({ payment_id }) });
    }
    const { client_secret } = await wallet.good('payments.retrieve', {
      params: { payment_id: 'pay_2' },
    });
    await wallet.good('payments.confirm', { params: { payment_id: 'pay_1' }, body: typed() });
    await wallet.good('payments.confirm', {
      key: wallet.merchant.publishableKey,
      params: { payment_id: 'pay_2' },
      body: { client_secret, ...typed() },
    });
    await wallet.good('payments.update', {
      params: { payment_id: 'pay_3' },
      body: { confirm: true, ...typed() },
    });
    for (const payment_id of ['pay_1', 'pay_2', 'pay_3']) {
      expect(await cardOf(wallet, payment_id)).toMatchObject(shown);
    }
  });

  it("a payment by a card of an entered range shows the request's own details where given", async () => {
    const wallet = await withRange();
    const stated = { card_issuer: 'ANOTHER BANK', card_network: 'Visa' };
    await wallet.good('payments.create', {
      body: aPaymentRequest({ payment_id: 'pay_1', confirm: true, ...typed(stated) }),
    });
    expect(await cardOf(wallet, 'pay_1')).toMatchObject({ ...shown, ...stated });
  });

  it('a payment by a card of an entered range saves the details with the card', async () => {
    const wallet = await withRange({ card_iin: '42424242' });
    const { payment_method_id } = await wallet.good('payments.create', {
      body: aPaymentRequest({
        payment_id: 'pay_1',
        confirm: true,
        ...byCard(),
        customer_id: 'cus_1',
        setup_future_usage: 'off_session',
        customer_acceptance: { acceptance_type: 'offline' },
      }),
    });
    const saved = await wallet.good('payment-methods.retrieve', {
      params: { method_id: payment_method_id },
    });
    expect(saved.card).toMatchObject({ card_issuer: 'EXAMPLE BANK', card_type: 'DEBIT' });
  });

  it("a payment by a card is made although the ranges cannot be read, and shows the number's own details", async () => {
    const wallet = await withRange();
    const other = container(
      {
        ...wallet.port,
        batchGet: async () => {
          throw new Error('The table is not there.');
        },
      },
      wallet.dependencies,
    );
    const { status, body } = await other.ask('payments.create', {
      key: wallet.merchant.key,
      body: aPaymentRequest({ payment_id: 'pay_1', confirm: true, ...typed() }),
    });
    expect({ status, body }).toMatchObject({ status: 200, body: { status: 'processing' } });
    expect(body.payment_method_data.card).toMatchObject({ card_network: 'Visa', card_type: null });
    expect(wallet.dependencies.logged.join('\n')).not.toContain(unknown);
  });
});

describe('the cached ranges of a container', () => {
  const ranges = () => {
    const clock = { ms: 0 };
    const asked: string[] = [];
    const store = {
      async find(bin: string) {
        asked.push(bin);
        if (bin === '99999999') throw new Error('The table is not there.');
        return bin === '40000000' ? { bin, issuer: 'EXAMPLE BANK' } : undefined;
      },
    };
    const kept = cachedCardRanges(store, { clock: () => clock.ms, log: logTo(() => {}) });
    return { asked, clock, ...kept };
  };

  it("a container's cache of ranges is read once in ten seconds, also where nothing was found", async () => {
    const { asked, clock, recent } = ranges();
    for (const ms of [0, 5_000, 9_999]) {
      clock.ms = ms;
      expect(await recent(number)).toEqual({ bin: '40000000', issuer: 'EXAMPLE BANK' });
      expect(await recent('5555555555554444')).toBeUndefined();
    }
    expect(asked).toEqual(['40000000', '55555555']);
    clock.ms = 10_000;
    await recent(number);
    expect(asked).toEqual(['40000000', '55555555', '40000000']);
  });

  it("a container's cache of ranges does not contain a failed read", async () => {
    const { asked, recent } = ranges();
    expect(await recent('9999999999999999')).toBeUndefined();
    expect(await recent('9999999999999999')).toBeUndefined();
    expect(asked).toHaveLength(2);
  });

  it("a container's cache of ranges contains a thousand at most", async () => {
    const { asked, recent } = ranges();
    for (let range = 0; range < 1_001; range++) await recent(`${41_000_000 + range}00000000`);
    await recent('4100000000000000');
    expect(asked).toHaveLength(1_002);
  });
});
