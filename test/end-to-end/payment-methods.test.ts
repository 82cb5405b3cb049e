import * as v from 'valibot';
import { loadStructure } from '../support/documents/structure.ts';
import { aRunningSwitch } from '../support/switch/a-running-switch.ts';
import { aSale, newId, successful } from '../support/switch/merchant.ts';
import { type Answer, textAt } from '../support/switch/switch.ts';

const structure = loadStructure();
if (!structure) console.warn('The published structure is not here: its comparisons are skipped.');

const visa = '4242424242424242';
const mastercard = '5555555555554444';
const aCard = (card_number = visa, more: object = {}) => ({
  card_number,
  card_exp_month: '10',
  card_exp_year: '2035',
  card_holder_name: 'ANA LIMA',
  ...more,
});
const Listed = v.object({
  customer_payment_methods: v.array(
    v.object({ payment_method_id: v.string(), payment_token: v.string() }),
  ),
});

const live = aRunningSwitch({ merchant: {} });

/** The answer, which has to be a success of the published shape; texts of a card are none of it. */
function published(schema: string, answer: Answer): Answer {
  // The numbers themselves: generated ids, too, now and then hold twelve digits in a row.
  for (const number of [visa, mastercard]) expect(successful(answer).text).not.toContain(number);
  const isRight = structure?.validator(schema);
  isRight?.(answer.body);
  const wrong = isRight?.errors?.map((one) => `${one.instancePath} ${one.message}`) ?? [];
  expect(wrong).toEqual([]);
  return answer;
}

const ask = (method: 'GET' | 'POST' | 'DELETE', path: string, body?: object) =>
  live.running.call(method, path, { key: live.merchant.key, ...(body && { body }) });

async function aCustomer() {
  const customer_id = newId('cus');
  successful(await ask('POST', '/customers', { customer_id }));
  return customer_id;
}

async function listed(customer: string) {
  const answer = await ask('GET', `/customers/${customer}/payment_methods`);
  return v.parse(Listed, published('CustomerPaymentMethodsListResponse', answer).body)
    .customer_payment_methods;
}

describe('the payment methods of a customer', () => {
  it("a customer's payment methods have the published shape from the first to the last", async () => {
    const customer_id = await aCustomer();
    const create = (body: object) =>
      ask('POST', '/payment_methods', { customer_id, payment_method: 'card', ...body });
    const first = published(
      'PaymentMethodResponse',
      await create({
        payment_method_type: 'credit',
        card: aCard(visa, { nick_name: 'work', card_issuer: 'EXAMPLE BANK' }),
        metadata: { order: '1' },
        billing: { address: { country: 'GB' }, email: 'ana@example.com' },
      }),
    );
    const id = textAt(first, 'payment_method_id');
    const again = published(
      'PaymentMethodResponse',
      await create({ card: aCard(visa, { card_exp_month: '11' }) }),
    );
    expect(again.body).toMatchObject({ payment_method_id: id, card: { expiry_month: '11' } });
    published('PaymentMethodResponse', await ask('GET', `/payment_methods/${id}`));
    const change = { card: { card_exp_year: '2036', nick_name: 'home' } };
    const updated = await ask('POST', `/payment_methods/${id}/update`, change);
    expect(published('PaymentMethodResponse', updated).body).toMatchObject({
      card: { expiry_year: '2036', nick_name: 'home' },
      wallet: null,
    });

    const awaited = published('PaymentMethodResponse', await create({}));
    const second = textAt(awaited, 'payment_method_id');
    const saved = await live.running.call('POST', `/payment_methods/${second}/save`, {
      key: live.merchant.publishableKey,
      body: {
        client_secret: textAt(awaited, 'client_secret'),
        payment_method: 'card',
        payment_method_data: { card: aCard(mastercard) },
      },
    });
    published('PaymentMethodResponse', saved);
    const path = `/${customer_id}/payment_methods/${second}/default`;
    published('CustomerDefaultPaymentMethodResponse', await ask('POST', `/customers${path}`));
    expect(await ask('POST', path)).toMatchObject({
      status: 400,
      body: { error: { code: 'IR_16', message: 'Payment Method is already set as default' } },
    });

    expect((await listed(customer_id)).map((one) => one.payment_method_id)).toEqual([second, id]);
    published('PaymentMethodDeleteResponse', await ask('DELETE', `/payment_methods/${second}`));
    expect((await listed(customer_id)).map((one) => one.payment_method_id)).toEqual([id]);
  });

  it("a customer's payment methods are listed to the customer of a payment, who pays with one of them once", async () => {
    const customer_id = await aCustomer();
    const card = aCard();
    successful(
      await ask('POST', '/payment_methods', { customer_id, payment_method: 'card', card }),
    );
    const payment = successful(
      await ask('POST', '/payments', { amount: 6540, currency: 'USD', customer_id }),
    );
    const client_secret = textAt(payment, 'client_secret');
    const key = live.merchant.publishableKey;
    const shown = await live.running.call('GET', '/customers/payment_methods', {
      key,
      query: { client_secret },
    });
    const { customer_payment_methods } = v.parse(
      Listed,
      published('CustomerPaymentMethodsListResponse', shown).body,
    );
    const payment_token = customer_payment_methods[0]?.payment_token;
    const body = { payment_method: 'card', payment_token, card_cvc: '123' };
    const path = `/payments/${textAt(payment, 'payment_id')}/confirm`;
    const paid = await live.running.call('POST', path, { key, body: { ...body, client_secret } });
    expect(paid).toMatchObject({ status: 200, body: { status: 'succeeded', customer_id } });
    const { payment_method: _, payment_method_data: __, ...sale } = aSale();
    expect(await ask('POST', '/payments', { ...sale, customer_id, ...body })).toMatchObject({
      status: 422,
      body: { error: { code: 'IR_29', message: 'Token is invalid or expired' } },
    });
  });
});

describe('a card number that stands where words about a card do', () => {
  it.each(['card_holder_name', 'nick_name', 'card_issuer', 'card_type'])(
    "a card number in place of a card's descriptive field, as %s, is in no answer and in no table",
    async (member) => {
      const customer_id = await aCustomer();
      const card = { ...aCard(mastercard), card_cvc: '123', [member]: visa };
      const sale = { ...aSale(), customer_id, payment_method_data: { card } };
      const kept = {
        setup_future_usage: 'on_session',
        customer_acceptance: { acceptance_type: 'offline' },
      };
      const paid = successful(await ask('POST', '/payments', { ...sale, ...kept }));
      expect(paid.body).toMatchObject({ status: 'succeeded', payment_method_status: 'active' });
      const held = successful(await ask('POST', '/payments', { ...sale, confirm: false }));
      const path = `/payments/${textAt(held, 'payment_id')}`;
      const later = successful(await ask('POST', `${path}/confirm`, {}));
      expect(later.body).toMatchObject({ status: 'succeeded' });

      const seen = [paid.text, held.text, later.text, JSON.stringify(await listed(customer_id))];
      expect(seen.join()).not.toContain(visa);
      const items = await live.running.items();
      expect(items.filter(({ text }) => text.includes(visa)).map(({ pk }) => pk)).toEqual([]);
    },
  );
});
