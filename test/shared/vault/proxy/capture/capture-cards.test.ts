import type { VaultRequest } from '#vault/cards/card-vault.ts';
import { withoutRandom } from '../../../../support/runner/without-random.ts';
import { aVault } from '../../../../support/vault/a-vault.ts';
import { anyContext, aVaultEvent } from '../../../../support/vault/a-vault-event.ts';
import { vaultInMemory } from '../../../../support/vault/vault-in-memory.ts';
import { withoutHelp } from '../../../../support/vault/without-help.ts';
import { type Answer, aTarget, type Seen, type Target } from '../a-target.ts';

const key = 'vk_shop_east';

const open: Target[] = [];
afterEach(async () => {
  await Promise.all(open.splice(0).map((target) => target.close()));
});

const fields = {
  card_number: { selector: 'pan' },
  cardholder_name: { selector: 'holder' },
  expiration_month: { selector: 'exp', transformation: 'substring:0,2' },
  expiration_year: { selector: 'exp', transformation: 'substring:3,4' },
  service_code: { selector: 'cvv' },
};
const inCard = {
  type: 'card_node',
  card_token_node: 'vault_token',
  error_node: 'vault_error',
  warning_node: 'vault_warning',
};
const json = {
  type: 'json',
  schema: {
    message_node: { selector: '$.reservations[*]' },
    card_node: { selector: 'payment.card' },
  },
  card_token_placement: inCard,
  card_node: fields,
};
const xml = {
  ...json,
  type: 'xml',
  schema: {
    message_node: { selector: '//*[local-name()="reservation"]' },
    card_node: { selector: '*[local-name()="card"]' },
  },
  card_node: {
    ...fields,
    card_number: { selector: '@pan' },
    cardholder_name: { selector: '*[local-name()="holder"]' },
    expiration_month: { selector: '@exp', transformation: 'substring:0,2' },
    expiration_year: { selector: '@exp', transformation: 'substring:3,4' },
    service_code: { selector: '@cvv' },
  },
};
const headers = { type: 'headers' };

/** A vault with a profile, and a target whose answer it reads. */
async function aFetcher(profile: object, answer: (request: Seen) => Answer) {
  const vault = aVault();
  const world = vaultInMemory(vault);
  const target = await aTarget(answer);
  open.push(target);
  const destination = {
    scheme: 'http',
    host: '127.0.0.1',
    port: target.port,
    methods: ['get', 'post'],
  };
  const created = await world.ask('vault.create-destination', { key, body: { destination } });
  expect(created.status).toBe(200);
  const body = { tokenization_profile: { name: 'pms', profile } };
  const kept = await world.ask('vault.create-tokenization-profile', { key, body });
  expect(kept.status).toBe(200);
  const captures = (query: Record<string, string> = {}, text = 'ask', by = key) =>
    world.ask('vault.capture-cards', {
      key: by,
      text,
      headers: { 'content-type': 'text/plain', authorization: 'Basic of-target' },
      query: { method: 'post', url: `${target.url}/new`, profile: 'pms', ...query },
    });
  /** The result for API Gateway, for answers that are no text. */
  const raw = async () => {
    const api_key = await world.tenantKey('shop_east');
    const query = { api_key, method: 'get', url: `${target.url}/new`, profile: 'pms' };
    const result = await world.handlers['vault.capture-cards']?.(
      aVaultEvent({ method: 'POST', path: '/api/v1/capture', query }),
      anyContext,
    );
    if (!result) throw new Error('There is no handler.');
    return result;
  };
  const stored = () => vault.ports.cards.items().filter(({ sk }) => sk === 'CARD');
  const used = async (token: string) => {
    const request: VaultRequest = {
      tenant: 'shop_east',
      reason: 'test',
      origin: 'switch',
      requestId: 'r',
      actor: { kind: 'switch', id: 'x' },
      now: world.clock.now,
    };
    const card = await vault.cards.use({
      ...request,
      token,
      as: 'card.used',
      cvc: 'take',
    });
    return (
      card && {
        ...card,
        number: card.number.toString(),
        cvc: card.cvc?.toString(),
      }
    );
  };
  return { ...world, vault, target, captures, raw, stored, used };
}

const answering = (reservations: readonly unknown[]) => () => ({
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify({ reservations }),
});
const paid = (card: unknown) => ({ payment: { card } });
const whole = { pan: '4111111111111111', holder: 'ANA LIMA', exp: '08/2031', cvv: '737' };
const broken = { ...whole, pan: '4111111111111112' };
const token = expect.stringMatching(/^[0-9a-f]{32}$/);

describe('cards of an answer in JSON', () => {
  it('cards of a JSON answer are stored, masked, and have a token beside them; without and with broken ones among them', async () => {
    const fetcher = await aFetcher(json, answering([paid(whole), { id: 2 }, paid(broken)]));
    const { status, body } = await fetcher.captures();
    expect(status).toBe(200);
    const masked = { holder: 'ANA LIMA', exp: '08/2031', cvv: '***' };
    expect(body.reservations).toEqual([
      paid({ ...masked, pan: '411111******1111', vault_token: token }),
      { id: 2 },
      paid({ ...masked, pan: '411111******1112', vault_error: 'invalid_card_number' }),
    ]);
    const made = body.reservations[0].payment.card.vault_token;
    expect(await fetcher.used(made)).toEqual({
      number: '4111111111111111',
      holderName: 'ANA LIMA',
      expiryMonth: '08',
      expiryYear: '2031',
      cvc: '737',
    });
    expect(fetcher.stored()).toHaveLength(1);
    const lines = fetcher.vault.ports.audit.items();
    expect(lines.filter(({ type }) => type === 'card.stored')).toMatchObject([
      { reason: 'captured from 127.0.0.1', cardToken: made },
    ]);
  });

  it('cards of a JSON answer have their slots in headers, in the order of the messages', async () => {
    const profile = { ...json, card_token_placement: headers };
    const past = { ...whole, pan: '5555555555554444', exp: '01/2029', cvv: '12' };
    const fetcher = await aFetcher(
      profile,
      answering([paid(whole), { id: 2 }, paid(broken), paid(past), paid({ ...broken, exp: 'x' })]),
    );
    const answer = await fetcher.captures();
    const [first, none, third, past4, last] = (answer.headers['x-vault-tokens'] ?? '').split(',');
    expect([first, none, third, past4, last]).toEqual([token, '', '', token, '']);
    expect(answer.headers['x-vault-errors']).toBe(
      ',,invalid_card_number,,invalid_card_number;invalid_expiration_month;missing_expiration_year',
    );
    expect(answer.headers['x-vault-warnings']).toBe(',,,invalid_service_code;card_expired,');
    expect((await fetcher.used(first ?? ''))?.number).toBe('4111111111111111');
    expect((await fetcher.used(past4 ?? ''))?.cvc).toBeUndefined();
    expect(answer.body.reservations[0].payment.card).toEqual({
      pan: '411111******1111',
      holder: 'ANA LIMA',
      exp: '08/2031',
      cvv: '***',
    });
    expect(withoutRandom(answer.text)).not.toMatch(/4111111111111111|5555555555554444|737/);
  });

  it('cards of a JSON answer leave the rest unchanged, numbers of any length included', async () => {
    const text = `{"big":12345678901234567890,"price":10.00,"e":1e3,"reservations":[{"payment":{"card":{"pan":4111111111111111,"exp":"08/2031"}}}],"__proto__":{"x":1},"é":"\\u00e9"}`;
    const fetcher = await aFetcher(json, () => ({
      headers: { 'content-type': 'application/json', 'content-language': 'pt' },
      body: text,
    }));
    const answer = await fetcher.captures();
    expect(answer.text).toMatch(
      /^{"big":12345678901234567890,"price":10\.00,"e":1e3,"reservations":\[{"payment":{"card":{"pan":"411111\*{6}1111","exp":"08\/2031","vault_token":"[0-9a-f]{32}"}}}\],"__proto__":{"x":1},"é":"é"}$/,
    );
    expect(answer.headers['content-language']).toBe('pt');
  });

  it('cards of a JSON answer are masked also where else the answer has their number', async () => {
    const fetcher = await aFetcher(
      json,
      answering([{ ...paid(whole), note: 'Visa 4111 1111 1111 1111', copy: 4111111111111111 }]),
    );
    const { body } = await fetcher.captures();
    expect(body.reservations[0]).toMatchObject({
      note: 'Visa 4111 11** **** 1111',
      copy: '411111******1111',
    });
  });

  it("cards of a JSON answer have only the vault's token", async () => {
    const forged = { vault_token: 'f'.repeat(32), vault_error: null, vault_warning: 'x' };
    const fetcher = await aFetcher(
      json,
      answering([paid({ ...whole, ...forged }), paid({ ...broken, ...forged }), paid(forged)]),
    );
    const { body } = await fetcher.captures();
    const [first, second, third] = body.reservations.map(
      ({ payment }: ReturnType<typeof paid>) => payment.card,
    );
    expect(first).toMatchObject({ vault_token: token });
    expect(first.vault_token).not.toBe(forged.vault_token);
    expect(first).not.toHaveProperty('vault_warning');
    expect(second).not.toHaveProperty('vault_token');
    expect(third).toEqual({});
  });

  it.each([
    ['a holder that cannot be stored', { holder: 'a\u0000b' }, 'invalid_cardholder_name'],
    ['a code that cannot be one', { cvv: '12345' }, 'invalid_service_code'],
    ['an expiry in the past', { exp: '12/2029' }, 'card_expired'],
  ])('cards of a JSON answer have a token and a warning with %s', async (_, changes, warning) => {
    const fetcher = await aFetcher(json, answering([paid({ ...whole, ...changes })]));
    const { card } = (await fetcher.captures()).body.reservations[0].payment;
    expect(card).toMatchObject({ vault_token: token, vault_warning: warning });
    expect(card).not.toHaveProperty('vault_error');
  });

  it.each([
    [
      'a number that is masked already',
      { pan: '411111******1111' },
      'invalid_card_number',
      '411111******1111',
    ],
    ['too short a number', { pan: '41111111' }, 'invalid_card_number', '********'],
    ['no number', { pan: null }, 'missing_card_number', null],
    [
      'a number that is an object',
      { pan: { a: '4111111111111111' } },
      'missing_card_number',
      '***',
    ],
    [
      'no expiry',
      { exp: '' },
      'missing_expiration_month;missing_expiration_year',
      '411111******1111',
    ],
    ['a month that is none', { exp: '13/2031' }, 'invalid_expiration_month', '411111******1111'],
  ])(
    'cards of a JSON answer have an error and no token with %s',
    async (_, changes, error, pan) => {
      const fetcher = await aFetcher(
        json,
        answering([paid({ ...whole, ...changes }), paid(whole)]),
      );
      const { body } = await fetcher.captures();
      const { card } = body.reservations[0].payment;
      expect(card).toMatchObject({ vault_error: error, pan, cvv: '***' });
      expect(card).not.toHaveProperty('vault_token');
      expect(body.reservations[1].payment.card).toMatchObject({ vault_token: token });
      expect(fetcher.stored()).toHaveLength(1);
    },
  );

  it('cards of a JSON answer may be several of a message in the body, and one in headers', async () => {
    const schema = {
      message_node: { selector: '$.reservations[*]' },
      card_node: { selector: 'cards[*]' },
    };
    const reservations = [{ cards: [whole, { ...whole, pan: '5555555555554444' }] }];
    const inBody = await aFetcher({ ...json, schema }, answering(reservations));
    const { body } = await inBody.captures();
    expect(body.reservations[0].cards).toMatchObject([
      { vault_token: token },
      { vault_token: token },
    ]);
    const profile = { ...json, schema, card_token_placement: headers };
    const inHeaders = await aFetcher(profile, answering(reservations));
    const answer = await inHeaders.captures();
    expect(answer.headers).toMatchObject({
      'x-vault-tokens': '',
      'x-vault-errors': 'several_cards',
    });
    expect(answer.text).not.toMatch(/4111111111111111|5555555555554444/);
    expect(inHeaders.stored()).toEqual([]);
  });

  it('cards of a JSON answer are at most a thousand, in a thousand messages', async () => {
    const many = await aFetcher(json, answering(Array.from({ length: 1_001 }, () => paid(whole))));
    expect(withoutHelp((await many.captures()).body).errors).toEqual({
      code: 'validation_error',
      title: 'Validation Error',
      details: { profile: ['finds too many messages or cards'] },
    });
    expect(many.stored()).toEqual([]);
    const enough = await aFetcher(
      json,
      answering(Array.from({ length: 1_000 }, () => paid(whole))),
    );
    expect((await enough.captures()).status).toBe(200);
    expect(enough.stored()).toHaveLength(1_000);
    const profile = { ...json, card_token_placement: headers };
    const wide = await aFetcher(profile, answering(Array.from({ length: 300 }, () => paid(whole))));
    expect((await wide.captures()).status).toBe(422);
    expect(wide.stored()).toEqual([]);
  });
});

describe('cards of an answer in XML', () => {
  const reservation = (card: string) => `<p:reservation id="1">${card}</p:reservation>`;
  const card = (pan: string) =>
    `<p:card pan="${pan}" exp="08/2031" cvv="737"><p:holder>A &amp; B</p:holder></p:card>`;
  const answer = (body: string) => () => ({ headers: { 'content-type': 'text/xml' }, body });

  it('cards of an XML answer are stored, masked, and have their token in their node', async () => {
    const fetcher = await aFetcher(
      xml,
      answer(
        `<?xml version="1.0"?><r xmlns:p="urn:pms">${reservation(card('4111111111111111'))}${reservation('')}${reservation(card('4111111111111112'))}</r>`,
      ),
    );
    const { status, text, headers: answered } = await fetcher.captures();
    expect({ status, type: answered['content-type'] }).toEqual({ status: 200, type: 'text/xml' });
    const made = /<vault_token>([0-9a-f]{32})<\/vault_token>/.exec(text)?.[1] ?? '';
    expect(await fetcher.used(made)).toMatchObject({
      number: '4111111111111111',
      holderName: 'A & B',
    });
    expect(text.match(/pan="[^"]*"/g)).toEqual([
      'pan="411111******1111"',
      'pan="411111******1112"',
    ]);
    expect(text.match(/cvv="[^"]*"/g)).toEqual(['cvv="***"', 'cvv="***"']);
    expect(text).toMatch(/<vault_error>invalid_card_number<\/vault_error>/);
    expect(text).toContain('<p:holder>A &amp; B</p:holder>');
  });

  it('cards of an XML answer have their slots in headers', async () => {
    const fetcher = await aFetcher(
      { ...xml, card_token_placement: headers },
      answer(
        `<r xmlns:p="urn:pms">${reservation(card('4111111111111111'))}${reservation('')}${reservation(card('1'))}</r>`,
      ),
    );
    const answered = await fetcher.captures();
    expect(answered.headers['x-vault-tokens']).toMatch(/^[0-9a-f]{32},,$/);
    expect(answered.headers['x-vault-errors']).toBe(',,invalid_card_number');
    expect(answered.headers['x-vault-warnings']).toBe(',,');
  });

  it("cards of an XML answer have only the vault's token, whatever its prefix", async () => {
    const forged = `<p:vault_token>${'f'.repeat(32)}</p:vault_token>`;
    const one = card('4111111111111112').replace('<p:holder>', `${forged}<p:holder>`);
    const fetcher = await aFetcher(xml, answer(`<r xmlns:p="urn:pms">${reservation(one)}</r>`));
    const { text } = await fetcher.captures();
    expect(text).not.toContain('vault_token');
    expect(text).toContain('<vault_error>invalid_card_number</vault_error>');
  });

  it('cards of an XML answer keep the letters of an older alphabet', async () => {
    // The ellipsis of windows-1252 has the number of a line end of XML 1.1.
    const old = `<?xml version="1.0" encoding="windows-1252"?><r xmlns:p="urn:pms">é\u0085${reservation(card('4111111111111111'))}</r>`;
    const fetcher = await aFetcher(xml, () => ({ body: Buffer.from(old, 'latin1') }));
    const result = await fetcher.raw();
    const bytes = Buffer.from(result.body ?? '', result.isBase64Encoded ? 'base64' : 'utf8');
    expect(bytes.toString('latin1')).toMatch(
      /<r xmlns:p="urn:pms">é\u0085.*<vault_token>[0-9a-f]{32}</,
    );
  });

  it('cards of an XML answer are at most a thousand, and more are not even sorted', async () => {
    const body = `<r xmlns:p="urn:pms">${'<p:reservation/>'.repeat(30_000)}</r>`;
    const fetcher = await aFetcher(xml, answer(body));
    // Sorting so many siblings takes minutes. On a slow machine the time for the search is over
    // before all are counted.
    expect((await fetcher.captures()).body.errors.details).toEqual({
      profile: [
        expect.stringMatching(/^(finds too many messages or|takes too long to find its) cards$/),
      ],
    });
  });

  it.each([
    ['a document type', '<!DOCTYPE r [<!ENTITY x SYSTEM "file:///etc/passwd">]><r>&x;</r>'],
    ['entities in entities', '<!DOCTYPE r [<!ENTITY a "aaaa"><!ENTITY b "&a;&a;&a;">]><r>&b;</r>'],
    ['an entity that nobody knows', '<r>&x;</r>'],
    ['no end', '<r><a></r>'],
    ['no beginning', 'card 4111111111111111'],
    ['more than 256 levels', `${'<r>'.repeat(257)}${'</r>'.repeat(257)}`],
    ['another encoding', '<?xml version="1.0" encoding="UTF-16"?><r/>'],
  ])('cards of an XML answer are not searched in a body with %s', async (_, body) => {
    const fetcher = await aFetcher(xml, answer(body));
    const answered = await fetcher.captures();
    expect(answered).toMatchObject({
      status: 502,
      headers: { 'x-vault-error': 'destination_error' },
    });
    expect(answered.text).not.toMatch(/4111111111111111|root:/);
  });
});

describe('a capture', () => {
  it('a capture passes on method, headers and body unchanged, drop-ins included', async () => {
    const fetcher = await aFetcher(json, answering([]));
    await fetcher.captures({ url: `${fetcher.target.url}/new?since=1` }, 'give %CARD_NUMBER%');
    const [seen] = fetcher.target.seen;
    expect(seen).toMatchObject({ method: 'POST', url: '/new?since=1' });
    expect(seen?.body.toString()).toBe('give %CARD_NUMBER%');
    expect(seen?.headers).toMatchObject({
      authorization: 'Basic of-target',
      'content-type': 'text/plain',
    });
    expect(seen?.headers).not.toHaveProperty('api-key');
  });

  it('a capture whose target answers an error returns that error, without any card number', async () => {
    const page = await aFetcher(json, () => ({
      status: 500,
      headers: { 'content-type': 'text/html' },
      body: '<p>4111 1111 1111 1111</p>',
    }));
    expect(await page.captures()).toMatchObject({
      status: 500,
      text: '<p>4111 11** **** 1111</p>',
    });
    const empty = await aFetcher(json, () => ({ status: 204 }));
    expect(await empty.captures()).toMatchObject({ status: 204, text: '' });
    const known = await aFetcher(json, () => ({ status: 400, body: '{"error":"since"}' }));
    const answer = await known.captures();
    expect(answer).toMatchObject({ status: 400, body: { error: 'since' } });
    expect(answer.headers).not.toHaveProperty('x-vault-error');
  });

  it.each([
    ['no JSON', 'not JSON 4111111111111111'],
    ['JSON that is not UTF-8', Buffer.from('{"a":"\xe9"}', 'latin1')],
    ['JSON that is too deep', `${'['.repeat(50_000)}${']'.repeat(50_000)}`],
  ])('a capture of %s is 502', async (_, body) => {
    const fetcher = await aFetcher(
      { ...json, schema: { ...json.schema, message_node: { selector: '$..a' } } },
      () => ({ body }),
    );
    const answer = await fetcher.captures();
    expect(answer).toMatchObject({
      status: 502,
      headers: { 'x-vault-error': 'destination_error' },
    });
  });

  it("a capture ends when an earlier version's profile takes too long, and sends nothing with it for a minute", async () => {
    const fetcher = await aFetcher(json, () => ({
      body: JSON.stringify({ reservations: Array(3_000).fill({ a: 1 }) }),
    }));
    // It was kept before a filter that searches was refused.
    const { cards } = fetcher.vault.ports;
    const [kept] = cards.items().filter(({ name }) => name === 'pms');
    if (!kept) throw new Error('There is a profile.');
    const message_node = { selector: '$..[?count($..*)>1]' };
    const costly = { ...json, schema: { ...json.schema, message_node } };
    await cards.put({ ...kept, profile: costly }, { version: Number(kept.version) });

    for (const seen of [1, 1]) {
      const answer = await fetcher.captures();
      expect(answer).toMatchObject({
        status: 422,
        body: { errors: { details: { profile: ['takes too long to find its cards'] } } },
      });
      expect(fetcher.target.seen).toHaveLength(seen);
    }
    fetcher.clock.now = new Date(fetcher.clock.now.getTime() + 60_000);
    await fetcher.captures();
    expect(fetcher.target.seen).toHaveLength(2);
    expect(fetcher.stored()).toEqual([]);
  });

  it('a capture goes only to listed places with known profiles', async () => {
    const fetcher = await aFetcher(json, answering([paid(whole)]));
    expect((await fetcher.captures({ url: 'https://gateway.example/' })).status).toBe(403);
    expect((await fetcher.captures({ url: 'http://gateway.example/' })).status).toBe(422);
    expect((await fetcher.captures({ url: `${fetcher.target.url}/%CARD_NUMBER%` })).status).toBe(
      422,
    );
    expect((await fetcher.captures({ method: 'put' })).status).toBe(403);
    expect((await fetcher.captures({ profile: 'other' })).body.errors.details).toEqual({
      profile: ['is not known'],
    });
    expect((await fetcher.captures({}, 'x', 'vk_shop_west')).status).toBe(403);
    expect(fetcher.target.seen).toEqual([]);
  });

  it('a capture stores nothing when the audit trail is unavailable, and reports that', async () => {
    const fetcher = await aFetcher(json, answering([paid(whole)]));
    Object.assign(fetcher.vault.ports.audit, {
      put: async () => Promise.reject(new Error('down')),
    });
    expect((await fetcher.captures()).status).toBe(503);
    expect(fetcher.stored()).toEqual([]);
  });

  it('a capture leaves the number nowhere: not in logs, the audit trail or tables', async () => {
    const fetcher = await aFetcher(json, answering([paid(whole), paid(broken)]));
    await fetcher.captures();
    const items = Object.values(fetcher.vault.ports).flatMap((port) => port.items());
    const all = [...fetcher.logged, JSON.stringify(items)].join('\n');
    expect(all).not.toMatch(/4111111111111111|4111111111111112/);
  });
});
