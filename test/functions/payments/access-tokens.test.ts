import { aboutNamed } from '#connectors/abouts.ts';
import type { Connector } from '#connectors/interface/connector.ts';
import { sandboxConnector } from '#connectors/sandbox/connector.ts';
import type { Send } from '#platform/http/egress/egress.ts';
import { sandboxUrl } from '../../support/processors/sandbox-processor.ts';
import { byCard } from '../../support/switch/payments-in-memory.ts';
import {
  adminKey,
  aMerchant,
  aPaymentRequest,
  type Container,
  container,
  switchDependencies,
  switchInMemory,
} from '../../support/switch/switch-in-memory.ts';
import { countedPort } from '../../support/table/counted-port.ts';

/** The sandbox processor, which charges only with a token that it has issued and not taken back. */
function tokenProcessor(send: Send) {
  const issued: string[] = [];
  const valid = new Set<string>();
  const answered = (status: number, body: string) =>
    ({ kind: 'answered', response: { status, headers: {}, body } }) as const;
  const guarded: Send = async (request, options) => {
    if (request.url.endsWith('/token')) {
      const token = `token_secret_${issued.length + 1}`;
      issued.push(token);
      valid.add(token);
      return answered(200, token);
    }
    const { 'x-token': token = '', ...headers } = request.headers;
    return valid.has(token) ? send({ ...request, headers }, options) : answered(401, '');
  };
  const atSandbox = sandboxConnector('stripe_test');
  const connector: Connector = {
    ...atSandbox,
    accessToken: {
      request: () => ({ method: 'POST', url: `${sandboxUrl}/token`, headers: {} }),
      outcome: ({ body }) => ({ result: 'issued', accessToken: body, expiresInSeconds: 3_600 }),
    },
    authorize: {
      ...atSandbox.authorize,
      request(input, account) {
        const request = atSandbox.authorize.request(input, account);
        return {
          ...request,
          headers: { ...request.headers, 'x-token': account.accessToken ?? '' },
        };
      },
    },
  };
  return {
    send: guarded,
    issued,
    valid,
    adapters: { connectorNamed: () => connector, aboutNamed },
  };
}

async function aShop() {
  const base = switchDependencies();
  const processor = tokenProcessor(base.processor.send);
  const dependencies = { ...base, send: processor.send, adapters: processor.adapters };
  const world = switchInMemory([], dependencies);
  const merchant = await aMerchant(world);
  const pay = async (at: Container = world) => {
    const body = aPaymentRequest({ confirm: true, ...byCard() });
    return (await at.ask('payments.create', { key: merchant.key, body })).body;
  };
  const charges = async () =>
    (await dependencies.processor.ledger()).map(({ chargedTimes }) => chargedTimes);
  return { ...world, dependencies, processor, merchant, pay, charges };
}

describe('a processor that wants an access token', () => {
  it('a processor with access tokens issues one for all payments of an account, in all containers', async () => {
    const { pay, processor, port, dependencies, charges } = await aShop();
    await pay();
    await pay();
    const others = Array.from({ length: 10 }, () => container(port, dependencies));
    const paid = await Promise.all(others.map((one) => pay(one)));
    expect(new Set(paid.map(({ status }) => status))).toEqual(new Set(['succeeded']));
    expect(processor.issued).toHaveLength(1);
    expect(await charges()).toHaveLength(12);
  });

  it('a processor that revokes an access token during the call charges the payment once, with a new one', async () => {
    const { pay, processor, charges } = await aShop();
    await pay();
    processor.valid.clear();
    expect((await pay()).status).toBe('succeeded');
    expect(processor.issued).toHaveLength(2);
    expect(await charges()).toEqual([1, 1]);
    expect((await pay()).status).toBe('succeeded');
    expect(processor.issued).toHaveLength(2);
  });

  it('a processor issues another access token for new credentials', async () => {
    const { pay, processor, ask, merchant, dependencies } = await aShop();
    const { merchant_connector_id } = await pay();
    const { status } = await ask('connector-accounts.update', {
      key: adminKey,
      params: { account_id: merchant.id, merchant_connector_id },
      body: {
        connector_type: 'payment_processor',
        connector_account_details: { auth_type: 'HeaderKey', api_key: 'another key' },
      },
    });
    expect(status).toBe(200);
    dependencies.clock.now = new Date(dependencies.clock.now.getTime() + 10_000);
    expect((await pay()).status).toBe('succeeded');
    expect(processor.issued).toHaveLength(2);
  });

  it('an access token costs a cold container one read more, and a warm one nothing', async () => {
    const { pay, port, dependencies } = await aShop();
    await pay();
    const count = async (changes: Partial<typeof dependencies>) => {
      const counted = countedPort(port, (key) => port.get(key));
      const other = container(counted, { ...dependencies, ...changes });
      await pay(other);
      const cold = counted.count();
      counted.restart();
      await pay(other);
      return { cold, warm: counted.count() };
    };
    const { send } = dependencies.processor;
    const plain = await count({
      send,
      adapters: { connectorNamed: () => sandboxConnector('stripe_test'), aboutNamed },
    });
    const tokened = await count({});
    expect(tokened.warm).toEqual(plain.warm);
    expect(tokened.cold.calls).toBe(plain.cold.calls + 1);
    expect(tokened.cold.writeUnits).toBe(plain.cold.writeUnits);
  });

  it('an access token is never in the log, an answer or in plain text in the table', async () => {
    const { pay, processor, port, dependencies } = await aShop();
    const payment = await pay();
    processor.valid.clear();
    await pay();
    for (const kept of [dependencies.logged, payment, port.items()]) {
      expect(JSON.stringify(kept)).not.toContain('token_secret');
    }
  });
});
