import { spawn } from 'node:child_process';
import { createHmac } from 'node:crypto';
import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as v from 'valibot';
import { portOf } from '../../local/port-of.ts';
import { otherEvents, triggeredEvents } from '../../scripts/laptop/recipes.ts';
import { commandGroups } from '../../scripts/turnout/commands.ts';
import { turnout as turnoutCommand } from '../../scripts/turnout/turnout.ts';
import { cellMapFile, twoCells } from '../support/deployment/cell-map-file.ts';
import { bareEnvironment } from '../support/runner/bare-environment.ts';
import { eventually } from '../support/runner/eventually.ts';
import { runCommand, startCommand } from '../support/runner/run-command.ts';
import { aRunningSwitch } from '../support/switch/a-running-switch.ts';
import { aSale, newId } from '../support/switch/merchant.ts';
import { adminKey } from '../support/switch/switch.ts';

const script = join(import.meta.dirname, '..', '..', 'scripts', 'turnout', 'turnout.ts');
const folder = mkdtempSync(join(tmpdir(), 'turnout-command-'));
const merchantsFile = join(folder, 'merchants.json');
const live = aRunningSwitch();
afterAll(() => rmSync(folder, { recursive: true }));

const environment = {
  ...bareEnvironment,
  ADMIN_API_KEY: adminKey,
  TURNOUT_MERCHANTS: merchantsFile,
};

/** Calls a command to its end. */
const turnout = (...args: string[]) => runCommand(turnoutCommand, args, { environment });

const at = () => ['--url', live.running.url];

const listeners: { kill(): void }[] = [];
afterEach(() => {
  for (const one of listeners.splice(0)) one.kill();
});

/** Starts `listen`, and gives its lines as they come. */
async function listening(...args: string[]) {
  const started = startCommand(turnoutCommand, ['listen', ...at(), '--json', ...args], {
    environment,
  });
  listeners.push({ kill: started.end });
  const lines = linesOf(started.out);
  await eventually(() => expect(lines()).toContainEqual(readyLine));
  return { lines };
}

/** Starts `listen` as a program that is to be killed. */
async function listeningProgram(...args: string[]) {
  const child = spawn(process.execPath, [script, 'listen', ...at(), '--json', ...args], {
    env: environment,
  });
  listeners.push({ kill: () => child.kill('SIGKILL') });
  let out = '';
  child.stdout.on('data', (text) => {
    out += text;
  });
  const lines = linesOf(() => out);
  await eventually(() => expect(lines()).toContainEqual(readyLine));
  const ended = new Promise<number | null>((resolve) => child.once('exit', resolve));
  return { child, ended };
}

const readyLine = expect.objectContaining({ kind: 'ready' });
/** The whole lines of JSON that were printed until now. */
const linesOf = (out: () => string) => (): Record<string, unknown>[] =>
  out()
    .split('\n')
    .slice(0, -1)
    .map((line) => JSON.parse(line));

const Payment = v.object({ payment_id: v.string(), status: v.string() });
const Endpoints = v.object({ data: v.array(v.object({ url: v.string() })) });
const Keys = v.array(v.object({ key_id: v.string() }));

const Known = v.object({
  merchant_id: v.string(),
  api_key: v.string(),
  webhook_secret: v.string(),
});
type Known = v.InferOutput<typeof Known>;

async function init(merchant: string, ...args: string[]): Promise<Known> {
  const { code, out, error } = await turnout(
    'init',
    ...at(),
    '--merchant',
    merchant,
    '--json',
    ...args,
  );
  expect([code, error]).toEqual([0, '']);
  return v.parse(Known, JSON.parse(out));
}

async function endpointsOf({ merchant_id, api_key }: Known): Promise<{ url: string }[]> {
  const response = await fetch(`${live.running.url}/webhook_endpoints/${merchant_id}`, {
    headers: { 'api-key': api_key },
  });
  return v.parse(Endpoints, await response.json()).data;
}

const commands = commandGroups.flatMap((group) => Object.keys(group.commands));

it.each(commands)('the command turnout %s says what it does and takes', async (name) => {
  const { code, out } = await turnout(name, '--help');
  expect(code).toBe(0);
  expect(out).toMatch(/^\S.*[.:]$/m);
  expect(out).toMatch(/^ {2}np[mx] /m);
});

it('the list of commands has each with a line about it', async () => {
  const { code, out } = await turnout('--help');
  expect(code).toBe(0);
  for (const name of commands) expect(out).toMatch(new RegExp(`^  ${name} +\\S`, 'm'));
  expect((await turnout()).code).toBe(2);
});

it.each([
  [['lissten'], /Is "listen" meant\?/],
  [['trigger', 'dispute_wun'], /Is "dispute_won" meant\?/],
  [['trigger', 'payment_expired'], /can't be made here: the processor reports that the time/],
  [['trigger'], /EVENT is missing/],
  [['init', '--connector', 'stripe'], /--connector must be one of .*stripe_test/],
  [['init', '--merchant', 'a b'], /--merchant must be such as/],
  [['listen', '--forward-to', 'shop'], /--forward-to must be an address/],
  [['listen', '--merchant', 'never_made'], /"never_made" is not known/],
] as const)(
  'a wrong command line, %j, gets a sentence and code 2',
  async ([name, ...rest], says) => {
    const { code, error } = await turnout(name, ...rest, ...(name === 'lissten' ? [] : at()));
    expect(error).toMatch(says);
    expect(code).toBe(2);
  },
);

it('a command says where it looked for a switch that does not answer', async () => {
  const { code, error } = await turnout('init', '--url', 'http://127.0.0.1:9');
  expect(error).toMatch(/No switch answers at http:\/\/127\.0\.0\.1:9: "npm start" runs one/);
  expect(code).toBe(2);
});

describe('turnout init', () => {
  it('a second init makes nothing twice and prints the same', async () => {
    const args = ['init', ...at(), '--merchant', 'shop_twice'];
    const first = await turnout(...args);
    expect(first.out).toMatch(/^TURNOUT_API_KEY=snd_/m);
    expect(await turnout(...args)).toEqual(first);
    expect(statSync(merchantsFile).mode & 0o777).toBe(0o600);
  });

  it('an init that was half done is completed', async () => {
    await fetch(`${live.running.url}/accounts`, {
      method: 'POST',
      headers: { 'api-key': adminKey, 'content-type': 'application/json' },
      body: JSON.stringify({ merchant_id: 'shop_half' }),
    });
    const known = await init('shop_half');
    const { code } = await turnout(
      'trigger',
      'payment_succeeded',
      ...at(),
      '--merchant',
      'shop_half',
    );
    expect(code).toBe(0);
    const connectors = await fetch(`${live.running.url}/account/shop_half/connectors`, {
      headers: { 'api-key': known.api_key },
    });
    expect(await connectors.json()).toHaveLength(1);
  });

  it('an init replaces a remembered key that was revoked', async () => {
    const before = await init('shop_revoked');
    const keys = `${live.running.url}/api_keys/shop_revoked`;
    const asOperator = { headers: { 'api-key': adminKey } };
    const [key] = v.parse(Keys, await (await fetch(`${keys}/list`, asOperator)).json());
    await fetch(`${keys}/${key?.key_id}`, { method: 'DELETE', ...asOperator });
    const after = await init('shop_revoked');
    expect(after.api_key).not.toBe(before.api_key);
    expect(await endpointsOf(after)).toEqual([]);
  });
});

describe('turnout listen and turnout trigger', () => {
  it('each event that trigger makes arrives at listen, with a right signature', async () => {
    await init('shop_events');
    const names = Object.keys(triggeredEvents);
    const { lines } = await listening('--merchant', 'shop_events', '--events', names.join(','));
    for (const name of names) {
      const { code, error } = await turnout('trigger', name, ...at(), '--merchant', 'shop_events');
      expect([name, code, error]).toEqual([name, 0, '']);
    }
    const seen = () => new Set(lines().flatMap(({ event_type: type }) => (type ? [type] : [])));
    await eventually(() => expect(names.filter((name) => !seen().has(name))).toEqual([]));
    expect(lines().every(({ verdict = 'verified' }) => verdict === 'verified')).toBe(true);
  });

  it('an event that no request makes has a reason, and none is forgotten', async () => {
    const { out } = await turnout('trigger', '--help');
    for (const name of Object.keys(triggeredEvents)) expect(out).toContain(name);
    expect(Object.values(otherEvents).every((reason) => reason.length > 20)).toBe(true);
  });

  it('a webhook reaches the server as it came, signed by the key of turnout init, and its answer reaches the switch', async () => {
    const { webhook_secret } = await init('shop_forward');
    const taken: { signature: unknown; body: string }[] = [];
    const statuses = [500, 200];
    const server = createServer(async (request, response) => {
      let body = '';
      for await (const chunk of request) body += chunk;
      taken.push({ signature: request.headers['x-webhook-signature-512'], body });
      response.writeHead(statuses.shift() ?? 200).end();
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const url = `http://127.0.0.1:${portOf(server.address())}/hooks`;
    const { lines } = await listening('--merchant', 'shop_forward', '--forward-to', url);
    await turnout('trigger', 'payment_succeeded', ...at(), '--merchant', 'shop_forward');
    await eventually(() =>
      expect(lines()).toContainEqual(expect.objectContaining({ status: 500 })),
    );
    const body = taken[0]?.body ?? '';
    const expected = createHmac('sha512', webhook_secret).update(body).digest('hex');
    expect(taken[0]?.signature).toBe(expected);
    expect(JSON.parse(body)).toMatchObject({ event_type: 'payment_succeeded' });
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  });

  it('a server that is not there is named, and the switch is asked to send again', async () => {
    await init('shop_alone');
    const { lines } = await listening(
      ...['--merchant', 'shop_alone', '--forward-to', 'http://127.0.0.1:9/hooks'],
    );
    await turnout('trigger', 'payment_succeeded', ...at(), '--merchant', 'shop_alone');
    await eventually(() =>
      expect(lines()).toContainEqual(
        expect.objectContaining({ status: 502, problem: expect.stringMatching(/nothing answers/) }),
      ),
    );
  });

  it('a webhook with a wrong signature is refused and not forwarded', async () => {
    const known = await init('shop_wrong');
    const { lines } = await listening('--merchant', 'shop_wrong');
    const [endpoint] = await endpointsOf(known);
    const response = await fetch(endpoint?.url ?? '', {
      method: 'POST',
      headers: { 'x-webhook-signature-512': 'ab'.repeat(64) },
      body: '{"event_type":"payment_succeeded"}',
    });
    expect(response.status).toBe(401);
    await eventually(() =>
      expect(lines()).toContainEqual(expect.objectContaining({ verdict: 'wrong signature' })),
    );
  });

  it('an endpoint of turnout listen goes when the command ends, and that of a killed one at the next start', async () => {
    const known = await init('shop_ends');
    const polite = await listeningProgram('--merchant', 'shop_ends');
    expect(await endpointsOf(known)).toHaveLength(1);
    polite.child.kill('SIGTERM');
    expect(await polite.ended).toBe(0);
    expect(await endpointsOf(known)).toEqual([]);

    const killed = await listeningProgram('--merchant', 'shop_ends');
    killed.child.kill('SIGKILL');
    await killed.ended;
    expect(await endpointsOf(known)).toHaveLength(1);
    await listening('--merchant', 'shop_ends');
    const left = await endpointsOf(known);
    expect(left).toHaveLength(1);
  });
});

it('a payment in conflict is decided by turnout resolve, and one that does not exist is refused', async () => {
  const { merchant_id, api_key } = await init('shop_resolves');
  const response = await fetch(`${live.running.url}/payments`, {
    method: 'POST',
    headers: { 'api-key': api_key, 'content-type': 'application/json' },
    // The sandbox processor charges another amount for this card.
    body: JSON.stringify(aSale('4000000000000259')),
  });
  const { payment_id, status } = v.parse(Payment, await response.json());
  expect(status).toBe('conflicted');
  const decide = (paymentId: string) =>
    turnout(
      ...['resolve', ...at(), '--merchant', merchant_id, '--payment', paymentId],
      ...['--status', 'charged', '--reason', 'seen at the processor', '--json'],
    );
  const { code, out, error } = await decide(payment_id);
  expect([code, error]).toEqual([0, '']);
  expect(JSON.parse(out)).toMatchObject({
    status: 200,
    answer: { payment_id, attempt_status: 'charged' },
  });
  const none = await decide('pay_none');
  expect([none.code, none.out]).toEqual([1, '']);
  expect(JSON.parse(none.error).error.message).toMatch(/^404 \{/);
});

it('the check of a cell names the merchants of its deployment that the map has elsewhere, those that are missing, and those that the map does not name', async () => {
  const made = async (merchant_id: string, organization_id?: string) => {
    const response = await fetch(`${live.running.url}/accounts`, {
      method: 'POST',
      headers: { 'api-key': adminKey, 'content-type': 'application/json' },
      body: JSON.stringify({ merchant_id, ...(organization_id && { organization_id }) }),
    });
    return v.parse(v.object({ organization_id: v.string() }), await response.json());
  };
  const names = ['here', 'moved', 'unnamed', 'gone'].map((name) => newId(name));
  const [here = '', moved = '', unnamed = '', gone = ''] = names;
  const { organization_id } = await made(here);
  await made(moved);
  await made(unnamed, organization_id);
  const map = (merchants: object) => ['--map', cellMapFile({ ...twoCells, merchants })];
  const check = (merchants: object) =>
    turnout(...['cells', 'check', ...at(), '--cell', 'eu-1', '--json'], ...map(merchants));
  const asked = { [here]: 'eu-1', [moved]: 'eu-2', [gone]: 'eu-1', [newId('other')]: 'eu-2' };
  await eventually(async () => {
    const { code, out, error } = await check(asked);
    expect([code, error]).toEqual([1, '']);
    expect(JSON.parse(out).asked).toEqual({
      cell: 'eu-1',
      elsewhere: [{ merchant: moved, cell: 'eu-2' }],
      missing: [gone],
      unnamed: [unnamed],
    });
  });
  const good = await check({ [here]: 'eu-1', [moved]: 'eu-1', [unnamed]: 'eu-1' });
  expect([good.code, good.error]).toEqual([0, '']);
  const text = await turnout(
    'cells',
    'check',
    ...at(),
    '--cell',
    'eu-2',
    ...map({ [here]: 'eu-1' }),
  );
  expect(text.out).toContain(`${here} is in eu-2, and the map has it in eu-1.`);
  const noCell = await turnout('cells', 'check', ...at(), '--cell', 'eu-3', ...map({}));
  expect([noCell.code, noCell.error]).toEqual([
    2,
    expect.stringContaining('There is no cell eu-3'),
  ]);
});

/** The findings of `turnout doctor` with these variables. */
const doctor = (variables: Readonly<Record<string, string>>) =>
  runCommand(turnoutCommand, ['doctor', '--json'], {
    environment: { ...environment, ...variables },
  });

it('a port of the running switch is no fault to turnout doctor', async () => {
  const port = new URL(live.running.url).port;
  const vaultPort = new URL(live.running.vaultUrl).port;
  const { out } = await doctor({ PORT: port, VAULT_PORT: vaultPort });
  expect(JSON.parse(out).findings).toEqual(
    expect.arrayContaining([
      expect.objectContaining({ name: `port ${port}`, is_there: true }),
      expect.objectContaining({ name: `port ${vaultPort}`, is_there: true }),
    ]),
  );
});

it('a taken port is named by turnout doctor, which ends with 1', async () => {
  const server = createServer((_, response) => response.writeHead(404).end());
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const port = String(portOf(server.address()));
  const result = await doctor({ PORT: port });
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
  expect(result.code).toBe(1);
  expect(JSON.parse(result.out).findings).toContainEqual({
    name: `port ${port}`,
    is_optional: false,
    is_there: false,
    about: expect.stringContaining('set PORT'),
  });
});
