import { configurationStore } from '#merchants/accounts/configuration-store.ts';
import { SwitchError } from '#platform/errors.ts';
import type { TablePort } from '#platform/table/port.ts';
import { tableOver } from '#platform/table/table.ts';
import { everyOrder, interleaved } from '../../../prove/faults/interleavings.ts';
import {
  aMerchant,
  type Merchant,
  switchInMemory,
} from '../../../support/switch/switch-in-memory.ts';
import { countedPort } from '../../../support/table/counted-port.ts';
import { type MemoryPort, memoryPort } from '../../../support/table/memory-table.ts';

const startMs = Date.parse('2030-01-31T10:00:00.000Z');

/** A port that passes each call on when its gate opens, and records the call. */
function through(port: TablePort, gate: (name: string) => Promise<void>): TablePort {
  const behind =
    <A extends unknown[], R>(name: string, call: (...given: A) => Promise<R>) =>
    async (...given: A): Promise<R> => {
      await gate(name);
      return call(...given);
    };
  return {
    get: behind('get', port.get),
    put: behind('put', port.put),
    delete: behind('delete', port.delete),
    update: behind('update', port.update),
    updateWhere: behind('updateWhere', port.updateWhere),
    take: behind('take', port.take),
    query: behind('query', port.query),
    batchGet: behind('batchGet', port.batchGet),
    transact: behind('transact', port.transact),
  };
}

/** The settings as one container sees them: a store with its cache, and the calls that it makes. */
function aContainer(port: TablePort, clock: { ms: number } = { ms: startMs }) {
  const called: string[] = [];
  const counted = through(port, async (name) => {
    called.push(name);
  });
  return { called, clock, ...configurationStore(tableOver(counted), () => clock.ms) };
}

async function aWorld(): Promise<{ port: MemoryPort; merchant: Merchant }> {
  const world = switchInMemory();
  return { port: world.port, merchant: await aMerchant(world, 'shop_1') };
}

type Store = ReturnType<typeof aContainer>;

/** Every change of settings that there is. */
const changes: readonly (readonly [string, (store: Store, id: string) => Promise<unknown>])[] = [
  [
    'the account',
    async (store, id) => {
      const { account } = await store.read(id);
      return store.saveAccount({ ...account, blocklistGuard: true });
    },
  ],
  [
    'a profile',
    async (store, id) => {
      const [profile] = (await store.read(id)).profiles;
      if (!profile) throw new Error('Every merchant has a profile.');
      const settings = { payment_method_blocking: { card: { card_types: ['credit'] } } };
      return store.saveProfile({ ...profile, settings }, profile);
    },
  ],
  [
    'the name of a profile',
    async (store, id) => {
      const [profile] = (await store.read(id)).profiles;
      if (!profile) throw new Error('Every merchant has a profile.');
      return store.saveProfile({ ...profile, name: 'renamed' }, profile);
    },
  ],
  [
    'the profiles of an account, by one more',
    async (store, id) => {
      const [profile] = (await store.read(id)).profiles;
      if (!profile) throw new Error('Every merchant has a profile.');
      return store.addProfile({ ...profile, id: 'pro_2', name: 'second' });
    },
  ],
  [
    'the profiles of a merchant, by another one',
    async (store, id) => {
      const [profile] = (await store.read(id)).profiles;
      if (!profile) throw new Error('Every merchant has a profile.');
      const another = { ...profile, id: 'pro_2', name: 'second' };
      return store.addAnotherProfile(another, new Date(startMs));
    },
  ],
  [
    'the profiles of a merchant, by one less',
    async (store, id) => {
      const { profiles, account } = await store.read(id);
      const [profile] = profiles;
      if (!profile) throw new Error('Every merchant has a profile.');
      return store.removeProfile(profile, account);
    },
  ],
  [
    'the connector accounts, by one more',
    async (store, id) => {
      const [account] = (await store.read(id)).connectorAccounts;
      if (!account) throw new Error('The merchant has a connector account.');
      return store.addConnectorAccount({ ...account, id: 'mca_2', label: 'second' });
    },
  ],
  [
    'a connector account',
    async (store, id) => {
      const [account] = (await store.read(id)).connectorAccounts;
      if (!account) throw new Error('The merchant has a connector account.');
      return store.saveConnectorAccount({ ...account, disabled: true }, account);
    },
  ],
  [
    'the label of a connector account',
    async (store, id) => {
      const [account] = (await store.read(id)).connectorAccounts;
      if (!account) throw new Error('The merchant has a connector account.');
      return store.saveConnectorAccount({ ...account, label: 'renamed' }, account);
    },
  ],
  [
    'the connector accounts, by one less',
    async (store, id) => {
      const [account] = (await store.read(id)).connectorAccounts;
      if (!account) throw new Error('The merchant has a connector account.');
      return store.removeConnectorAccount(account);
    },
  ],
];

describe('the configuration of a merchant', () => {
  it.each(changes)(
    "a merchant's setting is current in every container once a change of %s was answered",
    async (_, change) => {
      const { port, merchant } = await aWorld();
      const other = aContainer(port);
      const before = await other.current(merchant.id);
      await change(aContainer(port), merchant.id);
      const after = await other.current(merchant.id);
      expect(after).not.toEqual(before);
      expect(after).toEqual(await other.read(merchant.id));
    },
  );

  it("a merchant's setting is gone in every container once the deletion of its account was answered", async () => {
    const { port, merchant } = await aWorld();
    const other = aContainer(port);
    await other.current(merchant.id);
    await aContainer(port).removeAccount(merchant.id, async () => {}, new Date(startMs));
    await expect(other.current(merchant.id)).rejects.toMatchObject({
      kind: 'merchant_account_not_found',
    });
  });

  it.each(changes)(
    "a merchant's setting is current after a change of %s in whatever order another container read meanwhile",
    async (_, change) => {
      const { port, merchant } = await aWorld();
      const items = port.items();
      const counting = aContainer(memoryPort(items));
      await change(counting, merchant.id);
      // The other container reads the stamp, and then all settings.
      for (const order of everyOrder(counting.called.length, 2)) {
        const world = memoryPort(items);
        const { gateOf, end } = interleaved(order);
        const gated = (whose: 0 | 1) =>
          through(world, (name) => gateOf(whose)({ number: 0, port: 'table', name }));
        const clock = { ms: startMs };
        const free = { reader: false };
        const reader = configurationStore(
          tableOver(
            through(world, (name) =>
              free.reader ? Promise.resolve() : gateOf(1)({ number: 0, port: 'table', name }),
            ),
          ),
          () => clock.ms,
        );
        const writing = change(aContainer(gated(0)), merchant.id).then(() => end(0));
        const reading = reader
          .current(merchant.id)
          .catch((error: unknown) => {
            if (!(error instanceof SwitchError)) throw error;
          })
          .then(() => end(1));
        await Promise.all([writing, reading]);
        free.reader = true;
        expect(await reader.current(merchant.id)).toEqual(await reader.read(merchant.id));
      }
    },
  );

  it("a merchant's setting is not read whole again while nothing changed, except once in five minutes", async () => {
    const { port, merchant } = await aWorld();
    const container = aContainer(port);
    const minutes = 60_000;
    for (const ms of [0, 1, 2_500, minutes, 5 * minutes - 1]) {
      container.clock.ms = startMs + ms;
      await container.current(merchant.id);
    }
    expect(container.called).toEqual(['get', 'query', 'get', 'get', 'get', 'get']);
    container.clock.ms = startMs + 5 * minutes;
    await container.current(merchant.id);
    expect(container.called.slice(6)).toEqual(['get', 'query']);
  });

  it("a merchant's setting costs a request the same with five hundred accounts as with five", async () => {
    const costs = [5, 500].map(async (accounts) => {
      const { port, merchant } = await aWorld();
      const [first] = (await aContainer(port).read(merchant.id)).connectorAccounts;
      if (!first) throw new Error('The merchant has a connector account.');
      const { sk } = port.items().find(({ id }) => id === first.id) ?? { sk: '' };
      for (let at = 1; at < accounts; at += 1) {
        const more = { ...first, id: `mca_${at}`, label: `label ${at}` };
        const key = { pk: `MERCHANT#${merchant.id}`, sk: `${sk} ${at}` };
        await port.put({ ...more, ...key }, 'absent');
      }
      const counted = countedPort(port, (key) => port.get(key));
      const clock = { ms: startMs };
      const store = configurationStore(tableOver(counted), () => clock.ms);
      expect((await store.current(merchant.id)).connectorAccounts).toHaveLength(accounts);
      counted.restart();
      for (let request = 0; request < 10; request += 1) {
        clock.ms += 20_000;
        await store.current(merchant.id);
        clock.ms += 5_000;
        await store.recent(merchant.id);
      }
      return counted.count();
    });
    const [few, many] = await Promise.all(costs);
    expect(many).toEqual(few);
    expect(few).toMatchObject({ calls: 20, readUnits: 15 });
  });

  it('a setting whose writer died before moving the stamp takes effect five minutes later', async () => {
    const { port, merchant } = await aWorld();
    const other = aContainer(port);
    await other.current(merchant.id);
    const dying = through(port, async (name) => {
      if (name === 'update') throw new Error('The function died.');
    });
    const { account } = await other.read(merchant.id);
    const guarded = { ...account, blocklistGuard: true };
    await expect(aContainer(dying).saveAccount(guarded)).rejects.toThrow('died');
    other.clock.ms += 5 * 60_000;
    expect((await other.current(merchant.id)).account.blocklistGuard).toBe(true);
  });

  it("a merchant's setting is current although the first move of the stamp arrives once more, late", async () => {
    const { port, merchant } = await aWorld();
    const moves: (() => Promise<void>)[] = [];
    const remembering: TablePort = {
      ...port,
      update: (key, changes) => {
        moves.push(() => port.update(key, changes));
        return port.update(key, changes);
      },
    };
    const [writer, other] = [aContainer(remembering), aContainer(port)];
    const set = async (blocklistGuard: boolean) => {
      const { account } = await writer.read(merchant.id);
      await writer.saveAccount({ ...account, blocklistGuard });
    };
    await set(false);
    await other.current(merchant.id);
    await set(true);
    await moves[0]?.();
    expect((await other.current(merchant.id)).account.blocklistGuard).toBe(true);
  });
});

describe('a decision after a change of the configuration', () => {
  const isGuarded = ({ account }: { account: { blocklistGuard?: boolean | undefined } }) => {
    if (account.blocklistGuard) return 'guarded';
    throw new SwitchError('precondition_failed', { message: 'not guarded' });
  };

  it('a setting that a request reads without its present value is two seconds old at most', async () => {
    const { port, merchant } = await aWorld();
    const other = aContainer(port);
    await other.current(merchant.id);
    const writer = aContainer(port);
    const { account } = await writer.read(merchant.id);
    await writer.saveAccount({ ...account, blocklistGuard: true });
    const isGuardedAfter = async (milliseconds: number) => {
      other.clock.ms = startMs + milliseconds;
      return (await other.recent(merchant.id)).account.blocklistGuard === true;
    };
    expect(await isGuardedAfter(1_999)).toBe(false);
    expect(await isGuardedAfter(2_000)).toBe(true);
  });

  it('a refused decision on a setting that changed a moment ago is made again on the new value', async () => {
    const { port, merchant } = await aWorld();
    const other = aContainer(port);
    await other.current(merchant.id);
    const writer = aContainer(port);
    const { account } = await writer.read(merchant.id);
    await writer.saveAccount({ ...account, blocklistGuard: true });
    expect(await other.decide(merchant.id, isGuarded)).toBe('guarded');
  });

  it('a refused decision costs one small read more when nothing changed', async () => {
    const { port, merchant } = await aWorld();
    const container = aContainer(port);
    await container.current(merchant.id);
    await expect(container.decide(merchant.id, isGuarded)).rejects.toMatchObject({
      kind: 'precondition_failed',
    });
    expect(container.called).toEqual(['get', 'query', 'get']);
  });

  it('a decision on a setting that changed a moment ago finds the new value', async () => {
    const { port, merchant } = await aWorld();
    const other = aContainer(port);
    const guard = () =>
      other.find(merchant.id, ({ account }) => account.blocklistGuard || undefined);
    expect(await guard()).toBeUndefined();
    const writer = aContainer(port);
    const { account } = await writer.read(merchant.id);
    await writer.saveAccount({ ...account, blocklistGuard: true });
    expect(await guard()).toBe(true);
  });
});
