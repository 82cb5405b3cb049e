import fc from 'fast-check';
import { isNetwork, ofRate, programWhere } from '../../support/entities/decision-programs.ts';
import { byCard } from '../../support/switch/payments-in-memory.ts';
import { aPaymentRequest } from '../../support/switch/switch-in-memory.ts';
import { aWallet, mastercard, told, visa, type Wallet } from '../payment-methods/a-wallet.ts';

const operations = ['payments.eligibility-check', 'payments.eligibility'] as const;

async function aPayment(changes: object = {}) {
  const wallet = await aWallet();
  const body = aPaymentRequest({ payment_id: 'pay_1', ...changes });
  const { client_secret } = await wallet.good('payments.create', { body });
  return { ...wallet, clientSecret: String(client_secret) };
}

const typedCard = (card_number: string) => ({
  payment_method_type: 'card',
  payment_method_data: { card: { card_number } },
});
const asked = (
  wallet: Wallet,
  body: unknown,
  name: (typeof operations)[number] = 'payments.eligibility-check',
) => wallet.ask(name, { params: { payment_id: 'pay_1' }, body });
const blocks = async (wallet: Wallet, type: string, data: string) => {
  await wallet.good('blocklist.toggle', { query: { status: 'true' } });
  await wallet.good('blocklist.create', { body: { type, data } });
  wallet.pass(3);
};

const confirm = { next_action: 'confirm', should_block_confirm: null };
const denied = (message: string) => ({
  next_action: { deny: { message } },
  should_block_confirm: null,
});
const notAccepted =
  "We're unable to accept this card, please try another card or a different payment method";

describe.each(operations)('%s', (name) => {
  const also = name === 'payments.eligibility' ? { surcharge_details: null } : {};

  it('the eligibility check allows every card when nothing is blocked, and writes nothing', async () => {
    const wallet = await aPayment();
    const before = wallet.port.items();
    const { status, body } = await asked(wallet, typedCard(visa), name);
    expect({ status, body }).toEqual({
      status: 200,
      body: { payment_id: 'pay_1', sdk_next_action: confirm, ...also },
    });
    expect(wallet.port.items()).toEqual(before);
  });

  it.each([
    ['card_bin', '424242'],
    ['extended_card_bin', '42424242'],
  ])(
    'the eligibility check denies a card that is blocked by its %s, and no other',
    async (type, data) => {
      const wallet = await aPayment();
      await blocks(wallet, type, data);
      expect((await asked(wallet, typedCard(visa), name)).body).toEqual({
        payment_id: 'pay_1',
        sdk_next_action: denied(notAccepted),
        ...also,
      });
      expect((await asked(wallet, typedCard(mastercard), name)).body.sdk_next_action).toEqual(
        confirm,
      );
    },
  );
});

describe('the surcharge of a payment method', () => {
  const ofVisa = {
    surcharge: { type: 'rate', value: { percentage: 1.5 } },
    tax_on_surcharge: { percentage: 19 },
    display_surcharge_amount: 0.99,
    display_tax_on_surcharge_amount: 0.19,
    display_total_surcharge_amount: 1.18,
  };

  async function withSurcharge(changes: object = {}) {
    const wallet = await aPayment(changes);
    const algorithm = programWhere([isNetwork('Visa')], ofRate(1.5, 19));
    const body = { merchant_surcharge_configs: {}, algorithm };
    await wallet.good('routing.save-surcharge', { body });
    const surchargeOf = async (body: object) =>
      (await asked(wallet, body, 'payments.eligibility')).body.surcharge_details;
    return { ...wallet, surchargeOf };
  }

  it('the eligibility check returns the surcharge of a typed card, and stores nothing', async () => {
    const { port, surchargeOf } = await withSurcharge();
    const before = port.items();
    expect(await surchargeOf(typedCard(visa))).toEqual(ofVisa);
    expect(await surchargeOf(typedCard(mastercard))).toBeNull();
    expect(await surchargeOf({ ...typedCard(visa), payment_method_type: 'wallet' })).toBeNull();
    expect(port.items()).toEqual(before);
  });

  it('the eligibility check returns the surcharge of a saved card', async () => {
    const wallet = await withSurcharge({ customer_id: 'cus_1' });
    await wallet.saved();
    const [{ payment_token }] = await wallet.listed();
    expect(await wallet.surchargeOf({ payment_method_type: 'card', payment_token })).toEqual(
      ofVisa,
    );
  });

  it('the confirm charges the surcharge of the eligibility check', async () => {
    const wallet = await withSurcharge();
    expect(await wallet.surchargeOf(typedCard(visa))).toEqual(ofVisa);
    const params = { payment_id: 'pay_1' };
    const paid = await wallet.good('payments.confirm', { params, body: byCard(visa) });
    expect(paid).toMatchObject({ net_amount: 6_540 + 118 });
  });

  it('the eligibility check returns no surcharge when the merchant states one', async () => {
    const { surchargeOf } = await withSurcharge({ surcharge_details: { surcharge_amount: 1 } });
    expect(await surchargeOf(typedCard(visa))).toBeNull();
  });
});

describe('a check beforehand', () => {
  it('the eligibility check knows a saved card by its token, its first digits and its fingerprint', async () => {
    const wallet = await aPayment({ customer_id: 'cus_1' });
    const { card } = await wallet.saved();
    const ofSaved = async () => {
      const [{ payment_token }] = await wallet.listed();
      const { body } = await asked(wallet, { payment_method_type: 'card', payment_token });
      return body.sdk_next_action;
    };
    expect(await ofSaved()).toEqual(confirm);
    await blocks(wallet, 'fingerprint', card.card_fingerprint);
    expect(await ofSaved()).toEqual(denied(notAccepted));
    const entry = { type: 'fingerprint', data: card.card_fingerprint };
    await wallet.good('blocklist.delete', { body: entry });
    expect(await ofSaved()).toEqual(confirm);
    await blocks(wallet, 'card_bin', '424242');
    expect(await ofSaved()).toEqual(denied(notAccepted));
  });

  it('the eligibility check denies requests that look like card testing', async () => {
    const wallet = await aPayment();
    const { id: account_id, profileId: profile_id } = wallet.merchant;
    await wallet.good('profiles.update', {
      params: { account_id, profile_id },
      body: {
        card_testing_guard_config: {
          card_ip_blocking_status: 'disabled',
          card_ip_blocking_threshold: 3,
          guest_user_card_blocking_status: 'enabled',
          guest_user_card_blocking_threshold: 1,
          customer_id_blocking_status: 'disabled',
          customer_id_blocking_threshold: 5,
          card_testing_guard_expiry: 600,
        },
      },
    });
    wallet.pass(3);
    const number = '4000000000000002';
    expect((await asked(wallet, typedCard(number))).body.sdk_next_action).toEqual(confirm);
    const body = aPaymentRequest({ confirm: true, ...byCard(number) });
    expect(await wallet.good('payments.create', { body })).toMatchObject({ status: 'failed' });
    expect((await asked(wallet, typedCard(number))).body.sdk_next_action).toEqual(
      denied('Blocked due to suspicious activity'),
    );
  });

  it('the eligibility check allows payment methods other than cards', async () => {
    const wallet = await aPayment();
    await blocks(wallet, 'card_bin', '424242');
    const body = { payment_method_type: 'wallet', payment_method_data: {} };
    expect((await asked(wallet, body)).body.sdk_next_action).toEqual(confirm);
  });

  it('the eligibility check needs a payment method, a payment and a valid token', async () => {
    const wallet = await aPayment();
    expect(told(await asked(wallet, { payment_method_type: 'card' }))).toEqual([
      400,
      'IR_04',
      'Missing required param: Either payment_token or payment_method_data',
    ]);
    const params = { payment_id: 'pay_2' };
    const unknown = await wallet.ask(operations[0], { params, body: typedCard(visa) });
    expect(told(unknown)).toEqual([404, 'HE_02', 'Payment does not exist in our records']);
    await blocks(wallet, 'card_bin', '424242');
    const payment_token = `token_${'0'.repeat(20)}`;
    const gone = await asked(wallet, { payment_method_type: 'card', payment_token });
    expect(told(gone)).toEqual([422, 'IR_29', 'Token is invalid or expired']);
  });

  it("the eligibility check is for the payment's page too, by its secret", async () => {
    const wallet = await aPayment();
    const request = {
      key: wallet.merchant.publishableKey,
      params: { payment_id: 'pay_1' },
      body: { ...typedCard(visa), client_secret: wallet.clientSecret },
    };
    expect(await wallet.ask(operations[0], request)).toMatchObject({ status: 200 });
    wallet.pass(901);
    expect(told(await wallet.ask(operations[0], request))).toEqual([
      400,
      'IR_08',
      'The provided client_secret has expired',
    ]);
  });

  it('the eligibility check answers any body properly, never repeats a number and writes nothing', async () => {
    const wallet = await aPayment();
    await blocks(wallet, 'card_bin', '424242');
    const before = wallet.port.items();
    const values = fc.oneof(
      fc.constantFrom<unknown>('card', 'wallet', visa, '4242424242424241', 7, null, [], {}, ''),
      fc.record({ card: fc.record({ card_number: fc.constantFrom<unknown>(visa, '1', 7, null) }) }),
      fc.string(),
    );
    const bodies = fc.record(
      { payment_method_type: values, payment_method_data: values, payment_token: values },
      { requiredKeys: [] },
    );
    await fc.assert(
      fc.asyncProperty(bodies, async (body) => {
        const { status, text } = await asked(wallet, body);
        expect([200, 400, 422]).toContain(status);
        expect(text).not.toContain(visa);
        expect(wallet.port.items()).toEqual(before);
      }),
      { numRuns: 100 },
    );
  });
});
