import { payerPerSecond } from '#platform/http/callers/payer-rate.ts';
import { formsPerMinute } from '#switch/checkout/card-form-budget.ts';
import { byCard } from '../../support/switch/payments-in-memory.ts';
import type { Ask } from '../../support/switch/switch-in-memory.ts';
import { aSwitchWithLinks } from './a-linked-payment.ts';
import { checkoutIn } from './a-payer.ts';

/*
 * The page of a link has the keys for its confirm, so a stranger can send confirms with stolen cards
 * from it (OWASP API6:2023).
 */

/** A card that the sandbox processor declines. */
const declined = '4000000000000002';

/** A link whose profile has these settings, and a stranger with the keys of its page. */
async function aLink(settings: object = {}) {
  const world = await aSwitchWithLinks({});
  await world.setProfile(settings);
  const { client_secret } = await world.linked();
  const tries = (number: string, sourceIp?: string) =>
    world.ask('payments.confirm', {
      key: world.merchant.publishableKey,
      params: { payment_id: 'pay_1' },
      body: { client_secret, ...byCard(number) },
      ...(sourceIp !== undefined && { sourceIp }),
    });
  return { world, tries };
}

const noGuard = {
  card_testing_guard_config: {
    card_ip_blocking_status: 'disabled',
    card_ip_blocking_threshold: 3,
    guest_user_card_blocking_status: 'disabled',
    guest_user_card_blocking_threshold: 10,
    customer_id_blocking_status: 'disabled',
    customer_id_blocking_threshold: 5,
    card_testing_guard_expiry: 3_600,
  },
};

describe("a stranger's tries on the page of a payment link", () => {
  it('a payment is tried ten times by a page, and then only by the merchant', async () => {
    const { world, tries } = await aLink(noGuard);
    const answers = [];
    for (let one = 0; one < 60; one += 1) answers.push(await tries(declined));
    const failed = answers.filter(({ body }) => body.status === 'failed');
    expect(failed.length).toBe(10);
    expect(answers.slice(10).map(({ status, body }) => [status, body.error.code])).toEqual(
      Array.from({ length: 50 }, () => [400, 'IR_16']),
    );
    expect(answers.at(-1)?.body.error.message).toBe(
      "You cannot confirm this payment because a customer's device may try it 10 times",
    );
    const page = await world.show('pay_1');
    expect(page.text).not.toContain('id="checkout"');
    expect(page.text).toContain('Contact the shop, or pay in another way.');
    expect(page.text).not.toContain('>Try another');
    const params = { payment_id: 'pay_1' };
    expect(await world.answered('payments.confirm', { params, body: byCard() })).toMatchObject({
      status: 'succeeded',
    });
  });

  it('a profile states how often a page may try a payment', async () => {
    const { card_testing_guard_config } = noGuard;
    const { tries } = await aLink({
      card_testing_guard_config: { ...card_testing_guard_config, client_attempt_threshold: 2 },
    });
    const statuses = [];
    for (let one = 0; one < 4; one += 1) statuses.push((await tries(declined)).status);
    expect(statuses).toEqual([200, 200, 400, 400]);
  });

  it('a refused confirm is no try of a payment', async () => {
    const { tries } = await aLink(noGuard);
    for (let one = 0; one < 20; one += 1) expect((await tries('4242')).status).toBe(400);
    expect((await tries('4242424242424242')).body.status).toBe('succeeded');
  });

  it('a limit of tries holds when they come at the same time', async () => {
    const { card_testing_guard_config } = noGuard;
    const { world, tries } = await aLink({
      card_testing_guard_config: { ...card_testing_guard_config, client_attempt_threshold: 1 },
    });
    const all = await Promise.all(Array.from({ length: 20 }, () => tries(declined)));
    expect(all.filter(({ status }) => status === 200)).toHaveLength(1);
    const { attempt_count } = await world.answered('payments.retrieve', {
      params: { payment_id: 'pay_1' },
    });
    expect(attempt_count).toBe(1);
  });

  it('one card from one address has three attempts at a link whose profile states no thresholds', async () => {
    const { tries } = await aLink();
    const statuses = [];
    for (let one = 0; one < 5; one += 1) {
      statuses.push((await tries(declined, '203.0.113.7')).body.error?.message ?? 'tried');
    }
    expect(statuses).toEqual([
      ...Array<string>(3).fill('tried'),
      ...Array<string>(2).fill('Blocked due to suspicious activity'),
    ]);
  });

  const inQuery = (client_secret: string): Ask => ({ query: { client_secret } });
  it.each<readonly [string, (secret: string) => Ask]>([
    [
      'payments.session-tokens',
      (client_secret) => ({ body: { payment_id: 'pay_1', client_secret, wallets: [] } }),
    ],
    [
      'payments.calculate-tax',
      (client_secret) => ({
        body: {
          client_secret,
          shipping: { address: { country: 'DE' } },
          payment_method_type: 'paypal',
        },
      }),
    ],
    [
      'payments.eligibility',
      (client_secret) => ({
        body: {
          client_secret,
          payment_method_type: 'card',
          payment_method_data: { card: byCard().payment_method_data.card },
        },
      }),
    ],
    [
      'payments.post-session-tokens',
      (client_secret) => ({
        body: { client_secret, payment_method: 'wallet', payment_method_type: 'paypal' },
      }),
    ],
    ['payments.list-payment-methods', inQuery],
    ['payments.retrieve', inQuery],
    ['payment-methods.list-for-customer', inQuery],
    ['payment-methods.list-for-merchant', inQuery],
  ])('a page repeats a request three times a second on average: %s', async (operation, request) => {
    const world = await aSwitchWithLinks({}, { payerPerSecond });
    const one = await world.linked();
    const other = await world.linked({ payment_id: 'pay_2' });
    const asks = ({ payment_id, client_secret }: typeof one) =>
      world.ask(operation, {
        key: world.merchant.publishableKey,
        params: { payment_id },
        ...request(client_secret),
      });
    const statuses = [];
    for (let time = 0; time < 60; time += 1) statuses.push((await asks(one)).status);
    expect(statuses.filter((status) => status !== 429)).toHaveLength(30);
    expect(statuses.slice(30)).toEqual(Array<number>(30).fill(429));
    expect((await asks(other)).status).not.toBe(429);
    const params = { payment_id: 'pay_1' };
    expect(await world.answered('payments.retrieve', { params })).toMatchObject(params);
    expect(world.port.items().filter(({ pk }) => pk.includes(one.client_secret))).toEqual([]);
  });

  it('a link opens twenty card forms of the vault in a minute at most, and its page keeps the other methods', async () => {
    const world = await aSwitchWithLinks();
    await world.linked();
    const forms = [];
    for (let visit = 0; visit < 25; visit += 1) {
      const page = await world.show('pay_1');
      expect(page.status).toBe(200);
      forms.push(checkoutIn(page.text).cardForm !== undefined);
    }
    expect(forms.filter(Boolean)).toHaveLength(formsPerMinute);
    expect(forms.at(-1)).toBe(false);
    world.passes(60);
    expect(checkoutIn((await world.show('pay_1')).text).cardForm).toBeDefined();
  });
});
