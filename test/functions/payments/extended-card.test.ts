import { generateKeyPairSync, type KeyObject } from 'node:crypto';
import { openJsonWebEncryption } from '#platform/crypto/json-web-encryption.ts';
import { byCard } from '../../support/switch/payments-in-memory.ts';
import { adminKey, aMerchant, switchInMemory } from '../../support/switch/switch-in-memory.ts';

const pair = (bits = 2_048) => {
  const { publicKey, privateKey } = generateKeyPairSync('rsa', { modulusLength: bits });
  return { pem: publicKey.export({ type: 'spki', format: 'pem' }).toString(), privateKey };
};
const { pem, privateKey } = pair();

/** A shop whose profile keeps cards for this public key. */
async function aShop({ key = pem, seconds = 900 } = {}) {
  const world = switchInMemory();
  const merchant = await aMerchant(world);
  const params = { account_id: merchant.id, profile_id: merchant.profileId };
  const good = async (name: string, request: object) => {
    const { status, body } = await world.ask(name, { key: merchant.key, ...request });
    if (status !== 200) throw new Error(`${name}: ${status} ${JSON.stringify(body)}`);
    return body;
  };
  const configure = (public_key: string, ttl_in_secs = seconds) =>
    good('profiles.update', {
      params,
      body: { extended_card_info_config: { public_key, ttl_in_secs } },
    });
  const toggle = (enabled: boolean) =>
    good('profiles.toggle-extended-card-info', { key: adminKey, params, body: { enabled } });
  await configure(key);
  await toggle(true);
  const later = (seconds: number) => {
    const { clock } = world.dependencies;
    clock.now = new Date(clock.now.getTime() + seconds * 1_000);
  };
  later(60);
  return {
    world,
    merchant,
    good,
    configure,
    toggle,
    later,
    paid: (more: object = {}): Promise<{ payment_id: string; status: string }> =>
      good('payments.create', {
        body: { amount: 1_000, currency: 'EUR', confirm: true, ...byCard(), ...more },
      }),
    info: (payment_id: string, key = merchant.key) =>
      world.ask('payments.retrieve-extended-card', { key, params: { payment_id } }),
  };
}

const opened = (body: { payload: string }, key: KeyObject = privateKey): unknown =>
  JSON.parse(openJsonWebEncryption(body.payload, key));

const absent = {
  status: 404,
  body: { error: { code: 'HE_02', message: 'Extended card info does not exist' } },
};

describe('the card of a payment', () => {
  it("a payment's card is answered as JSON Web Encryption for the merchant's key, without its code", async () => {
    const shop = await aShop();
    const { payment_id } = await shop.paid();
    const { status, body } = await shop.info(payment_id);
    expect(status).toBe(200);
    expect(Object.keys(body)).toEqual(['payload']);
    expect(opened(body)).toEqual({
      card_number: '4242424242424242',
      card_exp_month: '12',
      card_exp_year: '2039',
      card_holder_name: null,
      card_cvc: '',
      card_issuer: null,
      card_network: 'Visa',
      card_type: 'CREDIT',
      card_issuing_country: 'UNITEDSTATESOFAMERICA',
      bank_code: null,
    });
    const again = await shop.info(payment_id);
    expect(again.body.payload).not.toBe(body.payload);
  });

  it('a declined card and a saved one are answered too', async () => {
    const shop = await aShop();
    const declined = await shop.paid(byCard('4000000000000002'));
    expect(declined.status).toBe('failed');
    expect(opened((await shop.info(declined.payment_id)).body)).toMatchObject({
      card_number: '4000000000000002',
    });
    const customer_id = 'cus_1';
    await shop.paid({
      customer_id,
      customer_acceptance: { acceptance_type: 'offline' },
      setup_future_usage: 'on_session',
    });
    const { customer_payment_methods } = await shop.good('payment-methods.list', {
      params: { customer_id },
    });
    const [{ payment_token }] = customer_payment_methods;
    const { payment_method_data: _, ...method } = byCard();
    const { payment_id } = await shop.good('payments.create', {
      body: { amount: 500, currency: 'EUR', confirm: true, customer_id, payment_token, ...method },
    });
    expect(opened((await shop.info(payment_id)).body)).toMatchObject({
      card_number: '4242424242424242',
    });
  });

  it('the card is gone when its time is over, and from the vault a little later', async () => {
    const shop = await aShop({ seconds: 120 });
    const { payment_id } = await shop.paid();
    shop.later(119);
    expect(await shop.info(payment_id)).toMatchObject({ status: 200 });
    shop.later(1);
    expect(await shop.info(payment_id)).toMatchObject(absent);
  });

  it.each([
    ['where the profile is switched off', (shop: Shop) => shop.toggle(false)],
    ['of a payment that is not confirmed', undefined],
  ])('no card is answered %s', async (_, change) => {
    const shop = await aShop();
    const { payment_id } = await shop.paid(change ? {} : { confirm: false });
    await change?.(shop);
    shop.later(60);
    expect(await shop.info(payment_id)).toMatchObject(absent);
  });

  it('a profile that keeps no cards stores none in the vault', async () => {
    const shop = await aShop();
    await shop.toggle(false);
    shop.later(60);
    const { payment_id } = await shop.paid();
    await shop.toggle(true);
    shop.later(60);
    expect(await shop.info(payment_id)).toMatchObject(absent);
  });

  it('the key is the one that the profile has when the card is asked for', async () => {
    const shop = await aShop();
    const { payment_id } = await shop.paid();
    const other = pair();
    await shop.configure(other.pem);
    shop.later(60);
    const { body } = await shop.info(payment_id);
    expect(opened(body, other.privateKey)).toMatchObject({ card_number: '4242424242424242' });
    expect(() => opened(body)).toThrow();
  });

  it.each([
    ['no key', 'key'],
    ['a key that is too short', pair(1_024).pem],
    [
      'a key of another kind',
      generateKeyPairSync('ed25519').publicKey.export({ type: 'spki', format: 'pem' }).toString(),
    ],
  ])('%s is named, and the payment is not stopped', async (_, key) => {
    const shop = await aShop({ key });
    const { payment_id, status } = await shop.paid();
    expect(status).toBe('succeeded');
    expect(await shop.info(payment_id)).toMatchObject({
      status: 400,
      body: {
        error: {
          code: 'IR_16',
          message: expect.stringContaining('extended_card_info_config.public_key'),
        },
      },
    });
  });

  it("another merchant's payment is not found", async () => {
    const shop = await aShop();
    const { payment_id } = await shop.paid();
    const stranger = await aMerchant(shop.world, 'another_shop');
    expect(await shop.info(payment_id, stranger.key)).toMatchObject({
      status: 404,
      body: { error: { code: 'HE_02', message: 'Payment does not exist in our records' } },
    });
  });
});

type Shop = Awaited<ReturnType<typeof aShop>>;
