import { jest } from '@jest/globals';
import { ephemeralKeySeconds } from '#merchants/ephemeral-keys/ephemeral-key-store.ts';
import { SwitchError } from '#platform/errors.ts';
import type { Item, TablePort } from '#platform/table/port.ts';
import { publishEvents } from '../../../functions/queues/publish-events.ts';
import { byCard } from '../../support/switch/payments-in-memory.ts';
import {
  type Answer,
  type Ask,
  aMerchant,
  aPaymentRequest,
  container,
  type Merchant,
  switchDependencies,
} from '../../support/switch/switch-in-memory.ts';
import { memoryPort } from '../../support/table/memory-table.ts';
import { typed } from '../payment-methods/a-wallet.ts';

type Put = TablePort['put'];

/** A shop whose table can be made to do otherwise when it is to write down something, or a key. */
async function aShop() {
  const dependencies = switchDependencies();
  dependencies.clock.now = new Date('2030-01-31T10:00:00.700Z');
  const memory = memoryPort();
  const writes = { put: memory.put };
  const keyWrites: { put: Put } = { put: (item, condition) => writes.put(item, condition) };
  const put: Put = (item, condition) => (isKey(item) ? keyWrites : writes).put(item, condition);
  const world = container({ ...memory, put }, dependencies);
  const merchant = await aMerchant(world, 'shop_east', {
    webhook_details: { webhook_url: 'https://shop.example/webhooks' },
  });
  const ask = (name: string, request: Ask = {}, by: Merchant = merchant) =>
    world.ask(name, { key: by.key, ...request });
  const good = async (name: string, request: Ask = {}, by: Merchant = merchant) => {
    const answer = await ask(name, request, by);
    if (answer.status !== 200) throw new Error(`${name}: ${answer.status} ${answer.text}`);
    return answer.body;
  };
  return {
    ...world,
    dependencies,
    merchant,
    ask,
    good,
    writes,
    keyWrites,
    items: memory.items,
    keys: () => memory.items().filter(isKey),
    create: (changes: object = {}, headers: Ask['headers'] = {}): Promise<Answer> =>
      ask('payments.create', { body: aPaymentRequest(changes), headers }),
    /** The status of a request with this key about a customer. */
    shown: async (key: string, customer_id: string) =>
      (await ask('customers.retrieve', { key, params: { customer_id } })).status,
    pass(seconds: number) {
      dependencies.clock.now = new Date(dependencies.clock.now.getTime() + seconds * 1_000);
    },
  };
}

type Setup = Awaited<ReturnType<typeof aShop>>;

const isKey = ({ sk }: Pick<Item, 'sk'>) => sk === 'EPHEMERAL_KEY';
const paid = { confirm: true, ...byCard() };
const under = (key: string) => ({ 'idempotency-key': key });
const isMarked = ({ headers }: Answer) => headers['idempotent-replayed'] === 'true';
const secretOf = ({ body }: Answer): string => body.ephemeral_key.secret;

/** The lines that `act` writes to the log. */
async function logged(act: () => Promise<unknown>): Promise<string> {
  const lines: string[] = [];
  const write = jest.spyOn(process.stdout, 'write').mockImplementation((line) => {
    lines.push(String(line));
    return true;
  });
  try {
    await act();
  } finally {
    write.mockRestore();
  }
  return lines.join('');
}

const startedAt = Date.parse('2030-01-31T10:00:00Z') / 1_000;
const aKey = (customer_id = 'cus_1') => ({
  customer_id,
  created_at: startedAt,
  expires: startedAt + 3_600,
  secret: expect.stringMatching(/^epk_[0-9a-f]{32}$/),
});

describe('a payment that names a customer', () => {
  it.each<[string, object, string]>([
    ['by its identifier', { customer_id: 'cus_1' }, 'requires_payment_method'],
    ['inside of it', { customer: { id: 'cus_1', name: 'Joseph Doe' } }, 'requires_payment_method'],
    ['and is confirmed at once', { customer_id: 'cus_1', ...paid }, 'succeeded'],
    [
      'and is declined',
      { customer: { id: 'cus_1' }, confirm: true, ...byCard('4000000000000002') },
      'failed',
    ],
    ['with a card that waits', { customer_id: 'cus_1', ...byCard() }, 'requires_confirmation'],
    ['and has a page', { customer_id: 'cus_1', payment_link: true }, 'requires_payment_method'],
  ])('a payment that names a customer %s returns an ephemeral key', async (_, changes, status) => {
    const shop = await aShop();
    const answer = await shop.create({ return_url: 'https://shop.example/', ...changes });
    expect(answer).toMatchObject({ status: 200, body: { status } });
    expect(answer.body.ephemeral_key).toEqual(aKey());
    expect(answer.body.created).toBe('2030-01-31T10:00:00.700Z');
    expect(shop.keys()).toHaveLength(1);
    expect(await shop.shown(secretOf(answer), 'cus_1')).toBe(200);
  });

  it.each<[string, object]>([
    ['nobody', {}],
    ['somebody without an identifier', { email: 'payer@example.com' }],
    [
      'somebody without an identifier, and is paid',
      { customer: { tax_registration_id: '7' }, ...paid },
    ],
  ])('a payment that names %s returns no ephemeral key', async (_, changes) => {
    const shop = await aShop();
    expect((await shop.create(changes)).body).toMatchObject({ ephemeral_key: null });
    expect(shop.keys()).toEqual([]);
  });

  it("a payment's ephemeral key is created only for a secret key", async () => {
    const shop = await aShop();
    const { secret } = (await shop.create({ customer_id: 'cus_1' })).body.ephemeral_key;
    const body = aPaymentRequest({ customer_id: 'cus_1' });
    for (const key of [shop.merchant.publishableKey, secret]) {
      expect(await shop.ask('payments.create', { key, body })).toMatchObject({ status: 401 });
    }
  });
});

describe('the key that a payment brings', () => {
  it("a payment's ephemeral key opens its customer's payment methods, and no other customer's", async () => {
    const shop = await aShop();
    const save = (customer_id: string) => {
      const body = { customer_id, payment_method: 'card', card: typed() };
      return shop.good('payment-methods.create', { body });
    };
    for (const customer_id of ['cus_1', 'cus_2']) {
      await shop.good('customers.create', { body: { customer_id } });
    }
    const [own, others] = [await save('cus_1'), await save('cus_2')];
    const key = secretOf(await shop.create({ customer_id: 'cus_1' }));

    const { customer_payment_methods } = await shop.good('payment-methods.list-for-customer', {
      key,
    });
    expect(customer_payment_methods).toHaveLength(1);
    expect(customer_payment_methods).toMatchObject([{ payment_method_id: own.payment_method_id }]);
    const forget = (method_id: string) =>
      shop.ask('payment-methods.delete', { key, params: { method_id } });
    expect(await forget(others.payment_method_id)).toMatchObject({ status: 404 });
    expect(await forget(own.payment_method_id)).toMatchObject({ status: 200 });
    expect(await shop.shown(key, 'cus_2')).toBe(401);
    const params = { payment_id: (await shop.create({ customer_id: 'cus_1' })).body.payment_id };
    expect(await shop.ask('payments.retrieve', { key, params })).toMatchObject({ status: 401 });
  });

  it("a payment's ephemeral key is over after its hour, and when its merchant revokes it", async () => {
    const shop = await aShop();
    const [first, second] = [
      secretOf(await shop.create({ customer_id: 'cus_1' })),
      secretOf(await shop.create({ customer_id: 'cus_1', ...paid })),
    ];
    const end = (by?: Merchant) =>
      shop.ask('ephemeral-keys.delete', { params: { key_id: first } }, by);
    expect(await end(await aMerchant(shop, 'shop_west'))).toMatchObject({ status: 404 });
    expect(await shop.shown(first, 'cus_1')).toBe(200);
    const ended = await end();
    const { secret: _, ...times } = aKey();
    expect(ended).toMatchObject({ status: 200, body: { ...times, secret: null } });
    expect(await shop.shown(first, 'cus_1')).toBe(401);
    expect(await end()).toMatchObject({ status: 404 });

    shop.pass(ephemeralKeySeconds - 1);
    expect(await shop.shown(second, 'cus_1')).toBe(200);
    shop.pass(1);
    expect(await shop.shown(second, 'cus_1')).toBe(401);
  });

  it("a payment's ephemeral key is shown in that answer only, and its secret is stored nowhere", async () => {
    const shop = await aShop();
    const answers: Answer[] = [];
    const lines = await logged(async () => {
      answers.push(await shop.create({ customer_id: 'cus_1' }, under('a key of 20 letters')));
      answers.push(await shop.create({ customer_id: 'cus_1', ...paid }));
    });
    const params = answers.map(({ body }) => ({ payment_id: String(body.payment_id) }));
    const [open, done] = params;
    const later = [
      await shop.good('payments.retrieve', { params: done }),
      await shop.good('payments.update', { params: open, body: { amount: 700 } }),
      await shop.good('payments.confirm', {
        params: open,
        body: { customer_id: 'cus_1', ...byCard() },
      }),
      await shop.good('payments.retrieve', { params: open, query: { force_sync: 'true' } }),
    ];
    expect(later.map(({ customer_id }) => customer_id)).toEqual(Array(4).fill('cus_1'));
    expect(later.map(({ ephemeral_key }) => ephemeral_key)).toEqual(Array(4).fill(null));

    const payments = shop.items().filter(({ sk }) => sk === 'PAYMENT');
    const told = await Promise.all(
      payments.map((after) => publishEvents(shop.services)({ before: undefined, after })),
    );
    const webhooks = told.flat().map(({ body }) => JSON.parse(body ?? ''));
    expect(webhooks.length).toBeGreaterThan(1);
    for (const { content } of webhooks) expect(content.object.ephemeral_key).toBeNull();

    const kept = JSON.stringify([shop.items(), told, later, shop.dependencies.logged, lines]);
    for (const answer of answers) {
      expect(kept).not.toContain(secretOf(answer));
      expect(kept).not.toContain(secretOf(answer).slice('epk_'.length));
    }
  });
});

describe('a payment of a customer that is created twice under one Idempotency-Key', () => {
  it.each<[string, object]>([
    ['waiting', {}],
    ['confirmed', paid],
    ['named', { payment_id: 'pay_order_7' }],
  ])(
    'a payment created twice under one Idempotency-Key returns the same ephemeral key: %s',
    async (_, changes) => {
      const shop = await aShop();
      const request = { customer_id: 'cus_1', ...changes };
      const first = await shop.create(request, under('order 7'));
      shop.pass(90);
      const second = await shop.create(request, under('order 7'));
      expect(second.body).toEqual(first.body);
      expect([first, second].map(isMarked)).toEqual([false, true]);
      expect(shop.keys()).toHaveLength(1);
      expect(await shop.shown(secretOf(second), 'cus_1')).toBe(200);
      // Its hour is that of the first answer.
      shop.pass(ephemeralKeySeconds - 90);
      const third = await shop.create(request, under('order 7'));
      expect(third.body).toEqual(first.body);
      expect(await shop.shown(secretOf(third), 'cus_1')).toBe(401);
    },
  );

  it('a payment created fifty times at once under one Idempotency-Key returns one ephemeral key', async () => {
    const shop = await aShop();
    const answers = await Promise.all(
      Array.from({ length: 50 }, () =>
        shop.create({ customer_id: 'cus_1', ...paid }, under('order 7')),
      ),
    );
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
    expect(new Set(answers.map(secretOf)).size).toBe(1);
    expect(shop.keys()).toHaveLength(1);
    expect(await shop.dependencies.processor.ledger()).toHaveLength(1);
  });

  it("a payment's ephemeral key differs for another request, and for another merchant", async () => {
    const shop = await aShop();
    const west = await aMerchant(shop, 'shop_west');
    const body = aPaymentRequest({ customer_id: 'cus_1' });
    const there = await shop.ask('payments.create', { body, headers: under('order 7') }, west);
    const all = [
      there,
      await shop.create({ customer_id: 'cus_1' }, under('order 7')),
      await shop.create({ customer_id: 'cus_1' }, under('order 8')),
      await shop.create({ customer_id: 'cus_2' }, under('order 9')),
    ];
    expect(new Set(all.map(secretOf)).size).toBe(all.length);
    // An idempotency key used for another request returns no ephemeral key, and no caller gets
    // another customer's key.
    const misused = await shop.create({ customer_id: 'cus_3' }, under('order 7'));
    expect(misused).toMatchObject({ status: 422, body: { error: { code: 'IR_06' } } });
    expect(misused.text).not.toContain('epk_');
    expect(await shop.shown(secretOf(there), 'cus_1')).toBe(200);
  });

  it('a repeated create does not restore an ephemeral key that its merchant revoked', async () => {
    const shop = await aShop();
    const request = { customer_id: 'cus_1', ...paid };
    const secret = secretOf(await shop.create(request, under('order 7')));
    await shop.good('ephemeral-keys.delete', { params: { key_id: secret } });
    const second = await shop.create(request, under('order 7'));
    expect(second.body).toMatchObject({ status: 'succeeded', ephemeral_key: null });
    expect(isMarked(second)).toBe(true);
    expect(await shop.shown(secret, 'cus_1')).toBe(401);
    // Not even when the hour is over, for as long as the table may not forget it.
    shop.pass(ephemeralKeySeconds);
    await shop.create(request, under('order 7'));
    expect(await shop.shown(secret, 'cus_1')).toBe(401);
    expect(shop.keys()).toMatchObject([{ expiresAtSeconds: startedAt + 86_400 }]);
  });

  it('a repeated create returns the ephemeral key that the first one could not write', async () => {
    const shop = await aShop();
    const { put } = shop.keyWrites;
    shop.keyWrites.put = unavailable;
    const request = { customer_id: 'cus_1', ...paid };
    await logged(async () => {
      const first = await shop.create(request, under('order 7'));
      expect(first.body).toMatchObject({ status: 'succeeded', ephemeral_key: null });
    });
    shop.keyWrites.put = put;
    shop.pass(2);
    const second = await shop.create(request, under('order 7'));
    expect(second.body.ephemeral_key).toMatchObject({ created_at: startedAt + 2 });
    expect(await shop.shown(secretOf(second), 'cus_1')).toBe(200);
    expect(await shop.dependencies.processor.ledger()).toHaveLength(1);
  });

  it.each<[string, object, number]>([
    ['waiting', {}, 3],
    ['confirmed', paid, 4],
  ])(
    'a repeated create returns a valid ephemeral key whichever write broke before: %s',
    async (_, changes, count) => {
      for (let broken = 1; broken <= count + 1; broken++) {
        for (const isDone of [true, false]) {
          const shop = await aShop();
          const { put } = shop.writes;
          let calls = 0;
          shop.writes.put = async (...given) => {
            calls += 1;
            if (calls !== broken) return put(...given);
            if (isDone) await put(...given);
            return unavailable();
          };
          const request = { customer_id: 'cus_1', ...changes };
          const answers: Answer[] = [];
          await logged(async () => {
            answers.push(await shop.create(request, under('order 7')));
          });
          if (broken > count) expect(calls).toBe(count);
          shop.writes.put = put;
          shop.pass(1);
          answers.push(await shop.create(request, under('order 7')));
          const [before, after] = answers.map(({ body }) => body.ephemeral_key);
          expect(await shop.shown(after.secret, 'cus_1')).toBe(200);
          if (before) expect(after).toEqual(before);
          expect(shop.keys()).toHaveLength(1);
          expect(shop.items().filter(({ sk }) => sk === 'PAYMENT')).toHaveLength(1);
          expect((await shop.dependencies.processor.ledger()).length).toBeLessThanOrEqual(1);
        }
      }
    },
  );

  it('a repeated create returns the ephemeral key of the lost first answer', async () => {
    const shop = await aShop();
    const { put } = shop.keyWrites;
    shop.keyWrites.put = async (...given) => {
      await put(...given);
      return unavailable();
    };
    const request = { customer_id: 'cus_1' };
    await logged(async () => {
      const first = await shop.create(request, under('order 7'));
      expect(first.body).toMatchObject({ ephemeral_key: null });
    });
    shop.keyWrites.put = put;
    const second = await shop.create(request, under('order 7'));
    expect(second.body.ephemeral_key).toEqual(aKey());
    expect(shop.keys()).toHaveLength(1);
  });
});

const unavailable = async (): Promise<never> => {
  throw new SwitchError('temporarily_unavailable');
};

describe('a key that cannot be written', () => {
  it.each<[string, object, string]>([
    ['waiting', {}, 'requires_payment_method'],
    ['confirmed', paid, 'succeeded'],
  ])(
    'an ephemeral key that cannot be written is missing in the answer and stops nothing: a payment that is %s',
    async (_, changes, status) => {
      const shop = await aShop();
      let written = '';
      shop.keyWrites.put = async (item) => {
        written = String(item.hash);
        return unavailable();
      };
      const lines = await logged(async () => {
        const { body } = await shop.create({ customer_id: 'cus_1', ...changes });
        expect(body).toMatchObject({ status, customer_id: 'cus_1', ephemeral_key: null });
      });
      const [line = ''] = lines
        .split('\n')
        .filter((one) => one.includes('ephemeral key for a payment not created'));
      expect(JSON.parse(line)).toMatchObject({ level: 'error', error: expect.any(String) });
      expect(lines).not.toMatch(/epk_/);
      expect(written).toMatch(/^[0-9a-f]{64}$/);
      expect(lines).not.toContain(written);
      expect(await shop.dependencies.processor.ledger()).toHaveLength(
        status === 'succeeded' ? 1 : 0,
      );
      // The merchant makes one when the table is there again.
      expect(shop.keys()).toEqual([]);
    },
  );

  it('an ephemeral key that cannot be written does not stop the charge', async () => {
    const shop = await aShop();
    const { put } = shop.keyWrites;
    // It is written when the processor has been asked, and not before.
    const asked = new Promise<void>((resolve) => {
      const { send } = shop.dependencies;
      shop.dependencies.send = (...given) => {
        resolve();
        return send(...given);
      };
    });
    shop.keyWrites.put = async (...given) => {
      await asked;
      return put(...given);
    };
    const { body } = await shop.create({ customer_id: 'cus_1', ...paid });
    expect(body).toMatchObject({ status: 'succeeded', ephemeral_key: aKey() });
  });
});

describe('a payment that is refused', () => {
  const refusals: readonly [string, (shop: Setup) => Promise<Answer>][] = [
    [
      'because its name is taken',
      async (shop) => {
        await shop.create({ payment_id: 'pay_1' });
        return shop.create({ payment_id: 'pay_1', customer_id: 'cus_1' });
      },
    ],
    [
      'because its name is taken, and it was to be paid',
      async (shop) => {
        await shop.create({ payment_id: 'pay_1' });
        return shop.create({ payment_id: 'pay_1', customer_id: 'cus_1', ...paid });
      },
    ],
    [
      'because its customer was deleted',
      async (shop) => {
        const params = { customer_id: 'cus_1' };
        await shop.good('customers.create', { body: params });
        await shop.good('customers.delete', { params });
        return shop.create({ customer_id: 'cus_1', ...paid });
      },
    ],
  ];

  it.each(refusals)('a refused payment shows no ephemeral key: %s', async (_, ask) => {
    const { status, text } = await ask(await aShop());
    expect([400, 404]).toContain(status);
    expect(text).not.toContain('epk_');
  });

  it('a refused payment answers when nothing of its ephemeral key is pending any more', async () => {
    const shop = await aShop();
    const { put } = shop.keyWrites;
    let isUnderWay = false;
    shop.keyWrites.put = async (...given) => {
      isUnderWay = true;
      // Longer than everything else in memory takes.
      for (let turn = 0; turn < 200; turn++) await new Promise(setImmediate);
      isUnderWay = false;
      return put(...given);
    };
    for (const changes of [{}, paid]) {
      await shop.create({ payment_id: 'pay_1' });
      const answer = await shop.create({ payment_id: 'pay_1', customer_id: 'cus_1', ...changes });
      expect(answer.status).toBe(400);
      expect(isUnderWay).toBe(false);
    }
    expect(shop.keys()).toHaveLength(2);
  });
});
