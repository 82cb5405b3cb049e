import * as v from 'valibot';
import { type LocalConsole, startConsole } from '../../console/console.ts';
import { recentLines } from '../../console/recent-lines.ts';
import { turnout } from '../../scripts/turnout/turnout.ts';
import { bareEnvironment } from '../support/runner/bare-environment.ts';
import { eventually } from '../support/runner/eventually.ts';
import { runCommand } from '../support/runner/run-command.ts';
import { aRunningSwitch } from '../support/switch/a-running-switch.ts';
import { newId } from '../support/switch/merchant.ts';
import { adminKey, vaultMasterKey } from '../support/switch/switch.ts';

const Made = v.object({ name: v.string(), key: v.string() });
const Listed = v.object({
  keys: v.array(
    v.object({
      name: v.string(),
      created_at: v.string(),
      last_used_at: v.nullable(v.string()),
      revoked_at: v.nullable(v.string()),
    }),
  ),
});

/** A name that no other suite of the shared switch gives. */
const aName = (begin: string) => `${begin}.${newId('n').slice(2, 14).toLowerCase()}`;

describe.each(['on', 'off'] as const)('keys of operators with sharedKeys=%s', (sharedKeys) => {
  const live = aRunningSwitch(sharedKeys === 'off' ? { start: { settings: { sharedKeys } } } : {});
  let served: LocalConsole;
  beforeAll(async () => {
    served = await startConsole({
      port: 0,
      lines: recentLines(),
      adminKey,
      realConnectors: async () => [],
      page: () => Promise.reject(new Error('No browser opens it.')),
      docs: () => Promise.reject(new Error('No browser opens it.')),
      inside: live.running.assembly.inside,
      metrics: live.running.assembly.metrics,
      switchUrl: live.running.url,
      log: () => undefined,
    });
  });
  afterAll(() => served?.stop());

  const run = (args: readonly string[], environment: Readonly<Record<string, string>> = {}) =>
    runCommand(turnout, ['keys', ...args], {
      environment: { ...bareEnvironment, ADMIN_API_KEY: adminKey, ...environment },
    });
  const command = (...args: string[]) => run([...args, '--console', served.url, '--json']);
  const made = async (name: string) => {
    const { code, out, error } = await command('make', '--name', name);
    expect([code, error]).toEqual([0, '']);
    return v.parse(Made, JSON.parse(out)).key;
  };
  const known = async (name: string) => {
    const { out } = await command('list');
    return v.parse(Listed, JSON.parse(out)).keys.find((one) => one.name === name);
  };
  const accounts = (key: string) =>
    live.running.call('GET', '/accounts/list', {
      key,
      query: { organization_id: 'org_that_is_none' },
    });
  const statusFor = async (key: string) => (await accounts(key)).status;

  it('a key that the command makes works at once, is listed with its use, and ends when it is revoked', async () => {
    const name = aName('ana');
    const key = await made(name);
    expect(key).toMatch(new RegExp(`^opk_snd_${name.replace('.', '\\.')}_[A-Za-z0-9]{64}$`));
    expect(await known(name)).toMatchObject({ last_used_at: null, revoked_at: null });
    expect(await statusFor(key)).toBe(200);
    expect(await known(name)).toMatchObject({ last_used_at: expect.any(String) });

    const revoked = await command('revoke', '--name', name);
    expect(JSON.parse(revoked.out)).toMatchObject({ name, revoked_at: expect.any(String) });
    await eventually(async () => expect(await statusFor(key)).toBe(401));
    expect(await known(name)).toMatchObject({ revoked_at: expect.any(String) });
    // The log names people by these names, so none is given twice.
    expect(await command('make', '--name', name)).toMatchObject({ code: 1, out: '' });
    expect(await command('revoke', '--name', aName('unknown'))).toMatchObject({ code: 1, out: '' });
  });

  it('each line of a request names the key of its operator, and no line or item has the key', async () => {
    const name = aName('ben');
    const key = await made(name);
    const merchant_id = newId('merchant');
    const { status } = await live.running.call('POST', '/accounts', { key, body: { merchant_id } });
    expect(status).toBe(200);
    const apiKey = { name: 'shop', expiration: 'never' };
    expect(
      await live.running.call('POST', `/api_keys/${merchant_id}`, { key, body: apiKey }),
    ).toMatchObject({ status: 200 });
    await eventually(() => {
      const callers = live.running.lines
        .filter(({ message }) => message.includes(merchant_id))
        .filter(({ message }) => message.includes('"message":"request"'))
        .map(({ message }) => JSON.parse(message).caller);
      expect(callers).toEqual([`operator ${name}`, `operator ${name}`]);
    });
    const secret = key.slice(-64);
    expect(live.running.lines.filter(({ message }) => message.includes(secret))).toEqual([]);
    const items = await live.running.items();
    expect(items.some(({ pk, sk }) => pk === 'OPERATOR_KEYS' && sk === `KEY#${name}`)).toBe(true);
    expect(items.filter(({ text }) => text.includes(secret))).toEqual([]);
  });

  it(`the keys that all operators share are ${sharedKeys === 'on' ? 'taken' : 'refused'}`, async () => {
    const expected = sharedKeys === 'on' ? 200 : 401;
    expect(await statusFor(adminKey)).toBe(expected);
    const list = () =>
      live.running.call('GET', `${live.running.vaultUrl}/api/v1/api_keys`, { key: vaultMasterKey });
    expect((await list()).status).toBe(expected);
  });

  it('a key of the vault is made by an operator, and its holder lists and revokes keys by their names', async () => {
    const operator = await made(aName('carla'));
    const at = ['--vault', live.running.vaultUrl, '--json'];
    const merchant = ['--merchant', newId('merchant')];
    const first = await run(['make', '--name', 'till', ...merchant, ...at], {
      ADMIN_API_KEY: operator,
    });
    expect(first).toMatchObject({ code: 0, error: '' });
    const own = { VAULT_API_KEY: v.parse(Made, JSON.parse(first.out)).key };
    expect(own.VAULT_API_KEY).toMatch(/^vk_/);
    const second = await run(['make', '--name', 'backend', ...at], own);
    const { key } = v.parse(Made, JSON.parse(second.out));
    expect(await run(['make', '--name', 'backend', ...at], own)).toMatchObject({ code: 1 });

    const keys = async (environment: Readonly<Record<string, string>>) => {
      const { out } = await run(['list', ...at], environment);
      return v.parse(Listed, JSON.parse(out)).keys;
    };
    expect((await keys(own)).map(({ name }) => name).sort()).toEqual(['backend', 'till']);
    expect((await keys({ VAULT_API_KEY: key })).map((one) => one.last_used_at)).toEqual([
      expect.any(String),
      expect.any(String),
    ]);
    const revoked = await run(['revoke', '--name', 'backend', ...at], own);
    expect(JSON.parse(revoked.out)).toMatchObject({
      name: 'backend',
      revoked_at: expect.any(String),
    });
    expect(await run(['list', ...at], { VAULT_API_KEY: key })).toMatchObject({ code: 1, out: '' });
    const refused = await run(['make', '--name', 'other', ...at], {
      ADMIN_API_KEY: `${operator}x`,
    });
    expect(refused).toMatchObject({ code: 1, out: '' });
  });

  it('the console makes keys for the holder of the operator’s key alone', async () => {
    const ask = (headers: Readonly<Record<string, string>>) =>
      fetch(`${served.url}/api/operator-keys/make`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', ...headers },
        body: JSON.stringify({ name: aName('mallory') }),
      }).then(({ status }) => status);
    expect(await ask({})).toBe(403);
    expect(await ask({ 'api-key': 'another' })).toBe(403);
    expect(await ask({ origin: served.url })).toBe(404);
    expect(await ask({ origin: 'http://evil.example', 'api-key': adminKey })).toBe(403);
    const wrong = await run(['list', '--console', served.url], { ADMIN_API_KEY: 'another' });
    expect(wrong).toMatchObject({ code: 2, error: expect.stringMatching(/ADMIN_API_KEY is not/) });
  });
});
