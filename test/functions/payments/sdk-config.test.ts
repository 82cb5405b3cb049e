import { createHash } from 'node:crypto';
import { aMerchant, aPaymentRequest } from '../../support/switch/switch-in-memory.ts';
import { aWallet, type Wallet } from '../payment-methods/a-wallet.ts';

/** The configuration that a page gets for a new payment. */
async function configured(wallet: Wallet, terms: object = {}, changes: object = {}) {
  const body = aPaymentRequest({ amount: 2_599, currency: 'EUR', ...terms });
  const { client_secret } = await wallet.good('payments.create', { body });
  return wallet.ask('payments.retrieve-sdk-config', {
    key: wallet.merchant.publishableKey,
    params: { platform: 'web' },
    query: { client_secret },
    ...changes,
  });
}

/** Adds accounts to the profile, each with all that its processor supports. */
async function connect(wallet: Wallet, names: readonly string[]) {
  const { id: account_id, profileId: profile_id } = wallet.merchant;
  for (const [place, connector_name] of names.entries()) {
    await wallet.good('connector-accounts.create', {
      params: { account_id },
      body: {
        connector_type: 'payment_processor',
        connector_name,
        connector_label: `${connector_name} ${place}`,
        profile_id,
        connector_account_details: { auth_type: 'HeaderKey', api_key: 'sk_test_example' },
      },
    });
    wallet.pass(1);
  }
  wallet.pass(3);
}

interface RawConfigs {
  contexts: { condition: Record<string, string>; override_with_keys: string[] }[];
  overrides: Record<string, object>;
  default_configs: object;
}

/**
 * The fields that an SDK draws in a context, as Superposition resolves a configuration: every
 * context whose condition holds replaces values, later ones those of earlier ones.
 *
 * @see https://github.com/juspay/superposition
 */
function fieldsIn(raw: RawConfigs, context: Record<string, string>): string[] {
  const config: Record<string, unknown> = { ...raw.default_configs };
  for (const { condition, override_with_keys } of raw.contexts) {
    if (!Object.entries(condition).every(([name, value]) => context[name] === value)) continue;
    for (const key of override_with_keys) Object.assign(config, raw.overrides[key]);
  }
  return Object.entries(config)
    .filter(([name, value]) => name.endsWith('._is_required') && value === true)
    .map(([name]) => String(config[name.replace('is_required', 'confirm_request_write_path')]));
}

describe('the configuration of an SDK', () => {
  it('a page of an SDK computes the fields of each method at each connector', async () => {
    const wallet = await aWallet();
    await connect(wallet, ['stripe']);
    const { status, body } = await configured(wallet);
    expect(status).toBe(200);
    const at = (connector: string, payment_method: string, payment_method_type: string) =>
      fieldsIn(body.raw_configs, { connector, payment_method, payment_method_type });
    const owner = ['address.first_name', 'address.last_name', 'email'].map(
      (name) => `payment_method_data.billing.${name}`,
    );
    const iban = 'payment_method_data.bank_debit.sepa_bank_debit.iban';
    expect(at('stripe', 'BankDebit', 'Sepa').sort()).toEqual([iban, ...owner].sort());
    expect(at('stripe', 'BankRedirect', 'Giropay').sort()).toEqual(owner.slice(0, 2));
    expect(at('stripe', 'BankRedirect', 'Ideal')).toEqual([]);
    expect(at('stripe_test', 'BankRedirect', 'Giropay')).toEqual([]);
    expect(at('stripe_test', 'Card', 'Credit')).toHaveLength(4);
  });

  it('a page of an SDK offers the countries that a method has at its connector', async () => {
    const wallet = await aWallet();
    await connect(wallet, ['stripe']);
    const billing = { address: { country: 'DE' } };
    const { body } = await configured(wallet, { billing });
    const { contexts, overrides } = body.raw_configs;
    const sofort = contexts.find(({ id }: { id: string }) => id === 'stripe bank_redirect sofort');
    expect(
      Object.assign({}, ...sofort.override_with_keys.map((key: string) => overrides[key])),
    ).toMatchObject({
      'dynamic_fields.billing.address.country._dropdown_options': [
        'AT',
        'BE',
        'DE',
        'ES',
        'IT',
        'NL',
      ],
    });
  });

  it('a page of an SDK learns the connectors of each method, and how they differ', async () => {
    const wallet = await aWallet();
    await connect(wallet, ['adyen_test']);
    const { body } = await configured(wallet, { currency: 'EUR' });
    const rulesOf = (type: string) => {
      const types: { payment_method_type: string }[] = body.payment_methods.flatMap(
        (one: { payment_method_types: unknown[] }) => one.payment_method_types,
      );
      return types.find(({ payment_method_type }) => payment_method_type === type);
    };
    expect(rulesOf('credit')).toMatchObject({
      payment_method_criteria: 'card_network',
      criteria_rules: expect.arrayContaining([
        { criteria_value: 'JCB', eligible_connectors: ['adyen_test'] },
      ]),
    });
    expect(rulesOf('klarna')).toEqual({
      payment_method_type: 'klarna',
      payment_method_criteria: 'payment_experience',
      criteria_rules: [{ criteria_value: 'redirect_to_url', eligible_connectors: ['adyen_test'] }],
    });
    expect(rulesOf('ideal')).toEqual({
      payment_method_type: 'ideal',
      payment_method_criteria: null,
      criteria_rules: [{ criteria_value: 'default', eligible_connectors: ['adyen_test'] }],
    });
    expect(body).toMatchObject({
      resolved_configs: null,
      context_used: { profile_id: wallet.merchant.profileId, merchant_id: wallet.merchant.id },
      account_config: { profile: { vaulting_action: 'skip' } },
    });
  });

  it('a page that has the configuration already gets no second copy', async () => {
    const wallet = await aWallet();
    const first = await configured(wallet);
    const { etag } = first.headers;
    expect(etag).toBe(`W/"${createHash('sha256').update(first.text).digest('base64url')}"`);
    expect(first.headers['cache-control']).toBe('private, no-cache');
    for (const known of [etag, `"other", ${etag}`, '*']) {
      const again = await configured(wallet, {}, { headers: { 'if-none-match': known } });
      expect([again.status, again.text]).toEqual([304, '']);
    }
    const other = await configured(wallet, {}, { headers: { 'if-none-match': '"other"' } });
    expect(other.status).toBe(200);
  });

  it('the configuration is refused without the secret of a payment of the merchant', async () => {
    const wallet = await aWallet();
    const other = await aMerchant(wallet, 'shop_west');
    const refused = async (changes: object) => {
      const { status, body } = await configured(wallet, {}, changes);
      return [status, body.error.code];
    };
    expect(await refused({ query: {} })).toEqual([400, 'IR_04']);
    expect(await refused({ query: { client_secret: 'pay_x_secret_y' } })).toEqual([404, 'HE_02']);
    expect(await refused({ key: other.publishableKey })).toEqual([404, 'HE_02']);
    expect(await refused({ key: wallet.merchant.key })).toEqual([401, 'IR_01']);
    expect(await refused({ params: { platform: '../x' } })).toEqual([404, 'IR_02']);
    const expired = { currency: 'EUR', session_expiry: 60 };
    const { client_secret } = await wallet.good('payments.create', {
      body: aPaymentRequest(expired),
    });
    wallet.pass(61);
    expect(await refused({ query: { client_secret } })).toEqual([400, 'IR_08']);
  });

  it('the configuration of fifty accounts is as long as that of their processors', async () => {
    const names = ['stripe', 'adyen_test'];
    const lengths = [2, 50].map(async (count) => {
      const wallet = await aWallet();
      await connect(
        wallet,
        Array.from({ length: count }, (_, place) => names[place % 2] ?? ''),
      );
      return (await configured(wallet)).text.length;
    });
    const [few, many] = await Promise.all(lengths);
    expect(many).toBe(few);
  });
});
