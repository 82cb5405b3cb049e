import type { TablePort } from '#platform/table/port.ts';
import { sandboxUrl } from '../support/processors/sandbox-processor.ts';
import { byCard } from '../support/switch/payments-in-memory.ts';
import { aMerchant, container, switchDependencies } from '../support/switch/switch-in-memory.ts';
import { memoryPort } from '../support/table/memory-table.ts';

/** A shop, and the actions of its switch, in order: prepares a connection, saves, and sends. */
async function aShop() {
  const done: string[] = [];
  const noting =
    <Given extends readonly unknown[], Result>(what: string, call: (...given: Given) => Result) =>
    (...given: Given): Result => {
      done.push(what);
      return call(...given);
    };
  const memory = memoryPort();
  const port: TablePort = {
    ...memory,
    put: noting('save', memory.put),
    transact: noting('save', memory.transact),
  };
  const dependencies = switchDependencies();
  const shop = container(port, {
    ...dependencies,
    send: noting('send', dependencies.send),
    adapters: {
      prepareConnection: (url) => void done.push(`prepare ${url}`),
    },
  });
  const { key } = await aMerchant(shop);
  const ask = async (operation: string, body: object, params = {}) => {
    done.length = 0;
    const answer = await shop.ask(operation, { key, params, body });
    expect([answer.status, answer.text]).toEqual([200, expect.any(String)]);
    return answer.body;
  };
  const pay = (more: object = {}) =>
    ask('payments.create', { amount: 2_599, currency: 'EUR', ...byCard(), ...more });
  return { ask, pay, done };
}

const inThisOrder = new RegExp(`(^|,)prepare ${sandboxUrl}/?(,save)+,send(,|$)`);

describe('the connection to the processor is opened while the switch saves', () => {
  const reserved = { confirm: true, capture_method: 'manual' };
  it.each<[string, object, (id: string) => readonly [operation: string, body: object]]>([
    ['confirm', {}, () => ['payments.confirm', {}]],
    ['capture', reserved, () => ['payments.capture', {}]],
    ['void', reserved, () => ['payments.cancel', {}]],
    ['void after the capture', { confirm: true }, () => ['payments.cancel-post-capture', {}]],
    [
      'increment',
      { ...reserved, request_incremental_authorization: true },
      () => ['payments.incremental-authorization', { amount: 3_000 }],
    ],
    ['refund', { confirm: true }, (payment_id) => ['refunds.create', { payment_id }]],
  ])(
    'the connection to the processor is opened before the save, and carries the request of a %s',
    async (_, terms, later) => {
      const { ask, pay, done } = await aShop();
      const { payment_id } = await pay(terms);
      const [operation, body] = later(payment_id);
      await ask(operation, body, operation === 'refunds.create' ? {} : { payment_id });
      expect(done.join()).toMatch(inThisOrder);
    },
  );

  it('the connection to the processor is not opened for a create without confirm', async () => {
    const { pay, done } = await aShop();
    await pay();
    expect(done.join()).not.toContain('prepare');
  });
});

describe('a payment at a processor whose circuit is open', () => {
  it('a payment at a processor whose circuit is open fails at once with a reason, and the one after the outage is charged', async () => {
    const dependencies = switchDependencies();
    const asked: string[] = [];
    let isDown = true;
    const shop = container(memoryPort(), {
      ...dependencies,
      send: async (request, options) => {
        asked.push(request.url);
        return isDown
          ? { kind: 'not_sent', reason: 'timeout before the connection' }
          : dependencies.send(request, options);
      },
    });
    const { key } = await aMerchant(shop);
    const pay = async () => {
      const body = { amount: 2_599, currency: 'EUR', confirm: true, ...byCard() };
      return (await shop.ask('payments.create', { key, body })).body;
    };
    for (let number = 1; number <= 5; number++) {
      expect(await pay()).toMatchObject({ status: 'failed' });
    }
    expect(await pay()).toMatchObject({ status: 'failed', error_code: 'CONNECTOR_UNAVAILABLE' });
    expect(asked).toHaveLength(5);
    isDown = false;
    dependencies.clock.now = new Date(dependencies.clock.now.getTime() + 10_000);
    expect(await pay()).toMatchObject({ status: 'succeeded' });
    expect(await pay()).toMatchObject({ status: 'succeeded' });
  });
});
