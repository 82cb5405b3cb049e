import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { root } from '../../bench/deployment.ts';
import { type Results, tablesOf } from '../../bench/http.ts';
import { askerOf, callingFor } from '../../bench/http-callers.ts';
import type { Tally } from '../../bench/http-turns.ts';
import { inspectedThreads } from '../../bench/inspected-threads.ts';
import { cpuMsOf, processTree, rssKbOf, threadTimes } from '../../bench/processes.ts';
import { signedClient } from '../../bench/signed-client.ts';
import { startProgram } from '../../bench/started-program.ts';
import { tablesOf as tablesOfSettings } from '../../bench/two-settings.ts';

const never = new AbortController().signal;

describe('callers of a turn', () => {
  it('callers of a turn share the work, each doing one item after another, until none is left', async () => {
    const order: string[] = [];
    const work = ['a', 'b', 'c'].map((name) => async () => {
      order.push(`${name} begins`);
      await new Promise(setImmediate);
      order.push(`${name} ends`);
    });
    const { ms, errors } = await callingFor(work, { callers: 2, forMs: 60_000 });
    expect([ms.length, errors.length]).toEqual([3, 0]);
    expect(order.slice(0, 2)).toEqual(['a begins', 'b begins']);
    expect(order.at(-1)).toBe('c ends');
  });

  it('callers of a turn go on after an error, whose time is not measured', async () => {
    const broken = new Error('refused');
    const work = [async () => Promise.reject(broken), async () => undefined];
    const { ms, errors } = await callingFor(work, { callers: 1, forMs: 60_000 });
    expect([ms.length, errors]).toEqual([1, [broken]]);
  });

  it('callers of a turn begin no request once the time is up, and finish those that they began', async () => {
    let begun = 0;
    const work = function* () {
      for (;;) {
        yield async () => {
          begun += 1;
        };
      }
    };
    const { ms } = await callingFor(work(), { callers: 3, forMs: 5 });
    expect(ms).toHaveLength(begun);
  });
});

const tally = (done: number, wallMs: number, milliseconds = 10): Tally => ({
  ms: Array.from({ length: done }, () => milliseconds),
  errors: [],
  wallMs,
  cpu: { server: 4 * done, table: 2 * done, outside: done },
  threads: new Map([
    ['node functions', 3 * done],
    ['node tables', done / 2],
    ['node idle', 0],
  ]),
  callersCpuMs: done,
  webhooks: 3 * done,
});

describe('the tables', () => {
  const bare: Results = { name: 'bare', of: () => tally(200, 1_000) };
  const ours: Results = {
    name: 'switch',
    of: ({ callers }) => (callers === 1 ? tally(50, 1_000) : tally(80, 1_000, 120)),
    afterPause: tally(75, 1_000),
  };
  const memory = { name: 'switch', afterReady: 204_800, afterWork: 307_200, ofAll: 409_600 };
  const each = {
    ...{ writeUnits: 1, readUnits: 1, steps: 1, keyCalls: 0 },
    ...{ logBytes: 1, logLines: 1, bytesOut: 1 },
  };
  const counted = {
    'payments.create': { ...each, invocations: 1, calls: 3, exchanges: 0 },
    'queues.deliver-webhook': { ...each, invocations: 3, calls: 4.5, exchanges: 3 },
  };
  const lines = tablesOf([bare, ours], [memory], counted).split('\n');
  const cells = (start: string) =>
    lines.find((line) => line.startsWith(`| ${start}`))?.split(' | ') ?? [];

  it("the benchmark's tables state each goal as a ratio of the same run", () => {
    expect(cells('lifecycles, 1 caller, over bare').at(-1)).toBe('0.25 × |');
    expect(cells('lifecycles, 16 callers, over bare').at(-1)).toBe('0.40 × |');
    expect(cells('16 callers over 1 caller').at(-1)).toBe('1.60 × |');
    expect(cells('the same in the first seconds after a pause').at(-1)).toBe('1.50 × |');
    expect(cells('create with confirm, 25 callers, p90').at(-1)).toBe('120 ms |');
    expect(cells('memory with every function started').at(-1)).toBe('400 MB |');
  });

  it("the benchmark's tables state how often a lifecycle invokes each function, calls the table and calls other services", () => {
    expect(cells('queues.deliver-webhook')).toEqual([
      '| queues.deliver-webhook',
      '3.00',
      '4.50',
      '3.00 |',
    ]);
    expect(cells('**all**')).toEqual(['| **all**', '4.00', '7.50', '3.00 |']);
  });

  it("the benchmark's tables divide each thread's computing time among the lifecycles, without idle threads", () => {
    expect(cells('node functions')).toEqual(['| node functions', '3.00', '3.00 |']);
    expect(cells('node tables')).toEqual(['| node tables', '0.50', '0.50 |']);
    expect(cells('node idle')).toEqual([]);
  });

  it("the benchmark's tables divide every process's computing time among the completed operations", () => {
    const [, , done, , , over, ...figures] = cells('lifecycle, 1 caller | switch');
    expect([done, over]).toEqual(['50', '0.25 ×']);
    expect(figures.slice(3)).toEqual(['4.0', '2.0', '1.0', '1.0', '3.00 |']);
  });
});

describe('the tables of two settings', () => {
  it('the tables of two settings state each over the variable at false', () => {
    const dearer = { ...tally(40, 1_000), cpu: { server: 320, table: 160, outside: 0 } };
    const [, , ...rows] = tablesOfSettings('tried', [
      { name: 'false', tally: tally(80, 1_000) },
      { name: 'true', tally: dearer },
    ]).split('\n');
    expect(rows.slice(0, 2)).toEqual([
      '| false | 80 | 0 | 80.0 | 1.00 × | 6.0 | 1.00 × |',
      '| true | 40 | 0 | 40.0 | 0.50 × | 12.0 | 2.00 × |',
    ]);
  });
});

/** Serves on a free port of this machine. */
async function listening(server: Server): Promise<string> {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

describe('a program that is measured', () => {
  it('a measured program is counted with all its child processes', async () => {
    const program = `
      import { spawn } from 'node:child_process';
      spawn(process.execPath, ['-e', 'setInterval(() => {}, 1e6)'], { stdio: 'ignore' })
        .once('spawn', () => console.log('it listens on http://127.0.0.1:1/\\nready'));
    `;
    const parameters = ['--input-type=module', '-e', program];
    const started = await startProgram(
      { directory: root, command: process.execPath, parameters },
      never,
    );
    const all = started.processes();
    const byThread = threadTimes(all);
    await started.stop();
    expect([...started.urls]).toEqual([['it', 'http://127.0.0.1:1/']]);
    if (process.platform !== 'linux') return;
    expect(all).toHaveLength(2);
    expect(cpuMsOf(all)).toBeGreaterThan(0);
    expect(rssKbOf(all)).toBeGreaterThan(20_000);
    const threads = [...byThread.values()].reduce((sum, ms) => sum + ms, 0);
    expect(threads).toBeGreaterThan(0);
    expect([...byThread.keys()]).toContain('node MainThread');
    expect(all.flatMap(({ pid }) => processTree(pid))).toEqual([]);
  });

  it('a running program has a variable set in each of its threads', async () => {
    const program = `
      const { Worker } = require('node:worker_threads');
      new Worker('setInterval(() => {}, 1e6)', { eval: true, name: 'functions' })
        .once('online', () => console.log('ready'));
    `;
    const opened = join(root, 'bench/open-inspector.ts');
    const started = await startProgram(
      {
        directory: root,
        command: process.execPath,
        parameters: ['--import', opened, '-e', program],
      },
      never,
    );
    try {
      const { askAll, close } = await inspectedThreads(started.urls.get('inspector') ?? '');
      await askAll('Runtime.evaluate', { expression: 'globalThis.tried = true' });
      const read = await askAll('Runtime.evaluate', { expression: 'globalThis.tried' });
      const result = { result: { type: 'boolean', value: true } };
      expect(read).toEqual([
        { thread: 'main', result },
        { thread: 'functions', result },
      ]);
      close();
    } finally {
      await started.stop();
    }
  });

  it('a measured program that ends without output is abandoned', async () => {
    const parameters = ['-e', ''];
    await expect(
      startProgram({ directory: root, command: process.execPath, parameters }, never),
    ).rejects.toThrow('It ended before `ready`.');
  });
});

describe('the bare server', () => {
  it("the bare server makes each request's recorded calls, with that request’s own token", async () => {
    const heard: string[] = [];
    const database = createServer(async (request, response) => {
      const parts: Buffer[] = [];
      for await (const part of request) parts.push(part);
      heard.push(Buffer.concat(parts).toString());
      response.end('{}');
    });
    const url = await listening(database);
    const recording = (token: string) => {
      const call = (name: string) => ({
        kind: 'aws',
        target: 'DynamoDB_20120810.GetItem',
        body: JSON.stringify({ Key: `${name}#pay_${token}` }),
      });
      return {
        token,
        names: [],
        answers: [{ first: true }, { second: true }],
        steps: [[call('a'), call('b')], [call('c')]],
        stepsOfEach: [1, 1],
      };
    };
    const folder = mkdtempSync(join(tmpdir(), 'turnout-bare-'));
    const file = join(folder, 'recorded.json');
    const courses = { two: [recording('tkaaaaaaaaaa'), recording('tkbbbbbbbbbb')] };
    const reach = { databaseUrl: url, stubUrl: url, accessKeyId: 'key' };
    writeFileSync(file, JSON.stringify({ reach, courses }));
    const parameters = [join(root, 'bench/bare-server.ts'), file];
    const bare = await startProgram(
      { directory: root, command: process.execPath, parameters },
      never,
    );
    try {
      const ask = askerOf(bare.urls.get('bare') ?? '');
      const post = (path: string, body: unknown) =>
        ask({ method: 'POST', path, apiKey: 'k', body });
      await post('/prepare', { course: 'two', tokens: ['tk0123456789'] });
      expect(await post('/refunds', { payment_id: 'pay_tk0123456789' })).toEqual({ first: true });
      expect(heard.splice(0).sort()).toEqual([
        '{"Key":"a#pay_tk0123456789"}',
        '{"Key":"b#pay_tk0123456789"}',
      ]);
      expect(await post('/payments/pay_tk0123456789', {})).toEqual({ second: true });
      expect(heard).toEqual(['{"Key":"c#pay_tk0123456789"}']);
      await expect(post('/payments/pay_tk0123456789', {})).rejects.toThrow('Nothing is ready');
    } finally {
      await bare.stop();
      database.closeAllConnections();
      database.close();
      rmSync(folder, { recursive: true });
    }
  });
});

describe('the minimal signed client', () => {
  it('the minimal signed client repeats a request when the server had closed its connection', async () => {
    let requests = 0;
    const server = createServer(({ socket }, response) => {
      requests += 1;
      if (requests === 2) socket.resetAndDestroy();
      else response.end('{}');
    });
    const url = await listening(server);
    const signer = { accessKeyId: 'a', secretAccessKey: 'b', region: 'eu-west-1' };
    const client = signedClient(url, { ...signer, service: 'dynamodb' });
    await client('X.First', '{}');
    await expect(client('X.Second', '{}')).resolves.toEqual({});
    expect(requests).toBe(3);
    server.closeAllConnections();
    server.close();
  });
});
