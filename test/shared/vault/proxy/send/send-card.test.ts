import { gzipSync } from 'node:zlib';
import fc from 'fast-check';
import { egressResolvingWith, type SendOptions, sendBytes } from '#platform/http/egress/egress.ts';
import { destinationStore } from '#vault/proxy/send/destination-store.ts';
import type { Egress } from '#vault/proxy/send/send-to-target.ts';
import { send } from '../../../../../functions/vault/send-card.ts';
import { withoutRandom } from '../../../../support/runner/without-random.ts';
import { type AVault, aVault } from '../../../../support/vault/a-vault.ts';
import { anyContext, aVaultEvent } from '../../../../support/vault/a-vault-event.ts';
import { type VaultAsk, vaultInMemory } from '../../../../support/vault/vault-in-memory.ts';
import { withoutHelp } from '../../../../support/vault/without-help.ts';
import { type Answer, aTarget, type Seen, type Target } from '../a-target.ts';

const key = 'vk_shop_east';
const number = '5555555555554444';
const code = '737';

const open: Target[] = [];
afterEach(async () => {
  await Promise.all(open.splice(0).map((target) => target.close()));
});

const everyMethod = ['get', 'post', 'put', 'delete', 'patch', 'head', 'options'];

/** A vault with a card, and a target that may have it. */
async function aSwitchboard(
  answer?: (request: Seen) => Answer,
  changes: { readonly holder?: string; readonly destination?: object; readonly code?: string } = {},
) {
  const vault = aVault();
  const world = vaultInMemory(vault);
  const target = await aTarget(answer);
  open.push(target);
  const destination = {
    scheme: 'http',
    host: '127.0.0.1',
    port: target.port,
    methods: everyMethod,
    ...changes.destination,
  };
  const created = await world.ask('vault.create-destination', { key, body: { destination } });
  expect(created.status).toBe(200);
  const card = await vault.cards.store(
    {
      tenant: 'shop_east',
      actor: { kind: 'switch', id: 'shop_east' },
      reason: 'test',
      origin: 'switch',
      requestId: 'r',
      now: world.clock.now,
    },
    {
      number: Buffer.from(number),
      brand: 'mastercard',
      holderName: changes.holder ?? 'ANA LIMA',
      expiryMonth: '08',
      expiryYear: '2031',
      cvc: Buffer.from(changes.code ?? code),
    },
  );
  const sends = (text: string, given: VaultAsk = {}, url = `${target.url}/v1/charges`) =>
    world.ask('vault.send-card', {
      key,
      params: { card_token: card.token },
      text,
      ...given,
      query: { method: 'post', url, ...given.query },
    });
  return { ...world, vault, target, token: card.token, sends };
}

const lastOf = ({ seen }: Target) => {
  const request = seen.at(-1);
  if (!request) throw new Error('The target was not asked.');
  return request;
};

const audited = (vault: AVault, type: string) =>
  vault.ports.audit.items().filter((line) => line.type === type);
const isHeld = async ({
  vault,
  token,
  clock,
}: {
  vault: AVault;
  token: string;
  clock: { now: Date };
}) => (await vault.codes.expiryOf('shop_east', [token], clock.now)).size === 1;

describe('a message to a target', () => {
  it("a message to a target has the card's values, escaped as JSON", async () => {
    const holder = 'ANA "LI\\MA" é';
    const { sends, target } = await aSwitchboard(undefined, { holder });
    const answer = await sends(
      '{"n":"%CARD_NUMBER%","h":"%CARDHOLDER_NAME%","e":"%EXPIRATION_MM%/%EXPIRATION_YYYY%","c":"%SERVICE_CODE%","t":"%CARD_TYPE%"}',
    );
    expect(answer).toMatchObject({ status: 200, text: 'ok' });
    expect(JSON.parse(lastOf(target).body.toString())).toEqual({
      n: number,
      h: holder,
      e: '08/2031',
      c: code,
      t: 'mastercard',
    });
  });

  it("a message to a target has the card's values percent-encoded in a form, and escaped in XML", async () => {
    const holder = `A&B <"LIMA"> = 'x'`;
    const { sends, target } = await aSwitchboard(undefined, { holder });
    const form = { 'content-type': 'application/x-www-form-urlencoded' };
    await sends('n=%CARD_NUMBER%&h=%CARDHOLDER_NAME%&y=%EXPIRATION_YY%', { headers: form });
    expect(Object.fromEntries(new URLSearchParams(lastOf(target).body.toString()))).toEqual({
      n: number,
      h: holder,
      y: '31',
    });
    await sends('<c n="%CARD_NUMBER%">%CARDHOLDER_NAME%</c>', {
      headers: { 'content-type': 'application/soap+xml' },
    });
    expect(lastOf(target).body.toString()).toBe(
      `<c n="${number}">A&#38;B &#60;&#34;LIMA&#34;&#62; = &#39;x&#39;</c>`,
    );
  });

  it('a message to a target is sent with its method, query and headers, and without irrelevant ones', async () => {
    const { sends, target } = await aSwitchboard();
    const headers = {
      authorization: 'Bearer of-the-target',
      'x-api-key': 'of-the-target',
      'x-card': '%CARD_NUMBER%',
      'api-key': 'vk_shop_east',
      cookie: 'session=1',
      host: 'vault.example',
      connection: 'x-hop, keep-alive',
      'x-hop': '1',
      'x-forwarded-for': '203.0.113.7',
      'x-amzn-trace-id': 'Root=1',
      'x-vault-anything': '1',
      'transfer-encoding': 'chunked',
      'accept-encoding': 'gzip',
      'content-type': 'text/plain',
    };
    await sends('n=%CARD_NUMBER%', {
      headers,
      query: { method: 'PUT', url: `${target.url}/a?b=c%20d` },
    });
    const { method, url, headers: seen, body } = lastOf(target);
    expect({ method, url, body: body.toString() }).toEqual({
      method: 'PUT',
      url: '/a?b=c%20d',
      body: `n=${number}`,
    });
    expect(seen).toEqual({
      authorization: 'Bearer of-the-target',
      'x-api-key': 'of-the-target',
      'x-card': number,
      'content-type': 'text/plain',
      'content-length': String(body.length),
      'accept-encoding': 'identity',
      host: `127.0.0.1:${target.port}`,
      connection: 'close',
    });
  });

  it.each(everyMethod)('a message to a target may be a %s', async (method) => {
    const { sends, target } = await aSwitchboard();
    const answer = await sends('', { query: { method, url: `${target.url}/x` } });
    expect(answer.status).toBe(200);
    expect(lastOf(target).method).toBe(method.toUpperCase());
  });

  it("a message to a target never breaks, whatever the holder's name", async () => {
    const holders: string[] = [];
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', minLength: 1 }), (one) => {
        holders.push(one);
      }),
      { numRuns: 20 },
    );
    for (const holder of holders) {
      const { sends, target } = await aSwitchboard(undefined, { holder });
      await sends('{"h":"%CARDHOLDER_NAME%"}');
      expect(JSON.parse(lastOf(target).body.toString())).toEqual({ h: holder });
    }
  });
});

describe('the answer of a target', () => {
  it("a target's answer returns with its status and its allowed headers", async () => {
    const { sends } = await aSwitchboard(() => ({
      status: 402,
      headers: {
        'content-type': 'application/json',
        'retry-after': '7',
        'x-request-id': 'of-target',
        'content-language': 'en',
        'x-secret': '1',
        'set-cookie': 'a=b',
        location: '/x',
        'x-vault-error': 'forged',
        'content-security-policy': 'none',
      },
      body: '{"declined":true}',
    }));
    const { status, headers, body } = await sends('x', {
      headers: { 'x-request-id': 'of-caller' },
    });
    expect({ status, body }).toEqual({ status: 402, body: { declined: true } });
    expect(headers).toEqual({
      'content-type': 'application/json',
      'content-language': 'en',
      'retry-after': '7',
      'x-vault-target-request-id': 'of-target',
      'x-request-id': 'of-caller',
      'content-security-policy': "sandbox; default-src 'none'",
      'cache-control': 'no-store',
      'strict-transport-security': expect.any(String),
      'x-content-type-options': 'nosniff',
    });
  });

  it("a target's answer does not repeat the card", async () => {
    const { sends } = await aSwitchboard(({ body }) => ({
      headers: { 'content-type': 'application/json', 'content-location': `/cards/${number}` },
      body: JSON.stringify({ got: body.toString(), grouped: '5555 5555 5555 4444' }),
    }));
    const { text, body, headers } = await sends('{"n":"%CARD_NUMBER%","c":"%SERVICE_CODE%"}');
    expect(body).toEqual({
      got: '{"n":"555555******4444","c":"***"}',
      grouped: '5555 55** **** 4444',
    });
    expect(headers['content-location']).toBe('/cards/555555******4444');
    expect(withoutRandom(text + JSON.stringify(headers))).not.toMatch(/5555555555554444|737/);
  });

  it("a target's answer does not repeat the card when it is compressed either", async () => {
    const { sends } = await aSwitchboard(() => ({
      headers: { 'content-encoding': 'gzip', 'content-type': 'text/plain' },
      body: gzipSync(`pan ${number}`),
    }));
    const { text, headers } = await sends('%CARD_NUMBER%');
    expect(text).toBe('pan 555555******4444');
    expect(headers).not.toHaveProperty('content-encoding');
  });

  it("a target's answer may be bytes that are no text", async () => {
    const bytes = Buffer.from([0xff, 0xd8, 0x00, 0x80]);
    const board = await aSwitchboard(() => ({ body: bytes }));
    const api_key = await board.tenantKey('shop_east');
    const event = aVaultEvent({
      method: 'POST',
      path: `/api/v1/cards/${board.token}/send`,
      isBase64Encoded: true,
      params: { card_token: board.token },
      query: { api_key, method: 'post', url: `${board.target.url}/x` },
      body: bytes.toString('base64'),
    });
    const result = await board.handlers['vault.send-card']?.(event, anyContext);
    expect(result).toMatchObject({ isBase64Encoded: true, body: bytes.toString('base64') });
    expect(lastOf(board.target).body).toEqual(bytes);
  });

  it("a target's redirect is not followed", async () => {
    const { sends, target } = await aSwitchboard(() => ({
      status: 307,
      headers: { location: '/other' },
    }));
    const { status, headers } = await sends('%CARD_NUMBER%');
    expect(status).toBe(307);
    expect(headers).not.toHaveProperty('location');
    expect(target.seen).toHaveLength(1);
  });

  it.each([
    ['is larger than 1 MiB', { body: 'x'.repeat(1_024 * 1_024 + 1) }],
    [
      'unpacks to more',
      { headers: { 'content-encoding': 'gzip' }, body: gzipSync(Buffer.alloc(2_000_000)) },
    ],
    ['cannot be unpacked', { headers: { 'content-encoding': 'gzip' }, body: 'no gzip' }],
    ['is packed in an unknown way', { headers: { 'content-encoding': 'zstd' }, body: 'x' }],
    ['breaks off', { breaks: true }],
    ['has a status that nobody knows', { status: 700 }],
  ] satisfies [string, Answer][])("a target's answer is 502 when it %s", async (_, answer) => {
    const { sends } = await aSwitchboard(() => answer);
    const { status, headers, body } = await sends('%CARD_NUMBER%');
    expect({ status, body: withoutHelp(body) }).toEqual({
      status: 502,
      body: { errors: { code: 'destination_error', title: 'Destination Error' } },
    });
    expect(headers).toMatchObject({
      'x-vault-error': 'destination_error',
      'cache-control': 'no-store',
    });
  });
});

describe('nothing is sent', () => {
  it.each([
    ['to http', 'http://gateway.example/', 422, 'validation_error'],
    ['with a drop-in in the address', 'https://127.0.0.1/%CARD_NUMBER%', 422, 'validation_error'],
    ['with a password in the address', 'https://a:b@127.0.0.1/', 422, 'validation_error'],
    ['to a host that is not listed', 'https://gateway.example/', 403, 'destination_not_allowed'],
    ['to another port', 'http://127.0.0.1:1/', 403, 'destination_not_allowed'],
    ['to a private address', 'https://10.0.0.1/', 403, 'destination_not_allowed'],
    ['to the metadata of the cloud', 'https://169.254.169.254/', 403, 'destination_not_allowed'],
    ['to no address', 'nowhere', 422, 'validation_error'],
  ])('a message is not sent %s', async (_, url, status, errorCode) => {
    const { sends, target, vault } = await aSwitchboard();
    const answer = await sends('%CARD_NUMBER%', {}, url);
    expect(answer).toMatchObject({ status, headers: { 'x-vault-error': errorCode } });
    expect(answer.body.errors.code).toBe(errorCode);
    expect(target.seen).toEqual([]);
    expect(audited(vault, 'card.used')).toEqual([]);
    const refused = audited(vault, 'access.refused');
    expect(refused.map(({ reason }) => reason)).toEqual(
      status === 403 ? ['destination not allowed'] : [],
    );
  });

  it('a message is not sent when the destination allows neither the path nor the method', async () => {
    const { sends, target } = await aSwitchboard(undefined, {
      destination: { path_prefix: '/v1/charges', methods: ['post'] },
    });
    for (const path of ['/v1', '/v1/charges2', '/v1/charges/..%2fadmin', '/v1/charges/%2e%2e/x']) {
      expect((await sends('x', {}, `${target.url}${path}`)).status).toBe(403);
    }
    expect((await sends('x', { query: { method: 'get' } })).status).toBe(403);
    expect((await sends('x')).status).toBe(200);
    expect(target.seen).toHaveLength(1);
  });

  it('a message for another tenant, with its card, or without a card is not sent', async () => {
    const { sends, target, token } = await aSwitchboard();
    expect((await sends('x', { key: 'vk_shop_west' })).status).toBe(403);
    const { ask } = await aSwitchboard();
    const foreign = await ask('vault.send-card', {
      key,
      params: { card_token: token },
      text: 'x',
      query: { method: 'post', url: `${open.at(-1)?.url}/` },
    });
    expect(foreign.status).toBe(404);
    const params = { card_token: 'f'.repeat(32) };
    expect((await sends('x', { params })).status).toBe(404);
    expect((await sends('x', { params: { card_token: '../x' } })).status).toBe(404);
    expect((await sends('x', { key: undefined })).status).toBe(401);
    expect(target.seen).toEqual([]);
  });

  it('a message is not sent without an address or a method, or with an invalid method', async () => {
    const { ask, token } = await aSwitchboard();
    const asks = (query: Record<string, string>) =>
      ask('vault.send-card', { key, params: { card_token: token }, query });
    expect((await asks({ method: 'post' })).status).toBe(400);
    expect((await asks({ url: 'https://gateway.example/' })).status).toBe(400);
    const trace = await asks({ method: 'trace', url: 'https://gateway.example/' });
    expect(trace.body.errors).toMatchObject({
      code: 'validation_error',
      details: { method: ['is invalid'] },
    });
  });

  it('a message is not sent when the audit trail is unavailable', async () => {
    const { sends, target, vault } = await aSwitchboard();
    Object.assign(vault.ports.audit, { put: async () => Promise.reject(new Error('down')) });
    expect(await sends('%CARD_NUMBER%')).toMatchObject({ status: 503 });
    expect(target.seen).toEqual([]);
  });

  it('a message is not sent when a header would break, and the code is not lost by that', async () => {
    const board = await aSwitchboard(undefined, { holder: 'José' });
    const headers = { 'x-name': '%CARDHOLDER_NAME%' };
    const answer = await board.sends('%SERVICE_CODE%', { headers });
    expect(answer.body.errors).toMatchObject({
      code: 'validation_error',
      details: { cardholder_name: ['cannot be written in this message'] },
    });
    expect(board.target.seen).toEqual([]);
    expect(await isHeld(board)).toBe(true);
  });

  it('a message is not sent when the body is larger than 1 MiB', async () => {
    const { sends, target } = await aSwitchboard();
    expect((await sends('x'.repeat(1_024 * 1_024 + 1))).status).toBe(413);
    expect((await sends('x'.repeat(1_024 * 1_024))).status).toBe(200);
    expect(target.seen).toHaveLength(1);
  });
});

/** The same operation with another way to the network. */
async function overEgress(change: (egress: Egress) => Partial<Egress>, answer?: () => Answer) {
  const board = await aSwitchboard(answer);
  const { vault, edge } = board;
  const usual: Egress = {
    destinations: destinationStore(() => vault.table('cards')),
    send: sendBytes,
    reach: 'public and loopback',
    audit: vault.audit,
  };
  const egress = { ...usual, ...change(usual) };
  Object.assign(board.handlers, {
    'vault.send-card': board.serve(send, () => ({
      cards: vault.cards,
      codes: vault.codes,
      egress,
      log: edge().log,
    })),
  });
  return board;
}

describe('a target that does not answer', () => {
  it('a target that does not answer is 504 after its time limit, 25 s at most', async () => {
    const asked: SendOptions[] = [];
    const board = await overEgress(
      ({ send: sends }) => ({
        send: (request, options) => {
          asked.push(options);
          return sends(request, { ...options, timeoutMs: 2_000 });
        },
      }),
      () => ({ hangs: true }),
    );
    const { status, headers, body } = await board.sends('{"c":"%SERVICE_CODE%"}');
    expect({ status, body: withoutHelp(body) }).toEqual({
      status: 504,
      body: { errors: { code: 'destination_timeout', title: 'Destination Timeout' } },
    });
    expect(headers).toMatchObject({ 'x-vault-error': 'destination_timeout' });
    expect(asked).toMatchObject([{ maxResponseBytes: 1_048_576 }]);
    expect(asked[0]?.timeoutMs).toBeLessThanOrEqual(25_000);
    expect(asked[0]?.timeoutMs).toBeGreaterThan(20_000);
    // It is not known whether the code was used, and it may be tried again.
    expect(await isHeld(board)).toBe(true);
  });

  it('a target without a listening server is 502', async () => {
    const board = await aSwitchboard();
    await board.target.close();
    const answer = await board.sends('%SERVICE_CODE%');
    expect(answer).toMatchObject({
      status: 502,
      headers: { 'x-vault-error': 'destination_error' },
    });
    expect(await isHeld(board)).toBe(true);
  });
});

describe('a name that resolves to an address that is not public', () => {
  it.each([
    '127.0.0.1',
    '::1',
    '169.254.169.254',
    '10.1.2.3',
    '192.168.0.1',
    '::ffff:10.0.0.1',
    'fd00:ec2::254',
  ])(
    'a name that resolves to a private address is refused, and the code kept: %s',
    async (address) => {
      const family = address.includes(':') ? 6 : 4;
      const board = await overEgress(() => ({
        send: egressResolvingWith(async () => [{ address, family }]).sendBytes,
        reach: 'public',
      }));
      const destination = { host: 'gateway.example', methods: ['post'] };
      await board.ask('vault.create-destination', { key, body: { destination } });
      const answer = await board.sends('%SERVICE_CODE%', {}, 'https://gateway.example/');
      expect(answer).toMatchObject({
        status: 403,
        headers: { 'x-vault-error': 'destination_not_allowed' },
      });
      expect(await isHeld(board)).toBe(true);
    },
  );

  it('a name that resolves to a private address is refused also when it was a public one a moment ago', async () => {
    const asked: string[] = [];
    const board = await overEgress(() => ({
      send: egressResolvingWith(async (name) => {
        asked.push(name);
        return [{ address: '127.0.0.1', family: 4 }];
      }).sendBytes,
      reach: 'public',
    }));
    const destination = { host: 'gateway.example', methods: ['post'] };
    await board.ask('vault.create-destination', { key, body: { destination } });
    expect((await board.sends('x', {}, 'https://gateway.example/')).status).toBe(403);
    // One look-up, which is the connection's own: no earlier one could return another address.
    expect(asked).toEqual(['gateway.example']);
  });
});

const keptOn = [401, 403, 404, 405, 415, 429, 503];
const spentOn = [200, 201, 204, 302, 400, 402, 406, 408, 409, 410, 413, 422, 500, 502, 504];

describe('a cvc', () => {
  it.each([
    ...keptOn.map((status) => [status, 'kept'] as const),
    ...spentOn.map((status) => [status, 'ended'] as const),
  ])('a cvc whose message was answered with %i is %s', async (status, what) => {
    const board = await aSwitchboard(() => ({ status }));
    expect((await board.sends('{"c":"%SERVICE_CODE%"}')).status).toBe(status);
    expect(await isHeld(board)).toBe(what === 'kept');
    const types = ['cvc.leased', what === 'kept' ? 'cvc.released' : 'cvc.purged'];
    for (const type of types) expect(audited(board.vault, type)).toHaveLength(1);
  });

  it('a cvc is ended by an answer that arrived in part', async () => {
    const board = await aSwitchboard(() => ({ breaks: true }));
    expect((await board.sends('%SERVICE_CODE%')).status).toBe(502);
    expect(await isHeld(board)).toBe(false);
    const big = await aSwitchboard(() => ({ body: 'x'.repeat(2_000_000) }));
    expect((await big.sends('%SERVICE_CODE%')).status).toBe(502);
    expect(await isHeld(big)).toBe(false);
  });

  it('a cvc is not changed by a message that does not need it', async () => {
    const board = await aSwitchboard();
    expect((await board.sends('%CARD_NUMBER%')).status).toBe(200);
    expect(await isHeld(board)).toBe(true);
    expect(audited(board.vault, 'cvc.leased')).toEqual([]);
  });

  it('a cvc that was erased gives 422, and no message is sent', async () => {
    const board = await aSwitchboard();
    expect((await board.sends('%SERVICE_CODE%')).status).toBe(200);
    const again = await board.sends('{"n":"%CARD_NUMBER%","c":"%SERVICE_CODE%"}');
    expect(again).toMatchObject({
      status: 422,
      headers: { 'x-vault-error': 'service_code_unavailable' },
    });
    expect(board.target.seen).toHaveLength(1);
  });

  it('a cvc is leased three times, and then it is gone', async () => {
    const board = await aSwitchboard(() => ({ status: 503 }));
    const statuses: number[] = [];
    for (let time = 0; time < 4; time += 1) {
      statuses.push((await board.sends('%SERVICE_CODE%')).status);
    }
    expect(statuses).toEqual([503, 503, 503, 422]);
  });

  it('a cvc is leased to one at a time', async () => {
    const board = await aSwitchboard();
    const answers = await Promise.all(
      Array.from({ length: 10 }, () => board.sends('%SERVICE_CODE%')),
    );
    const statuses = answers.map(({ status }) => status);
    expect(statuses.filter((status) => status === 200)).toHaveLength(1);
    expect(statuses.every((status) => [200, 409, 422].includes(status))).toBe(true);
    expect(board.target.seen).toHaveLength(1);
  });

  it('a cvc is kept after fewer answers when the destination is configured so', async () => {
    const destination = { keep_service_code_on: [503] };
    const board = await aSwitchboard(() => ({ status: 401 }), { destination });
    expect((await board.sends('%SERVICE_CODE%')).status).toBe(401);
    expect(await isHeld(board)).toBe(false);
    const other = await aSwitchboard(() => ({ status: 503 }), { destination });
    await other.sends('%SERVICE_CODE%');
    expect(await isHeld(other)).toBe(true);
  });

  it('a cvc whose lease cannot be ended still returns the target’s answer, and the failure is logged', async () => {
    const board = await aSwitchboard(() => ({ status: 200, body: 'paid' }));
    Object.assign(board.vault.ports.codes, { take: async () => Promise.reject(new Error('down')) });
    expect(await board.sends('%SERVICE_CODE%')).toMatchObject({ status: 200, text: 'paid' });
    expect(board.logged.join()).toContain('service code not settled');
  });
});

describe('a card that was sent', () => {
  it('a sent card is in the audit trail before it is sent, with its destination host', async () => {
    const linesAtTarget: number[] = [];
    const board = await aSwitchboard(() => {
      linesAtTarget.push(audited(board.vault, 'card.used').length);
      return {};
    });
    await board.sends('%CARD_NUMBER%');
    expect(linesAtTarget).toEqual([1]);
    expect(audited(board.vault, 'card.used')).toMatchObject([
      { reason: 'sent to 127.0.0.1', cardToken: board.token, origin: '203.0.113.7' },
    ]);
  });

  it('a sent card is nowhere afterwards: not in logs, the audit trail, tables or refusals', async () => {
    // A code of four digits is met by chance far less often.
    const canary = '7391';
    const said: string[] = [];
    for (const answer of [{ body: number + canary }, { status: 500 }, { breaks: true }]) {
      const { sends, logged, vault } = await aSwitchboard(() => answer, { code: canary });
      const text = `{"n":"%CARD_NUMBER%","c":"%SERVICE_CODE%"}`;
      const headers = {
        'x-card': '%CARD_NUMBER% %SERVICE_CODE%',
        'content-type': 'application/json',
      };
      const sent = await sends(text, { headers });
      // Identifiers may have these four digits by chance, the body of an answer may not.
      expect(withoutRandom(sent.text)).not.toContain(canary);
      const items = Object.values(vault.ports).flatMap((port) => port.items());
      said.push(sent.text, JSON.stringify(sent.headers), ...logged, JSON.stringify(items));
    }
    for (const form of [number, '5555 5555 5555 4444', Buffer.from(number).toString('base64')]) {
      expect(said.join('\n')).not.toContain(form);
    }
  });
});
