import type { Connector } from '#connectors/interface/connector.ts';
import type { MandateReference } from '#connectors/interface/mandates.ts';
import type { Order } from '#connectors/interface/order.ts';
import { sandboxConnector } from '#connectors/sandbox/connector.ts';
import { idInReference } from '#connectors/sent-reference.ts';
import { settled } from '../../support/processors/an-exchange.ts';
import { findings } from '../../support/switch/canary.ts';
import { byCard } from '../../support/switch/payments-in-memory.ts';
import {
  aMerchant,
  switchDependencies,
  switchInMemory,
} from '../../support/switch/switch-in-memory.ts';

const atSandbox = sandboxConnector('stripe_test');

/**
 * A shop at a processor that creates a customer of its own for each payment, and the orders that it
 * gets.
 */
async function aShop() {
  const told: Order[] = [];
  const revoked: MandateReference[] = [];
  const connector: Connector = {
    ...atSandbox,
    authorize: {
      request(input, account) {
        told.push(input.order);
        return atSandbox.authorize.request(input, account);
      },
      outcome(response, input, account) {
        const outcome = settled(atSandbox.authorize.outcome(response, input, account));
        return outcome.result === 'captured'
          ? { ...outcome, connectorCustomerId: `customer_of_${idInReference(input.reference)}` }
          : outcome;
      },
    },
    revokeMandate: {
      request(input) {
        revoked.push(input);
        return { method: 'GET', url: 'http://sandbox.test/', headers: {} };
      },
      outcome: () => ({ result: 'revoked' }),
    },
  };
  const { processor, ...dependencies } = switchDependencies();
  const shop = switchInMemory([], {
    ...dependencies,
    processor,
    adapters: { connectorNamed: () => connector },
    send: (request, options) =>
      request.url === 'http://sandbox.test/'
        ? Promise.resolve({ kind: 'answered', response: { status: 200, headers: {}, body: '' } })
        : processor.send(request, options),
  });
  const { key } = await aMerchant(shop);
  const pay = async (body: object) => {
    const all = { amount: 2_599, currency: 'EUR', confirm: true, customer_id: 'cus_1', ...body };
    const answer = await shop.ask('payments.create', { key, body: all });
    if (answer.body.status !== 'succeeded') throw new Error(answer.text);
    return answer.body;
  };
  return { shop, key, told, revoked, pay };
}

const acceptance = { customer_acceptance: { acceptance_type: 'offline' } };
const saving = { setup_future_usage: 'off_session', ...acceptance, ...byCard() };
const mandate = {
  setup_future_usage: 'off_session',
  mandate_data: { ...acceptance, mandate_type: { multi_use: { amount: 50_000, currency: 'EUR' } } },
  ...byCard(),
};
const later = (type: string, data: unknown) => ({
  off_session: true,
  recurring_details: { type, data },
});

describe('the processor’s own id of a customer', () => {
  it("a charge of a customer's saved card sends the processor’s own customer id again", async () => {
    const { pay, told } = await aShop();
    const first = await pay(saving);
    await pay(later('payment_method_id', first.payment_method_id));
    expect(told.map(({ customer }) => customer?.connectorCustomerId)).toEqual([
      undefined,
      `customer_of_${first.payment_id}_1`,
    ]);
  });

  it("a mandate's charge and its revocation send the processor’s own customer id again", async () => {
    const { shop, key, pay, told, revoked } = await aShop();
    const first = await pay(mandate);
    await pay(later('mandate_id', first.mandate_id));
    const connectorCustomerId = `customer_of_${first.payment_id}_1`;
    expect(told[1]?.customer).toMatchObject({ id: 'cus_1', connectorCustomerId });
    await shop.ask('mandates.revoke', { key, params: { mandate_id: first.mandate_id } });
    expect(revoked).toEqual([
      {
        connectorName: 'stripe_test',
        connectorMandateId: expect.any(String),
        connectorCustomerId,
      },
    ]);
  });

  it('the processor’s own customer id is not sent to another account', async () => {
    const { shop, pay, told } = await aShop();
    const first = await pay(saving);
    const item = shop.port.items().find(({ sk }) => sk === 'PAYMENT_METHOD');
    if (!item) throw new Error('The card was to be saved.');
    await shop.port.update(item, {
      set: { connectorCustomers: { mca_other: 'customer_elsewhere' } },
    });
    await pay(later('payment_method_id', first.payment_method_id));
    expect(told[1]?.customer).not.toHaveProperty('connectorCustomerId');
  });
});

it("an order's content is not logged, whatever the processor answers", async () => {
  const dependencies = switchDependencies();
  const { send } = dependencies.processor;
  const ways = [
    send,
    async () => ({ kind: 'unknown', reason: 'timeout' }) as const,
    async () =>
      ({ kind: 'answered', response: { status: 400, headers: {}, body: '<html>' } }) as const,
    async () => ({ kind: 'answered', response: { status: 503, headers: {}, body: '' } }) as const,
  ];
  const secrets = {
    name: 'Canary Joseph Doe',
    email: 'canary@shop.example',
    street: 'Canary street 17',
    description: 'Canary hats',
    order: 'canary_order_17',
    line: 'Canary hat',
    metadata: 'canary cart',
  };
  for (const way of ways) {
    dependencies.send = way;
    const shop = switchInMemory([], dependencies);
    const { key } = await aMerchant(shop);
    const address = { line1: secrets.street, city: 'Berlin', country: 'DE', zip: '10115' };
    const body = {
      amount: 2_599,
      currency: 'EUR',
      confirm: true,
      ...byCard(),
      customer: { id: 'cus_1', name: secrets.name, email: secrets.email },
      billing: { address },
      shipping: { address },
      description: secrets.description,
      merchant_order_reference_id: secrets.order,
      metadata: { cart: secrets.metadata },
      order_details: [{ product_name: secrets.line, quantity: 1, amount: 2_599 }],
    };
    expect((await shop.ask('payments.create', { key, body })).status).toBe(200);
  }
  const logged = dependencies.logged.join('\n');
  expect(logged).toContain('connector outcome');
  expect(findings({ secrets, code: '9876' }, [{ name: 'the log', text: logged }])).toEqual([]);
});
