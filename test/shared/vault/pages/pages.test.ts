import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { pages } from 'turnout:pages';
import { assetResponse } from '#vault/pages/asset-response.ts';
import { appearanceCss } from '#vocabulary/appearance.ts';
import { withoutRandom } from '../../../support/runner/without-random.ts';
import { vaultInMemory } from '../../../support/vault/vault-in-memory.ts';
import { aSession, aTypedCard, typeCard, typed } from './a-session.ts';

const root = join(import.meta.dirname, '..', '..', '..', '..');

const shop = 'https://shop.example';

/** Whole card numbers, in any of the forms in which people write them. */
const wholeNumber = /(?:\d[ -]?){12,19}/;

/** The text that a reader sees: hashes and addresses may hold any digits by chance. */
const withoutTags = (html: string) => html.replace(/<[^>]*>/g, ' ');

const bearer = (token: string) => ({ authorization: `Bearer ${token}` });

describe('the form that a card is typed into', () => {
  it("the card form's page allows one script, one style and the bound origin, and sends no referrer", async () => {
    const vault = vaultInMemory();
    const session_token = await aSession(vault, { scope: 'card', origin: shop });
    const page = await vault.ask('vault.capture-form', { query: { session_token } });
    expect(page.status).toBe(200);
    const { 'x-request-id': _, 'permissions-policy': permissions = '', ...headers } = page.headers;
    expect(headers).toEqual({
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy': [
        "default-src 'none'",
        `script-src https://vault.example/assets/${pages.capture.file}`,
        `style-src https://vault.example/assets/${pages.frame.file}`,
        "connect-src 'self'",
        "img-src 'self' data:",
        "base-uri 'none'",
        "form-action 'none'",
        'frame-ancestors https://shop.example',
        "require-trusted-types-for 'script'",
      ].join('; '),
      'referrer-policy': 'no-referrer',
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
      'cross-origin-resource-policy': 'cross-origin',
      'cross-origin-embedder-policy': 'require-corp',
      'strict-transport-security': 'max-age=31536000',
    });
    expect(permissions.split(', ').every((one) => one.endsWith('=()'))).toBe(true);
    expect(permissions).toContain('payment=()');
  });

  it("the card form's page names every script and style with the hash of its bytes", async () => {
    const vault = vaultInMemory();
    const session_token = await aSession(vault, { scope: 'card' });
    const { text } = await vault.ask('vault.capture-form', { query: { session_token } });
    const { capture, frame } = pages;
    expect([...text.matchAll(/<script[^>]*>/g)].map(String)).toEqual([
      `<script src="https://vault.example/assets/${capture.file}" integrity="${capture.integrity}" crossorigin="anonymous" defer>`,
    ]);
    expect([...text.matchAll(/<link rel="stylesheet"[^>]*>/g)].map(String)).toEqual([
      `<link rel="stylesheet" href="https://vault.example/assets/${frame.file}" integrity="${frame.integrity}" crossorigin="anonymous">`,
    ]);
    expect(text).not.toMatch(/<style|\son\w+=|javascript:|\sstyle=/);
    expect(text).not.toContain(session_token);
  });

  it("the card form's page may be embedded by every https page when its token names no origin", async () => {
    const vault = vaultInMemory();
    const session_token = await aSession(vault, { scope: 'card' });
    const { headers } = await vault.ask('vault.capture-form', { query: { session_token } });
    expect(headers['content-security-policy']).toContain('; frame-ancestors https:; ');
  });

  it("the card form's page opens five times, and then no more", async () => {
    const vault = vaultInMemory();
    const session_token = await aSession(vault, { scope: 'card' });
    const statuses: number[] = [];
    for (let time = 0; time < 6; time += 1) {
      statuses.push((await vault.ask('vault.capture-form', { query: { session_token } })).status);
    }
    expect(statuses).toEqual([200, 200, 200, 200, 200, 401]);
  });

  it("the card form's page with an expired token shows that, and lets its script notify the parent", async () => {
    const vault = vaultInMemory();
    const session_token = await aSession(vault, { scope: 'card' });
    vault.clock.now = new Date(vault.clock.now.getTime() + 900_000);
    const query = { session_token, locale: 'de-AT' };
    const page = await vault.ask('vault.capture-form', { query });
    expect(page.status).toBe(401);
    expect(page.headers['content-type']).toBe('text/html; charset=utf-8');
    expect(page.headers['x-vault-error']).toBe('session_expired');
    expect(page.text).toContain('<html lang="de">');
    expect(page.text).toContain('Diese Seite ist abgelaufen.');
    expect(page.text).toContain('data-error="session_expired" data-error-title="Session Expired"');
    expect(page.text).toContain(pages.capture.file);
    expect(page.text).not.toContain('<form');
  });

  it("the card form's page notifies only the bound origin that the token has expired or has another scope", async () => {
    const vault = vaultInMemory();
    const ended = await aSession(vault, { scope: 'card', origin: shop });
    vault.clock.now = new Date(vault.clock.now.getTime() + 900_000);
    const used = await aSession(vault, { scope: 'card', origin: shop });
    expect((await typeCard(vault, used)).status).toBe(200);
    const forAnother = await aSession(vault, { scope: 'show_card', origin: shop });
    const opened = (session_token: string) =>
      vault.ask('vault.capture-form', { query: { session_token } });
    for (const token of [ended, used, forAnother]) {
      const { headers, text } = await opened(token);
      expect(headers['x-vault-error']).toMatch(/^(session_expired|scope_mismatch)$/);
      expect(headers['content-security-policy']).toContain(`; frame-ancestors ${shop}; `);
      expect(text).toContain(`data-origin="${shop}"`);
    }
    const { headers, text } = await opened('stk_nobody_made_this');
    expect(headers['content-security-policy']).toContain('; frame-ancestors https:; ');
    expect(text).not.toContain('data-origin');
  });

  it("the card form's page opens only for the origin that its token is bound to", async () => {
    const vault = vaultInMemory();
    const session_token = await aSession(vault, { scope: 'card', origin: shop });
    const from = (referer: string) =>
      vault.ask('vault.capture-form', { query: { session_token }, headers: { referer } });
    expect((await from('https://evil.example/')).status).toBe(403);
    expect((await from('https://shop.example.evil.example/')).status).toBe(403);
    expect((await from('not an address')).status).toBe(403);
    expect((await from(`${shop}/`)).status).toBe(200);
  });

  it.each([
    [{ only: 'visa', except: 'mastercard' }, 400],
    [{ only: 'visa,tin' }, 422],
    [{ service_code: 'sometimes' }, 422],
    [{ locale: 'x'.repeat(65) }, 422],
    [{ locale: 'tlh' }, 200],
    [{ only: 'visa, amex' }, 200],
  ])("the card form's page answers the wishes %j with %i", async (wishes, status) => {
    const vault = vaultInMemory();
    const session_token = await aSession(vault, { scope: 'card' });
    const query = { session_token, ...wishes };
    expect((await vault.ask('vault.capture-form', { query })).status).toBe(status);
  });

  it("the card form's page shows no field that the merchant hides, and marks the optional ones", async () => {
    const vault = vaultInMemory();
    const session_token = await aSession(vault, { scope: 'card' });
    const query = { session_token, service_code: 'hidden', cardholder_name: 'optional' };
    const { text } = await vault.ask('vault.capture-form', { query });
    expect(text).not.toContain('id="service_code"');
    expect(text).toContain('Name on card (optional)');
  });

  it.each([
    ['ar-EG', '<html lang="ar" dir="rtl">'],
    ['he', '<html lang="he" dir="rtl">'],
    ['nn-NO', '<html lang="nb">'],
    ['zh-Hant-TW', '<html lang="zh">'],
  ])("the card form's page for %s has its language and direction", async (locale, start) => {
    const vault = vaultInMemory();
    const session_token = await aSession(vault, { scope: 'card' });
    const query = { session_token, locale };
    expect((await vault.ask('vault.capture-form', { query })).text).toContain(start);
  });

  it("the card form's page has the direction of its digits, and of no name", async () => {
    const vault = vaultInMemory();
    const session_token = await aSession(vault, { scope: 'card' });
    const { text } = await vault.ask('vault.capture-form', { query: { session_token } });
    const fields = [...text.matchAll(/<div class="control"( dir="ltr")?><input id="(\w+)"/g)];
    expect(fields.map(([, direction, id]) => [id, direction !== undefined])).toEqual([
      ['card_number', true],
      ['cardholder_name', false],
      ['expiry', true],
      ['service_code', true],
    ]);
  });

  it("the card form's page answers ten unknown tokens a minute of one address, and good ones of many payers behind it", async () => {
    const vault = vaultInMemory();
    const visit = () =>
      vault.ask('vault.capture-form', { query: { session_token: 'stk_unknown' } });
    const statuses: number[] = [];
    for (let time = 0; time < 11; time += 1) statuses.push((await visit()).status);
    expect(statuses).toEqual([...Array(10).fill(401), 429]);
    const refused = await visit();
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
    expect(refused.text).toContain('Too many attempts.');
    for (let payer = 0; payer < 20; payer += 1) {
      const session_token = await aSession(vault, { scope: 'card' });
      const opened = await vault.ask('vault.capture-form', { query: { session_token } });
      expect(opened.status).toBe(200);
    }
  });
});

describe('sending the form', () => {
  it("sending the form stores the card for the token's tenant, and returns it masked", async () => {
    const vault = vaultInMemory();
    const stored = await typeCard(vault, await aSession(vault, { scope: 'card' }));
    expect(stored.status).toBe(200);
    expect(stored.body.data.attributes).toMatchObject({
      card_number: '555555******4444',
      card_type: 'mastercard',
      service_code: '***',
    });
    expect(withoutRandom(stored.text)).not.toMatch(wholeNumber);
    const { card_token } = stored.body.data.attributes;
    const { now } = vault.clock;
    expect(await vault.vault.cards.describe('shop', card_token, now)).toMatchObject({
      holderName: 'ANA LIMA',
      expiryMonth: '08',
      expiryYear: '2031',
    });
    expect(await vault.vault.cards.describe('other', card_token, now)).toBeUndefined();
  });

  const cardsIn = ({ vault }: ReturnType<typeof vaultInMemory>) =>
    vault.ports.cards.items().filter(({ sk }) => sk === 'CARD');
  const codesIn = ({ vault }: ReturnType<typeof vaultInMemory>) =>
    vault.ports.codes.items().filter(({ sk }) => sk === 'CODE');

  it('sending the form stores one card for a token, although fifty repeats ask at once, which get the same answer', async () => {
    const vault = vaultInMemory();
    const token = await aSession(vault, { scope: 'card' });
    const all = await Promise.all(Array.from({ length: 50 }, () => typeCard(vault, token)));
    expect(new Set(all.map(({ status }) => status))).toEqual(new Set([200]));
    expect(new Set(all.map(({ text }) => text)).size).toBe(1);
    expect([cardsIn(vault).length, codesIn(vault).length]).toEqual([1, 1]);
  });

  it('sending the form stores one of fifty cards that are sent at once with a token, and refuses the others', async () => {
    const vault = vaultInMemory();
    const token = await aSession(vault, { scope: 'card' });
    const all = await Promise.all(
      Array.from({ length: 50 }, (_, at) =>
        typeCard(vault, token, { cardholder_name: `ANA ${'I'.repeat(at + 1)}` }),
      ),
    );
    expect(all.filter(({ status }) => status === 200)).toHaveLength(1);
    const refused = all.filter(({ status }) => status === 401);
    expect(refused).toHaveLength(49);
    expect(new Set(refused.map(({ body }) => body.errors.code))).toEqual(
      new Set(['session_expired']),
    );
    expect(cardsIn(vault)).toHaveLength(1);
  });

  it.each([
    ['number', { card_number: '4111111111111111' }],
    ['name', { cardholder_name: 'EVA LIMA' }],
    ['month', { expiration_month: '09' }],
    ['year', { expiration_year: '2032' }],
    ['code', { service_code: '738' }],
  ])('sending the form again with another %s needs another token', async (_, changes) => {
    const vault = vaultInMemory();
    const token = await aSession(vault, { scope: 'card' });
    const first = await typeCard(vault, token);
    const other = await typeCard(vault, token, changes);
    expect([other.status, other.body.errors.code]).toEqual([401, 'session_expired']);
    expect((await typeCard(vault, token)).body).toEqual(first.body);
    expect(cardsIn(vault)).toHaveLength(1);
  });

  it('sending the form again never restores a code that was used', async () => {
    const vault = vaultInMemory();
    const token = await aSession(vault, { scope: 'card' });
    const first = await typeCard(vault, token);
    const { card_token } = first.body.data.attributes;
    await vault.ask('vault.authorize-card', { key: 'vk_shop', params: { card_token } });
    expect((await typeCard(vault, token)).body).toEqual(first.body);
    expect(codesIn(vault)).toEqual([]);
  });

  it('sending the form again after the token has expired is refused', async () => {
    const vault = vaultInMemory();
    const token = await aSession(vault, { scope: 'card' });
    expect((await typeCard(vault, token)).status).toBe(200);
    vault.clock.now = new Date(vault.clock.now.getTime() + 900_000);
    expect((await typeCard(vault, token)).status).toBe(401);
  });

  it.each(['cards', 'codes', 'credentials', 'audit'] as const)(
    'sending the form again after each crash of a write to %s stores one card',
    async (table) => {
      for (let at = 0; ; at += 1) {
        const vault = vaultInMemory();
        const token = await aSession(vault, { scope: 'card' });
        const port = vault.vault.ports[table];
        let writes = 0;
        let crashed = false;
        const { put, updateWhere } = port;
        const crashing = <A extends readonly unknown[], R>(write: (...given: A) => Promise<R>) => {
          return async (...given: A): Promise<R> => {
            writes += 1;
            if (writes - 1 !== at) return write(...given);
            crashed = true;
            // The write is made, and its answer is lost with the function.
            await write(...given);
            throw new Error('The function died.');
          };
        };
        port.put = crashing(put.bind(port));
        port.updateWhere = crashing(updateWhere.bind(port));
        const first = await typeCard(vault, token);
        Object.assign(port, { put, updateWhere });
        if (!crashed) {
          expect(first.status).toBe(200);
          expect(at).toBeGreaterThan(0);
          return;
        }
        vault.clock.now = new Date(vault.clock.now.getTime() + 28_001);
        const again = await typeCard(vault, token);
        expect([table, at, again.status]).toEqual([table, at, 200]);
        expect((await typeCard(vault, token)).body).toEqual(again.body);
        expect([cardsIn(vault).length, codesIn(vault).length]).toEqual([1, 1]);
      }
    },
  );

  it('sending the form from a page of another origin than its token names stores nothing, and leaves the token as it was', async () => {
    const vault = vaultInMemory();
    const token = await aSession(vault, { scope: 'card', origin: 'https://shop.example' });
    const send = (origin: string) =>
      vault.ask('vault.capture-card', {
        headers: { authorization: `Bearer ${token}` },
        body: { card: typed, origin },
      });
    const refused = await send('https://other.example');
    expect([refused.status, refused.body.errors.code]).toEqual([403, 'scope_mismatch']);
    expect(cardsIn(vault)).toEqual([]);
    expect((await send('https://shop.example')).status).toBe(200);
  });

  it.each([
    ['a number without its check digit', { card_number: '5555555555554445' }, {}, 'card_number'],
    ['an expiry that has passed', { expiration_year: '2029' }, {}, 'expiration_year'],
    ['a card of a type that is not wanted', {}, { only: 'visa,amex' }, 'card_number'],
    ['a card of a type that is excepted', {}, { except: 'mastercard' }, 'card_number'],
    ['no service code', { service_code: undefined }, {}, 'service_code'],
    ['a service code that was not asked for', {}, { service_code: 'hidden' }, 'service_code'],
    ['no name', { cardholder_name: undefined }, {}, 'cardholder_name'],
    ['an unknown member', { note: 'x' }, {}, 'note'],
  ])(
    'sending the form refuses %s and leaves the token as it was',
    async (_, changes, query, field) => {
      const vault = vaultInMemory();
      const token = await aSession(vault, { scope: 'card' });
      const refused = await typeCard(vault, token, changes, query);
      expect(refused.status).toBe(422);
      expect(Object.keys(refused.body.errors.details)).toEqual([field]);
      // A random identifier may have the digits of a month in it.
      const answer = refused.text.replace(refused.body.errors.request_id, '');
      for (const value of Object.values(typed)) expect(answer).not.toContain(value);
      expect((await typeCard(vault, token)).status).toBe(200);
    },
  );

  it('a card form is accepted without its optional fields', async () => {
    const vault = vaultInMemory();
    const token = await aSession(vault, { scope: 'card' });
    const stored = await typeCard(
      vault,
      token,
      { service_code: undefined, cardholder_name: undefined },
      { service_code: 'optional', cardholder_name: 'hidden' },
    );
    expect(stored.body.data.attributes).toMatchObject({ service_code: null });
  });

  it('sending the form reports a failure when the card cannot be stored, and stores it when the form is sent again', async () => {
    const vault = vaultInMemory();
    const token = await aSession(vault, { scope: 'card' });
    vault.vault.provider.denied = true;
    expect((await typeCard(vault, token)).status).toBeGreaterThanOrEqual(500);
    vault.vault.provider.denied = false;
    expect((await typeCard(vault, token)).status).toBe(200);
    expect(cardsIn(vault)).toHaveLength(1);
  });

  it('sending the form needs a token', async () => {
    const vault = vaultInMemory();
    const body = { card: typed };
    expect((await vault.ask('vault.capture-card', { body })).status).toBe(401);
    const headers = { authorization: 'Basic abc' };
    expect((await vault.ask('vault.capture-card', { body, headers })).status).toBe(401);
  });
});

describe('the appearance of the form', () => {
  const open = async (appearance: string) => {
    const vault = vaultInMemory();
    const session_token = await aSession(vault, { scope: 'card', origin: shop });
    return vault.ask('vault.capture-form', { query: { session_token, appearance } });
  };

  it('the appearance is one style in the page, after ours, and the policy allows it by its hash', async () => {
    const appearance = { theme: 'dark', variables: { color_text: '#fafafa' } } as const;
    const { status, text, headers } = await open(JSON.stringify(appearance));
    expect(status).toBe(200);
    const styles = [...text.matchAll(/<style>(.*?)<\/style>/gs)].map(([, css = '']) => css);
    expect(styles).toEqual([appearanceCss(appearance)]);
    expect(text.indexOf('<style>')).toBeGreaterThan(text.indexOf('<link rel="stylesheet"'));
    const hash = createHash('sha256').update(String(styles[0])).digest('base64');
    expect(headers['content-security-policy']).toContain(
      `; style-src https://vault.example/assets/${pages.frame.file} 'sha256-${hash}'; `,
    );
    expect(text).not.toMatch(/\son\w+=|javascript:|\sstyle=/);
  });

  it('the appearance leaves the ground to the page around the frame, unless it states a ground', async () => {
    const ground = { variables: { color_background: '#f5f5f5' }, theme: 'light' };
    const grounds = ['{}', JSON.stringify(ground)].map(async (one) => (await open(one)).text);
    const [clear, stated] = await Promise.all(grounds);
    expect(clear).toContain('<body class="see-through">');
    expect(stated).toContain('<body>');
  });

  it('the appearance with hidden labels shows them in the fields, and to screen readers', async () => {
    const { text } = await open('{"labels":"hidden"}');
    expect(text).toContain('<label for="card_number" class="unseen">Card number</label>');
    expect(text).toMatch(/<input id="card_number"[^>]* placeholder="Card number"/);
    expect(text).toMatch(/<input id="expiry"[^>]* placeholder="MM \/ YY"/);
  });

  it.each([
    ['no JSON', '{', 'is no JSON object'],
    ['a list', '[]', 'is no JSON object'],
    ['a text', '"dark"', 'is no JSON object'],
    ['an unknown member', '{"rules":{}}', 'rules is not known'],
    [
      'an unknown variable',
      '{"variables":{"4242424242424242":"#fff"}}',
      'unknown_member is not known',
    ],
    ['a wrong type', '{"variables":{"color_text":1}}', 'variables.color_text is invalid'],
    [
      'free CSS',
      '{"variables":{"color_text":"red;}"}}',
      'variables.color_text must be # and 3 or 6 hexadecimal digits',
    ],
    ['an unknown theme', '{"theme":"night"}', 'theme must be light, dark or system'],
    [
      'an unreadable text',
      '{"theme":"light","variables":{"color_text":"#777777"}}',
      'color_text on color_background has a contrast of 4.47:1 in the light theme, and needs 4.5:1',
    ],
  ])(
    'the appearance is refused with %s, and the answer has the reason',
    async (_, json, reason) => {
      const { status, body } = await open(json);
      expect(status).toBe(400);
      expect(body.errors).toMatchObject({
        code: 'bad_request',
        param: 'appearance',
        details: { appearance: [reason] },
      });
    },
  );

  it('the appearance that is too long is refused', async () => {
    const { status, body } = await open(`{"theme":"light"${' '.repeat(1_000)}}`);
    expect(status).toBe(422);
    expect(body.errors.details).toEqual({ appearance: ['is too long'] });
  });

  it('the appearance of a form without one has the same values in its style, and in that of the example shop', () => {
    const valuesOf = (css: string) =>
      [...css.matchAll(/--([\w-]+): ?([^;}]+)/g)].map(([, name, value = '']) => [
        name,
        value
          .replace(/^#(.)(.)(.)$/, '#$1$1$2$2$3$3')
          .replace(/^\./, '0.')
          .replaceAll(', ', ','),
      ]);
    const ours = valuesOf(pages.frame.text);
    expect(ours.length).toBeGreaterThan(20);
    expect(valuesOf(appearanceCss({}))).toEqual(expect.arrayContaining(ours));
    const shops = valuesOf(
      readFileSync(join(root, 'docs/examples/merchant-page/page.css'), 'utf8'),
    );
    expect(shops.length).toBeGreaterThan(15);
    expect(valuesOf(appearanceCss({}))).toEqual(expect.arrayContaining(shops));
  });
});

describe('every page', () => {
  const pagesByScope = {
    card: 'vault.capture-form',
    show_card: 'vault.show-card',
    show_service_code: 'vault.show-cvc-page',
  } as const;
  const scopes = ['card', 'show_card', 'show_service_code'] as const;

  it.each(scopes.flatMap((scope) => scopes.map((other) => [scope, other] as const)))(
    'a page opens with a token of scope %s for its own scope %s, or answers 403',
    async (scope, other) => {
      const vault = vaultInMemory();
      const card_token = await aTypedCard(vault);
      const session_token = await aSession(vault, { scope });
      const query = { session_token, ...(other !== 'card' && { card_token }) };
      const page = await vault.ask(pagesByScope[other], { query });
      expect(page.status).toBe(scope === other ? 200 : 403);
      expect(page.headers['cache-control']).toBe('no-store');
      if (scope !== other) expect(page.text).toContain('data-error="scope_mismatch"');
    },
  );

  it.each(['vault.show-card', 'vault.show-cvc-page'])(
    'a page opens %s once, although fifty ask at once',
    async (name) => {
      const vault = vaultInMemory();
      const card_token = await aTypedCard(vault);
      const scope = name === 'vault.show-card' ? 'show_card' : 'show_service_code';
      const session_token = await aSession(vault, { scope, card_token });
      const all = await Promise.all(
        Array.from({ length: 50 }, (_, index) =>
          vault.ask(name, {
            query: { card_token, session_token },
            sourceIp: `203.0.113.${index}`,
          }),
        ),
      );
      expect(all.filter(({ status }) => status === 200)).toHaveLength(1);
      expect(all.filter(({ status }) => status === 401)).toHaveLength(49);
    },
  );

  it.each(['vault.show-card', 'vault.show-cvc-page'])(
    'a page with %s shows no card of another tenant, and none but the one its token names',
    async (name) => {
      const vault = vaultInMemory();
      const scope = name === 'vault.show-card' ? 'show_card' : 'show_service_code';
      const foreign = await aTypedCard(vault, {}, 'other');
      const own = await aTypedCard(vault);
      const unbound = await aSession(vault, { scope });
      const bound = await aSession(vault, { scope, card_token: await aTypedCard(vault) });
      const show = (card_token: string, session_token: string) =>
        vault.ask(name, { query: { card_token, session_token } });
      expect((await show(foreign, unbound)).status).toBe(404);
      expect((await show(own, bound)).status).toBe(403);
    },
  );
});

describe('the page that shows a card', () => {
  it('the card page has the whole number in it once, and the trail has a record', async () => {
    const vault = vaultInMemory();
    const card_token = await aTypedCard(vault);
    const session_token = await aSession(vault, { scope: 'show_card', card_token, origin: shop });
    const page = await vault.ask('vault.show-card', { query: { card_token, session_token } });
    expect(page.text.split('5555 5555 5555 4444')).toHaveLength(2);
    expect(page.text).not.toContain('5555555555554444');
    for (const text of ['ANA LIMA', '08 / 2031', 'Mastercard']) expect(page.text).toContain(text);
    expect(withoutRandom(withoutTags(page.text))).not.toContain('737');
    expect(page.text).not.toContain('<button');
    expect(page.text).not.toContain(session_token);
    const shown = vault.vault.ports.audit.items().filter(({ type }) => type === 'card.shown');
    expect(shown).toHaveLength(1);
    expect(shown[0]).toMatchObject({
      tenant: 'shop',
      cardToken: card_token,
      actor: { kind: 'session token' },
      origin: '203.0.113.7',
    });
    expect(vault.logged.join('\n')).not.toMatch(/5555 ?5555 ?5555 ?4444/);
  });

  it('the card page offers the service code where a token exists for it', async () => {
    const vault = vaultInMemory();
    const card_token = await aTypedCard(vault);
    const session_token = await aSession(vault, { scope: 'show_card' });
    const service_code_token = await aSession(vault, { scope: 'show_service_code' });
    const query = { card_token, session_token, service_code_token };
    const page = await vault.ask('vault.show-card', { query });
    expect(page.text).toContain('<button type="button" id="show-code">Show</button>');
    expect(page.text).not.toContain(service_code_token);
  });

  it('the card page writes a name into the page as text, whatever it looks like', async () => {
    const vault = vaultInMemory();
    const card_token = await aTypedCard(vault, { cardholder_name: '<script>alert("x")</script>' });
    const session_token = await aSession(vault, { scope: 'show_card' });
    const page = await vault.ask('vault.show-card', { query: { card_token, session_token } });
    expect(page.text).toContain('&lt;script&gt;alert(&quot;x&quot;)&lt;/script&gt;');
    expect(page.text.match(/<script/g)).toHaveLength(1);
  });

  it('the card page shows nothing when the audit record cannot be written', async () => {
    const vault = vaultInMemory();
    const card_token = await aTypedCard(vault);
    const session_token = await aSession(vault, { scope: 'show_card' });
    vault.vault.ports.audit.put = async () => {
      throw new Error('The table of the trail is away.');
    };
    const page = await vault.ask('vault.show-card', { query: { card_token, session_token } });
    expect(page.status).toBe(503);
    expect(withoutRandom(page.text)).not.toMatch(wholeNumber);
  });

  it('the card page shows nothing to a page of another origin than its token names', async () => {
    const vault = vaultInMemory();
    const card_token = await aTypedCard(vault);
    const session_token = await aSession(vault, { scope: 'show_card', origin: shop });
    const page = await vault.ask('vault.show-card', {
      query: { card_token, session_token },
      headers: { referer: 'https://evil.example/' },
    });
    expect(page.status).toBe(403);
    expect(withoutRandom(page.text)).not.toMatch(wholeNumber);
  });
});

describe('a cvc', () => {
  const take = (vault: ReturnType<typeof vaultInMemory>, card_token: string, token: string) =>
    vault.ask('vault.take-cvc', { headers: bearer(token), body: { card_token } });

  it('a cvc is shown by its own page, and gone', async () => {
    const vault = vaultInMemory();
    const card_token = await aTypedCard(vault);
    const open = async () =>
      vault.ask('vault.show-cvc-page', {
        query: {
          card_token,
          session_token: await aSession(vault, { scope: 'show_service_code', card_token }),
        },
      });
    const page = await open();
    expect(page.status).toBe(200);
    expect(page.text).toContain('<dd class="secret">737</dd>');
    expect(withoutRandom(withoutTags(page.text))).not.toContain('4444');
    const again = await open();
    expect(again.status).toBe(404);
    expect(withoutRandom(withoutTags(again.text))).not.toContain('737');
  });

  it('a cvc is given to the button once, with any token', async () => {
    const vault = vaultInMemory();
    const card_token = await aTypedCard(vault);
    const token = await aSession(vault, { scope: 'show_service_code', card_token });
    const first = await take(vault, card_token, token);
    expect(first.body).toEqual({
      data: { type: 'service_code', attributes: { service_code: '737' } },
    });
    const same = await take(vault, card_token, token);
    expect([same.status, same.body.errors.code]).toEqual([401, 'session_expired']);
    const other = await aSession(vault, { scope: 'show_service_code', card_token });
    expect((await take(vault, card_token, other)).status).toBe(404);
  });

  it('a cvc is given to one of fifty that ask at once with tokens of their own', async () => {
    const vault = vaultInMemory();
    const card_token = await aTypedCard(vault);
    const tokens: string[] = [];
    for (let index = 0; index < 50; index += 1) {
      // One key may make forty requests at once, so the clock moves on between them.
      vault.clock.now = new Date(vault.clock.now.getTime() + 100);
      tokens.push(await aSession(vault, { scope: 'show_service_code' }));
    }
    const all = await Promise.all(tokens.map((token) => take(vault, card_token, token)));
    expect(all.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(all.filter(({ status }) => status === 404)).toHaveLength(49);
  });

  it('a cvc is not given for tokens of other scopes, other cards and other tenants', async () => {
    const vault = vaultInMemory();
    const card_token = await aTypedCard(vault);
    const other = await aTypedCard(vault);
    const scope = 'show_service_code';
    const showCard = await aSession(vault, { scope: 'show_card' });
    expect((await take(vault, card_token, showCard)).status).toBe(403);
    const bound = await aSession(vault, { scope, card_token: other });
    expect((await take(vault, card_token, bound)).status).toBe(403);
    const foreign = await aSession(vault, { scope }, 'other');
    expect((await take(vault, card_token, foreign)).status).toBe(404);
    expect((await vault.ask('vault.take-cvc', { body: { card_token } })).status).toBe(401);
  });
});

describe('scripts and style', () => {
  it.each(['capture', 'show', 'frame'] as const)(
    'a script or style %s is given only to our own pages',
    async (name) => {
      const { file, text, contentType } = pages[name];
      const vault = vaultInMemory();
      const given = await vault.ask('vault.asset', { params: { file } });
      expect(given.text).toBe(text);
      expect(given.headers).toMatchObject({
        'content-type': contentType,
        'cross-origin-resource-policy': 'same-origin',
        'cache-control': 'no-store',
        'x-content-type-options': 'nosniff',
      });
    },
  );

  it('scripts and styles are sent compressed to clients that accept it', async () => {
    const { file, text } = pages.capture;
    const packed = assetResponse(pages.capture, { 'accept-encoding': 'gzip, br' }, {});
    expect(packed.isBase64).toBe(true);
    expect(gunzipSync(Buffer.from(packed.body, 'base64')).toString()).toBe(text);
    const { headers } = await vaultInMemory().ask('vault.asset', {
      params: { file },
      headers: { 'accept-encoding': 'gzip, br' },
    });
    expect(headers['content-encoding']).toBe('gzip');
  });

  it.each(['capture.0000000000000000.js', 'embed.js', '../package.json'])(
    'a script or style has no %s',
    async (file) => {
      const vault = vaultInMemory();
      expect((await vault.ask('vault.asset', { params: { file } })).status).toBe(404);
    },
  );

  it('the script for merchants is given to every page, so that it can check its hash', async () => {
    const vault = vaultInMemory();
    const given = await vault.ask('vault.embed-script');
    expect(given.text).toBe(pages.embed.text);
    expect(given.headers).toMatchObject({
      'content-type': 'text/javascript; charset=utf-8',
      'access-control-allow-origin': '*',
      'cross-origin-resource-policy': 'cross-origin',
    });
  });
});
