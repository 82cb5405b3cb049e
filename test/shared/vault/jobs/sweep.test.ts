import fc from 'fast-check';
import { logTo } from '#platform/log.ts';
import { type MetricName, metricNames } from '#platform/metrics.ts';
import { maxPerShard, sweepVault } from '#vault/jobs/sweep.ts';
import { epochMs } from '#vault/keys/tenant-keys.ts';
import { withoutRandom } from '../../../support/runner/without-random.ts';
import { aVault } from '../../../support/vault/a-vault.ts';

const start = Date.parse('2030-01-31T10:00:00.000Z');
const minute = 60;
const day = 86_400;

function aSweptVault() {
  const vault = aVault();
  const clock = { seconds: 0 };
  const now = () => new Date(start + clock.seconds * 1_000);
  const metrics: Partial<Record<MetricName, number>> = {};
  const logged: string[] = [];
  const sweepOnce = sweepVault({
    table: vault.table,
    cards: vault.cards,
    codes: vault.codes,
    audit: vault.audit,
    log: logTo((line) => logged.push(line)),
    metric: (name, value) => {
      metrics[name] = value;
    },
    clock: now,
  });
  /** The metrics are those of the latest run. */
  const sweep = async () => {
    for (const name of metricNames) delete metrics[name];
    await sweepOnce();
  };
  const request = (tenant = 'shop_east') => ({
    tenant,
    actor: { kind: 'switch', id: tenant } as const,
    reason: 'test',
    origin: 'test',
    requestId: 'req',
    now: now(),
  });
  const store = async (
    kept: { cvcSeconds?: number; retainSeconds?: number; tenant?: string } = {},
  ) => {
    const { tenant, ...times } = kept;
    const { token } = await vault.cards.store(
      { ...request(tenant), ...times },
      {
        number: Buffer.from('5555555555554444'),
        brand: 'mastercard',
        expiryMonth: '08',
        expiryYear: '2031',
        cvc: Buffer.from('737'),
      },
    );
    return token;
  };
  const codes = () => vault.ports.codes.items().filter(({ sk }) => sk === 'CODE');
  const epochKeys = () => vault.ports.codes.items().filter(({ sk }) => sk !== 'CODE');
  const cards = () => vault.ports.cards.items().filter(({ deletedAt }) => deletedAt === undefined);
  const lines = (type: string) => vault.ports.audit.items().filter((line) => line.type === type);
  return { vault, clock, metrics, logged, sweep, request, store, codes, epochKeys, cards, lines };
}

describe('the sweeper', () => {
  it('the sweeper erases a code that has expired, and records that once', async () => {
    const { sweep, store, codes, clock, lines, metrics } = aSweptVault();
    const token = await store({ cvcSeconds: 60 });
    clock.seconds = 59;
    await sweep();
    expect(codes()).toHaveLength(1);
    clock.seconds = 60;
    await sweep();
    await sweep();
    expect(codes()).toEqual([]);
    expect(lines('cvc.expired')).toMatchObject([
      { cardToken: token, cvcId: lines('cvc.stored')[0]?.cvcId, actor: { kind: 'job' } },
    ]);
    expect(metrics).toEqual({});
  });

  it('the sweeper erases the key of a quarter of an hour when no code under it can be valid', async () => {
    const { sweep, store, epochKeys, clock, lines } = aSweptVault();
    await store({ cvcSeconds: day });
    const last = epochMs / 1_000 + day;
    clock.seconds = last - 1;
    await sweep();
    expect(epochKeys()).toHaveLength(1);
    clock.seconds = last;
    await sweep();
    expect(epochKeys()).toEqual([]);
    expect(lines('key.destroyed')).toHaveLength(1);
  });

  it('the sweeper deletes cards that were unused for the whole retention', async () => {
    const { sweep, store, cards, codes, clock, vault, request, lines } = aSweptVault();
    const [unused, used] = [await store({ retainSeconds: 10 * day }), await store()];
    clock.seconds = 5 * day;
    const use = { as: 'card.used', cvc: 'leave' } as const;
    await vault.cards.use({ ...request(), token: used, ...use });
    clock.seconds = 10 * day - 1;
    await sweep();
    expect(cards()).toHaveLength(2);
    clock.seconds = 10 * day;
    await sweep();
    expect(cards().map(({ token }) => token)).toEqual([used]);
    expect(lines('card.deleted')).toMatchObject([{ cardToken: unused, actor: { kind: 'job' } }]);
    // 540 days after its last use, and not after it was stored.
    clock.seconds = 545 * day - 1;
    await sweep();
    expect(cards()).toHaveLength(1);
    clock.seconds = 545 * day;
    await sweep();
    expect([cards(), codes()]).toEqual([[], []]);
    expect(JSON.stringify(vault.ports.cards.items())).not.toContain('sealed');
  });

  it('the sweeper keeps a card that is used, and records that once a day at most', async () => {
    const { vault, clock, store, request } = aSweptVault();
    const token = await store({ retainSeconds: 2 * day });
    let writes = 0;
    const { updateWhere } = vault.ports.cards;
    vault.ports.cards.updateWhere = async (...given) => {
      writes += 1;
      return updateWhere(...given);
    };
    const use = () => vault.cards.use({ ...request(), token, as: 'card.used', cvc: 'leave' });
    for (const hours of [1, 23, 24, 25, 47, 48, 49]) {
      clock.seconds = hours * 3_600;
      expect(await use()).toBeDefined();
    }
    expect(writes).toBe(2);
    const [item] = vault.ports.cards.items();
    expect(item?.retainUntil).toBe(new Date(start + 4 * day * 1_000).toISOString());
    expect(item?.dueAt).toBe(item?.retainUntil);
  });

  it("the sweeper still allows a card's use when its new retention cannot be written", async () => {
    const { vault, clock, store, request } = aSweptVault();
    const token = await store();
    clock.seconds = 2 * day;
    vault.ports.cards.updateWhere = async () => {
      throw new Error('The table is away.');
    };
    const used = await vault.cards.use({
      ...request(),
      token,
      as: 'card.used',
      cvc: 'leave',
    });
    expect(used?.number.toString()).toBe('5555555555554444');
  });

  it('the sweeper leaves a card that was used at the last moment', async () => {
    const { vault, clock, sweep, store, request, cards } = aSweptVault();
    const token = await store({ retainSeconds: 2 * day });
    clock.seconds = 2 * day;
    const { take } = vault.ports.codes;
    // Between the look of the sweeper and its write.
    vault.ports.codes.take = async (...given) => {
      vault.ports.codes.take = take;
      await vault.cards.use({ ...request(), token, as: 'card.used', cvc: 'leave' });
      return take(...given);
    };
    await sweep();
    expect(cards().map((card) => card.token)).toEqual([token]);
  });

  it('the sweeper trusts the item itself, and not a stale index', async () => {
    const { vault, clock, sweep, store, cards, codes, epochKeys } = aSweptVault();
    await store();
    for (const name of ['cards', 'codes'] as const) {
      const { query } = vault.ports[name];
      // As if all of it had been due before.
      vault.ports[name].query = (page) =>
        query(page.until === undefined ? page : { ...page, until: '9999' });
    }
    clock.seconds = minute;
    await sweep();
    expect([cards().length, codes().length, epochKeys().length]).toEqual([1, 1, 1]);
  });

  it('the sweeper continues after any failure, reports it, and catches up', async () => {
    const { vault, clock, sweep, store, codes, metrics, lines, logged } = aSweptVault();
    for (let card = 0; card < 5; card++) await store({ cvcSeconds: 60 });
    clock.seconds = 60;
    const { put } = vault.ports.audit;
    let refused = 0;
    vault.ports.audit.put = async (...given) => {
      refused += 1;
      if (refused <= 2) throw new Error('The table is away.');
      return put(...given);
    };
    await sweep();
    expect(metrics).toEqual({ SweepFailed: 2 });
    expect(lines('cvc.expired')).toHaveLength(3);
    // Codes without an audit record are erased all the same; only their ids are left.
    expect(codes().map((code) => 'sealed' in code)).toEqual([false, false]);
    expect(withoutRandom(logged.join())).not.toMatch(/5555|737/);
    clock.seconds += 3 * minute;
    await sweep();
    expect(codes()).toEqual([]);
    expect(new Set(lines('cvc.expired').map(({ cvcId }) => cvcId)).size).toBe(5);
    expect(lines('cvc.expired')).toHaveLength(5);
    expect(metrics).toEqual({});
  });

  it('the sweeper reports the overdue amount', async () => {
    const { vault, clock, sweep, store, metrics } = aSweptVault();
    await store({ cvcSeconds: 60 });
    vault.ports.audit.put = async () => {
      throw new Error('The table is away.');
    };
    clock.seconds = 60 + 5 * minute + 1;
    await sweep();
    expect(metrics).toEqual({ OverdueItems: 1, SweepFailed: 1 });
  });

  it('the sweeper reports a run that ended half-way', async () => {
    const { vault, sweep, metrics } = aSweptVault();
    vault.ports.codes.query = async () => {
      throw new Error('The table is away.');
    };
    await expect(sweep()).rejects.toThrow();
    expect(metrics).toEqual({ SweepFailed: 1 });
  });

  it('the sweeper is safe to run twice at a time', async () => {
    const { clock, sweep, store, codes, lines } = aSweptVault();
    for (let card = 0; card < 20; card++) await store({ cvcSeconds: 60 });
    clock.seconds = 60;
    await Promise.all([sweep(), sweep()]);
    expect(codes()).toEqual([]);
    expect(lines('cvc.expired')).toHaveLength(20);
  });

  it('the sweeper finishes more than one run can do, and leaves nothing overdue', async () => {
    const { clock, sweep, store, codes, cards, epochKeys, metrics } = aSweptVault();
    const many = Math.ceil(maxPerShard * 1.2);
    const all = Array.from({ length: 16 * many }, (_, card) => card);
    for (const card of all) {
      if (card % 10 === 0) await store({ cvcSeconds: 60, retainSeconds: day });
      else await store({ cvcSeconds: 60 });
    }
    clock.seconds = 2 * day;
    await sweep();
    expect(metrics.OverdueItems).toBeGreaterThan(0);
    for (let run = 0; run < 3; run++) {
      clock.seconds += minute;
      await sweep();
    }
    expect(metrics).toEqual({});
    expect([codes(), epochKeys()]).toEqual([[], []]);
    expect(cards()).toHaveLength(all.filter((card) => card % 10 !== 0).length);
  });
});

describe('the life of service codes', () => {
  it("a service code's life ends exactly once, 16 minutes after its time at the latest", async () => {
    const step = fc.record({
      what: fc.constantFrom(
        ...(['store', 'hold', 'take', 'use', 'lease', 'release', 'spend', 'drop'] as const),
        ...(['remove', 'sweep'] as const),
      ),
      which: fc.nat({ max: 5 }),
      waitSeconds: fc.constantFrom(0, 1, 30, 61, 300, 1_800, 4_000),
      cvcSeconds: fc.constantFrom(60, 3_600, 86_400),
    });
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 40 }), async (steps) => {
        const { vault, clock, sweep, store, request, codes, lines } = aSweptVault();
        const tokens: string[] = [];
        const leases: { release(): Promise<void>; spend(): Promise<void> }[] = [];
        const longest = new Map<string, number>();
        let given = 0;
        const passing = async (seconds: number) => {
          const until = clock.seconds + seconds;
          while (clock.seconds < until) {
            clock.seconds = Math.min(until, (Math.floor(clock.seconds / minute) + 1) * minute);
            if (clock.seconds % minute === 0) await sweep();
          }
        };
        for (const { what, which, waitSeconds, cvcSeconds } of steps) {
          await passing(waitSeconds);
          const token = tokens[which % Math.max(tokens.length, 1)] ?? '0'.repeat(32);
          const of = { ...request(), cardToken: token };
          const lease = leases[which % Math.max(leases.length, 1)];
          const before = new Set(lines('cvc.stored').map(({ cvcId }) => String(cvcId)));
          const acts: Record<typeof what, () => Promise<unknown>> = {
            store: async () => tokens.push(await store({ cvcSeconds })),
            hold: () => vault.codes.store({ ...of, cvc: Buffer.from('424'), seconds: cvcSeconds }),
            take: async () => {
              if (await vault.codes.take(of)) given += 1;
            },
            use: async () => {
              const use = { as: 'card.used', cvc: 'take' } as const;
              const card = await vault.cards.use({ ...request(), token, ...use });
              if (card?.cvc) given += 1;
            },
            lease: async () => {
              const leased = await vault.codes.lease(of);
              if (leased.kind === 'leased') leases.push(leased);
            },
            release: async () => lease?.release(),
            spend: async () => lease?.spend(),
            drop: () => vault.codes.remove(of),
            remove: () => vault.cards.remove({ ...request(), token }),
            sweep,
          };
          await acts[what]();
          for (const { cvcId } of lines('cvc.stored')) {
            if (!before.has(String(cvcId))) longest.set(String(cvcId), cvcSeconds);
          }
        }
        await passing(day + 16 * minute);

        const ends = ['cvc.taken', 'cvc.expired', 'cvc.purged'].flatMap(lines);
        expect(ends.map(({ cvcId }) => cvcId).sort()).toEqual(
          lines('cvc.stored')
            .map(({ cvcId }) => cvcId)
            .sort(),
        );
        for (const stored of lines('cvc.stored')) {
          const end = ends.find(({ cvcId }) => cvcId === stored.cvcId);
          const lived = (Date.parse(String(end?.at)) - Date.parse(String(stored.at))) / 1_000;
          const most = longest.get(String(stored.cvcId)) ?? 0;
          expect(lived).toBeLessThanOrEqual(most + 16 * minute);
        }
        expect(lines('cvc.taken')).toHaveLength(given);
        expect(codes()).toEqual([]);
      }),
      { numRuns: 25 },
    );
  });
});
