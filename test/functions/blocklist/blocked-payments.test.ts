import { VaultError } from '#vault/vault-error.ts';
import { byCard } from '../../support/switch/payments-in-memory.ts';
import { aPaymentRequest } from '../../support/switch/switch-in-memory.ts';
import { aWallet, mastercard, told, visa, type Wallet } from '../payment-methods/a-wallet.ts';

const good = visa;
const declined = '4000000000000002';
const notAccepted =
  "We're unable to accept this card, please try another card or a different payment method";

const blockedBy = (message: string) => ({
  error: { type: 'blocked', message, code: 'HE_03', reason: 'Blocked' },
});

async function guarded(...entries: readonly (readonly [type: string, data: string])[]) {
  const wallet = await aWallet();
  await wallet.good('blocklist.toggle', { query: { status: 'true' } });
  for (const [type, data] of entries) {
    await wallet.good('blocklist.create', { body: { type, data } });
  }
  wallet.pass(3);
  return wallet;
}

const paid = (wallet: Wallet, number = good, more: object = {}) =>
  wallet.ask('payments.create', {
    body: aPaymentRequest({ payment_id: 'pay_1', confirm: true, ...byCard(number), ...more }),
  });
const shown = (wallet: Wallet, payment_id = 'pay_1') =>
  wallet.good('payments.retrieve', {
    params: { payment_id },
    query: { expand_attempts: 'true' },
  });

/** Sets the profile's settings, for all who read them from now on. */
async function withProfile(settings: object) {
  const wallet = await aWallet();
  const { id: account_id, profileId: profile_id } = wallet.merchant;
  const params = { account_id, profile_id };
  await wallet.good('profiles.update', { params, body: settings });
  wallet.pass(3);
  return wallet;
}

describe('a card on the blocklist', () => {
  it.each([
    ['card_bin', '424242'],
    ['extended_card_bin', '42424242'],
  ])(
    'a card on the blocklist is refused by its %s, and no connector is asked',
    async (type, data) => {
      const wallet = await guarded([type, data]);
      const { status, body } = await paid(wallet);
      expect({ status, body }).toMatchObject({ status: 200, body: blockedBy(notAccepted) });
      expect(await wallet.dependencies.processor.ledger()).toEqual([]);
      expect(await shown(wallet)).toMatchObject({
        status: 'failed',
        error_code: 'HE-03',
        error_message: notAccepted,
        amount_received: null,
        attempts: [expect.objectContaining({ status: 'failure', error_code: 'HE-03' })],
      });
    },
  );

  it('a card on the blocklist is refused by the fingerprint that its payments show, and by the one of a saved card', async () => {
    const wallet = await guarded();
    const { body: first } = await paid(wallet);
    expect(first).toMatchObject({ status: 'succeeded' });
    expect(first.fingerprint).toMatch(/^f1_[A-Za-z0-9_-]{43}$/);
    expect((await wallet.saved()).card.card_fingerprint).toBe(first.fingerprint);

    const body = { type: 'fingerprint', data: first.fingerprint };
    await wallet.good('blocklist.create', { body });
    expect((await paid(wallet, good, { payment_id: 'pay_2' })).body).toMatchObject(
      blockedBy(notAccepted),
    );
    const other = await paid(wallet, mastercard, { payment_id: 'pay_3' });
    expect(other.body).toMatchObject({ status: 'succeeded' });
  });

  it('a card on the blocklist is refused at the confirm when it was attached, and its attached card is deleted', async () => {
    const wallet = await guarded(['card_bin', '424242']);
    const body = aPaymentRequest({ payment_id: 'pay_1', ...byCard() });
    expect(await wallet.good('payments.create', { body })).toMatchObject({
      status: 'requires_confirmation',
    });
    expect(wallet.cardsInVault()).toHaveLength(1);
    const params = { payment_id: 'pay_1' };
    const confirmed = await wallet.ask('payments.confirm', { params, body: {} });
    expect({ status: confirmed.status, body: confirmed.body }).toMatchObject({
      status: 200,
      body: blockedBy(notAccepted),
    });
    expect(await shown(wallet)).toMatchObject({ status: 'failed', error_code: 'HE-03' });
    expect(wallet.cardsInVault()).toEqual([]);
  });

  it('a card on the blocklist is refused once when two confirms race, and by an update that confirms', async () => {
    const wallet = await guarded(['card_bin', '424242']);
    for (const payment_id of ['pay_1', 'pay_2']) {
      const body = aPaymentRequest({ payment_id, ...byCard() });
      await wallet.good('payments.create', { body });
    }
    const params = { payment_id: 'pay_1' };
    const both = await Promise.all(
      [1, 2].map(() => wallet.ask('payments.confirm', { params, body: {} })),
    );
    expect(both.filter(({ body }) => body.error.type === 'blocked')).toHaveLength(1);
    expect(await shown(wallet)).toMatchObject({ status: 'failed', attempt_count: 1 });
    const updated = await wallet.ask('payments.update', {
      params: { payment_id: 'pay_2' },
      body: { confirm: true },
    });
    expect(updated.body).toMatchObject(blockedBy(notAccepted));
    expect(await wallet.dependencies.processor.ledger()).toEqual([]);
  });

  it('a card on the blocklist is not saved for its customer', async () => {
    const wallet = await guarded(['card_bin', '424242']);
    const saving = {
      customer_id: 'cus_1',
      setup_future_usage: 'off_session',
      customer_acceptance: { acceptance_type: 'offline' },
    };
    expect((await paid(wallet, good, saving)).body).toMatchObject(blockedBy(notAccepted));
    expect(wallet.cardsInVault()).toEqual([]);
    expect(await wallet.listed()).toEqual([]);
  });

  it('a card on the blocklist is refused where it was saved before', async () => {
    const wallet = await guarded();
    await wallet.saved();
    const [{ payment_token }] = await wallet.listed();
    const body = { type: 'extended_card_bin', data: '42424242' };
    await wallet.good('blocklist.create', { body });
    const request = aPaymentRequest({
      payment_id: 'pay_1',
      confirm: true,
      customer_id: 'cus_1',
      payment_method: 'card',
      payment_token,
    });
    const answer = await wallet.ask('payments.create', { body: request });
    expect(answer.body).toMatchObject(blockedBy(notAccepted));
  });

  it('a card on the blocklist is not accepted while the vault cannot recognize it, and nothing is written', async () => {
    const wallet = await guarded(['card_bin', '424242']);
    const before = wallet.port.items();
    Object.assign(wallet.dependencies.vault.cards, {
      fingerprints: async () => {
        throw new VaultError('service_unavailable');
      },
    });
    expect(await paid(wallet)).toMatchObject({ status: 503 });
    expect(wallet.port.items()).toEqual(before);
    expect(await wallet.dependencies.processor.ledger()).toEqual([]);
  });

  it('a card on the blocklist sends the merchant a webhook that the payment failed', async () => {
    const wallet = await guarded(['card_bin', '424242']);
    await paid(wallet);
    const payment = await wallet.services.payments.get('shop_east', 'pay_1');
    expect(payment.transitions.at(-1)).toMatchObject({ type: 'payment_failed', status: 'failed' });
  });

  it('a card on the blocklist pays while the blocklist is off, and its number is stored nowhere', async () => {
    const wallet = await guarded(['card_bin', '424242']);
    await wallet.good('blocklist.toggle', { query: { status: 'false' } });
    wallet.pass(3);
    const { body } = await paid(wallet);
    expect(body).toMatchObject({ status: 'succeeded', fingerprint: null });
    expect(JSON.stringify(wallet.port.items())).not.toContain(good);
  });
});

describe('a profile that refuses cards', () => {
  const blocking = (card: object) => ({ payment_method_blocking: { card } });
  const debit = '4000056655665556';

  it.each([
    [
      { card_types: ['credit'] },
      good,
      'Credit cards are not accepted for this transaction, please try a different card',
    ],
    [
      { card_types: ['debit'] },
      debit,
      'Debit cards are not accepted for this transaction, please try a different card',
    ],
    [
      { card_subtypes: ['prepaid'] },
      '5105105105105100',
      'This card is not accepted for this transaction, please try a different card',
    ],
    [
      { issuing_country: ['US'] },
      good,
      "Cards issued in your region aren't supported for this transaction, please try a different card",
    ],
    [{ block_if_bin_info_unavailable: true }, '6304000000000000', notAccepted],
    [
      { card_subtypes: ['smallcorporate'] },
      '378282246310005',
      'This card is not accepted for this transaction, please try a different card',
    ],
  ])('a profile that blocks %j refuses the card %s', async (card, number, message) => {
    const wallet = await withProfile(blocking(card));
    const { status, body } = await paid(wallet, number);
    expect({ status, body }).toMatchObject({ status: 200, body: blockedBy(message) });
    expect(await shown(wallet)).toMatchObject({ status: 'failed', error_code: 'HE-03' });
  });

  it("a profile that refuses card types uses the operators' card ranges", async () => {
    const wallet = await withProfile(blocking({ issuers: ['Example Bank'] }));
    expect((await paid(wallet)).body).toMatchObject({ status: 'succeeded' });
    const body = { card_iin: '42424242', card_issuer: 'EXAMPLE BANK' };
    await wallet.ask('card-bins.create', { key: 'test_admin', body });
    expect((await paid(wallet, good, { payment_id: 'pay_2' })).body).toMatchObject(
      blockedBy(
        "We can't process payments from this bank, please try another card or a different payment method",
      ),
    );
  });

  it('a profile that refuses cards accepts every other card', async () => {
    const rules = { card_types: ['debit'], issuing_country: ['GB'], issuers: ['X'] };
    const wallet = await withProfile(blocking(rules));
    expect((await paid(wallet)).body).toMatchObject({ status: 'succeeded' });
  });
});

describe('a client that tests stolen cards', () => {
  const off = {
    card_ip_blocking_status: 'disabled',
    card_ip_blocking_threshold: 3,
    guest_user_card_blocking_status: 'disabled',
    guest_user_card_blocking_threshold: 10,
    customer_id_blocking_status: 'disabled',
    customer_id_blocking_threshold: 5,
    card_testing_guard_expiry: 600,
  };
  const withGuard = (guard: object) =>
    withProfile({ card_testing_guard_config: { ...off, ...guard } });
  const suspicious = [400, 'IR_16', 'Blocked due to suspicious activity'];
  const from = (ip_address: string) => ({ browser_info: { ip_address } });
  const refused = async (wallet: Wallet, times: number, number: string, more: object = {}) => {
    for (let count = 1; count <= times; count++) {
      const { body } = await paid(wallet, number, { payment_id: `pay_no_${count}`, ...more });
      expect(body).toMatchObject({ status: 'failed' });
    }
  };

  it('a client that tests one stolen card from one address is blocked after the limit, and nothing is written', async () => {
    const wallet = await withGuard({
      card_ip_blocking_status: 'enabled',
      card_ip_blocking_threshold: 3,
    });
    await refused(wallet, 3, declined, from('203.0.113.9'));
    const before = wallet.port.items();
    expect(told(await paid(wallet, declined, from('203.0.113.9')))).toEqual(suspicious);
    expect(wallet.port.items()).toEqual(before);
    // Another card, or another address, is another story.
    expect((await paid(wallet, good, from('203.0.113.9'))).body).toMatchObject({
      status: 'succeeded',
    });
    const elsewhere = { payment_id: 'pay_2', ...from('203.0.113.10') };
    expect((await paid(wallet, declined, elsewhere)).body).toMatchObject({ status: 'failed' });
  });

  it('a client that tests stolen cards is released when the time is over', async () => {
    const wallet = await withGuard({
      guest_user_card_blocking_status: 'enabled',
      guest_user_card_blocking_threshold: 1,
    });
    await refused(wallet, 1, declined);
    expect(told(await paid(wallet, declined))).toEqual(suspicious);
    wallet.pass(599);
    expect(told(await paid(wallet, declined))).toEqual(suspicious);
    wallet.pass(1);
    expect((await paid(wallet, declined)).body).toMatchObject({ status: 'failed' });
    expect(told(await paid(wallet, declined, { payment_id: 'pay_2' }))).toEqual(suspicious);
  });

  it('a customer that tests stolen cards is blocked with any card', async () => {
    const wallet = await withGuard({
      customer_id_blocking_status: 'enabled',
      customer_id_blocking_threshold: 2,
    });
    await refused(wallet, 2, declined, { customer_id: 'cus_1' });
    expect(told(await paid(wallet, good, { customer_id: 'cus_1' }))).toEqual(suspicious);
    expect((await paid(wallet, good)).body).toMatchObject({ status: 'succeeded' });
  });

  it('a guest that tests stolen cards is blocked by address', async () => {
    const wallet = await withGuard({
      guest_ip_blocking_status: 'enabled',
      guest_ip_blocking_threshold: 2,
    });
    await refused(wallet, 2, declined, from('203.0.113.9'));
    expect(told(await paid(wallet, good, from('203.0.113.9')))).toEqual(suspicious);
    const known = { customer_id: 'cus_1', ...from('203.0.113.9') };
    expect((await paid(wallet, good, known)).body).toMatchObject({ status: 'succeeded' });
  });

  it('a payment page that tests stolen cards is blocked whatever IP address it sends', async () => {
    const wallet = await withGuard({
      guest_ip_blocking_status: 'enabled',
      guest_ip_blocking_threshold: 2,
    });
    const onPage = async (number: string, more: object) => {
      const { payment_id, client_secret } = await wallet.good('payments.create', {
        body: aPaymentRequest(),
      });
      return wallet.ask('payments.confirm', {
        key: wallet.merchant.publishableKey,
        params: { payment_id },
        body: { ...byCard(number), client_secret, ...more },
      });
    };
    expect((await onPage(declined, from('203.0.113.9'))).body.status).toBe('failed');
    expect((await onPage(declined, {})).body.status).toBe('failed');
    expect(told(await onPage(good, from('203.0.113.10')))).toEqual(suspicious);
    expect(told(await onPage(good, {}))).toEqual(suspicious);
  });

  it('a client that tests stolen cards is counted by its failed payments only', async () => {
    const wallet = await withGuard({
      guest_user_card_blocking_status: 'enabled',
      guest_user_card_blocking_threshold: 1,
    });
    expect((await paid(wallet)).body).toMatchObject({ status: 'succeeded' });
    expect((await paid(wallet, good, { payment_id: 'pay_2' })).body).toMatchObject({
      status: 'succeeded',
    });
  });

  it('a client that tests stolen cards is not counted by card number or address in clear', async () => {
    const wallet = await withGuard({
      guest_ip_blocking_status: 'enabled',
      card_ip_blocking_status: 'enabled',
    });
    await refused(wallet, 1, declined, from('203.0.113.9'));
    const counters = wallet.port.items().filter(({ pk }) => pk.includes('#FAILED#'));
    expect(counters).toHaveLength(2);
    expect(JSON.stringify(counters)).not.toMatch(/203\.0\.113|400000/);
  });
});
