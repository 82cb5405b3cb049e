import * as v from 'valibot';
import { savedMethodsIn } from '#switch/checkout/saved-methods.ts';
import { aSwitchWithLinks } from './a-linked-payment.ts';
import { aPayer, checkoutIn } from './a-payer.ts';

const Created = v.object({
  client_secret: v.string(),
  ephemeral_key: v.object({ secret: v.string() }),
});

/** The page in the frame of a shop that passes on the ephemeral key of the payment's customer. */
async function pageOf(world: Awaited<ReturnType<typeof aSwitchWithLinks>>, payment: unknown) {
  const created = v.parse(Created, payment);
  const { publishableKey } = world.merchant;
  const query = {
    publishable_key: publishableKey,
    client_secret: created.client_secret,
    ephemeral_key: created.ephemeral_key.secret,
    origin: 'https://shop.example',
  };
  const answer = await world.ask('checkout.show', { query });
  if (answer.status !== 200) throw new Error(`${answer.status} ${answer.text}`);
  return checkoutIn(answer.text);
}

/** A customer with a saved card, and the page of another payment of that customer. */
async function aReturningCustomer() {
  const world = await aSwitchWithLinks();
  await world.linked({ customer_id: 'cus_1', setup_future_usage: 'off_session' });
  const payer = aPayer(world);
  await payer.presses(await payer.opens(), await payer.card('4242424242424242', true));
  const payment = await world.linked({ payment_id: 'pay_2', customer_id: 'cus_1' });
  const page = await pageOf(world, payment);
  const listed = async () => {
    const query = { client_secret: payment.client_secret };
    const { body } = await world.ask('payment-methods.list-for-customer', { key: page.key, query });
    return savedMethodsIn(body, page.methods, world.dependencies.clock.now);
  };
  const removeBy = (key: string | undefined, method_id: string) =>
    world.ask('payment-methods.delete', { ...(key && { key }), params: { method_id } });
  return { world, page, listed, removeBy };
}

describe('the saved payment methods of a payment page', () => {
  it('a customer removes a saved card with the key of the page', async () => {
    const { page, listed, removeBy } = await aReturningCustomer();
    const [saved] = await listed();
    expect(page.paths.methods).toBe('payment_methods/');
    expect(await removeBy(page.customerKey, saved?.id ?? '')).toMatchObject({ status: 200 });
    expect(await listed()).toEqual([]);
  });

  it("the key of a page removes no other customer's card, and is good for an hour", async () => {
    const { world, page, listed, removeBy } = await aReturningCustomer();
    const [saved] = await listed();
    const other = await pageOf(
      world,
      await world.linked({ payment_id: 'pay_3', customer_id: 'cus_2' }),
    );
    expect(await removeBy(other.customerKey, saved?.id ?? '')).toMatchObject({ status: 404 });
    expect(await removeBy(page.key, saved?.id ?? '')).toMatchObject({ status: 401 });
    world.passes(3_601);
    expect(await removeBy(page.customerKey, saved?.id ?? '')).toMatchObject({ status: 401 });
  });

  it('the page of a link, which anyone may open, has no such key', async () => {
    const { world } = await aReturningCustomer();
    expect(checkoutIn((await world.show('pay_2')).text)).not.toHaveProperty('customerKey');
  });
});
