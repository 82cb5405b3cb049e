import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import * as v from 'valibot';
import { documentFiles } from '../../../scripts/documents/written-files.ts';
import { testPrograms } from '../../../tools/tests/test-programs.ts';
import { aRunningSwitch } from '../../support/switch/a-running-switch.ts';
import { newId } from '../../support/switch/merchant.ts';
import { aServer, json } from '../node/a-server.ts';

const root = join(import.meta.dirname, '..', '..', '..');
const page = readFileSync(join(root, 'docs/clients.md'), 'utf8');
const program = /```perl\n([\s\S]*?)```/.exec(page)?.[1] ?? '';

const isHere = testPrograms.perl.isThere();
if (!isHere) console.warn('Skipped: the client in Perl. Run: npm run programs -- --install');
const suite = isHere ? describe : describe.skip;

/** The schema of OpenAPI by which the client would check the description: it admits every one. */
const metaSchema = 'https://spec.openapis.org/oas/3.1/schema/2021-05-20';

suite('OpenAPI::Client, which reads the description of the API', () => {
  const live = aRunningSwitch({ merchant: {} });
  const folder = mkdtempSync(join(tmpdir(), 'turnout-perl-'));
  afterAll(() => rmSync(folder, { recursive: true }));
  // The real schema is on the web. The rules of Redocly check the description in another test.
  writeFileSync(join(folder, createHash('md5').update(metaSchema).digest('hex')), '{}');

  async function run(source: string, environment: Readonly<Record<string, string>>) {
    const child = spawn('perl', ['-'], {
      cwd: root,
      env: { ...process.env, JSON_VALIDATOR_CACHE_PATH: folder, ...environment },
    });
    child.stdin.end(source);
    const [output, errors, [code]] = await Promise.all([
      text(child.stdout),
      text(child.stderr),
      once(child, 'close'),
    ]);
    return { lines: output.trim().split('\n'), errors, code };
  }

  it("the page's program makes a payment once, retrieves it and refunds a part of it", async () => {
    const { running, merchant } = live;
    const environment = {
      TURNOUT_URL: running.url,
      TURNOUT_API_KEY: merchant.key,
      ORDER: newId('order'),
    };
    const { lines, errors } = await run(program, environment);
    expect(errors).toBe('');
    const [, id = ''] = /^(pay_\w+) succeeded 2599$/.exec(lines[0] ?? '') ?? [];
    expect(lines).toEqual([`${id} succeeded 2599`, `${id} succeeded 600`]);
    const repeated = await run(program, environment);
    expect(repeated.lines).toEqual(lines);
    const { body } = await running.call('GET', `/payments/${id}`, { key: merchant.key });
    expect(body).toMatchObject({ amount: 2599, refunds: [{}, {}] });
  });

  it('a refusal of the switch ends the program with its code', async () => {
    const environment = {
      TURNOUT_URL: live.running.url,
      TURNOUT_API_KEY: 'snd_unknown',
      ORDER: 'o',
    };
    const { code, errors } = await run(program, environment);
    expect(code).not.toBe(0);
    expect(JSON.parse(errors)).toMatchObject({ error: { code: 'IR_01' } });
  });

  it('an unknown value and an unknown member of an answer pass through', async () => {
    const ofTomorrow = { payment_id: 'pay_1', status: 'paid_in_shells', amount: 2599, shells: [7] };
    await using server = await aServer(json(ofTomorrow));
    const environment = { TURNOUT_URL: server.url, TURNOUT_API_KEY: 'snd_test', ORDER: 'order_1' };
    const { lines } = await run(program, environment);
    expect(lines[0]).toBe('pay_1 paid_in_shells 2599');
    expect(server.received.map(({ method, url }) => `${method} ${url}`)).toEqual([
      'POST /payments',
      'GET /payments/pay_1',
      'POST /refunds',
    ]);
    expect(server.received[0]?.headers).toMatchObject({
      'api-key': 'snd_test',
      'idempotency-key': 'order_1',
    });
  });

  it('a request that the description does not admit is not sent', async () => {
    await using server = await aServer(json({}));
    const environment = { TURNOUT_URL: server.url, TURNOUT_API_KEY: 'snd_test', ORDER: 'order_1' };
    const { code, errors } = await run(program.replace('2599', "'much'"), environment);
    expect(code).not.toBe(0);
    expect(JSON.parse(errors)).toMatchObject({ errors: [{ path: '/body/amount' }] });
    expect(server.received).toEqual([]);
  });

  it.each(Object.values(documentFiles))(
    'the client has a method for each operation that %s describes',
    async (file) => {
      const { paths } = v.parse(Document, JSON.parse(readFileSync(join(root, file), 'utf8')));
      const names = Object.values(paths).flatMap((methods) =>
        Object.values(methods).map(({ operationId }) => operationId),
      );
      const { lines, errors } = await run(
        `use v5.36; use OpenAPI::Client;
        my $client = OpenAPI::Client->new('${file}');
        say for grep { $client->can($_) } qw(${names.join(' ')} no.operation);`,
        {},
      );
      expect({ lines, errors }).toEqual({ lines: names, errors: '' });
    },
  );
});

const Document = v.object({
  paths: v.record(v.string(), v.record(v.string(), v.object({ operationId: v.string() }))),
});
