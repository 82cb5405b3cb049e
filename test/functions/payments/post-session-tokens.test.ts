import * as v from 'valibot';
import type { Send, Sent } from '#platform/http/egress/egress.ts';
import { loadStructure } from '../../support/documents/structure.ts';
import { comparing, ofFixed, programWhere } from '../../support/entities/decision-programs.ts';
import {
  aMerchant,
  aPaymentRequest,
  container,
  switchDependencies,
  switchInMemory,
} from '../../support/switch/switch-in-memory.ts';

const OrderRequest = v.object({
  intent: v.string(),
  purchase_units: v.array(v.object({ amount: v.looseObject({ value: v.string() }) })),
});

interface Order extends v.InferOutput<typeof OrderRequest> {
  readonly id: string;
  status: string;
}

/** PayPal's orders: one for each request id, and the charges of them. */
function aPayPal() {
  const orders = new Map<string, Order>();
  const charged: string[] = [];
  const state: { silent: (url: string) => boolean; refuses?: boolean } = { silent: () => false };
  const orderAt = (id: string) => [...orders.values()].find((one) => one.id === id);

  function answer(method: string, path: string, requestId: string, body: string): object {
    if (path === '/v1/oauth2/token') {
      return { access_token: 'A21AA', expires_in: 3_600, token_type: 'Bearer' };
    }
    if (path === '/v2/checkout/orders') {
      const made = orders.get(requestId) ?? {
        ...v.parse(OrderRequest, JSON.parse(body)),
        id: `ORDER${orders.size + 1}`,
        status: 'CREATED',
      };
      orders.set(requestId, made);
      return made;
    }
    const [, id = '', action] = /orders\/(\w+)(?:\/(\w+))?$/.exec(path) ?? [];
    const order = orderAt(id);
    if (!order) throw new Error(`There is no order ${id}.`);
    if (method === 'POST' && action !== undefined) {
      charged.push(id);
      order.status = 'COMPLETED';
    }
    if (order.status !== 'COMPLETED') return order;
    const payment = { id: `P_${id}`, amount: order.purchase_units[0]?.amount };
    const payments =
      order.intent === 'CAPTURE'
        ? { captures: [{ ...payment, status: 'COMPLETED' }] }
        : { authorizations: [{ ...payment, status: 'CREATED' }] };
    return { ...order, purchase_units: [{ ...order.purchase_units[0], payments }] };
  }

  const send: Send = async ({ method, url, headers, body = '' }): Promise<Sent> => {
    const path = new URL(url).pathname;
    if (state.refuses && path.endsWith('/orders')) {
      const refusal = { name: 'UNPROCESSABLE_ENTITY', message: 'No', details: [{ issue: 'NO' }] };
      return {
        kind: 'answered',
        response: { status: 422, headers: {}, body: JSON.stringify(refusal) },
      };
    }
    const text = JSON.stringify(answer(method, path, headers['paypal-request-id'] ?? '', body));
    if (state.silent(url)) return { kind: 'unknown', reason: 'timeout' };
    return { kind: 'answered', response: { status: 200, headers: {}, body: text } };
  };
  const approve = (id: string) => {
    const order = orderAt(id);
    if (order) order.status = 'APPROVED';
  };
  return { send, state, orders, charged, approve };
}

interface Made {
  readonly payment_id: string;
  readonly client_secret: string;
}

async function aShop(accounts: object = {}) {
  const paypal = aPayPal();
  const dependencies = { ...switchDependencies(), send: paypal.send };
  const world = switchInMemory([], dependencies);
  const merchant = await aMerchant(
    world,
    'shop_1',
    {},
    {
      connector_type: 'payment_processor',
      connector_name: 'paypal',
      connector_account_details: { auth_type: 'BodyKey', api_key: 'secret', key1: 'client' },
      ...accounts,
    },
  );
  const created = async (changes: object = {}) =>
    (await world.ask('payments.create', { key: merchant.key, body: aPaymentRequest(changes) }))
      .body;
  const post = (
    { payment_id, client_secret }: Made,
    changes: object = {},
    at: Pick<typeof world, 'ask'> = world,
  ) =>
    at.ask('payments.post-session-tokens', {
      key: merchant.publishableKey,
      params: { payment_id },
      body: {
        client_secret,
        payment_method: 'wallet',
        payment_method_type: 'paypal',
        ...changes,
      },
    });
  const ordered = async (payment: Made): Promise<string> =>
    (await post(payment)).body.next_action.next_action_data.order_id;
  const confirm = async ({ payment_id }: Made, token: string) =>
    (
      await world.ask('payments.confirm', {
        key: merchant.key,
        params: { payment_id },
        body: {
          payment_method: 'wallet',
          payment_method_type: 'paypal',
          payment_method_data: { wallet: { paypal_sdk: { token } } },
        },
      })
    ).body;
  const another = () => container(world.port, dependencies);
  return { ...world, paypal, merchant, created, post, ordered, confirm, another };
}

describe('the order for the window of a wallet', () => {
  it("a wallet window's order is created and stored, and charges nothing", async () => {
    const { created, post, paypal } = await aShop();
    const payment = await created();
    const { status, body } = await post(payment);
    expect([status, body]).toEqual([
      200,
      {
        payment_id: payment.payment_id,
        next_action: {
          type: 'invoke_sdk_client',
          next_action_data: { next_action: 'confirm', order_id: 'ORDER1' },
        },
        status: 'requires_payment_method',
      },
    ]);
    expect(paypal.charged).toEqual([]);
    const isRight = loadStructure()?.answer('POST', '/payments/{payment_id}/post_session_tokens');
    isRight?.(body);
    expect(isRight?.errors ?? []).toEqual([]);
  });

  it("a wallet window's order includes the surcharge that the merchant’s program adds at the confirm", async () => {
    const { ask, created, ordered, merchant, confirm, paypal } = await aShop();
    const isPayPal = comparing('wallet', 'equal', 'enum_variant', 'paypal');
    const algorithm = programWhere([isPayPal], ofFixed(120));
    const body = { merchant_surcharge_configs: {}, algorithm };
    await ask('routing.save-surcharge', { key: merchant.key, body });
    const payment = await created();
    const order = await ordered(payment);
    expect([...paypal.orders.values()]).toMatchObject([
      { purchase_units: [{ amount: { value: '66.60' } }] },
    ]);
    paypal.approve(order);
    expect(await confirm(payment, order)).toMatchObject({
      status: 'succeeded',
      net_amount: 6_660,
      surcharge_details: { surcharge_amount: 120 },
    });
    expect(paypal.charged).toEqual([order]);
  });

  it("a wallet window's order is the same one when it is requested again, or by several at once", async () => {
    const { created, post, ordered, paypal, another } = await aShop();
    const payment = await created();
    const answers = await Promise.all([post(payment), post(payment, {}, another())]);
    expect(answers.map(({ body }) => body.next_action.next_action_data.order_id)).toEqual([
      'ORDER1',
      'ORDER1',
    ]);
    expect(await ordered(payment)).toBe('ORDER1');
    expect(paypal.orders.size).toBe(1);
  });

  it("a wallet window's order is the same one when its answer was lost", async () => {
    const { created, post, ordered, paypal } = await aShop();
    const payment = await created();
    paypal.state.silent = (url) => url.endsWith('/orders');
    const { status, body } = await post(payment);
    expect([status, body.error.code]).toEqual([503, 'HE_00']);
    paypal.state.silent = () => false;
    expect(await ordered(payment)).toBe('ORDER1');
    expect(paypal.orders.size).toBe(1);
  });

  it("a wallet window's order is another one once the payment has another amount", async () => {
    const { ask, created, ordered, merchant, confirm, paypal } = await aShop();
    const payment = await created();
    const first = await ordered(payment);
    const params = { payment_id: payment.payment_id };
    await ask('payments.update', { key: merchant.key, params, body: { amount: 7_000 } });
    const second = await ordered(payment);
    expect([first, second]).toEqual(['ORDER1', 'ORDER2']);
    paypal.approve(first);
    paypal.approve(second);
    expect(await confirm(payment, second)).toMatchObject({ status: 'succeeded', amount: 7_000 });
    expect(paypal.charged).toEqual([second]);
  });
});

describe('a payment approved in the window', () => {
  it.each([
    ['automatic', 'succeeded'],
    ['manual', 'requires_capture'],
  ])('a payment approved in the window is charged once: %s', async (capture_method, status) => {
    const { created, ordered, confirm, paypal } = await aShop();
    const payment = await created({ capture_method });
    const order = await ordered(payment);
    paypal.approve(order);
    expect(await confirm(payment, order)).toMatchObject({
      status,
      connector_transaction_id: order,
    });
    expect(paypal.charged).toEqual([order]);
  });

  it('a payment approved in the window is charged by no order of another payment', async () => {
    const { created, ordered, confirm, paypal } = await aShop();
    const [payment, other] = [await created(), await created()];
    await ordered(payment);
    const order = await ordered(other);
    paypal.approve(order);
    expect(await confirm(payment, order)).toMatchObject({
      status: 'failed',
      error_code: 'ORDER_OF_ANOTHER_PAYMENT',
    });
    expect(paypal.charged).toEqual([]);
  });

  it('a payment that the customer has not approved in the window fails plainly', async () => {
    const { created, ordered, confirm, paypal } = await aShop();
    const payment = await created();
    const failed = await confirm(payment, await ordered(payment));
    expect(failed).toMatchObject({ status: 'failed', error_code: 'ORDER_NOT_APPROVED' });
    expect(paypal.charged).toEqual([]);
  });

  it('a payment approved in the window with a lost answer is found again by its order', async () => {
    const { ask, created, ordered, confirm, paypal, merchant } = await aShop();
    const payment = await created();
    const order = await ordered(payment);
    paypal.approve(order);
    paypal.state.silent = (url) => url.endsWith('/capture');
    expect(await confirm(payment, order)).toMatchObject({ status: 'processing' });
    const { body } = await ask('payments.retrieve', {
      key: merchant.key,
      params: { payment_id: payment.payment_id },
      query: { force_sync: 'true' },
    });
    expect(body).toMatchObject({ status: 'succeeded', connector_transaction_id: order });
    expect(paypal.charged).toEqual([order]);
  });
});

describe('a refused order for the window', () => {
  it('session tokens are refused once the payment is confirmed', async () => {
    const { created, ordered, confirm, post, paypal } = await aShop();
    const payment = await created();
    const order = await ordered(payment);
    paypal.approve(order);
    await confirm(payment, order);
    const { status, body } = await post(payment);
    expect([status, body.error]).toEqual([
      400,
      expect.objectContaining({
        code: 'IR_16',
        message:
          'You cannot create a session token for this payment because it has status succeeded',
      }),
    ]);
  });

  it('session tokens are refused when no account of the profile creates orders for the wallet', async () => {
    const paypal = { payment_methods_enabled: [{ payment_method: 'card' }] };
    const [shop, plain] = [await aShop(), await aShop(paypal)];
    const payment = await shop.created();
    for (const answer of [
      await plain.post(await plain.created()),
      await shop.post(payment, { payment_method_type: 'google_pay' }),
      await shop.post(payment, { payment_method: 'pay_later', payment_method_type: 'klarna' }),
    ]) {
      expect([answer.status, answer.body.error.code]).toEqual([400, 'IR_39']);
    }
    expect(shop.paypal.orders.size + plain.paypal.orders.size).toBe(0);
  });

  it('session tokens are refused when PayPal refuses the order', async () => {
    const { created, post, paypal } = await aShop();
    paypal.state.refuses = true;
    const { status, body } = await post(await created());
    expect([status, body.error.code]).toEqual([400, 'IR_16']);
  });

  it("session tokens with another payment's client secret, or a body without the wallet, are refused", async () => {
    const { created, post } = await aShop();
    const [{ payment_id }, { client_secret }] = [await created(), await created()];
    expect((await post({ payment_id, client_secret })).body.error.code).toBe('IR_09');
    const payment = await created();
    for (const changes of [{ payment_method: undefined }, { payment_method_type: 'cash' }]) {
      expect((await post(payment, changes)).status).toBe(400);
    }
  });
});
