import type { Send } from '#platform/http/egress/egress.ts';
import { withoutRandom } from '../../support/runner/without-random.ts';
import { byCard } from '../../support/switch/payments-in-memory.ts';
import { aMerchant, container, switchDependencies } from '../../support/switch/switch-in-memory.ts';
import { memoryPort } from '../../support/table/memory-table.ts';

const testCard = '4242424242424242';
const otherCard = '4539578763621486';

/** Stripe's answer to a test card at a live account, as its documentation has it. */
const declinedAtLive: Send = async () => ({
  kind: 'answered',
  response: {
    status: 402,
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({
      error: {
        type: 'card_error',
        code: 'card_declined',
        decline_code: 'live_mode_test_card',
        message:
          'Your card was declined. Your request was in live mode, but used a known test card.',
      },
    }),
  },
});

/** A shop at Stripe, the payments of which are asked from the sandbox unless `send` answers them. */
async function aShop(api_key: string, send?: Send) {
  const basis = switchDependencies();
  const dependencies = {
    ...basis,
    isProduction: api_key.startsWith('sk_live_'),
    ...(send && { send }),
  };
  const shop = container(memoryPort(), dependencies);
  const { key } = await aMerchant(
    shop,
    'shop_1',
    {},
    {
      connector_name: 'stripe',
      connector_account_details: { auth_type: 'HeaderKey', api_key },
      payment_methods_enabled: [
        { payment_method: 'card', payment_method_types: [{ payment_method_type: 'credit' }] },
      ],
    },
  );
  /** The answer to a payment, and the lines of the log about the kind of its card. */
  return async (number: string) => {
    const { body } = await shop.ask('payments.create', {
      key,
      body: { amount: 2_599, currency: 'EUR', confirm: true, ...byCard(number) },
    });
    const lines = dependencies.logged.map((line) => JSON.parse(line));
    const found = lines.filter(({ message }) => /a (?:live|test) account$/.test(message));
    return { body, found, logged: dependencies.logged.join('\n') };
  };
}

const lineOf = (message: string, { payment_id }: { readonly payment_id: string }) => ({
  level: 'info',
  message,
  payment_id,
  merchant_id: 'shop_1',
  connector: 'stripe',
  connector_account_id: expect.stringMatching(/^mca_/),
});

it('a test card that is declined at a live account leaves a line in the log, without a digit of it', async () => {
  const pay = await aShop('sk_live_example', declinedAtLive);
  const { body, found, logged } = await pay(testCard);
  expect(body).toMatchObject({
    status: 'failed',
    error_code: 'card_declined',
    issuer_error_message: 'live_mode_test_card',
  });
  expect(found).toMatchObject([lineOf('test card at a live account', body)]);
  expect(withoutRandom(JSON.stringify(found))).not.toMatch(/4242/);
  expect(logged).not.toContain(testCard);
});

it('a card that is declined at a test account and is no test card leaves a line in the log', async () => {
  const pay = await aShop('sk_test_example');
  const { body, found, logged } = await pay(otherCard);
  expect(body).toMatchObject({ status: 'failed', issuer_error_message: 'test_mode_live_card' });
  expect(found).toMatchObject([lineOf('no published test card at a test account', body)]);
  expect(logged).not.toContain(otherCard);
});

it.each([
  ['a test card that pays at a test account', 'sk_test_example', testCard, 'succeeded'],
  [
    'a test card that is declined at a test account',
    'sk_test_example',
    '4000000000000002',
    'failed',
  ],
])('%s leaves no such line in the log', async (_, key, number, status) => {
  const { body, found } = await (await aShop(key))(number);
  expect([body.status, found]).toEqual([status, []]);
});

it('a card that is declined at a live account and is no test card leaves no such line in the log', async () => {
  const { body, found } = await (await aShop('sk_live_example', declinedAtLive))(otherCard);
  expect([body.status, found]).toEqual(['failed', []]);
});
