import { SwitchError } from '#platform/errors.ts';
import { operations } from '../../shared/operations.ts';
import { connectForPayouts, toCard } from '../support/entities/a-payout.ts';
import { byCard } from '../support/switch/payments-in-memory.ts';
import {
  type Ask,
  adminKey,
  aMerchant,
  aPaymentRequest,
  switchInMemory,
} from '../support/switch/switch-in-memory.ts';

interface Create {
  readonly name: string;
  /** The field in which the answer names the created object, and the request where it may. */
  readonly id: string;
  readonly mayName: boolean;
  /** Whether only operators may ask. */
  readonly isOperators?: boolean;
  /** The sort keys of the stored objects. */
  readonly sk: RegExp;
  readonly body: (world: AWorld) => Promise<object>;
  /** One change after the other that makes another request of it. */
  readonly others: readonly object[];
}

async function aWorld() {
  const world = switchInMemory();
  const merchant = await aMerchant(world, 'merchant_example');
  await connectForPayouts(world, merchant);
  const ask = (name: string, request: Ask = {}) =>
    world.ask(name, { key: merchant.key, ...request });
  return { world, merchant, ask };
}
type AWorld = Awaited<ReturnType<typeof aWorld>>;

const aPayout = { amount: 6_540, currency: 'USD', customer_id: 'cus_1' };
const anAlgorithm = async ({ world, merchant }: AWorld) => {
  const { connectorAccounts } = await world.services.configurations.read(merchant.id);
  const [account] = connectorAccounts;
  const data = [{ connector: account?.connectorName, merchant_connector_id: account?.id }];
  return {
    name: 'first',
    description: 'The first one',
    profile_id: merchant.profileId,
    algorithm: { type: 'priority', data },
  };
};
const creates: readonly Create[] = [
  {
    name: 'payments.create',
    id: 'payment_id',
    mayName: true,
    sk: /^PAYMENT$/,
    body: async () => aPaymentRequest({ confirm: true, ...byCard() }),
    others: [{ amount: 1 }, { confirm: false }, { metadata: { order: '8' } }],
  },
  {
    name: 'refunds.create',
    id: 'refund_id',
    mayName: true,
    sk: /^REFUND#/,
    async body({ ask }) {
      const sale = aPaymentRequest({ confirm: true, ...byCard() });
      const { payment_id } = (await ask('payments.create', { body: sale })).body;
      return { payment_id, amount: 600 };
    },
    others: [{ amount: 601 }, { reason: 'another' }, { metadata: { order: '8' } }],
  },
  {
    name: 'payouts.create',
    id: 'payout_id',
    mayName: true,
    sk: /^PAYOUT$/,
    body: async () => ({ ...aPayout, confirm: true, auto_fulfill: true, ...toCard() }),
    others: [{ amount: 1 }, { confirm: false }, toCard('4000000000000077')],
  },
  {
    name: 'customers.create',
    id: 'customer_id',
    mayName: true,
    sk: /^CUSTOMER$/,
    body: async () => ({ name: 'Joseph Doe', email: 'payer@example.com' }),
    others: [{ name: 'Another' }, { phone: '5550100' }, { metadata: { order: '8' } }],
  },
  ...['routing.create', 'routing.create-for-payouts'].map((name) => ({
    name,
    id: 'id',
    mayName: false,
    sk: /^ALGORITHM#/,
    body: anAlgorithm,
    others: [{ name: 'second' }, { description: 'Another' }],
  })),
  {
    name: 'authentications.create',
    id: 'authentication_id',
    mayName: true,
    sk: /^AUTHENTICATION$/,
    body: async () => ({ amount: 6_540, currency: 'USD' }),
    others: [{ amount: 1 }, { currency: 'EUR' }],
  },
  {
    name: 'organizations.create',
    id: 'organization_id',
    mayName: false,
    isOperators: true,
    sk: /^ORGANIZATION$/,
    body: async () => ({ organization_name: 'Example Retail' }),
    others: [{ organization_name: 'Another' }, { metadata: { order: '8' } }],
  },
];
/** Their stored items are compared in test/functions/relays and test/functions/files. */
const elsewhere = ['relays.create', 'files.create'];

const under = (key: string): Pick<Ask, 'headers'> => ({ headers: { 'idempotency-key': key } });
const isMarked = ({ headers }: { readonly headers: Readonly<Record<string, string>> }) =>
  headers['idempotent-replayed'] === 'true';
const made = ({ world }: AWorld, { sk }: Create) =>
  world.port.items().filter((item) => sk.test(item.sk));
const reused = { status: 422, body: { error: { code: 'IR_06' } } };

it('the creates under an Idempotency-Key are these', () => {
  const derived = operations.filter(({ repeats }) => repeats === 'derive the same identifier');
  expect(derived.map(({ name }) => name).sort()).toEqual(
    [...creates.map(({ name }) => name), ...elsewhere].sort(),
  );
});

/** Whether the request names the object that it creates. */
const ways = creates.flatMap((create) =>
  (create.mayName ? [false, true] : [false]).map((isNamed) => ({
    ...create,
    isNamed,
    way: isNamed ? 'named' : 'unnamed',
  })),
);

describe.each(ways)('$name under an Idempotency-Key, $way', (create) => {
  const { name, id, isNamed, others, isOperators } = create;
  const named = (body: object, is = 'the_one') => (isNamed ? { ...body, [id]: is } : body);
  const prepared = async () => {
    const world = await aWorld();
    const body = named(await create.body(world));
    const ask: typeof world.ask = (one, request = {}) =>
      world.ask(one, { ...(isOperators && { key: adminKey }), ...request });
    return { world: { ...world, ask }, body, before: made(world, create).length };
  };

  it('a create under an Idempotency-Key makes one, answers the same and stores no answer', async () => {
    const { world, body, before } = await prepared();
    const first = await world.ask(name, { ...under('order 7'), body });
    const second = await world.ask(name, { ...under('order 7'), body });
    expect(first.status).toBe(200);
    expect(second.body).toEqual(first.body);
    expect([first, second].map(isMarked)).toEqual([false, true]);
    expect(made(world, create)).toHaveLength(before + 1);
    expect(world.world.port.items().filter(({ sk }) => sk === 'IDEMPOTENCY')).toEqual([]);
  });

  it('a create under an Idempotency-Key makes one of many at once', async () => {
    const { world, body, before } = await prepared();
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => world.ask(name, { ...under('order 7'), body })),
    );
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
    expect(new Set(answers.map((one) => one.body[id])).size).toBe(1);
    expect(answers.filter((one) => !isMarked(one))).toHaveLength(1);
    expect(made(world, create)).toHaveLength(before + 1);
  });

  it('a create under an Idempotency-Key gets the same answer after a year, although the other records expired', async () => {
    const { world, body, before } = await prepared();
    const first = await world.ask(name, { ...under('order 7'), body });
    const { port, dependencies } = world.world;
    for (const { pk, sk } of port.items().filter(({ pk }) => pk.includes('#IDEMPOTENCY#'))) {
      await port.take({ pk, sk }, { present: true });
    }
    dependencies.clock.now = new Date(dependencies.clock.now.getTime() + 365 * 86_400_000);
    const second = await world.ask(name, { ...under('order 7'), body });
    expect([second.status, second.body[id], isMarked(second)]).toEqual([200, first.body[id], true]);
    expect(made(world, create)).toHaveLength(before + 1);
  });

  it('a create under an Idempotency-Key refuses another request, and nothing changes', async () => {
    const { world, body } = await prepared();
    const { port } = world.world;
    await world.ask(name, { ...under('order 7'), body });
    const after = port.items();
    for (const other of others) {
      const answer = await world.ask(name, { ...under('order 7'), body: { ...body, ...other } });
      expect(answer).toMatchObject(reused);
    }
    expect(port.items()).toEqual(after);
  });

  if (!isOperators) {
    it('a create under an Idempotency-Key refuses the same request by another profile or API key', async () => {
      const { world, body, before } = await prepared();
      const { merchant } = world;
      await world.ask(name, { ...under('order 7'), body });
      const forProfile = { 'idempotency-key': 'order 7', 'x-profile-id': merchant.profileId };
      expect(await world.ask(name, { headers: forProfile, body })).toMatchObject(reused);
      const another = await world.ask('api-keys.create', {
        key: adminKey,
        params: { merchant_id: merchant.id },
        body: { name: 'Another', expiration: 'never' },
      });
      const key: string = another.body.api_key;
      expect(await world.ask(name, { ...under('order 7'), key, body })).toMatchObject(reused);
      expect(made(world, create)).toHaveLength(before + 1);
    });
  }

  it('a create under an Idempotency-Key makes two under two keys, unless it has an id', async () => {
    const { world, body, before } = await prepared();
    await world.ask(name, { ...under('order 7'), body });
    const second = await world.ask(name, { ...under('order 8'), body });
    expect(isMarked(second)).toBe(false);
    // A refund's id and content identify a repeat without a key.
    const isTaken = isNamed && name !== 'refunds.create';
    expect(second.status).toBe(isTaken ? 400 : 200);
    expect(made(world, create)).toHaveLength(before + (isNamed ? 1 : 2));
  });

  it.each(['before it', 'after it'])(
    'a create under an Idempotency-Key is made once when its write is cut off: %s',
    async (when) => {
      const { world, body, before } = await prepared();
      const { port } = world.world;
      const { put, transact } = port;
      const cutOff = async <T>(isIt: boolean, write: () => Promise<T>): Promise<T> => {
        if (!isIt) return write();
        if (when === 'after it') await write();
        throw new SwitchError('temporarily_unavailable');
      };
      port.put = (item, condition) =>
        cutOff(create.sk.test(item.sk), () => put.call(port, item, condition));
      port.transact = (writes, token) => {
        const isIt = writes.some((write) => write.kind === 'put' && create.sk.test(write.item.sk));
        return cutOff(isIt, () => transact.call(port, writes, token));
      };
      const first = await world.ask(name, { ...under('order 7'), body });
      Object.assign(port, { put, transact });
      const second = await world.ask(name, { ...under('order 7'), body });
      expect([first.status, second.status]).toEqual([503, 200]);
      expect(isMarked(second)).toBe(when === 'after it');
      expect(made(world, create)).toHaveLength(before + 1);
    },
  );

  it('a create under an Idempotency-Key never shows the fingerprint of a request', async () => {
    const { world, body } = await prepared();
    const { text } = await world.ask(name, { ...under('order 7'), body });
    const found = made(world, create).find((one) => one.requestFingerprint !== undefined);
    const fingerprint = String(found?.requestFingerprint);
    expect(fingerprint).toMatch(/^[\w-]{43}$/);
    expect([text, ...world.world.dependencies.logged].join()).not.toContain(fingerprint);
  });

  if (isNamed) {
    it('a create under an Idempotency-Key makes one item under one key, however many come at once', async () => {
      const { world, body, before } = await prepared();
      const answers = await Promise.all(
        Array.from({ length: 10 }, (_, number) =>
          world.ask(name, { ...under('order 7'), body: named(body, `one_${number}`) }),
        ),
      );
      expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
      for (const answer of answers.filter(({ status }) => status !== 200)) {
        expect(answer).toMatchObject(reused);
      }
      expect(made(world, create)).toHaveLength(before + 1);
    });

    it('a create under an Idempotency-Key leaves an id that another request has taken to that request', async () => {
      const { world, body } = await prepared();
      await world.ask(name, { body });
      const other = { ...body, ...others[0] };
      const answer = await world.ask(name, { ...under('order 7'), body: other });
      expect(answer.status).toBe(400);
      expect(isMarked(answer)).toBe(false);
    });
  }
});

describe('a deleted customer', () => {
  it.each([{}, { customer_id: 'cus_1' }])(
    'a deleted customer is not shown to a repeated request: %j',
    async (named) => {
      const world = await aWorld();
      const body = { name: 'Joseph Doe', ...named };
      const { customer_id } = (await world.ask('customers.create', { ...under('one'), body })).body;
      await world.ask('customers.delete', { params: { customer_id } });
      const repeated = await world.ask('customers.create', { ...under('one'), body });
      expect([repeated.status, repeated.body.error.code]).toEqual([400, 'IR_11']);
      const [kept] = world.world.port.items().filter(({ sk }) => sk === 'CUSTOMER');
      expect(kept).not.toHaveProperty('requestFingerprint');
    },
  );
});

describe('a payment that would be refused by now', () => {
  const aSale = aPaymentRequest({ confirm: true, customer_id: 'cus_1', ...byCard() });
  const asking = { ...under('order 7'), body: aSale };
  const repeatedLater = async () => {
    const world = await aWorld();
    const first = await world.ask('payments.create', asking);
    await world.ask('customers.delete', { params: { customer_id: 'cus_1' } });
    return { ...world, first };
  };

  it('a payment that would be refused by now is shown to a repeat of its request', async () => {
    const { ask, first } = await repeatedLater();
    const second = await ask('payments.create', asking);
    expect([first.status, second.status, isMarked(second)]).toEqual([200, 200, true]);
    expect(second.body).toMatchObject({ payment_id: first.body.payment_id, status: 'succeeded' });
  });

  it('a payment is not refused while the table cannot show whether it was created', async () => {
    const { ask, world } = await repeatedLater();
    const { get } = world.port;
    world.port.get = (key, options) => {
      if (key.sk === 'PAYMENT') throw new SwitchError('temporarily_unavailable');
      return get.call(world.port, key, options);
    };
    expect((await ask('payments.create', asking)).status).toBe(503);
  });
});

it('a blocked card is refused as without an Idempotency-Key, and a repeat shows the failed payment', async () => {
  const { ask } = await aWorld();
  await ask('blocklist.toggle', { query: { status: 'true' } });
  await ask('blocklist.create', { body: { type: 'card_bin', data: '424242' } });
  const body = aPaymentRequest({ confirm: true, ...byCard() });
  const plain = await ask('payments.create', { body });
  const first = await ask('payments.create', { ...under('order 7'), body });
  expect(first.body).toMatchObject({ error: { type: 'blocked', code: 'HE_03' } });
  const error = { ...plain.body.error, request_id: first.body.error.request_id };
  expect([first.body, isMarked(first)]).toEqual([{ error }, false]);
  const second = await ask('payments.create', { ...under('order 7'), body });
  expect(second.body).toMatchObject({ status: 'failed', error_code: 'HE-03' });
  expect(isMarked(second)).toBe(true);
});
