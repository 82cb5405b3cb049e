import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, readFile, realpath, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { Turnout, verifyWebhook } from '../../../packages/node/src/index.ts';
import { aRunningSwitch } from '../../support/a-running-switch.ts';
import { eventually } from '../../support/eventually.ts';

const root = join(import.meta.dirname, '..', '..', '..');
const modules = join(root, 'node_modules');

const suite = aRunningSwitch({ merchant: {}, webhooks: {} });
let folder = '';

beforeAll(async () => {
  folder = await realpath(await mkdtemp(join(tmpdir(), 'turnout-client-')));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

/** Runs a command to its end. Throws its output where it fails. */
async function run(
  command: readonly string[],
  { cwd = folder, env = {} }: { readonly cwd?: string; readonly env?: Record<string, string> } = {},
): Promise<string> {
  const [program = '', ...args] = command;
  const child = spawn(program, args, { cwd, env: { ...process.env, ...env }, timeout: 180_000 });
  const [output, errors, [code]] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    once(child, 'close'),
  ]);
  if (code !== 0) throw new Error(`${command.join(' ')} ended with ${code}:\n${output}${errors}`);
  return output;
}

/** Packs a package as `npm publish` would. Returns the path of its tarball. */
async function pack(from: string): Promise<string> {
  const output = await run(['npm', 'pack', '--silent', '--pack-destination', folder], {
    cwd: from,
    env: { npm_config_ignore_scripts: from.startsWith(modules) ? 'true' : 'false' },
  });
  return join(folder, output.trim().split('\n').at(-1) ?? '');
}

it('the packed client is installed offline into an empty folder, compiles and takes a payment', async () => {
  const tarball = await pack(join(root, 'packages', 'node'));
  expect((await stat(tarball)).size).toBeLessThan(500 * 1024);
  const dependencies = await Promise.all(
    ['openapi-fetch', 'openapi-typescript-helpers'].map((name) => pack(join(modules, name))),
  );
  const shop = join(folder, 'shop');
  await mkdir(shop);
  await writeFile(join(shop, 'package.json'), JSON.stringify({ type: 'module' }));
  const install = ['npm', 'install', '--offline', '--ignore-scripts', tarball, ...dependencies];
  await run(install, { cwd: shop });

  const readme = await readFile(join(shop, 'node_modules/@turnout/node/README.md'), 'utf8');
  const programs = [...readme.matchAll(/```ts\n(.*?)```/gs)].map(([, program = '']) => program);
  expect(programs).toHaveLength(2);
  const [payment = '', webhooks = ''] = programs;
  await writeFile(join(shop, 'payment.ts'), payment);
  await writeFile(join(shop, 'webhooks.ts'), webhooks);
  const compilerOptions = {
    ...{ module: 'nodenext', target: 'es2023', lib: ['es2023'], strict: true, outDir: 'built' },
    ...{ types: ['node'], typeRoots: [join(modules, '@types')], skipLibCheck: false },
  };
  await writeFile(join(shop, 'tsconfig.json'), JSON.stringify({ compilerOptions }));
  await run([process.execPath, join(modules, 'typescript/bin/tsc'), '-p', '.'], { cwd: shop });

  const { running, merchant } = suite;
  const pay = async () => {
    const output = await run([process.execPath, 'built/payment.js'], {
      cwd: shop,
      env: { TURNOUT_URL: running.url, TURNOUT_API_KEY: merchant.key },
    });
    return output.trim().split('\n');
  };
  const [first = ''] = await pay();
  expect(first).toMatch(/^pay_\w+ succeeded 2599$/);
  // Lists follow the payments a moment later, so a later run lists the first payment.
  await eventually(async () => {
    const [, ...listed] = await pay();
    expect(listed).toContain(first.replace(/ 2599$/, ''));
  });

  const refused = run([process.execPath, 'built/payment.js'], {
    cwd: shop,
    env: { TURNOUT_URL: running.url, TURNOUT_API_KEY: 'snd_unknown' },
  });
  await expect(refused).rejects.toThrow(/IR_01 .* [\da-f-]{36}\n/);
});

it('the client lists every payment of a running switch once, and verifies their webhooks', async () => {
  const { running, merchant, receiver, webhookPath } = suite;
  const turnout = new Turnout({ baseUrl: running.url, apiKey: merchant.key });
  const created = await Promise.all(
    ['client_1', 'client_2', 'client_3', 'client_4', 'client_5'].map((payment_id) =>
      turnout.post('/payments', { body: { payment_id, amount: 100, currency: 'EUR' } }),
    ),
  );
  expect(created.map(({ status }) => status)).toEqual(Array(5).fill('requires_payment_method'));
  const idsIn = async (payments: AsyncIterable<{ readonly payment_id: string }>) => {
    const ids: string[] = [];
    for await (const { payment_id } of payments) ids.push(payment_id);
    return ids.filter((id) => id.startsWith('client_')).sort();
  };
  const ids = created.map(({ payment_id }) => payment_id).sort();
  await eventually(async () => {
    const params = { query: { limit: 2 } };
    expect(await idsIn(turnout.list('GET /payments/list', { params }))).toEqual(ids);
    expect(await idsIn(turnout.list('POST /payments/list', { body: { limit: 2 } }))).toEqual(ids);
  });

  const params = { path: { payment_id: 'client_1' } };
  await turnout.post('/payments/{payment_id}/cancel', { params, body: {} });
  const { headers, body } = await eventually(() => {
    const webhook = receiver.received(webhookPath).find(({ body }) => body.includes('client_1'));
    if (!webhook) throw new Error('No webhook about the payment has arrived.');
    return webhook;
  });
  const { content } = await verifyWebhook(body, headers, merchant.hashKey);
  if (content.type !== 'payment_details') throw new Error('The event is about no payment.');
  expect(content.object.status).toBe('cancelled');
});
