import { setImmediate } from 'node:timers/promises';
import type { AccessTokenOutcome } from '#connectors/interface/access-token.ts';
import type { ConnectorAccess } from '#connectors/interface/exchange.ts';
import { tableAccessTokens } from '#connectors/table-access-tokens.ts';
import { logTo } from '#platform/log.ts';
import { merchantSecrets } from '#platform/secrets/merchant-secrets.ts';
import type { TablePort } from '#platform/table/port.ts';
import { tableOver } from '#platform/table/table.ts';
import { countedPort } from '../../support/table/counted-port.ts';
import { memoryKeys } from '../../support/table/memory-keys.ts';
import { memoryPort } from '../../support/table/memory-table.ts';

/** A processor's accounts, and any number of containers that ask it for tokens. */
async function aWorld() {
  const keys = memoryKeys();
  const memory = memoryPort();
  const secrets = merchantSecrets(keys);
  const clock = { now: new Date('2026-01-01T00:00:00Z') };
  const logged: string[] = [];
  const asked: string[] = [];
  const { wrapped: wrappedKey } = await keys.make('merchant_1');
  const keyHolder = { id: 'merchant_1', wrappedKey };
  const processor = { expiresInSeconds: 3_600, turns: 3, answers: true };
  const container = (port: TablePort = memory) =>
    tableAccessTokens({
      table: tableOver(port),
      secrets,
      clock: () => clock.now,
      log: logTo((line) => logged.push(line)),
      wait: () => setImmediate(),
    });
  const ask = async (): Promise<AccessTokenOutcome> => {
    const accessToken = `secret_token_${asked.length + 1}`;
    asked.push(accessToken);
    for (let turn = 0; turn < processor.turns; turn += 1) await setImmediate();
    const { expiresInSeconds } = processor;
    return processor.answers
      ? { result: 'issued', accessToken, expiresInSeconds }
      : { result: 'unknown', code: 'TIMEOUT' };
  };
  const access = (
    sealed = 'sealed 1',
    changes: Partial<ConnectorAccess> = {},
  ): ConnectorAccess => ({
    connectorName: 'paypal',
    credentials: { auth_type: 'NoKey' },
    tokenPlace: {
      merchantId: 'merchant_1',
      accountId: 'mca_1',
      keyHolder,
      sealedCredentials: Buffer.from(sealed),
    },
    ...changes,
  });
  const tokenAt = async (
    tokens = container(),
    at: ConnectorAccess = access(),
    leftMs = 20_000,
  ): Promise<string> => {
    const got = await tokens.get(at, ask, () => leftMs);
    return got.result === 'issued' ? got.accessToken : got.result;
  };
  return {
    memory,
    clock,
    logged,
    asked,
    processor,
    container,
    access,
    ask,
    tokenAt,
    later(seconds: number) {
      clock.now = new Date(clock.now.getTime() + seconds * 1_000);
    },
  };
}

describe('an access token', () => {
  it('an access token is requested once by a thousand cold containers', async () => {
    const { container, tokenAt, asked } = await aWorld();
    const all = await Promise.all(Array.from({ length: 1_000 }, () => tokenAt(container())));
    expect(asked).toEqual(['secret_token_1']);
    expect(new Set(all)).toEqual(new Set(['secret_token_1']));
  });

  it.each<[string, { readonly turns?: number; readonly answers?: boolean }, string]>([
    ['of a processor that takes too long is not asked for again', { turns: 1_000 }, 'not_sent'],
    ['that a processor refuses is not asked for again', { answers: false }, 'unknown'],
  ])('an access token %s by a thousand cold containers', async (_, changes, result) => {
    const { container, tokenAt, asked, processor, later } = await aWorld();
    Object.assign(processor, changes);
    const all = await Promise.all(Array.from({ length: 1_000 }, () => tokenAt(container())));
    expect(asked).toEqual(['secret_token_1']);
    expect(all.filter((one) => one !== 'secret_token_1')).toEqual(
      Array(changes.answers === false ? 1_000 : 999).fill(result),
    );
    processor.answers = true;
    later(4);
    const next = await Promise.all(Array.from({ length: 1_000 }, () => tokenAt(container())));
    expect(asked.length).toBeLessThanOrEqual(2);
    expect(new Set(next)).toEqual(new Set([asked.at(-1)]));
  });

  it('an access token is read once by a cold container, and not again while it lives', async () => {
    const { container, tokenAt, memory, later } = await aWorld();
    await tokenAt();
    const counted = countedPort(memory, (key) => memory.get(key));
    const warm = container(counted);
    await tokenAt(warm);
    expect(counted.count()).toMatchObject({ calls: 1, steps: 1, writeUnits: 0 });
    counted.restart();
    later(3_000);
    await tokenAt(warm);
    expect(counted.count().calls).toBe(0);
  });

  it('an access token is in the table for the merchant’s key only, and in no log', async () => {
    const { tokenAt, memory, logged, asked } = await aWorld();
    await tokenAt();
    const [item, ...others] = memory.items();
    expect(others).toEqual([]);
    expect(item).toMatchObject({
      pk: 'MERCHANT#merchant_1#ACCESS_TOKEN#mca_1',
      sealed: expect.any(Uint8Array),
      expiresAtSeconds: Date.parse('2026-01-01T01:00:00Z') / 1_000,
    });
    const kept = [JSON.stringify(item), Buffer.from(Object(item).sealed).toString('latin1')];
    for (const text of [...kept, ...logged]) expect(text).not.toContain(asked[0]);
  });

  it.each<[string, string, Partial<ConnectorAccess>]>([
    ['credentials', 'sealed 2', {}],
    ['host', 'sealed 1', { testMode: true }],
  ])('an access token is not used with another of its account’s %s', async (_, sealed, changes) => {
    const { container, tokenAt, access } = await aWorld();
    const warm = container();
    expect(await tokenAt(warm)).toBe('secret_token_1');
    expect(await tokenAt(warm, access(sealed, changes))).toBe('secret_token_2');
  });

  it('an access token is another one for another account', async () => {
    const { container, tokenAt, access } = await aWorld();
    const warm = container();
    await tokenAt(warm);
    const { tokenPlace } = access();
    if (!tokenPlace) throw new Error('It has one.');
    const other = { ...access(), tokenPlace: { ...tokenPlace, accountId: 'mca_2' } };
    expect(await tokenAt(warm, other)).toBe('secret_token_2');
    expect(await tokenAt(warm)).toBe('secret_token_1');
  });

  it('an access token is not stored for an account without an id', async () => {
    const { tokenAt, memory, access } = await aWorld();
    const { tokenPlace: _, ...placeless } = access();
    expect(await tokenAt(undefined, placeless)).toBe('secret_token_1');
    expect(memory.items()).toEqual([]);
  });

  it('an access token that reports itself as expired is used once and not stored', async () => {
    const { container, tokenAt, processor } = await aWorld();
    processor.expiresInSeconds = 0;
    const warm = container();
    expect([await tokenAt(warm), await tokenAt(warm)]).toEqual([
      'secret_token_1',
      'secret_token_2',
    ]);
  });
});

describe('renewing an access token', () => {
  it('a renewal of an access token is one caller’s, before it ends; the others use the old one until then', async () => {
    const { container, tokenAt, asked, later } = await aWorld();
    const containers = Array.from({ length: 100 }, () => container());
    await Promise.all(containers.map((one) => tokenAt(one)));
    later(3_600 - 110);
    const all = await Promise.all(containers.map((one) => tokenAt(one)));
    expect(asked).toHaveLength(2);
    expect(all.filter((token) => token === 'secret_token_2')).toHaveLength(1);
    expect(all.filter((token) => token === 'secret_token_1')).toHaveLength(99);
    later(9);
    const next = await Promise.all(containers.map((one) => tokenAt(one)));
    expect(new Set(next)).toEqual(new Set(['secret_token_2']));
    expect(asked).toHaveLength(2);
  });

  it('a renewal of an access token happens before one could end on its way', async () => {
    const { container, tokenAt, later } = await aWorld();
    const warm = container();
    await tokenAt(warm);
    later(3_600 - 29);
    expect(await tokenAt(warm)).toBe('secret_token_2');
  });

  it('a failed renewal of an access token uses the old one, and tries again some seconds later', async () => {
    const { container, tokenAt, asked, processor, later } = await aWorld();
    const warm = container();
    await tokenAt(warm);
    later(3_600 - 110);
    processor.answers = false;
    expect([await tokenAt(warm), await tokenAt(warm)]).toEqual([
      'secret_token_1',
      'secret_token_1',
    ]);
    expect(asked).toHaveLength(2);
    processor.answers = true;
    later(6);
    expect(await tokenAt(warm)).toBe('secret_token_3');
  });

  it('a renewal of an access token is paused for some seconds when none exists and the processor issues none', async () => {
    const { tokenAt, processor, asked, later } = await aWorld();
    processor.answers = false;
    expect([await tokenAt(), await tokenAt()]).toEqual(['unknown', 'unknown']);
    expect(asked).toHaveLength(1);
    processor.answers = true;
    later(4);
    expect(await tokenAt()).toBe('secret_token_2');
  });

  it('a renewal of an access token is taken over from a caller that died', async () => {
    const { container, tokenAt, access, later } = await aWorld();
    // It never comes back.
    void container().get(
      access(),
      () => new Promise(() => {}),
      () => 20_000,
    );
    await setImmediate();
    later(9);
    expect(await tokenAt()).toBe('secret_token_1');
  });

  it('a renewal of an access token is waited for within the time limit; then nothing is sent', async () => {
    const { container, tokenAt, access, asked } = await aWorld();
    void container().get(
      access(),
      () => new Promise(() => {}),
      () => 20_000,
    );
    await setImmediate();
    expect(await tokenAt(container(), access(), 2_000)).toBe('not_sent');
    expect(asked).toEqual([]);
  });
});

describe('an access token that the processor refuses', () => {
  it('an access token that the processor refuses is dropped for all, once', async () => {
    const { container, tokenAt, asked, access } = await aWorld();
    const containers = Array.from({ length: 100 }, () => container());
    await Promise.all(containers.map((one) => tokenAt(one)));
    await Promise.all(containers.map((one) => one.refused(access(), 'secret_token_1')));
    const all = await Promise.all(containers.map((one) => tokenAt(one)));
    expect(new Set(all)).toEqual(new Set(['secret_token_2']));
    expect(asked).toHaveLength(2);
  });

  it('an access token that the processor refuses stays when it was renewed meanwhile', async () => {
    const { container, tokenAt, asked, access } = await aWorld();
    const [one, other] = [container(), container()];
    await Promise.all([tokenAt(one), tokenAt(other)]);
    await one.refused(access(), 'secret_token_1');
    await tokenAt(one);
    await other.refused(access(), 'secret_token_1');
    expect([await tokenAt(one), await tokenAt(other), await tokenAt()]).toEqual(
      Array(3).fill('secret_token_2'),
    );
    expect(asked).toHaveLength(2);
  });
});

describe('a table that fails', () => {
  it.each(['get', 'put'] as const)(
    'a table that fails costs a request to the processor, not the payment: %s',
    async (call) => {
      const { container, tokenAt, memory, logged, asked } = await aWorld();
      const broken = async () => {
        throw new Error('The table is gone.');
      };
      expect(await tokenAt(container({ ...memory, [call]: broken }))).toBe('secret_token_1');
      expect(logged.join()).toContain('access token not');
      expect(logged.join()).not.toContain(asked[0]);
    },
  );

  it('a table that fails after the token was issued leaves it in the memory of its container', async () => {
    const { container, tokenAt, memory, asked } = await aWorld();
    let puts = 0;
    const put: TablePort['put'] = async (...given) => {
      puts += 1;
      if (puts > 1) throw new Error('The table is gone.');
      return memory.put(...given);
    };
    const warm = container({ ...memory, put });
    expect([await tokenAt(warm), await tokenAt(warm)]).toEqual([
      'secret_token_1',
      'secret_token_1',
    ]);
    expect(asked).toHaveLength(1);
  });
});
