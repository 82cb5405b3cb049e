import { execFileSync } from 'node:child_process';
import { globSync, readFileSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { signature512, standardWebhookHeaders } from '#platform/crypto/webhook-signatures.ts';
import { inLine, printable } from '../../scripts/command-line/printable.ts';
import { turnout } from '../../scripts/turnout/turnout.ts';
import { aServer, type Handler, json } from '../packages/node/a-server.ts';
import { eventually } from '../support/runner/eventually.ts';
import { runCommand, startCommand } from '../support/runner/run-command.ts';

const adminKey = 'the key of the operator';
const environment = { ADMIN_API_KEY: adminKey, TURNOUT_MERCHANTS: '/nowhere/merchants.json' };

/** The arguments of each command that asks a switch, for its address. */
const asking: readonly (readonly [string, (url: string) => readonly string[]])[] = [
  ['init', (url) => ['init', '--url', url]],
  ['listen', (url) => ['listen', '--url', url]],
  ['trigger', (url) => ['trigger', 'payment_succeeded', '--url', url]],
  ['redrive', (url) => ['redrive', '--merchant', 'shop', '--url', url]],
  [
    'resolve',
    (url) => [
      ...['resolve', '--merchant', 'shop', '--refund', 'ref_1'],
      ...['--status', 'failed', '--url', url],
    ],
  ],
  ['payment', (url) => ['payment', 'pay_1', '--console', url]],
  ['logs', (url) => ['logs', '--follow', '--console', url]],
];

describe.each(asking)('the command %s', (_, args) => {
  // 192.0.2.1 belongs to documentation: RFC 5737.
  it.each(['http://192.0.2.1', 'http://127.0.0.1.example.com', 'http://[2001:db8::1]:3000'])(
    'the command sends nothing to %s, where its key would cross the network in clear',
    async (url) => {
      const { code, error } = await runCommand(turnout, args(url), { environment });
      expect(code).toBe(2);
      expect(error).toContain(`${new URL(url).origin} is not asked: without https`);
    },
  );

  it('the command follows no redirect with its key', async () => {
    await using elsewhere = await aServer(json([]));
    await using server = await aServer((response, { url }) => {
      if (url === '/health') return json({})(response, { ...none, url });
      response.writeHead(307, { location: `${elsewhere.url}${url}` }).end();
    });
    const { code } = await runCommand(turnout, args(server.url), { environment });
    expect(code).toBeGreaterThan(0);
    expect(elsewhere.received).toEqual([]);
  });
});

const none = { method: 'GET', headers: {}, body: '', atMs: 0 };

/** A switch with the answers that init needs, and with this webhook secret. */
const switchWith =
  (webhookSecret: string, connectors: Handler): Handler =>
  (response, request) => {
    const account = {
      default_profile: 'pro_1',
      publishable_key: 'pk_1',
      payment_response_hash_key: webhookSecret,
    };
    const answers = new Map<string, unknown>([
      ['/health', {}],
      ['/accounts', account],
      ['/api_keys/shop', { api_key: 'snd_1' }],
    ]);
    const answer = answers.get(request.url);
    return (answer === undefined ? connectors : json(answer))(response, request);
  };

describe('the .env of init', () => {
  let folder = '';
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'turnout-init-'));
  });
  afterAll(() => rm(folder, { recursive: true }));

  const init = (url: string, ...more: readonly string[]) =>
    runCommand(turnout, ['init', '--url', url, ...more], {
      environment: { ...environment, TURNOUT_MERCHANTS: join(folder, 'merchants.json') },
    });

  it('the merchant key of init is not sent where its check is redirected', async () => {
    await using elsewhere = await aServer(json([]));
    const redirect: Handler = (response, { url }) => {
      response.writeHead(302, { location: `${elsewhere.url}${url}` }).end();
    };
    await using server = await aServer(switchWith('k', redirect));
    const { code, error } = await init(server.url);
    expect([code, error]).toEqual([
      1,
      'The switch could not do it: GET /account/shop/connectors: The server answered 302 with no content type.\n',
    ]);
    expect(elsewhere.received).toEqual([]);
  });

  it.each(['$(echo run)', '`echo run`', 'a b;echo run', '"x" $HOME #', 'plain_1'])(
    'the webhook secret %s reaches a shell and Node.js as it is',
    async (secret) => {
      await using server = await aServer(switchWith(secret, json([])));
      const { out } = await init(server.url);
      const shell = `eval "$1"; printf %s "$TURNOUT_WEBHOOK_SECRET"`;
      expect(execFileSync('sh', ['-c', shell, 'sh', out], { encoding: 'utf8' })).toBe(secret);
      await writeFile(join(folder, '.env'), out);
      const program = 'process.stdout.write(process.env.TURNOUT_WEBHOOK_SECRET)';
      const args = [`--env-file=${join(folder, '.env')}`, '-e', program];
      expect(execFileSync(process.execPath, args, { encoding: 'utf8', env: {} })).toBe(secret);
    },
  );

  it('a server that is no switch ends init with a sentence', async () => {
    await using server = await aServer(json({}));
    const { code, error } = await init(server.url);
    expect([code, error]).toEqual([1, 'The switch could not do it: The server is no switch.\n']);
  });

  it.each(["it's", 'a\nTURNOUT_URL=http://127.0.0.1:9'])(
    'the webhook secret %j, which no .env can have, ends init with a sentence',
    async (secret) => {
      await using server = await aServer(switchWith(secret, json([])));
      const { code, out, error } = await init(server.url);
      expect([code, out]).toEqual([1, '']);
      expect(error).toMatch(/^A value of the switch has no place in a \.env.*\n$/);
      const { out: document } = await init(server.url, '--json');
      expect(JSON.parse(document)).toMatchObject({ webhook_secret: secret });
    },
  );
});

describe('the webhook-sink', () => {
  const key = 'a key of the merchant';

  async function started(args: readonly string[] = []) {
    const sink = startCommand(turnout, ['webhook-sink', '--port', '0', ...args], {
      environment: { TURNOUT_WEBHOOK_SECRET: `${key}\n` },
    });
    await eventually(() => expect(sink.out()).toContain('http://127.0.0.1:'));
    const [, url = ''] = /(http:\/\/127\.0\.0\.1:\d+\/)/.exec(sink.out()) ?? [];
    return { ...sink, url };
  }

  it('the sink prints the text of a forged webhook in one line, without control characters', async () => {
    const { out, url, end, ended } = await started();
    const event_type = '\u001b[2J\u001b]0;owned\u0007\nsignature verified\u009b31m\u202e';
    const body = JSON.stringify({ event_type });
    const { status } = await fetch(url, { method: 'POST', body });
    end();
    await ended;
    expect(status).toBe(401);
    expect(out().trim().split('\n')).toHaveLength(2);
    expect(out()).toContain(
      'SIGNATURE WRONG  \\u001b[2J\\u001b]0;owned\\u0007\\u000asignature verified\\u009b31m\\u202e',
    );
  });

  it('the sink prints for programs without control characters, and the same text', async () => {
    const { out, url, end, ended } = await started(['--json']);
    const event_type = 'a\u001bb\u009bc\u202ed';
    await fetch(url, { method: 'POST', body: JSON.stringify({ event_type }) });
    end();
    await ended;
    for (const one of ['\u001b', '\u009b', '\u202e']) expect(out()).not.toContain(one);
    expect(JSON.parse(out().trim().split('\n')[1] ?? '')).toMatchObject({ event_type });
  });

  it('the sink refuses a webhook that was recorded, or has no signature of its time', async () => {
    const { url, end, ended } = await started();
    const body = JSON.stringify({ event_type: 'payment_succeeded' });
    const at = (age: number) => new Date(Date.now() - age * 1_000);
    const sent = (headers: Readonly<Record<string, string>>) =>
      fetch(url, { method: 'POST', body, headers }).then(({ status }) => status);
    expect(await sent(standardWebhookHeaders([key], 'evt_1', at(0), body))).toBe(200);
    expect(await sent(standardWebhookHeaders([key], 'evt_1', at(400), body))).toBe(401);
    expect(await sent({ 'x-webhook-signature-512': signature512(key, body) })).toBe(401);
    end();
    await ended;
  });

  it('the sink ends a body without an end after a megabyte', async () => {
    const { out, url, end, ended } = await started();
    let bytes = 0;
    await new Promise<void>((resolve) => {
      const sending = request(url, { method: 'POST' });
      const part = Buffer.alloc(65_536);
      const send = () => {
        bytes += part.length;
        sending.write(part, (error) => (error || bytes > 64 * 2 ** 20 ? resolve() : send()));
      };
      sending.on('error', () => resolve()).on('response', () => resolve());
      send();
    });
    end();
    await ended;
    expect(bytes).toBeLessThan(16 * 2 ** 20);
    expect(out().trim().split('\n')).toHaveLength(1);
  });
});

it('the commands and the console send every request to a switch by one function', () => {
  const others = new Map([
    ['console/safe-request.ts', 'is that function'],
    ['scripts/deploy/account-roles.ts', 'asks AWS'],
    ['scripts/deploy/api-limit.ts', 'asks AWS'],
    ['scripts/documents/pictures/console-pictures.ts', 'has no key, and asks this machine'],
    ['scripts/operate/first-hour-account.ts', 'has no key, and looks at statuses only'],
    ['scripts/pictures.ts', 'has no key, and asks this machine'],
    ['scripts/turnout/listen.ts', "forwards webhooks to the developer's server, without redirects"],
    ['scripts/laptop/machine-findings.ts', 'has no key, and asks this machine'],
  ]);
  expect(programsWith(/(?<![\w.])fetch\(/)).toEqual([...others.keys()].sort());
});

it('the commands, the console and the example shop call the API by the client of merchants', () => {
  const others = new Map([
    ['console/ask-json.ts', 'asks the console, the vault and the processor'],
    ['console/switch-client.ts', 'makes the client'],
    ['scripts/turnout/start.ts', 'waits until a switch answers'],
    ['scripts/turnout/listen.ts', 'looks whether another command listens'],
    ['scripts/laptop/switch-access.ts', 'looks whether a switch answers'],
  ]);
  expect(programsWith(/(?<!function )\bsendSafely\(/)).toEqual([...others.keys()].sort());
  expect(programsWith(/'@turnout\/node'|packages\/node\/src\/index/)).toEqual([]);
});

it('one function creates the merchants of all programs', () => {
  expect(programsWith(/\baccounts\.create\(|'\/accounts'/)).toEqual(['console/test-merchant.ts']);
});

const root = join(import.meta.dirname, '..', '..');

/** The files of our programs, without pages for browsers, whose text has this. */
const programsWith = (pattern: RegExp): readonly string[] =>
  globSync('{scripts,console,bench}/**/*.{ts,tsx}', { cwd: root })
    .filter((file) => !file.startsWith('console/page/'))
    .filter((file) => pattern.test(readFileSync(join(root, file), 'utf8')))
    .sort();

it.each(['__proto__', 'constructor', 'toString', 'hasOwnProperty'])(
  'the event %s of trigger is unknown, and a sentence says so',
  async (name) => {
    await using server = await aServer(json({}));
    const args = ['trigger', name, '--url', server.url];
    const { code, error } = await runCommand(turnout, args, { environment });
    expect([code, error]).toEqual([
      2,
      expect.stringMatching(`^There is no event "${name}"\\..*\n"npx turnout trigger --help"`),
    ]);
  },
);

it('a mistyped command, option or word with control characters is printed without them', async () => {
  for (const args of [['\u001b[2J'], ['doctor', '--\u001b[2J'], ['settings', '\u001b[2J']]) {
    const { code, error } = await runCommand(turnout, args, { environment });
    expect(code).toBe(2);
    expect(error).toContain('\\u001b[2J');
    expect(error).not.toContain('\u001b');
  }
});

it('a text of any script is printed as it is, and only its acting characters are escaped', () => {
  const text = 'Zoë 木 نمونه 👩‍💻\tb\n';
  expect(printable(text)).toBe(text);
  expect(inLine(text)).toBe('Zoë 木 نمونه 👩‍💻\\u0009b\\u000a');
  expect(printable('\r\u0000\u2028')).toBe('\\u000d\\u0000\\u2028');
});
