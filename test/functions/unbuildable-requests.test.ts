import type { Feature } from '#connectors/interface/about.ts';
import type { Connector } from '#connectors/interface/connector.ts';
import type { Exchange } from '#connectors/interface/exchange.ts';
import { connectorNamed } from '#connectors/registry.ts';
import { byCard } from '../support/switch/payments-in-memory.ts';
import {
  adminKey,
  aMerchant,
  container,
  type SwitchDependencies,
  switchDependencies,
} from '../support/switch/switch-in-memory.ts';
import { memoryPort } from '../support/table/memory-table.ts';

type Flow = 'authorize' | 'sync' | Extract<Feature, 'capture' | 'void' | 'refund'>;

const cardNumber = '4242424242424242';

/** A shop whose connector throws while it builds the requests of some flows. */
async function aShop() {
  const broken = new Set<Flow>();
  /** The accounts with this fault; all of them while it is empty. */
  const connectors = new Set<string>();
  const breaking = <Input, Outcome>(
    [connector, flow]: readonly [string, Flow],
    exchange: Exchange<Input, Outcome> | undefined,
  ) =>
    exchange && {
      ...exchange,
      request: (...given: Parameters<typeof exchange.request>) => {
        const isMeant = connectors.size === 0 || connectors.has(connector);
        if (isMeant && broken.has(flow)) throw new Error(`No request can be built for ${flow}.`);
        return exchange.request(...given);
      },
    };
  const named = (name: string): Connector | undefined => {
    const connector = connectorNamed(name);
    if (!connector) return undefined;
    const { authorize, sync, capture, void: release, refund } = connector;
    return {
      ...connector,
      authorize: breaking([name, 'authorize'], authorize) ?? authorize,
      sync: breaking([name, 'sync'], sync) ?? sync,
      ...(capture && { capture: breaking([name, 'capture'], capture) ?? capture }),
      ...(release && { void: breaking([name, 'void'], release) ?? release }),
      ...(refund && { refund: breaking([name, 'refund'], refund) ?? refund }),
    };
  };
  const sent: string[] = [];
  const basis = switchDependencies();
  const dependencies: SwitchDependencies = {
    ...basis,
    adapters: { connectorNamed: named },
    send(request, options) {
      sent.push(`${request.method} ${request.url}`);
      return basis.send(request, options);
    },
  };
  const shop = container(memoryPort(), dependencies);
  const { id, key } = await aMerchant(shop);
  const ask = async (operation: string, body?: object, params = {}) =>
    (await shop.ask(operation, { key, params, body })).body;
  return {
    broken,
    connectors,
    sent,
    ask,
    logged: dependencies.logged,
    ledger: basis.processor.ledger,
    /** Connects another processor, which is asked after the first. */
    connect: (connector_name: string) =>
      shop.ask('connector-accounts.create', {
        key: adminKey,
        params: { account_id: id },
        body: {
          connector_type: 'payment_processor',
          connector_name,
          connector_account_details: { auth_type: 'HeaderKey', api_key: 'another' },
        },
      }),
    pay: (more: object = {}) =>
      ask('payments.create', {
        amount: 2_599,
        currency: 'EUR',
        confirm: true,
        ...byCard(cardNumber),
        ...more,
      }),
    retrieve: (payment_id: string, query = {}) =>
      shop
        .ask('payments.retrieve', { key, params: { payment_id }, query })
        .then(({ body }) => body),
  };
}

describe('a request that its connector cannot build', () => {
  it('a payment fails with a reason, and no line of the log has its card', async () => {
    const { broken, sent, pay, ledger, logged } = await aShop();
    broken.add('authorize');
    expect(await pay()).toMatchObject({
      status: 'failed',
      error_message: 'Connector cannot be asked',
      amount_received: null,
    });
    expect(sent).toEqual([]);
    expect(await ledger()).toEqual([]);
    expect(logged.join('\n')).toContain('connector cannot be asked');
    expect(logged.join('\n')).not.toContain(cardNumber);
  });

  it('the next account is asked, once', async () => {
    const { broken, connectors, sent, pay, ledger, connect } = await aShop();
    await connect('fauxpay');
    connectors.add('stripe_test');
    broken.add('authorize');
    expect(await pay()).toMatchObject({ status: 'succeeded', connector: 'fauxpay' });
    expect(sent).toHaveLength(1);
    expect((await ledger()).map(({ chargedTimes }) => chargedTimes)).toEqual([1]);
  });

  it('a connector that throws while building a capture or void leaves the payment authorized, for a later capture or void', async () => {
    for (const [flow, operation, status] of [
      ['capture', 'payments.capture', 'succeeded'],
      ['void', 'payments.cancel', 'cancelled'],
    ] as const) {
      const { broken, sent, pay, ask, retrieve, ledger } = await aShop();
      const { payment_id } = await pay({ capture_method: 'manual' });
      const before = sent.length;
      broken.add(flow);
      await ask(operation, {}, { payment_id });
      expect(await retrieve(payment_id)).toMatchObject({
        status: 'requires_capture',
        amount_capturable: 2_599,
      });
      expect(sent).toHaveLength(before);
      broken.clear();
      expect(await ask(operation, {}, { payment_id })).toMatchObject({ status });
      expect(await ledger()).toMatchObject([
        { capturedMinor: flow === 'capture' ? 2_599 : 0, voided: flow === 'void' },
      ]);
    }
  });

  it('a refund fails, and its amount can be given back by another', async () => {
    const { broken, sent, pay, ask, ledger } = await aShop();
    const { payment_id } = await pay();
    const before = sent.length;
    broken.add('refund');
    const failed = await ask('refunds.create', { payment_id, amount: 2_599 });
    expect(failed).toMatchObject({ status: 'failed' });
    expect(sent).toHaveLength(before);
    broken.clear();
    const another = await ask('refunds.create', { payment_id, amount: 2_599 });
    expect(another).toMatchObject({ status: 'succeeded' });
    expect(await ledger()).toMatchObject([{ refundedMinor: 2_599 }]);
  });

  it('a sync says nothing of the payment', async () => {
    const { broken, sent, pay, retrieve } = await aShop();
    const { payment_id } = await pay({ capture_method: 'manual' });
    const before = sent.length;
    broken.add('sync');
    const shown = await retrieve(payment_id, { force_sync: 'true' });
    expect(shown).toMatchObject({ status: 'requires_capture', error_message: null });
    expect(sent).toHaveLength(before);
  });
});
