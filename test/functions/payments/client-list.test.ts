import { sdkAuthorization } from '#platform/http/callers/sdk-authorization.ts';
import { aPaymentRequest } from '../../support/switch/switch-in-memory.ts';
import { aWallet, type Wallet } from '../payment-methods/a-wallet.ts';

type Enabled = readonly { readonly payment_method: string; readonly payment_method_type: string }[];

const typesIn = ({ payment_methods_enabled: enabled }: { payment_methods_enabled: Enabled }) =>
  enabled.map((one) => `${one.payment_method} ${one.payment_method_type}`);

/** A payment, and the answer that its page gets. */
async function listed(wallet: Wallet, terms: object = {}, changes: object = {}) {
  const body = aPaymentRequest({ amount: 2_599, currency: 'EUR', ...terms });
  const payment = await wallet.good('payments.create', { body });
  const { payment_id, client_secret } = payment;
  const answer = await wallet.ask('payments.list-payment-methods', {
    key: wallet.merchant.publishableKey,
    params: { payment_id },
    query: { client_secret },
    ...changes,
  });
  return { payment, answer, body: answer.body };
}

/** Makes the profile's account offer these types. */
async function offer(wallet: Wallet, enabled: readonly object[]) {
  const params = { account_id: wallet.merchant.id };
  const [account] = await wallet.good('connector-accounts.list', { params });
  await wallet.good('connector-accounts.update', {
    params: { ...params, merchant_connector_id: account.merchant_connector_id },
    body: { connector_type: 'payment_processor', payment_methods_enabled: enabled },
  });
  wallet.pass(3);
}

const byType = (payment_method: string, ...types: readonly (string | object)[]) => ({
  payment_method,
  payment_method_types: types.map((one) =>
    typeof one === 'string' ? { payment_method_type: one } : one,
  ),
});

describe('the list of a page of an SDK', () => {
  it('a page of an SDK gets each type of a method by itself', async () => {
    const wallet = await aWallet();
    await offer(wallet, [
      byType('card', { payment_method_type: 'credit', card_networks: ['Visa', 'Mastercard'] }),
      byType('wallet', { payment_method_type: 'paypal', payment_experience: 'redirect_to_url' }),
      byType('bank_redirect', 'ideal'),
    ]);
    const { body } = await listed(wallet, { setup_future_usage: 'on_session' });
    const wallets = {
      collect_shipping_details_from_wallets: null,
      collect_billing_details_from_wallets: null,
    };
    expect(body.payment_methods_enabled).toEqual([
      {
        payment_method: 'card',
        payment_method_type: 'credit',
        card_networks: ['Visa', 'Mastercard'],
        bank_names: null,
        payment_experience: null,
        surcharge_details: null,
        ...wallets,
      },
      {
        payment_method: 'wallet',
        payment_method_type: 'paypal',
        card_networks: null,
        bank_names: null,
        payment_experience: ['redirect_to_url'],
        surcharge_details: null,
        collect_shipping_details_from_wallets: false,
        collect_billing_details_from_wallets: false,
      },
      {
        payment_method: 'bank_redirect',
        payment_method_type: 'ideal',
        card_networks: null,
        bank_names: [],
        payment_experience: ['redirect_to_url'],
        surcharge_details: null,
        ...wallets,
      },
    ]);
  });

  it('a page of an SDK gets the terms of its payment, and no notes of the merchant', async () => {
    const wallet = await aWallet();
    const { payment, body } = await listed(wallet, {
      customer_id: 'cus_1',
      setup_future_usage: 'off_session',
      metadata: { note: 'for the merchant' },
      request_external_three_ds_authentication: true,
    });
    expect(body.sdk_next_action).toEqual({ next_action: 'confirm', should_block_confirm: null });
    expect(body.intent_data).toMatchObject({
      payment_id: payment.payment_id,
      amount: 2_599,
      currency: 'EUR',
      metadata: null,
      mandate_payment: null,
      payment_type: 'new_mandate',
      request_external_three_ds_authentication: true,
      is_tax_calculation_enabled: false,
      is_guest_customer: false,
    });
  });

  it("a payer's saved card is listed with a token that pays", async () => {
    const wallet = await aWallet();
    await wallet.saved();
    const { payment, body } = await listed(wallet, { customer_id: 'cus_1' });
    const [card] = body.customer_payment_methods;
    expect(card).toMatchObject({
      payment_method: 'card',
      requires_cvv: true,
      recurring_enabled: false,
      default_payment_method_set: expect.any(Boolean),
      payment_method_data: { card: { last4_digits: '4242' } },
    });
    const paid = await wallet.good('payments.confirm', {
      key: wallet.merchant.publishableKey,
      params: { payment_id: payment.payment_id },
      body: {
        client_secret: payment.client_secret,
        payment_method: 'card',
        payment_token: card.payment_token,
        card_cvc: '123',
      },
    });
    expect(paid.status).toBe('succeeded');
  });

  it('a saved card is listed only where the payment takes cards', async () => {
    const wallet = await aWallet();
    await wallet.saved();
    await offer(wallet, [byType('bank_redirect', 'ideal')]);
    const { body } = await listed(wallet, { customer_id: 'cus_1' });
    expect(typesIn(body)).toEqual(['bank_redirect ideal']);
    expect(body.customer_payment_methods).toEqual([]);
  });

  it('a guest has no saved methods, and a deleted customer has none', async () => {
    const wallet = await aWallet();
    const { body } = await listed(wallet);
    expect(body).toMatchObject({
      customer_payment_methods: [],
      intent_data: { is_guest_customer: true },
    });
    await wallet.saved();
    const { payment } = await listed(wallet, { customer_id: 'cus_1' });
    await wallet.good('customers.delete', { params: { customer_id: 'cus_1' } });
    const later = await wallet.ask('payments.list-payment-methods', {
      key: wallet.merchant.publishableKey,
      params: { payment_id: payment.payment_id },
      query: { client_secret: payment.client_secret },
    });
    expect([later.status, later.body.customer_payment_methods]).toEqual([200, []]);
  });

  it('a page shows the secret in the query or in the authorization of an SDK', async () => {
    const wallet = await aWallet();
    const { publishableKey, profileId } = wallet.merchant;
    const { payment } = await listed(wallet);
    const { payment_id, client_secret: clientSecret } = payment;
    const authorization = sdkAuthorization({ profileId, publishableKey, clientSecret });
    const answer = await wallet.ask('payments.list-payment-methods', {
      key: '',
      params: { payment_id },
      headers: { authorization },
    });
    expect([answer.status, typesIn(answer.body)]).toEqual([200, ['card credit', 'card debit']]);
  });
});
