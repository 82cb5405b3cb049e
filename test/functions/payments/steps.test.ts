import type { Sent } from '#platform/http/egress/egress.ts';
import { stepwise, withOrders } from '../../support/processors/stepwise-processor.ts';
import { failingPuts } from '../../support/runner/faults.ts';
import { paymentsInMemory } from '../../support/switch/payments-in-memory.ts';

type Shop = Parameters<typeof paymentsInMemory>[0];

const timeout: Sent = { kind: 'unknown', reason: 'timeout' };

const shopWithOrders = (more: Shop = {}) =>
  paymentsInMemory({ adapters: stepwise({ by: 'kept' }), send: withOrders, ...more });

const orderOf = (id: string) => expect.stringMatching(new RegExp(`^order_${id}_1\\.\\w{8}$`));

describe('a payment whose processor wants an order before it charges', () => {
  it('a two-step payment stores its order before the charge is sent', async () => {
    const saved: unknown[] = [];
    const shop = await shopWithOrders({
      send: (send) =>
        withOrders((request, options) => {
          saved.push(shop.memory.items().find(({ sk }) => sk === 'PAYMENT')?.attempt);
          return send(request, options);
        }),
    });
    const id = await shop.paid();
    expect(saved).toEqual([
      expect.objectContaining({
        status: 'started',
        connectorTransactionId: orderOf(id),
        connectorMetadata: { order: orderOf(id) },
      }),
    ]);
    expect(await shop.retrieve(id)).toMatchObject({
      status: 'succeeded',
      connector_transaction_id: orderOf(id),
    });
  });

  it('a two-step payment is charged nothing when the order cannot be stored', async () => {
    const shop = await shopWithOrders({ port: failingPuts('well', 'refused') });
    const id = await shop.paid();
    expect(await shop.retrieve(id)).toMatchObject({
      status: 'failed',
      error_message: 'What finds the payment at the connector could not be saved',
    });
    expect(shop.asked).toEqual([]);
  });

  it('a two-step payment is charged nothing when the charging request cannot be built', async () => {
    const { connectorNamed, aboutNamed } = stepwise({ by: 'kept' });
    const shop = await shopWithOrders({
      adapters: {
        aboutNamed,
        connectorNamed(name) {
          const connector = connectorNamed(name);
          return (
            connector && {
              ...connector,
              authorize: {
                ...connector.authorize,
                outcome() {
                  throw new Error('The charge cannot be built.');
                },
              },
            }
          );
        },
      },
    });
    const id = await shop.paid();
    expect(shop.asked).toEqual([]);
    expect((await shop.retrieve(id)).status).toBe('failed');
  });

  it('a two-step payment is charged nothing when another request has changed it since', async () => {
    const shop = await shopWithOrders({
      send: (send) => {
        const next = withOrders(send);
        return async (request, options) => {
          const item = shop.memory.items().find(({ sk }) => sk === 'PAYMENT');
          if (request.url.endsWith('/orders') && item) {
            await shop.memory.update(item, { add: { version: 1 } });
          }
          return next(request, options);
        };
      },
    });
    const id = await shop.paid();
    expect(shop.asked).toEqual([]);
    expect((await shop.retrieve(id)).status).toBe('failed');
  });

  it('a two-step payment whose charge is not answered is found by its stored order', async () => {
    const shop = await shopWithOrders({
      send: (send) =>
        withOrders(async (request, options) => {
          const sent = await send(request, options);
          return request.method === 'PUT' ? timeout : sent;
        }),
    });
    const id = await shop.paid();
    expect(await shop.retrieve(id)).toMatchObject({
      status: 'processing',
      connector_transaction_id: orderOf(id),
    });
    expect(await shop.sync(id)).toMatchObject({ status: 'succeeded', amount_received: 2_599 });
    expect(await shop.books(id)).toMatchObject([{ chargedTimes: 1 }]);
  });

  it('a two-step payment has no order of the connector that was tried before', async () => {
    const shop = await shopWithOrders({
      connectors: ['stripe_test', 'paypal_test'],
      send: (send) =>
        withOrders(async (request, options) =>
          /_1\.\w{8}$/.test(request.url)
            ? { kind: 'not_sent', reason: 'no connection' }
            : send(request, options),
        ),
    });
    const id = await shop.paid();
    expect(await shop.retrieve(id)).toMatchObject({
      status: 'succeeded',
      connector_transaction_id: expect.stringContaining(`order_${id}_2.`),
    });
  });
});
