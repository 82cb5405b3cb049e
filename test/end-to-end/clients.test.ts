import { eventually } from '../support/runner/eventually.ts';
import { aRunningSwitch } from '../support/switch/a-running-switch.ts';
import { aSale, newId, successful } from '../support/switch/merchant.ts';
import { type Answer, adminKey, textAt } from '../support/switch/switch.ts';

const visa = '4242424242424242';
const aCard = { card_number: visa, card_exp_month: '10', card_exp_year: '2035' };
const typed = {
  payment_method_type: 'card',
  payment_method_data: { card: { card_number: visa } },
};

const live = aRunningSwitch({ merchant: {} });

/** The answer, which has to be a success; the switch that runs here sees to its published shape. */
function shown(answer: Answer): Answer {
  expect(successful(answer).text).not.toContain(visa);
  return answer;
}

const ask = (method: 'GET' | 'POST' | 'DELETE', path: string, body?: object, query = {}) =>
  live.running.call(method, path, { key: live.merchant.key, query, ...(body && { body }) });

const refusal = (status: number, code: string) => ({
  status,
  body: { error: expect.objectContaining({ code }) },
});

describe("a customer's page", () => {
  it("a customer's page gets the payment methods of its payment, and whether a card would be accepted", async () => {
    const payment = successful(await ask('POST', '/payments', { amount: 6540, currency: 'USD' }));
    const client_secret = textAt(payment, 'client_secret');
    const id = textAt(payment, 'payment_id');
    const asPage = { key: live.merchant.publishableKey, query: { client_secret } };
    const listed = await live.running.call('GET', '/account/payment_methods', asPage);
    shown(listed);
    const same = await live.running.call('GET', '/payment_methods', asPage);
    expect(successful(same).body).toEqual(listed.body);
    const path = `/payments/${id}/client`;
    const flat = await live.running.call('GET', path, asPage);
    expect(successful(flat).body).toMatchObject({
      payment_methods_enabled: expect.arrayContaining([
        expect.objectContaining({ payment_method: 'card', payment_method_type: 'credit' }),
      ]),
      customer_payment_methods: [],
      intent_data: { payment_id: id },
    });
    const configured = await live.running.call(
      'GET',
      '/v1/sdk/configs/web/sdk_config.json',
      asPage,
    );
    expect(successful(configured).body).toMatchObject({
      context_used: { profile_id: live.merchant.profileId },
    });
    const bySecretKey = await live.running.call('GET', path, { ...asPage, key: live.merchant.key });
    expect(bySecretKey).toMatchObject(refusal(401, 'IR_01'));

    const bin = await live.running.call('GET', '/cards/424242', asPage);
    expect(successful(bin).body).toMatchObject({ card_network: 'Visa', card_type: 'CREDIT' });
    for (const way of ['eligibility', 'eligibility_check']) {
      const checked = await live.running.call('POST', `/payments/${id}/${way}`, {
        key: live.merchant.publishableKey,
        body: { ...typed, client_secret },
      });
      expect(shown(checked).body).toMatchObject({
        sdk_next_action: { next_action: 'confirm' },
      });
    }
  });
});

describe("a customer's app", () => {
  it("a customer's app reads and changes that customer's cards with an ephemeral key, until the key is revoked", async () => {
    const customer_id = newId('cus');
    successful(await ask('POST', '/customers', { customer_id }));
    const body = { customer_id, payment_method: 'card', card: aCard };
    const saved = successful(await ask('POST', '/payment_methods', body));
    const made = successful(await ask('POST', '/ephemeral_keys', { customer_id }));
    const by = { key: textAt(made, 'secret') };

    const customer = await live.running.call('GET', `/customers/${customer_id}`, by);
    shown(customer);
    const list = await live.running.call('GET', '/customers/payment_methods', by);
    shown(list);
    const other = await live.running.call('GET', `/customers/${newId('cus')}`, by);
    expect(other).toMatchObject(refusal(401, 'IR_15'));
    const path = `/payment_methods/${textAt(saved, 'payment_method_id')}`;
    shown(await live.running.call('DELETE', path, by));

    successful(await ask('DELETE', `/ephemeral_keys/${textAt(made, 'id')}`));
    const late = await live.running.call('GET', `/customers/${customer_id}`, by);
    expect(late).toMatchObject(refusal(401, 'IR_01'));
  });

  it("a customer's app gets the ephemeral key of that customer's payment, until the key is revoked", async () => {
    const customer_id = newId('cus');
    const payment = successful(await ask('POST', '/payments', { ...aSale(), customer_id }));
    expect(payment.body).toMatchObject({ status: 'succeeded', ephemeral_key: { customer_id } });
    const by = { key: textAt(payment, 'ephemeral_key.secret') };
    shown(await live.running.call('GET', `/customers/${customer_id}`, by));
    shown(await live.running.call('GET', '/customers/payment_methods', by));
    const again = await ask('GET', `/payments/${textAt(payment, 'payment_id')}`);
    expect(successful(again).body).toMatchObject({ customer_id, ephemeral_key: null });

    successful(await ask('DELETE', `/ephemeral_keys/${by.key}`));
    const late = await live.running.call('GET', `/customers/${customer_id}`, by);
    expect(late).toMatchObject(refusal(401, 'IR_01'));
  });
});

describe('a merchant that blocks a card', () => {
  it('a merchant that blocks a card is not paid with it until the card leaves the blocklist', async () => {
    const fingerprint = async () =>
      textAt(successful(await ask('POST', '/payments', aSale())), 'fingerprint');
    const on = await ask('POST', '/blocklist/toggle', undefined, { status: 'true' });
    shown(on);
    // Containers keep settings for two seconds.
    const data = await eventually(fingerprint);
    const entry = { type: 'fingerprint', data };
    shown(await ask('POST', '/blocklist', entry));
    const listed = await ask('GET', '/blocklist', undefined, { data_kind: 'payment_method' });
    expect(successful(listed).body).toMatchObject({ count: 1, total_count: 1 });

    const payment_id = newId('pay');
    const blocked = await ask('POST', '/payments', { ...aSale(), payment_id });
    expect(blocked).toMatchObject({
      status: 200,
      body: { error: { type: 'blocked', code: 'HE_03', reason: 'Blocked' } },
    });
    const failed = await ask('GET', `/payments/${payment_id}`);
    expect(shown(failed).body).toMatchObject({
      status: 'failed',
      error_code: 'HE-03',
    });

    shown(await ask('DELETE', '/blocklist', entry));
    const again = await ask('POST', '/payments', aSale());
    expect(successful(again).body).toMatchObject({ status: 'succeeded' });
  });
});

it('a deleted customer leaves an identifier and nothing else', async () => {
  const customer_id = newId('cus');
  const name = 'Ana Lima';
  successful(await ask('POST', '/customers', { customer_id, name, email: 'ana@example.com' }));
  const body = { customer_id, payment_method: 'card', card: aCard };
  successful(await ask('POST', '/payment_methods', body));
  const deleted = await ask('DELETE', `/customers/${customer_id}`);
  shown(deleted);
  const left = successful(await ask('GET', `/customers/${customer_id}`));
  expect(left.body).toMatchObject({ name: 'Redacted', default_payment_method_id: null });
  expect(await ask('DELETE', `/customers/${customer_id}`)).toMatchObject(refusal(400, 'IR_11'));
});

it('an operator describes a range of card numbers, and payments show the description', async () => {
  const body = { card_iin: '40000099', card_issuer: 'EXAMPLE BANK', card_network: 'Visa' };
  const byOperator = { key: adminKey, body };
  successful(await live.running.call('POST', '/cards/create', byOperator));
  successful(
    await live.running.call('POST', '/cards/update', {
      ...byOperator,
      body: { ...body, card_type: 'DEBIT' },
    }),
  );
  expect(successful(await ask('GET', '/cards/40000099')).body).toMatchObject({
    card_issuer: 'EXAMPLE BANK',
    card_type: 'DEBIT',
  });
});
