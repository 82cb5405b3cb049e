import type { Permission, RequestEnd } from '#connectors/circuit-breaker.ts';
import { healthKey } from '#connectors/circuit-breaker.ts';
import { aBreaker } from '../../support/processors/a-breaker.ts';
import { memoryPort } from '../../support/table/memory-table.ts';

const processor = 'stripe#https://api.stripe.example';

/** Containers that share a table and a clock, and events in them. */
function aFleet({ mostWaiting = 500 } = {}) {
  const port = memoryPort();
  const time = { now: 1_000_000 };
  const timers = new Set<{ readonly at: number; readonly callBack: () => void }>();
  const after = (ms: number, callBack: () => void) => {
    const timer = { at: time.now + ms, callBack };
    timers.add(timer);
    return () => void timers.delete(timer);
  };
  // One answer in fifty is drawn.
  let drawn = 0;
  const random = () => {
    drawn += 1;
    return drawn % 50 === 0 ? 0 : 0.5;
  };
  const container = () => aBreaker({ port, time, mostWaiting, after, random }).breaker;
  const [first, second] = [container(), container()];

  async function passes(ms: number) {
    time.now += ms;
    for (const timer of [...timers]) {
      if (timer.at > time.now) continue;
      timers.delete(timer);
      timer.callBack();
    }
    // Lets the work of the timers end.
    await new Promise(setImmediate);
  }
  const enter = async (accountId = 'mca_1', breaker = first) => {
    const entered = await breaker.enter({ processor, accountId });
    return typeof entered === 'string' ? undefined : entered;
  };
  async function end(how: RequestEnd, accountId = 'mca_1', breaker = first) {
    const permission = await enter(accountId, breaker);
    return permission ? permission.ended(how, 300) : 'refused';
  }
  async function fail(times: number, accountId = 'mca_1', breaker = first) {
    const ends: unknown[] = [];
    for (let time = 1; time <= times; time += 1) ends.push(await end('failed', accountId, breaker));
    return ends;
  }
  /** Has this many answers of one duration, as a container writes them. */
  async function answers(ms: number, count: number, accountId = 'mca_1') {
    for (let answer = 1; answer <= count; answer += 1) {
      const permission = await enter(accountId);
      await permission?.ended('answered', ms);
    }
  }
  const state = () => port.get(healthKey(processor));
  return { first, second, container, time, port, passes, enter, end, fail, answers, state };
}

/** A request that lets its container wait until it is answered. */
function aSlowRequest(permission: Permission | undefined) {
  const { promise, resolve } = Promise.withResolvers<void>();
  const ending = permission?.whileWaiting(() => promise);
  return {
    async ends() {
      resolve();
      await ending;
    },
  };
}

describe('the circuit of a connector account', () => {
  it('the circuit of a connector account opens after the fifth failure in a row, and reports that once', async () => {
    const { fail, enter } = aFleet();
    const late = await enter();
    expect(await fail(5)).toEqual([undefined, undefined, undefined, undefined, 'opened']);
    expect(await late?.ended('failed')).toBeUndefined();
    expect(await enter()).toBeUndefined();
  });

  it('the circuit of a connector account opens for all containers by failures of any of them', async () => {
    const { fail, enter, container, second } = aFleet();
    for (let number = 1; number <= 5; number += 1) await fail(1, 'mca_1', container());
    expect(await enter('mca_1', second)).toBeUndefined();
  });

  it('the circuit of a connector account opens by five containers that fail at the same time', async () => {
    const { container, enter } = aFleet();
    const permissions = await Promise.all(
      Array.from({ length: 60 }, () => enter('mca_1', container())),
    );
    await Promise.all(permissions.map((permission) => permission?.ended('failed')));
    expect(await enter('mca_1', container())).toBeUndefined();
  });

  it('the circuit of a connector account stays closed while one of five requests is answered', async () => {
    const { fail, end, enter } = aFleet();
    await fail(4);
    expect(await end('answered')).toBeUndefined();
    await fail(4);
    expect(await enter()).toBeDefined();
  });

  it('the circuit of a connector account does not open a moment after an answer was noted, however many fail', async () => {
    const { fail, answers, passes, enter } = aFleet();
    await answers(300, 50);
    await fail(30);
    expect(await enter()).toBeDefined();
    await passes(5_000);
    await fail(1);
    expect(await enter()).toBeUndefined();
  });

  it('the circuit of a connector account is not opened by requests that could not be sent at all', async () => {
    const { end, enter, port } = aFleet();
    for (let number = 1; number <= 20; number += 1) await end('says nothing');
    expect(await enter()).toBeDefined();
    expect(port.items()).toEqual([]);
  });

  it('the circuit of a connector account lets one request of all containers through after ten seconds, and the others wait for its end', async () => {
    const { fail, enter, passes, container } = aFleet();
    await fail(5);
    await passes(9_999);
    expect(await enter()).toBeUndefined();
    await passes(1);
    const entered = await Promise.all(
      Array.from({ length: 20 }, () => enter('mca_1', container())),
    );
    expect(entered.filter(Boolean)).toHaveLength(1);
  });

  it('the circuit of a connector account closes for all containers when that request is answered', async () => {
    const { fail, end, enter, passes, second } = aFleet();
    await fail(5);
    await enter('mca_1', second);
    await passes(10_000);
    expect(await end('answered')).toBe('closed');
    await passes(5_000);
    expect([await enter(), await enter('mca_1', second)]).toEqual([
      expect.any(Object),
      expect.any(Object),
    ]);
  });

  it('the circuit of a connector account opens for ten more seconds when that request fails, and reports that again', async () => {
    const { fail, end, enter, passes } = aFleet();
    await fail(5);
    await passes(10_000);
    expect(await end('failed')).toBe('opened');
    await passes(9_999);
    expect(await enter()).toBeUndefined();
    await passes(1);
    expect(await enter()).toBeDefined();
  });

  it('the circuit of a connector account lets the next request through when that request was not sent', async () => {
    const { fail, end, enter, passes } = aFleet();
    await fail(5);
    await passes(10_000);
    await end('says nothing');
    expect([await enter(), await enter()]).toEqual([expect.any(Object), undefined]);
  });

  it('the circuit of a connector account lets another request through when that request never ends', async () => {
    const { fail, enter, passes } = aFleet();
    await fail(5);
    await passes(10_000);
    expect(await enter()).toBeDefined();
    await passes(30_000);
    expect(await enter()).toBeDefined();
  });

  it('the circuit of a connector account is closed by the answer to an earlier request', async () => {
    const { fail, enter } = aFleet();
    const earlier = await enter();
    await fail(3);
    const known = await enter();
    await fail(2);
    expect(await earlier?.ended('answered', 300)).toBeUndefined();
    expect(await known?.ended('answered', 300)).toBe('closed');
    expect(await enter()).toBeDefined();
  });

  it("the circuit of a connector account is independent of the next account's at the same processor", async () => {
    const { fail, enter } = aFleet();
    await fail(20);
    expect(await enter('mca_2')).toBeDefined();
  });
});

describe('the circuit of a processor', () => {
  it('the circuit of a processor opens for all accounts when those of several merchants fail in turn', async () => {
    const { fail, enter } = aFleet();
    for (const account of ['mca_1', 'mca_2', 'mca_3', 'mca_4', 'mca_5']) await fail(1, account);
    expect(await enter('mca_6')).toBeUndefined();
  });

  it('the circuit of a processor stays closed while another account gets answers', async () => {
    const { fail, end, enter } = aFleet();
    for (const account of ['mca_1', 'mca_2', 'mca_3', 'mca_4']) await fail(1, account);
    await end('answered', 'mca_6');
    for (const account of ['mca_1', 'mca_2', 'mca_3', 'mca_4']) await fail(1, account);
    expect(await enter('mca_6')).toBeDefined();
  });

  it('the state of a processor is one small item, however many accounts fail and wait', async () => {
    const { fail, state, enter, passes, container } = aFleet();
    for (let number = 1; number <= 300; number += 1) await fail(1, `mca_${number}`, container());
    await passes(60_000);
    for (let number = 1; number <= 50; number += 1) {
      aSlowRequest(await enter(`mca_${number}`, container()));
    }
    await passes(2_000);
    expect(JSON.stringify(await state()).length).toBeLessThan(1_024);
  });
});

describe('the time limit of a request', () => {
  const limitOf = async ({ enter }: ReturnType<typeof aFleet>) => (await enter())?.limitMs;

  it.each([
    [300, 6_000],
    [1_800, 6_000],
    [2_900, 9_000],
    [5_500, 18_000],
    [11_000, 20_000],
  ])(
    'the time limit of a request follows a processor whose slowest answers take %i ms: %i ms',
    async (slowest, limit) => {
      const fleet = aFleet();
      await fleet.answers(200, 250);
      await fleet.answers(slowest, 50);
      expect(await limitOf(fleet)).toBe(limit);
    },
  );

  it('the time limit of a request is the longest one as long as few answers are known', async () => {
    const fleet = aFleet();
    await fleet.answers(200, 199);
    expect(await limitOf(fleet)).toBe(20_000);
  });

  it('the time limit of a request is known to a new container', async () => {
    const { answers, enter, container } = aFleet();
    await answers(200, 200);
    expect((await enter('mca_1', container()))?.limitMs).toBe(6_000);
  });

  it('the time limit of a request is the longest one for a probe, and for ten minutes after its slow answer', async () => {
    const { answers, fail, enter, passes } = aFleet();
    await answers(200, 200);
    await passes(5_000);
    await fail(5);
    await passes(10_000);
    const probe = await enter();
    expect(probe?.limitMs).toBe(Number.POSITIVE_INFINITY);
    await probe?.ended('answered', 8_000);
    expect((await enter())?.limitMs).toBe(20_000);
    await passes(600_000);
    expect((await enter())?.limitMs).toBe(6_000);
  });
});

describe('requests that wait for one processor', () => {
  /** A fleet with requests of these accounts that have waited for twenty seconds. */
  async function aWaitingFleet(accounts: readonly string[], mostWaiting = 100) {
    const fleet = aFleet({ mostWaiting });
    const requests = [];
    for (const account of accounts) {
      requests.push(aSlowRequest(await fleet.enter(account, fleet.container())));
    }
    await fleet.passes(2_000);
    await fleet.passes(18_000);
    return { ...fleet, requests };
  }
  const times = (count: number, account: (number: number) => string) =>
    Array.from({ length: count }, (_, number) => account(number));

  it('requests that wait for one processor are at most so many, and more when some have ended', async () => {
    const { enter, requests, passes, container } = await aWaitingFleet(times(70, () => 'mca_1'));
    expect(await enter('mca_1', container())).toBeUndefined();
    for (const request of requests.slice(0, 20)) await request.ends();
    await passes(5_000);
    expect(await enter('mca_1', container())).toBeDefined();
  });

  it("requests that wait for one processor are refused by accounts with more than their part, before one merchant's trouble is another's", async () => {
    const { enter, container } = await aWaitingFleet(times(70, () => 'mca_1'));
    expect(await enter('mca_1', container())).toBeUndefined();
    expect(await enter('mca_2', container())).toBeDefined();
  });

  it('requests that wait for one processor are refused for all accounts near the limit', async () => {
    const { enter, container } = await aWaitingFleet(times(115, (number) => `mca_${number}`));
    expect(await enter('mca_other', container())).toBeUndefined();
  });

  it('requests that wait for one processor count no more when nothing was counted for as long as any can wait', async () => {
    const { enter, passes, container, first } = await aWaitingFleet(times(115, () => 'mca_1'));
    await passes(25_001);
    expect(await enter('mca_1', container())).toBeDefined();
    const again = aSlowRequest(await enter('mca_1', first));
    await passes(2_000);
    await again.ends();
    expect(await enter('mca_1', container())).toBeDefined();
  });

  it('requests that wait for one processor write nothing where they are answered at once', async () => {
    const { enter, port } = aFleet();
    await aSlowRequest(await enter()).ends();
    expect(port.items()).toEqual([]);
  });
});

describe('a table that does not answer', () => {
  it('a table that does not answer stops no request, and the log says that no state is kept', async () => {
    const port = memoryPort();
    const refuse = async () => {
      throw new Error('Throttled.');
    };
    const { breaker, logged } = aBreaker({
      port: { ...port, batchGet: refuse, updateWhere: refuse },
    });
    for (let number = 1; number <= 7; number += 1) {
      breaker.look({ processor, accountId: 'mca_1' });
      const permission = await breaker.enter({ processor, accountId: 'mca_1' });
      if (typeof permission === 'string') throw new Error(permission);
      expect(await permission.ended('failed')).toBeUndefined();
    }
    expect(logged.every((one) => one.includes('state of a processor not kept'))).toBe(true);
    expect(logged).toHaveLength(14);
  });

  it('a state that cannot be read counts as that of a healthy processor', async () => {
    const port = memoryPort();
    await port.put({ ...healthKey(processor), failures: 'many' }, 'absent');
    const { breaker } = aBreaker({ port });
    const caller = { processor, accountId: 'mca_1' };
    breaker.look(caller);
    expect(await breaker.enter(caller)).toHaveProperty('limitMs');
  });
});
