import type { HttpRequest } from '#platform/http/egress/http-message.ts';
import { connectForPayouts, payoutMerchant, toCard } from '../../support/entities/a-payout.ts';

const toIban = {
  currency: 'EUR',
  name: 'Joseph Doe',
  payout_method_data: { bank: { iban: 'NL91ABNA0417164300', bic: 'ABNANL2A' } },
};
const only = { connector: ['checkout'] };

/** A merchant whose Checkout.com account pays as soon as it gets a payout. */
async function aWorld() {
  const payer = await payoutMerchant();
  payer.pass(1);
  const accountId = await connectForPayouts(payer.shop, payer.merchant, {
    connector_name: 'checkout',
    connector_account_details: {
      auth_type: 'SignatureKey',
      api_key: 'pk_sbox_1',
      key1: 'pc_1',
      api_secret: 'sk_sbox_1',
    },
    metadata: { currency_accounts: { EUR: 'ca_1', USD: 'ca_2' } },
  });
  payer.pass(3);
  const asked: HttpRequest[] = [];
  const { send } = payer.dependencies;
  const answers = { lost: false };
  payer.dependencies.send = async (request, options) => {
    if (!request.url.includes('checkout.com')) return send(request, options);
    asked.push(request);
    if (answers.lost) return { kind: 'unknown', reason: 'timeout' };
    const body = JSON.stringify({ id: 'pay_x', status: 'Pending' });
    return { kind: 'answered', response: { status: 202, headers: {}, body } };
  };
  const routeOf = async (id: string) => {
    const { attempt } = await payer.shop.services.payouts.get(payer.merchant.id, id);
    return attempt.routing;
  };
  return { ...payer, checkoutId: accountId, asked, answers, routeOf };
}

describe('a payout by a processor that pays in one step', () => {
  it('a confirmed payout waits for its fulfillment, and reaches the processor only then', async () => {
    const world = await aWorld();
    const { body } = await world.create({ ...toIban, ...only, confirm: true });
    expect(body).toMatchObject({ status: 'requires_fulfillment', connector: 'checkout' });
    expect(world.asked).toEqual([]);
    const { attempt, pendingSync } = await world.stored(body.payout_id);
    expect([attempt.askedAt, pendingSync]).toEqual([undefined, undefined]);
    const paid = await world.fulfill(body.payout_id);
    expect(paid.body).toMatchObject({
      status: 'pending',
      connector: 'checkout',
      connector_transaction_id: 'pay_x',
      auto_fulfill: false,
    });
    expect(world.asked).toHaveLength(1);
    expect(JSON.parse(world.asked[0]?.body ?? '')).toMatchObject({
      destination: { iban: 'NL91ABNA0417164300' },
      amount: 6540,
    });
    expect((await world.fulfill(body.payout_id)).status).toBe(422);
    expect(world.asked).toHaveLength(1);
  });

  it('two fulfillments at once pay once', async () => {
    const world = await aWorld();
    const { payout_id: id } = (await world.create({ ...toIban, ...only, confirm: true })).body;
    const both = await Promise.all([world.fulfill(id), world.fulfill(id)]);
    expect(both.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(world.asked).toHaveLength(1);
  });

  it('a lost answer to a fulfillment leaves the payout pending, and it is never sent again', async () => {
    const world = await aWorld();
    const { payout_id: id } = (await world.create({ ...toIban, ...only, confirm: true })).body;
    world.answers.lost = true;
    expect((await world.fulfill(id)).body.status).toBe('pending');
    expect((await world.fulfill(id)).status).toBe(422);
    expect(world.asked).toHaveLength(1);
    world.pass(120);
    await world.look(id);
    expect(world.asked.map(({ method }) => method)).toEqual(['POST', 'GET']);
  });

  it('a payout that waits is cancelled here, with its card', async () => {
    const world = await aWorld();
    const card = { ...toCard(), ...only, confirm: true, currency: 'USD' };
    const { payout_id: id } = (await world.create(card)).body;
    expect((await world.stored(id)).attachedDestination).toMatchObject({ in: 'vault' });
    const { body } = await world.cancel(id);
    expect(body).toMatchObject({ status: 'cancelled', error_message: 'Cancelled by user' });
    expect((await world.fulfill(id)).status).toBe(422);
    expect(world.asked).toEqual([]);
  });

  it('a payout that is confirmed later waits with the destination of its creation', async () => {
    const world = await aWorld();
    const { body } = await world.create({ ...toIban, ...only });
    expect(body.status).toBe('requires_confirmation');
    expect((await world.confirm(body.payout_id)).body.status).toBe('requires_fulfillment');
    expect((await world.fulfill(body.payout_id)).body.status).toBe('pending');
  });

  it('a payout with auto_fulfill is paid at once', async () => {
    const world = await aWorld();
    const { body } = await world.create({ ...toIban, ...only, confirm: true, auto_fulfill: true });
    expect(body.status).toBe('pending');
    expect(world.asked).toHaveLength(1);
  });
});

describe('the routing of a payout passes over an account', () => {
  const first = (world: Awaited<ReturnType<typeof aWorld>>) => ({
    routing: {
      type: 'priority',
      data: [{ connector: 'checkout', merchant_connector_id: world.checkoutId }],
    },
  });

  it.each([
    [
      'that does not pay to such a destination',
      'destination',
      { payout_method_data: { wallet: { venmo: { telephone_number: '4082341234' } } } },
    ],
    ['whose processor does not pay to the card network', 'market', toCard('378282246310005')],
    ['that has to know more of the payee', 'payee', { ...toIban, name: undefined }],
  ])('an account %s is passed over', async (_, reason, destination) => {
    const world = await aWorld();
    const request = { ...destination, ...first(world), confirm: true, auto_fulfill: true };
    const { body } = await world.create(request);
    expect(body.connector).toBe('adyen_test');
    expect((await world.routeOf(body.payout_id))?.excluded).toEqual({
      [`checkout:${world.checkoutId}`]: reason,
    });
    expect(world.asked).toEqual([]);
  });

  it('a payout that no account pays for want of the payee’s name says which field it needs', async () => {
    const world = await aWorld();
    const { status, body } = await world.create({
      ...toIban,
      name: undefined,
      ...only,
      confirm: true,
    });
    expect([status, body.error.code, body.error.message]).toEqual([
      400,
      'IR_04',
      expect.stringContaining('billing.address.last_name'),
    ]);
    const venmo = { wallet: { venmo: { telephone_number: '4082341234' } } };
    const none = await world.create({ payout_method_data: venmo, ...only, confirm: true });
    expect(none.body.error.code).toBe('IR_39');
  });
});
