import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { createConnection, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { livingOwner, ownedFolder } from '../../local/owned-folder.ts';
import { functionNames } from '../../tools/bundle/bundle-functions.ts';
import { laptopBundles } from '../../tools/templates/laptop-assembly.ts';
import { drawnByDay } from '../support/runner/drawn-by-day.ts';
import { eventually } from '../support/runner/eventually.ts';
import { listeningPorts } from '../support/runner/listening-ports.ts';
import { aSale, createMerchant } from '../support/switch/merchant.ts';
import { isGone, killStarts, runStart, type Started, start } from '../support/switch/npm-start.ts';
import { familyOf, type RunningProcess } from '../support/switch/processes.ts';
import { adminKey, textAt, vaultMasterKey } from '../support/switch/switch.ts';
import { aPdf } from '../support/switch/switch-with-disputes.ts';

const root = join(import.meta.dirname, '..', '..');
afterAll(killStarts);

const isBundler = ({ name }: RunningProcess) => name === 'esbuild';

const { it } = drawnByDay('starts');

it('npm start with a data directory keeps merchants and payments over a restart, and leaves no process', async () => {
  const data = mkdtempSync(join(tmpdir(), 'turnout-data-'));
  try {
    const first = await start(['--data', data]);
    expect(first.said.out).toContain(`The operator's key is ${adminKey}.`);
    expect(first.said.out).toContain(`The master key of the vault is ${vaultMasterKey}.`);
    expect(first.ports).toHaveLength(3);
    expect(await first.call('GET', '/health')).toMatchObject({ status: 200 });
    const { key } = await createMerchant(first);
    const payment = await first.call('POST', '/payments', { key, body: aSale() });
    expect(payment.body).toMatchObject({ status: 'succeeded' });

    // Another one that wants the same port reports that and ends, and the first goes on.
    const [taken = 0] = first.ports;
    const second = runStart([], { PORT: String(taken) });
    expect(await second.ended).toBe(2);
    expect(second.said.error.trim().split('\n')).toEqual([
      expect.stringMatching(
        new RegExp(`^Port ${taken} is taken by .*: end that, or set PORT to another port\\.$`),
      ),
      expect.stringContaining('npm start -- --help'),
    ]);
    expect(second.said.out).not.toContain('Bundling');
    expect(second.said.out).not.toContain('ready');
    expect((await first.call('GET', '/health')).status).toBe(200);

    // The switch at least. A launcher, a shell and a database run beside it where they are needed.
    expect(first.processes.length).toBeGreaterThan(0);
    first.child.kill('SIGINT');
    await first.ended;
    await isGone(first);

    const again = await start(['--data', data]);
    const console = /^The console is at (http:\S+)$/m.exec(again.said.out)?.[1] ?? '';
    for (const file of ['/', '/page.js', '/page.css']) {
      expect((await fetch(`${console}${file}`)).status).toBe(200);
    }
    const known = await (await fetch(`${console}/api/payments`)).json();
    expect(known).toMatchObject({ payments: [{ id: textAt(payment, 'payment_id') }] });
    const path = `/payments/${textAt(payment, 'payment_id')}`;
    expect(await again.call('GET', path, { key })).toMatchObject({
      status: 200,
      body: payment.body,
    });
    expect(await again.call('POST', '/payments', { key, body: aSale() })).toMatchObject({
      status: 200,
      body: { status: 'succeeded' },
    });
    // Killed without a word, it takes everything with it all the same.
    again.child.kill('SIGKILL');
    await again.ended;
    await isGone(again);
  } finally {
    rmSync(data, { recursive: true, force: true });
  }
});

// A limit on the size of its files, which Linux can set for a running process, is a full disk.
(process.platform === 'linux' ? it : it.skip)(
  'npm start says in one line that its database has ended, and ends',
  async () => {
    const data = mkdtempSync(join(tmpdir(), 'turnout-full-'));
    // Neither the shop nor the console is needed: their ports may be taken.
    const other = createServer();
    await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve));
    const address = other.address();
    const taken = String(typeof address === 'object' && address ? address.port : '');
    try {
      const started = await start(['--data', data], { CONSOLE_PORT: taken });
      expect(started.said.out).toContain(
        `Port ${taken} is taken: no console. CONSOLE_PORT moves it.\n`,
      );
      const limit = statSync(join(data, 'tables/tables.db-wal')).size;
      for (const { pid } of started.processes) {
        execFileSync('prlimit', ['--pid', String(pid), `--fsize=${limit}`]);
      }
      await Promise.allSettled(
        Array.from({ length: 50 }, () => createMerchant(started).catch(() => undefined)),
      );
      expect(await started.ended).toBe(1);
      const lines = started.said.error.split('\n').filter((line) => line.includes(' tables: '));
      expect(lines).toEqual([
        expect.stringMatching(
          /^\S+Z error tables: The built-in emulator of DynamoDB, which holds the tables, ended: .+$/,
        ),
      ]);
      await isGone(started);
    } finally {
      other.close();
      rmSync(data, { recursive: true, force: true });
    }
  },
);

/**
 * The folder in the repository that a start made for itself. Other suites start switches meanwhile,
 * so the process that owns a folder tells whose it is.
 */
function folderOf({ child }: Pick<Started, 'child'>): string | undefined {
  const pids = familyOf(child.pid ?? 0).map(({ pid }) => pid);
  return readdirSync(root)
    .filter((name) => name.startsWith('.turnout-'))
    .map((name) => join(root, name))
    .find((folder) => pids.includes(livingOwner(folder)?.pid ?? 0));
}

it('npm start removes the processes of a switch that was killed, and none of a running one', async () => {
  const living = ownedFolder(root, '.turnout-');
  try {
    // The next start of another suite may remove the folder before ours does.
    let isRemovedByOurs = false;
    for (let tries = 0; tries < 10 && !isRemovedByOurs; tries += 1) {
      const killed = await start();
      const left = folderOf(killed);
      if (left === undefined) throw new Error('It has no folder.');
      // The switch itself, below its launcher.
      const itself = killed.processes.find(({ parent }) => parent === killed.child.pid);
      process.kill(itself?.pid ?? 0, 'SIGKILL');
      await killed.ended;
      await isGone(killed);

      const next = await start();
      isRemovedByOurs = next.said.out.includes(`Removed ${left}, which`);
      const own = folderOf(next);
      expect([existsSync(left), existsSync(own ?? ''), existsSync(living)]).toEqual([
        false,
        true,
        true,
      ]);
      next.child.kill('SIGINT');
      await next.ended;
      expect(existsSync(own ?? '')).toBe(false);
    }
    expect(isRemovedByOurs).toBe(true);
  } finally {
    rmSync(living, { recursive: true, force: true });
  }
});

/**
 * A cache that lacks some bundles: those of all functions with such a source. The bundles of all others
 * are those of this checkout's cache, which the suites fill.
 */
async function cacheWithout(lacking: (name: string) => boolean): Promise<string> {
  await laptopBundles();
  const [whole, cache] = [
    join(root, '.turnout', 'cache'),
    mkdtempSync(join(tmpdir(), 'turnout-cache-')),
  ];
  symlinkSync(join(whole, 'files'), join(cache, 'files'));
  mkdirSync(join(cache, 'steps'));
  const left = functionNames().filter(lacking);
  for (const step of readdirSync(join(whole, 'steps'))) {
    const record = readFileSync(join(whole, 'steps', step), 'utf8');
    if (left.some((name) => record.includes(`"functions/${name}.ts"`))) continue;
    writeFileSync(join(cache, 'steps', step), record);
  }
  return cache;
}

it('npm start is ready for a first payment before all functions are bundled, and ends at once meanwhile', async () => {
  const lacking = (name: string) => /^(payouts|disputes)\//.test(name);
  const count = functionNames().filter(lacking).length;
  const cache = await cacheWithout(lacking);
  try {
    const started = await start([], { BUILD_CACHE: cache });
    const { said, call } = started;
    const { key } = await createMerchant(started);
    const { body } = await call('POST', '/payments', { key, body: aSale() });
    expect(body).toMatchObject({ status: 'succeeded' });
    // Asked for before its turn or after it, a function answers.
    expect(await call('GET', '/disputes/list', { key })).toMatchObject({ status: 200, body: [] });
    expect(said.out).not.toMatch(/^Bundling .*ready$/ms);
    // The one that was asked for may have been bundled before the others' turn.
    const others = `Bundling the other (?:${count}|${count - 1}) functions in the background\\.\n`;
    await eventually(() => expect(said.out).toMatch(new RegExp(others)));
    const processes = await eventually(() => {
      const family = familyOf(started.child.pid ?? 0);
      const isDone = said.out.includes('All functions are bundled.');
      expect(isDone || family.some(isBundler)).toBe(true);
      return family;
    });
    started.child.kill('SIGTERM');
    await started.ended;
    expect(said.error).toBe('');
    await isGone({ ...started, processes });
  } finally {
    rmSync(cache, { recursive: true, force: true });
  }
});

/** Sends bytes to a port of this machine, and returns the status and the text of the answer. */
const sentTo = (port: number, lines: readonly string[]) =>
  new Promise<{ status: number; text: string }>((resolve, reject) => {
    const socket = createConnection({ port, host: '127.0.0.1' });
    let text = '';
    socket.setEncoding('utf8').on('data', (part) => {
      text += part;
    });
    socket.once('error', reject);
    socket.once('close', () => resolve({ status: Number(text.split(' ')[1]), text }));
    // Node.js answers no client that has ended its half of the connection.
    socket.write([...lines, 'Connection: close', '', ''].join('\r\n'));
  });

const stranger =
  'Authorization: AWS4-HMAC-SHA256 Credential=local/20250101/us-east-1/x/aws4_request';
/** Requests for all that the emulators hold, by a program without their key. */
const ofStrangers = [
  ['GET / HTTP/1.1'],
  ['GET / HTTP/1.1', stranger],
  ['GET /turnout-laptop-files HTTP/1.1', stranger],
  ...[
    'AmazonSQS.ListQueues',
    'DynamoDB_20120810.ListTables',
    'TrentService.Decrypt',
    'secretsmanager.GetSecretValue',
  ].map((target) => [
    'POST / HTTP/1.1',
    stranger,
    `X-Amz-Target: ${target}`,
    'Content-Type: application/x-amz-json-1.0',
    'Content-Length: 0',
  ]),
];

const onLinux = process.platform === 'linux' ? it : it.skip;
onLinux(
  'npm start opens ports for this machine only, and none answers a program without a key, a foreign host name or two of them',
  async () => {
    const started = await start();
    const { said, call, child } = started;
    const { key } = await createMerchant(started);
    // The first file starts the emulator of S3.
    await call('POST', '/payments', { key, body: aSale('4000000000002685') });
    const dispute_id = await eventually(async () => {
      const [dispute] = Object((await call('GET', '/disputes/list', { key })).body);
      if (!dispute) throw new Error('There is no dispute yet.');
      return String(dispute.dispute_id);
    });
    const [, url = ''] = /^turnout-laptop listens on (http:\S+)$/m.exec(said.out) ?? [];
    const body = new FormData();
    for (const [name, part] of Object.entries({ dispute_id, purpose: 'dispute_evidence' })) {
      body.append(name, part);
    }
    body.append('file', aPdf());
    const headers = { 'api-key': key };
    expect((await fetch(`${url}/files`, { method: 'POST', headers, body })).status).toBe(200);

    const open = listeningPorts(familyOf(child.pid ?? 0).map(({ pid }) => pid));
    expect(open.filter(({ isLoopback }) => !isLoopback)).toEqual([]);
    const named = [...said.out.matchAll(/http:\/\/(?:127\.0\.0\.1|localhost):(\d+)/g)];
    const shown = new Set(named.map(([, port]) => Number(port)));
    const unnamed = open.filter(({ port }) => !shown.has(port));
    // The gate of the emulators, and the emulator of S3.
    expect(unnamed).toHaveLength(2);

    for (const { port } of open) {
      const own = `Host: 127.0.0.1:${port}`;
      const twice = await sentTo(port, ['GET / HTTP/1.1', own, 'Host: evil.example']);
      expect([port, shown.has(port) ? [400] : [400, 403]]).toEqual([
        port,
        expect.arrayContaining([twice.status]),
      ]);
      for (const [first = '', ...more] of ofStrangers) {
        for (const host of [own, 'Host: evil.example', `Host: evil.example:${port}`]) {
          const { status, text } = await sentTo(port, [first, host, ...more]);
          // The shop sends a browser on to its own name.
          const isRefused = status >= 400 || status === 302;
          const isPage = shown.has(port) && first.startsWith('GET / ') && host === own;
          expect([port, first, host, isRefused || isPage]).toEqual([port, first, host, true]);
          expect(text).not.toMatch(/ListAllMyBuckets|QueueUrls|TableNames|SecretString/);
        }
      }
    }
    // RFC 9112, 3.2.2: the target's host counts, and the header does not.
    const api = Number(new URL(url).port);
    const absolute = [`GET http://127.0.0.1:${api}/health HTTP/1.1`, 'Host: evil.example'];
    expect(await sentTo(api, absolute)).toMatchObject({ status: 200 });
    child.kill('SIGTERM');
    await started.ended;
  },
);

it('npm start that is ended while it synthesizes and bundles leaves no process and no folder', async () => {
  const cache = mkdtempSync(join(tmpdir(), 'turnout-cache-'));
  try {
    // Other settings need other templates than those that come with the clone.
    const { child, said, ended } = runStart([], { BUILD_CACHE: cache, REFUNDS_PER_PAYMENT: '9' });
    const { processes, folder } = await eventually(() => {
      const family = familyOf(child.pid ?? 0);
      expect(said.out).toContain('functions and synthesizing the CDK app.');
      expect(family.some(isBundler)).toBe(true);
      const own = folderOf({ child });
      if (own === undefined) throw new Error('It has no folder.');
      return { processes: family, folder: own };
    });
    child.kill('SIGTERM');
    await ended;
    expect(said).toMatchObject({ error: '', out: expect.not.stringContaining('ready') });
    await isGone({ processes, ports: [] });
    expect(existsSync(folder)).toBe(false);
  } finally {
    rmSync(cache, { recursive: true, force: true });
  }
});

it('npm start with a data folder that is damaged ends with one sentence that names the file', async () => {
  const data = mkdtempSync(join(tmpdir(), 'kept-'));
  mkdirSync(join(data, 'tables'));
  const file = join(data, 'tables', 'tables.db');
  writeFileSync(file, 'hello\n');
  const { child, said } = runStart(['--data', data]);
  const [code] = await once(child, 'close');
  expect(code).toBe(2);
  expect(said.error.trim().split('\n')).toEqual([
    `${file} is damaged, and nothing was changed: put a whole copy of ${data} in its place, or name another folder.`,
    '"npm start -- --help" says what there is.',
  ]);
  expect(readdirSync(data)).toEqual(['tables']);
  rmSync(data, { recursive: true });
});

it('npm start names all missing prerequisites before building: a port, a folder for data', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'turnout-bare-'));
  const server = createServer();
  try {
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    const address = server.address();
    const port = typeof address === 'object' ? String(address?.port) : '';
    const file = join(folder, 'file');
    writeFileSync(file, '');
    const wrong = { PORT: port, VAULT_PORT: port, SANDBOX_PORT: 'x' };
    const { said, ended } = runStart(['--data', file], wrong);
    expect(await ended).toBe(2);
    expect(said.error.trim().split('\n')).toEqual([
      expect.stringMatching(
        new RegExp(`^Port ${port} is taken by .*: end that, or set PORT to another port\\.$`),
      ),
      `PORT and VAULT_PORT are both ${port}: give one of them another port.`,
      'SANDBOX_PORT must be a port, a number from 0 to 65535.',
      `--data must name a folder, and ${file} is a file.`,
      '"npm start -- --help" says what there is.',
    ]);
    expect(said.out).toBe('Checking ports and folders.\n');
  } finally {
    server.close();
    rmSync(folder, { recursive: true });
  }
});

it('npm start prints a line of JSON for each address with --json, and then that it is ready', async () => {
  const { child, said, ended } = runStart(['--json']);
  await eventually(() =>
    expect([said.out, child.exitCode]).toEqual([expect.stringContaining('"ready"'), null]),
  );
  child.kill('SIGINT');
  await ended;
  const lines = said.out
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));
  expect(lines.at(-1)).toMatchObject({ kind: 'ready' });
  expect(
    lines
      .slice(0, -1)
      .map(({ kind, name }) => `${kind} ${name}`)
      .sort(),
  ).toEqual([
    'api turnout-laptop',
    'api turnout-laptop-processor',
    'api turnout-laptop-vault',
    'page console',
    'page shop',
  ]);
  expect(lines.slice(0, -1).every(({ url }) => /^http:\/\/127\.0\.0\.1:\d+$/.test(url))).toBe(true);
  expect(lines.at(-1)).toMatchObject({ admin_api_key: adminKey, vault_api_key: vaultMasterKey });
  expect(said.error).toContain('Checking ports and folders.');
});

it('npm start prints all options that it accepts', async () => {
  const { said, ended } = runStart(['--help']);
  expect(await ended).toBe(0);
  const [source, ofSettings] = ['turnout/start.ts', 'start/laptop-settings.ts'].map((file) =>
    readFileSync(join(root, 'scripts', file), 'utf8'),
  );
  const [, declared = ''] = /options: \{ (.*?) \}/.exec(source ?? '') ?? [];
  const options = [...declared.matchAll(/'?([\w-]+)'?: '/g)].map(([, name]) => `--${name}`);
  expect(options.length).toBeGreaterThan(1);
  expect([...new Set(said.out.match(/--[a-z-]+/g))].filter((name) => name !== '--')).toEqual([
    ...options,
    '--json',
    '--help',
  ]);
  const variables = [
    ...`${source}${ofSettings}`.matchAll(
      /(?:process\.env|environment)\.([A-Z_]+)|portFrom\('([A-Z_]+)'/g,
    ),
  ].map(([, one, two]) => one ?? two);
  const told = [...said.out.matchAll(/^ {2}([A-Z_]+) /gm)].map(([, name]) => name);
  expect([...new Set(told)].sort()).toEqual([...new Set(variables)].sort());
});

it.each([
  ['PORT', 'many'],
  ['VAULT_PORT', '-1'],
  ['SANDBOX_PORT', '65536'],
  ['SHOP_PORT', 'x'],
  ['CONSOLE_PORT', '70000'],
])('npm start reports that %s cannot be %s', async (name, value) => {
  const { said, ended } = runStart([], { [name]: value });
  expect(await ended).toBe(2);
  expect(said.error.trim().split('\n')).toEqual([
    `${name} must be a port, a number from 0 to 65535.`,
    expect.stringContaining('npm start -- --help'),
  ]);
});
