import fc from 'fast-check';
import { SwitchError } from '#platform/errors.ts';
import type { Caller } from '#platform/http/callers/caller.ts';
import {
  type IdempotentRequest,
  idempotentRequestOf,
  runIdempotently,
} from '#platform/http/operation/idempotency.ts';
import { logTo } from '#platform/log.ts';
import { tableOver } from '#platform/table/table.ts';
import { operations } from '../../../../../shared/operations.ts';
import { memoryPort } from '../../../../support/table/memory-table.ts';

const capture = operations.find(({ name }) => name === 'payments.capture');
if (!capture) throw new Error('Payments can be captured.');
const merchant = { kind: 'merchant', merchantId: 'shop' } as const;
const client = { kind: 'client', merchantId: 'shop', clientSecret: 'pay_1_secret_x' } as const;
const aKey = 'c0ffee00-0000-4000-8000-000000000000';

const idempotentRequest = (
  body: unknown,
  apiKey = 'snd_of_the_shop',
  key = aKey,
): IdempotentRequest => {
  const found = idempotentRequestOf(capture, key, { apiKey, clientSecret: undefined }, merchant, [
    body,
  ]);
  if (!found) throw new Error('A POST with a key can be recognized.');
  return found;
};

function aTable() {
  const port = memoryPort();
  const table = tableOver(port);
  let runs = 0;
  const lines: string[] = [];
  const ask = (
    what: IdempotentRequest,
    end: () => Promise<unknown> = async () => ({ done: true }),
    now = new Date('2026-01-31T12:00:00Z'),
  ) =>
    runIdempotently(
      {
        idempotentRequest: what,
        merchantId: 'shop',
        now,
        remainingMs: 28_000,
        log: logTo((line) => lines.push(line)),
        async run() {
          runs += 1;
          return { statusCode: 200, headers: {}, body: JSON.stringify(await end()) };
        },
      },
      table,
    );
  return { port, ask, lines, runs: () => runs };
}

const kindOf = (error: unknown) => (error instanceof SwitchError ? error.kind : String(error));

describe('a request under an Idempotency-Key', () => {
  it('a request under an Idempotency-Key is answered as it was the first time, and marked', async () => {
    const { ask, runs } = aTable();
    const first = await ask(idempotentRequest({ amount: 100 }));
    const second = await ask(idempotentRequest({ amount: 100 }));
    expect(second).toEqual({ ...first, headers: { 'idempotent-replayed': 'true' } });
    expect(runs()).toBe(1);
  });

  it('a request under an Idempotency-Key is the same in any order of its members', async () => {
    const { ask, runs } = aTable();
    await ask(idempotentRequest({ amount: 100, metadata: { a: 1, b: 2 } }));
    await ask(idempotentRequest({ metadata: { b: 2, a: 1 }, amount: 100 }));
    expect(runs()).toBe(1);
  });

  it('a request under an Idempotency-Key is refused when its content differs', async () => {
    const { ask, runs } = aTable();
    await ask(idempotentRequest({ amount: 100 }));
    await expect(ask(idempotentRequest({ amount: 101 }))).rejects.toMatchObject({
      kind: 'idempotency_key_reused',
    });
    expect(runs()).toBe(1);
  });

  it('a request under an Idempotency-Key is refused when another API key sent the first', async () => {
    const { ask } = aTable();
    await ask(idempotentRequest({ amount: 100 }));
    await expect(ask(idempotentRequest({ amount: 100 }, 'snd_another'))).rejects.toMatchObject({
      kind: 'idempotency_key_of_another',
    });
  });

  it('a request under an Idempotency-Key runs once, however many come at once', async () => {
    const { ask, runs } = aTable();
    const answers = await Promise.all(
      Array.from({ length: 50 }, () => ask(idempotentRequest({ amount: 100 })).catch(kindOf)),
    );
    expect(runs()).toBe(1);
    expect(answers.filter((one) => typeof one === 'object').length).toBeGreaterThanOrEqual(1);
    expect(
      answers.filter((one) => typeof one !== 'object' && one !== 'idempotency_key_in_use'),
    ).toEqual([]);
  });

  it('a request under an Idempotency-Key may be repeated after it failed before any effect', async () => {
    const { ask, runs } = aTable();
    const fails = async () => {
      throw new SwitchError('temporarily_unavailable');
    };
    await expect(ask(idempotentRequest({}), fails)).rejects.toMatchObject({
      kind: 'temporarily_unavailable',
    });
    expect(await ask(idempotentRequest({}))).toMatchObject({ statusCode: 200 });
    expect(runs()).toBe(2);
  });

  it('a request under an Idempotency-Key is not run again after it was cut off, because its effect is unknown', async () => {
    const { ask } = aTable();
    const never = ask(idempotentRequest({}), () => new Promise(() => {}));
    never.catch(() => {});
    await expect(ask(idempotentRequest({}))).rejects.toMatchObject({
      kind: 'idempotency_key_in_use',
    });
    const later = new Date('2026-01-31T12:00:29Z');
    await expect(ask(idempotentRequest({}), undefined, later)).rejects.toMatchObject({
      kind: 'idempotency_outcome_unknown',
    });
  });

  it('a request under an Idempotency-Key answers with the result even when the result cannot be stored', async () => {
    const { port, ask, lines } = aTable();
    const put = port.put.bind(port);
    let puts = 0;
    port.put = async (...given) => {
      puts += 1;
      if (puts > 1) throw new SwitchError('temporarily_unavailable');
      return put(...given);
    };
    expect(await ask(idempotentRequest({}))).toMatchObject({ statusCode: 200, headers: {} });
    expect(lines.join()).toContain('end of an idempotent request not noted');
  });

  it('a request under an Idempotency-Key stores nothing that shows the request or the answer', async () => {
    const { port, ask } = aTable();
    const number = '4242424242424242';
    await ask(idempotentRequest({ number }), async () => ({ api_key: 'snd_very_secret' }));
    const kept = JSON.stringify(port.items(), (_, value: unknown) =>
      value instanceof Uint8Array ? Buffer.from(value).toString('latin1') : value,
    );
    for (const secret of [number, 'snd_very_secret', 'snd_of_the_shop', aKey]) {
      expect(kept).not.toContain(secret);
    }
  });

  it('a request under an Idempotency-Key has another fingerprint for every other body', () => {
    fc.assert(
      fc.property(fc.jsonValue(), fc.jsonValue(), (one, other) => {
        const same = JSON.stringify(one) === JSON.stringify(other);
        fc.pre(!same);
        const [first, second] = [one, other].map((body) => idempotentRequest({ body }).fingerprint);
        // Members in another order are the same body.
        const sorted = (value: unknown) => JSON.stringify(value)?.split('').sort().join('');
        if (sorted(one) !== sorted(other)) expect(first).not.toBe(second);
      }),
    );
  });
});

describe('the key of a request', () => {
  const presented = { apiKey: 'pk_snd_0', clientSecret: client.clientSecret };

  it.each(['', 'a'.repeat(256), 'tab\there', 'caf\u00e9', 'order-4242424242424242'])(
    'an Idempotency-Key is refused: %j',
    (key) => {
      expect(() => idempotentRequestOf(capture, key, presented, merchant, [])).toThrow(
        expect.objectContaining({ kind: 'invalid_idempotency_key' }),
      );
    },
  );

  it('an Idempotency-Key has to be hard to guess when a customer presents it', () => {
    expect(() => idempotentRequestOf(capture, 'a'.repeat(19), presented, client, [])).toThrow(
      expect.objectContaining({ kind: 'invalid_idempotency_key' }),
    );
    expect(idempotentRequestOf(capture, 'a'.repeat(20), presented, client, [])).toBeDefined();
  });

  it('an Idempotency-Key belongs to one customer, apart from the same key of the merchant or of other customers', () => {
    const clientSecret = 'pay_2_secret_y';
    const customer = { kind: 'customer', merchantId: 'shop', customerId: 'cus_1' } as const;
    const callers: readonly Caller[] = [
      merchant,
      client,
      { ...client, clientSecret },
      customer,
      { ...customer, customerId: 'cus_2' },
    ];
    const ids = callers.map((caller) => {
      const secret = 'clientSecret' in caller ? caller.clientSecret : undefined;
      const shown = { apiKey: 'a_key', clientSecret: secret };
      return idempotentRequestOf(capture, aKey, shown, caller, [])?.id;
    });
    expect(new Set(ids).size).toBe(callers.length);
  });

  it('an Idempotency-Key has no use where nothing is changed', () => {
    const retrieve = operations.find(({ name }) => name === 'payments.retrieve');
    if (!retrieve) throw new Error('Payments can be retrieved.');
    expect(idempotentRequestOf(retrieve, aKey, presented, merchant, [])).toBeUndefined();
  });
});
