import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import path from 'node:path';
import type { LocalFunction } from '../../../local/assembly/functions.ts';
import type { Invocation } from '../../../local/functions/function-host.ts';
import {
  type FunctionPool,
  functionPool,
  type PoolSettings,
} from '../../../local/functions/function-pool.ts';
import type { LogLine } from '../../../local/log.ts';
import { eventually } from '../../support/runner/eventually.ts';
import { freezeDate } from '../../support/runner/frozen-date.ts';

const folder = mkdtempSync(path.join(tmpdir(), 'turnout-pool-'));
afterAll(() => rmSync(folder, { recursive: true }));

/** A function of these files; its handler is the export of `index.cjs` with that name. */
function aFunction(
  name: string,
  files: Readonly<Record<string, string>>,
  more: Partial<LocalFunction> = {},
): LocalFunction {
  const codeDirectory = path.join(folder, name);
  mkdirSync(codeDirectory);
  for (const [file, code] of Object.entries(files)) {
    writeFileSync(path.join(codeDirectory, file), code);
  }
  return {
    stackName: 'stack',
    logicalId: name,
    displayName: name,
    name,
    arn: `arn:${name}`,
    description: '',
    roleArn: 'arn:role',
    handler: 'index.handler',
    codeDirectory,
    environment: {},
    timeoutMs: 10_000,
    memoryMb: 128,
    reservedConcurrency: undefined,
    mayRecur: false,
    logGroup: name,
    logFormat: 'JSON',
    ...more,
  };
}

interface Run {
  readonly pool: FunctionPool;
  readonly lines: readonly LogLine[];
  readonly revoked: readonly string[];
  ask(target: LocalFunction, event?: object): Promise<Invocation>;
}

/** Runs functions whose environments contain their names. */
async function withPool(
  functions: readonly LocalFunction[],
  run: (running: Run) => Promise<void>,
  more: Pick<PoolSettings, 'prepareCode' | 'clockShifts'> = {},
) {
  const lines: LogLine[] = [];
  const revoked: string[] = [];
  let given = 0;
  const pool = functionPool(functions, {
    ...more,
    proxyPort: 1,
    apiPorts: [],
    callApi: async () => ({ status: 404, headers: {}, body: new Uint8Array() }),
    credentials({ name }) {
      given += 1;
      const accessKeyId = `key-${given}`;
      return { accessKeyId, environment: { NAME: name, KEY: accessKeyId } };
    },
    revoke: ({ accessKeyId }) => revoked.push(accessKeyId),
    mayLog: () => true,
    metrics: { invoked: () => undefined, printed: () => undefined },
    log: (line) => lines.push(line),
  });
  const ask = (target: LocalFunction, event: object = {}) =>
    pool.invoke(target, JSON.stringify(event));
  try {
    await run({ pool, lines, revoked, ask });
  } finally {
    await pool.stop();
  }
}

const counting = 'let times = 0; exports.handler = async () => (times += 1);';
const result = (value: unknown) => ({ kind: 'result', payload: JSON.stringify(value) });
const failure = (error: object) => ({
  kind: 'failure',
  error: expect.stringContaining(JSON.stringify(error).slice(1, -1)),
});
const sleeping = (ms: number) => `await new Promise((resolve) => setTimeout(resolve, ${ms}));`;

it('an instance keeps its state from one invocation to the next, beside all others', async () => {
  const functions = ['one', 'two', 'three'].map((name) =>
    aFunction(name, { 'index.cjs': counting }),
  );
  await withPool(functions, async ({ ask, pool }) => {
    for (const times of [1, 2, 3]) {
      for (const target of functions) expect(await ask(target)).toEqual(result(times));
    }
    expect(pool.size()).toBe(3);
  });
});

it('an instance sees its own environment, process, console and globals, and nothing of another', async () => {
  const code = `
    const same = require('node:process') === process && globalThis.process === process;
    globalThis.mine = process.env.NAME;
    process.env.CHANGED = process.env.NAME;
    exports.handler = async () => {
      console.log('said by ' + process.env.NAME);
      process.stdout.write('written by ' + process.env.NAME + '\\n');
      ${sleeping(20)}
      return { same, mine: globalThis.mine, env: process.env, console: globalThis.console === console };
    };`;
  const functions = ['left', 'right'].map((name) => aFunction(name, { 'index.cjs': code }));
  await withPool(functions, async ({ ask, lines }) => {
    const answers = await Promise.all(functions.map((target) => ask(target)));
    expect(answers).toEqual(
      functions.map(({ name }) => ({
        kind: 'result',
        payload: expect.stringMatching(
          `{"same":true,"mine":"${name}","env":{"NAME":"${name}","KEY":"key-.","CHANGED":"${name}"},"console":true}`,
        ),
      })),
    );
    for (const { name: source } of functions) {
      expect(lines.filter((line) => line.source === source)).toEqual(
        ['said', 'written'].map((how) => ({
          level: 'info',
          source,
          message: `${how} by ${source}`,
          at: expect.any(Number),
        })),
      );
    }
  });
});

it('the time of a log line is that of its writing, however late the thread delivers it', async () => {
  const code = `
    exports.handler = async () => {
      process.stdout.write('begun, ');
      process.stdout.write('then ' + Date.now() + '\\n');
      const written = Date.now();
      while (Date.now() < written + 50);
      console.log('done ' + Date.now());
    };`;
  const busy = aFunction('busy', { 'index.cjs': code });
  await withPool([busy], async ({ ask, lines }) => {
    await ask(busy);
    expect(lines).toMatchObject([
      { message: expect.stringMatching(/^begun, then \d+$/) },
      { message: expect.stringMatching(/^done \d+$/) },
    ]);
    const [begun = Number.NaN, done = Number.NaN] = lines.map(({ at }) => at);
    const [said = Number.NaN] = lines.map(({ message }) => Number(message.split(' ').at(-1)));
    expect(begun).toBeGreaterThanOrEqual(said);
    expect(done - begun).toBeGreaterThanOrEqual(50);
  });
});

it('invocations that await something have an instance each at once', async () => {
  const code = `exports.handler = async () => { ${sleeping(300)} };`;
  const waiting = aFunction('awaiting', { 'index.cjs': code });
  await withPool([waiting], async ({ ask, pool }) => {
    // A host that still loads its own modules has no time to spare, and counts as fully loaded.
    await eventually(async () => {
      await Promise.all(Array.from({ length: 12 }, () => ask(waiting)));
      expect(pool.size()).toBe(12);
    });
  });
});

it('invocations share the instances that there are while all hosts are at full load', async () => {
  const over = path.join(folder, 'the work is over');
  // Works in small pieces, as a function does that calls its database again and again.
  const work = `exports.handler = async ({ until }) => {
    while (!require('node:fs').existsSync(until)) {
      for (const began = performance.now(); performance.now() < began + 2; );
      await new Promise((resolve) => setImmediate(resolve));
    }
  };`;
  const working = Array.from({ length: 2 * availableParallelism() }, (_, place) =>
    aFunction(`working-${place}`, { 'index.cjs': work }, { timeoutMs: 60_000 }),
  );
  const short = aFunction('short', { 'index.cjs': counting }, { timeoutMs: 60_000 });
  await withPool([...working, short], async ({ ask, pool }) => {
    const worked = Promise.all(working.map((target) => ask(target, { until: over })));
    await eventually(() => expect(pool.size()).toBe(working.length));
    await Promise.all([ask(short), ask(short), ask(short)]);
    const before = pool.size();
    // The load is measured from one question to the next, and over some time.
    await new Promise((resolve) => setTimeout(resolve, 50));
    const asked = Array.from({ length: 12 }, () => ask(short));
    // However long they wait, their patience lasts.
    const thaw = freezeDate(new Date());
    await Promise.all(asked).finally(thaw);
    expect(pool.size()).toBe(before);
    writeFileSync(over, '');
    await worked;
  });
});

it('a file beside the module is loaded once for each instance', async () => {
  const begun = path.join(folder, 'both began');
  const target = aFunction('files', {
    'index.cjs': `exports.handler = async ({ until }) => {
      const times = require('./part.cjs').count() + require('./part.cjs').count();
      console.log('it began');
      while (until && !require('node:fs').existsSync(until)) ${sleeping(5)}
      return { times, here: require('./where.json').here };
    };`,
    'part.cjs': 'let times = 0; exports.count = () => (times += 1);',
    'where.json': '{"here":true}',
  });
  await withPool([target], async ({ ask, pool, lines }) => {
    const both = [1, 2].map(() => ask(target, { until: begun }));
    await eventually(() => {
      if (lines.filter(({ message }) => message === 'it began').length < 2) {
        throw new Error('They did not both begin yet.');
      }
    });
    writeFileSync(begun, '');
    expect(await Promise.all(both)).toEqual([1, 2].map(() => result({ times: 3, here: true })));
    expect(pool.size()).toBe(2);
    expect(await ask(target)).toEqual(result({ times: 7, here: true }));
  });
});

it('a module that throws as it is loaded fails its waiting calls, and is loaded anew the next time', async () => {
  const broken = aFunction('broken', { 'index.cjs': 'throw new RangeError("not today");' });
  const fine = aFunction('fine', { 'index.cjs': counting });
  await withPool([broken, fine], async ({ ask }) => {
    const told = failure({ errorType: 'RangeError', errorMessage: 'not today' });
    expect(await ask(fine)).toEqual(result(1));
    for (const _ of [1, 2]) expect(await ask(broken)).toEqual(told);
    expect(await ask(fine)).toEqual(result(2));
  });
});

it.each([
  ['throws in a timer', 'setTimeout(() => { throw new TypeError("late"); });', 'TypeError'],
  [
    'leaves a rejection to itself',
    'void Promise.reject(new TypeError("late"));',
    'Runtime.UnhandledPromiseRejection',
  ],
  ['ends its process', 'setTimeout(() => process.exit(3));', 'Runtime.ExitError'],
])('a handler that %s fails its own invocation and no other', async (_, breaks, errorType) => {
  const name = errorType.replace('.', '');
  const bad = aFunction(name, {
    'index.cjs': `exports.handler = () => { ${breaks} return new Promise(() => {}); };`,
  });
  const neighbours = [1, 2, 3, 4].map((number) =>
    aFunction(`${name}-neighbour-${number}`, {
      'index.cjs': `let times = 0; exports.handler = async () => { ${sleeping(300)} return (times += 1); };`,
    }),
  );
  await withPool([bad, ...neighbours], async ({ ask, pool, revoked }) => {
    const waiting = neighbours.map((target) => ask(target));
    expect(await ask(bad)).toEqual(failure({ errorType }));
    expect(revoked).toHaveLength(1);
    expect(await Promise.all(waiting)).toEqual(neighbours.map(() => result(1)));
    // They live in the very instances they lived in.
    expect(await ask(neighbours[0] ?? bad)).toEqual(result(2));
    expect(pool.size()).toBe(neighbours.length);
  });
});

it('a handler that overruns its time loses its credentials, and the next invocation has new ones', async () => {
  const code = `exports.handler = async ({ ms }) => {
    if (ms) await new Promise((resolve) => setTimeout(resolve, ms));
    return process.env.KEY;
  };`;
  const slow = aFunction('slow', { 'index.cjs': code }, { timeoutMs: 3_000 });
  const neighbour = aFunction('neighbour', { 'index.cjs': counting });
  await withPool([slow, neighbour], async ({ ask, revoked, lines }) => {
    await ask(neighbour);
    expect(await ask(slow)).toEqual(result('key-2'));
    const ending = await ask(slow, { ms: 60_000 });
    expect(ending).toMatchObject({ kind: 'timeout', error: expect.stringContaining('timed out') });
    expect(revoked).toEqual(['key-2']);
    expect(await ask(slow)).toEqual(result('key-3'));
    expect(await ask(neighbour)).toEqual(result(2));
    expect(lines.some(({ message }) => message.includes('Task timed out after 3.00'))).toBe(true);
  });
});

it('a handler that spins is ended with its host, and another host takes its place', async () => {
  const spinning = aFunction(
    'spinning',
    { 'index.cjs': 'exports.handler = async ({ spin }) => { while (spin); return 1; };' },
    { timeoutMs: 3_000 },
  );
  const fine = aFunction('patient', { 'index.cjs': counting });
  await withPool([spinning, fine], async ({ ask, lines, revoked }) => {
    expect(await ask(spinning, { spin: true })).toMatchObject({ kind: 'timeout' });
    expect(revoked).toHaveLength(1);
    await eventually(() =>
      expect(lines.map(({ message }) => message)).toContain('A host thread died and is replaced.'),
    );
    // As many at once as there are hosts and more: the new host is one of them.
    expect(await Promise.all([1, 2, 3, 4].map(() => ask(spinning)))).toEqual(
      [1, 2, 3, 4].map(() => result(1)),
    );
    expect(await ask(fine)).toEqual(result(1));
  });
});

it('a background task of a spinning handler fails like a crash, and can be repeated', async () => {
  const spinning = aFunction(
    'whirling',
    { 'index.cjs': 'exports.handler = async ({ spin }) => { while (spin); return 1; };' },
    { timeoutMs: 500 },
  );
  const waiting = aFunction('waiting', {
    'index.cjs': `exports.handler = async ({ until }) => {
      const { existsSync } = require('node:fs');
      while (until && !existsSync(until)) await new Promise((resolve) => setTimeout(resolve, 20));
      return 'done';
    };`,
  });
  const folder = mkdtempSync(path.join(tmpdir(), 'turnout-spun-'));
  const until = path.join(folder, 'spun');
  await withPool([spinning, waiting], async ({ ask }) => {
    // On every host there are some.
    const beside = Array.from({ length: 16 }, () => ask(waiting, { until }));
    await ask(spinning, { spin: true });
    writeFileSync(until, '');
    const crash = failure({ errorType: 'Runtime.ExitError' });
    const endings = await Promise.all(beside);
    expect(endings).toContainEqual(crash);
    expect(endings).toContainEqual(result('done'));
    expect(await ask(waiting, {})).toEqual(result('done'));
  });
  rmSync(folder, { recursive: true });
});

it('a function whose code is still being made waits for it, and all that wait share one preparation', async () => {
  const late = aFunction('late', {}, { reservedConcurrency: 1 });
  const gate = Promise.withResolvers<void>();
  const prepared: string[] = [];
  await withPool(
    [late],
    async ({ ask, pool }) => {
      const answers = [1, 2, 3].map(() => ask(late));
      expect([pool.size(), pool.running()]).toEqual([0, 3]);
      writeFileSync(path.join(late.codeDirectory, 'index.cjs'), counting);
      gate.resolve();
      // One instance, since no more are allowed.
      expect(await Promise.all(answers)).toEqual([1, 2, 3].map(result));
      expect(await ask(late)).toEqual(result(4));
      expect([prepared, pool.size()]).toEqual([[late.codeDirectory], 1]);
    },
    {
      prepareCode: async (codeDirectory) => {
        prepared.push(codeDirectory);
        await gate.promise;
      },
    },
  );
});

it('functions of a pool have clocks of their own, which may be changed while they run', async () => {
  const code = `
    const { Date: sameDate } = globalThis;
    exports.handler = async () =>
      [Date.now(), new Date().getTime(), Date.parse(Date()), sameDate.now()];`;
  const functions = ['behind', 'ahead'].map((name) => aFunction(name, { 'index.cjs': code }));
  const clockShifts = new Float64Array(new SharedArrayBuffer(24));
  clockShifts.set([-290_000, 290_000, 0]);
  await withPool(
    functions,
    async ({ ask }) => {
      // In hundreds of seconds, so that a busy machine changes none.
      const shiftsOf = async () => {
        const before = Date.now();
        const answers = await Promise.all(functions.map((target) => ask(target)));
        return answers.map((answer) => {
          const times: unknown[] = JSON.parse(answer.kind === 'result' ? answer.payload : '[]');
          const shifts = times.map((time) => Math.round((Number(time) - before) / 100_000));
          return [...new Set(shifts)];
        });
      };
      expect(await shiftsOf()).toEqual([[-3], [3]]);
      clockShifts.set([3_600_000, 0]);
      expect(await shiftsOf()).toEqual([[36], [0]]);
    },
    { clockShifts },
  );
});

it('a function whose code cannot be made fails as one that cannot be loaded, until it can be made', async () => {
  const wrong = aFunction('unmade', {});
  let isBroken = true;
  await withPool(
    [wrong],
    async ({ ask, pool, lines }) => {
      const errorMessage = 'unmade cannot be bundled: a.ts:1:2: Unexpected "="';
      const failed = failure({ errorType: 'Runtime.ImportModuleError', errorMessage });
      expect(await Promise.all([ask(wrong), ask(wrong)])).toEqual([failed, failed]);
      await pool.warm();
      expect(pool.size()).toBe(0);
      expect(lines.every(({ source }) => source === 'unmade')).toBe(true);
      isBroken = false;
      writeFileSync(path.join(wrong.codeDirectory, 'index.cjs'), counting);
      expect(await ask(wrong)).toEqual(result(1));
    },
    {
      prepareCode: async () => {
        if (isBroken) throw new Error('unmade cannot be bundled: a.ts:1:2: Unexpected "="');
      },
    },
  );
});
