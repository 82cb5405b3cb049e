import { savedMethodsIn } from '#switch/checkout/saved-methods.ts';
import { switchDependencies } from '../../support/switch/switch-in-memory.ts';
import { shownTo } from '../payments/vault-witnesses.ts';
import { aSwitchWithLinks } from './a-linked-payment.ts';
import { aPayer } from './a-payer.ts';

/** Cartes Bancaires with Visa: https://docs.stripe.com/testing. */
const coBadged = '4000002500001001';
const toStatusPage = { kind: 'open', url: expect.stringContaining('/payment_link/status/') };

async function aShop() {
  const dependencies = switchDependencies();
  const shown = shownTo();
  dependencies.send = shown.by(dependencies.send);
  const world = await aSwitchWithLinks({}, dependencies);
  const shownCard = async (payment_id: string) =>
    (await world.answered('payments.retrieve', { params: { payment_id } })).payment_method_data
      .card;
  return { world, shown, shownCard, payer: aPayer(world) };
}

it.each([
  ['cartes_bancaires', 'CartesBancaires'],
  ['visa', 'Visa'],
])(
  'the brand %s that a payer chose reaches the processor, and the payment shows it',
  async (brand, network) => {
    const { world, shown, shownCard, payer } = await aShop();
    await world.linked();
    expect(
      await payer.presses(await payer.opens(), await payer.card(coBadged, false, brand)),
    ).toEqual(toStatusPage);
    expect(shown.cards.map((card) => card.network)).toEqual([network]);
    expect(await shownCard('pay_1')).toMatchObject({ card_network: network, last4: '1001' });
  },
);

it('a card of one brand reaches the processor without a choice', async () => {
  const { world, shown, shownCard, payer } = await aShop();
  await world.linked();
  await payer.presses(await payer.opens(), await payer.card('4242424242424242'));
  expect(shown.cards.map((card) => card.network)).toEqual([undefined]);
  expect(await shownCard('pay_1')).toMatchObject({ card_network: 'Visa' });
});

it('a saved co-badged card shows the chosen brand, and is charged by it', async () => {
  const { world, shown, shownCard, payer } = await aShop();
  await world.linked({ customer_id: 'cus_1', setup_future_usage: 'off_session' });
  await payer.presses(await payer.opens(), await payer.card(coBadged, true, 'cartes_bancaires'));
  const next = await world.linked({ payment_id: 'pay_2', customer_id: 'cus_1' });
  const listed = await world.ask('payment-methods.list-for-customer', {
    key: world.merchant.publishableKey,
    query: { client_secret: next.client_secret },
  });
  const again = aPayer(world, 'pay_2');
  const page = await again.opens();
  const [saved] = savedMethodsIn(listed.body, page.methods, world.dependencies.clock.now);
  if (!saved) throw new Error('No card was saved.');
  expect(saved).toMatchObject({ name: 'CartesBancaires', last4: '1001' });
  expect(await again.presses(page, { kind: 'saved', saved })).toEqual(toStatusPage);
  expect(shown.cards.map(({ network }) => network)).toEqual(['CartesBancaires', 'CartesBancaires']);
  expect(await shownCard('pay_2')).toMatchObject({ card_network: 'CartesBancaires' });
});

it('a payer who types a saved co-badged card again with its other brand changes the brand of the saved one', async () => {
  const { world, payer } = await aShop();
  const terms = { customer_id: 'cus_1', setup_future_usage: 'off_session' };
  await world.linked(terms);
  await payer.presses(await payer.opens(), await payer.card(coBadged, true, 'cartes_bancaires'));
  const savedAfter = async (payment_id: string, brand?: string) => {
    await world.linked({ payment_id, ...terms });
    const again = aPayer(world, payment_id);
    await again.presses(await again.opens(), await again.card(coBadged, true, brand));
    const { customer_payment_methods: saved } = await world.answered('payment-methods.list', {
      params: { customer_id: 'cus_1' },
    });
    return saved.map(({ card }: { card: { card_network: string } }) => card.card_network);
  };
  // Without a choice the one before stays.
  expect(await savedAfter('pay_2')).toEqual(['CartesBancaires']);
  expect(await savedAfter('pay_3', 'visa')).toEqual(['Visa']);
  expect(await savedAfter('pay_4', 'cartes_bancaires')).toEqual(['CartesBancaires']);
});

it('a network that a merchant states for an attached card is still chosen at the confirm', async () => {
  const { world, shown, shownCard } = await aShop();
  const card = {
    ...{ card_number: coBadged, card_exp_month: '12', card_exp_year: '2039', card_cvc: '123' },
    card_network: 'CartesBancaires',
  };
  const params = { payment_id: 'pay_1' };
  await world.answered('payments.create', {
    body: {
      ...{ ...params, amount: 100, currency: 'EUR', payment_method: 'card' },
      payment_method_data: { card },
    },
  });
  await world.answered('payments.confirm', { params, body: {} });
  expect(shown.cards.map(({ network }) => network)).toEqual(['CartesBancaires']);
  expect(await shownCard('pay_1')).toMatchObject({ card_network: 'CartesBancaires' });
});

describe("the brands in a link's card form", () => {
  it("a link's form prefers no network where the account states no methods at all", async () => {
    const { world, payer } = await aShop();
    await world.linked();
    const { searchParams } = new URL((await payer.opens()).cardForm ?? '');
    expect([searchParams.get('preferred_networks'), searchParams.get('except')]).toEqual([
      null,
      null,
    ]);
  });

  async function addressWith(networks: readonly string[] | null) {
    const { world, payer } = await aShop();
    const { id: account_id } = world.merchant;
    const { 0: account } = await world.answered('connector-accounts.list', {
      params: { account_id },
    });
    const types = ['credit', 'debit'].map((payment_method_type) => ({
      payment_method_type,
      card_networks: networks,
    }));
    await world.answered('connector-accounts.update', {
      params: { account_id, merchant_connector_id: account.merchant_connector_id },
      body: {
        connector_type: 'payment_processor',
        payment_methods_enabled: [{ payment_method: 'card', payment_method_types: types }],
      },
    });
    world.passes(5);
    await world.linked();
    const { searchParams } = new URL((await payer.opens()).cardForm ?? '');
    return Object.fromEntries(
      ['preferred_networks', 'except'].map((name) => [name, searchParams.get(name)]),
    );
  }

  it("a link's form prefers the networks of the merchant's account in their order", async () => {
    expect(await addressWith(['CartesBancaires', 'Visa', 'Mastercard'])).toEqual({
      preferred_networks: 'cartes_bancaires,visa,mastercard',
      except:
        'american_express,jcb,diners_club,discover,bancontact,dankort,eftpos_australia,unionpay,rupay,maestro',
    });
  });

  it("a link's form takes no network that the merchant's account leaves out", async () => {
    expect(await addressWith(['Visa', 'Mastercard'])).toEqual({
      preferred_networks: 'visa,mastercard',
      except:
        'american_express,jcb,diners_club,discover,cartes_bancaires,bancontact,dankort,eftpos_australia,unionpay,rupay,maestro',
    });
  });

  it("a link's form offers every brand where the account states no networks", async () => {
    expect(await addressWith(null)).toEqual({ preferred_networks: null, except: null });
  });
});
