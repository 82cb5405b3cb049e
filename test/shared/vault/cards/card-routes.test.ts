import fc from 'fast-check';
import { maskOf } from '#vault/cards/card.ts';
import { settingsKey } from '#vault/cards/tenant-settings.ts';
import { vaultInMemory } from '../../../support/vault/vault-in-memory.ts';
import { withoutHelp } from '../../../support/vault/without-help.ts';

const key = 'vk_shop_east';
const stranger = 'vk_shop_west';
const card = {
  card_number: '5555555555554444',
  cardholder_name: 'ANA LIMA',
  service_code: '737',
  expiration_month: '8',
  expiration_year: '31',
};

async function aShopWithACard() {
  const world = vaultInMemory();
  const { ask } = world;
  const stored = await ask('vault.store-card', { key, body: { card } });
  const card_token: string = stored.body.data.id;
  const params = { card_token };
  const seen = async () => (await ask('vault.retrieve-card', { key, params })).body.data.attributes;
  return { ...world, stored, params, card_token, seen };
}

const seconds = (clock: { now: Date }, more: number) => {
  clock.now = new Date(clock.now.getTime() + more * 1_000);
};

const hasCheckDigit = (digits: string) =>
  [...digits].reverse().reduce((sum, digit, at) => {
    const doubled = Number(digit) * 2;
    return sum + (at % 2 === 0 ? Number(digit) : doubled > 9 ? doubled - 9 : doubled);
  }, 0) %
    10 ===
  0;

/** Runs of 12 to 19 digits whose check digit is right, as a scanner finds them. */
function cardNumbersIn(text: string): readonly string[] {
  const runs = [...text.matchAll(/(?=(\d{12,19}))/g)].map(([, run]) => run ?? '');
  return runs.flatMap((run) =>
    Array.from({ length: run.length - 11 }, (_, less) => run.slice(0, run.length - less)).filter(
      hasCheckDigit,
    ),
  );
}

describe('a card of the vault', () => {
  it('a card of the vault is stored and answered masked', async () => {
    const { stored, card_token } = await aShopWithACard();
    expect(stored.status).toBe(200);
    expect(card_token).toMatch(/^[0-9a-f]{32}$/);
    expect(stored.body).toEqual({
      data: {
        id: card_token,
        type: 'card',
        attributes: {
          id: card_token,
          card_token,
          card_number: '555555******4444',
          card_type: 'mastercard',
          cardholder_name: 'ANA LIMA',
          service_code: '***',
          expiration_month: '08',
          expiration_year: '2031',
          fingerprint: expect.stringMatching(/^f1_[\w-]{43}$/),
          service_code_expires_at: '2030-01-31T11:00:00.000Z',
          created_at: '2030-01-31T10:00:00.000Z',
        },
      },
    });
  });

  it('a card of the vault is retrieved as it was answered, by its tenant only', async () => {
    const { ask, stored, params } = await aShopWithACard();
    expect((await ask('vault.retrieve-card', { key, params })).body).toEqual(stored.body);
    for (const [caller, card_token] of [
      [stranger, params.card_token],
      [key, '0'.repeat(32)],
      [key, 'not-a-token'],
      [key, params.card_token.toUpperCase()],
    ] as const) {
      const names = ['vault.retrieve-card', 'vault.delete-card', 'vault.authorize-card'];
      for (const name of names) {
        const answer = await ask(name, { key: caller, params: { card_token } });
        expect([name, answer.status, withoutHelp(answer.body)]).toEqual([
          name,
          404,
          { errors: { code: 'resource_not_found', title: 'Resource Not Found' } },
        ]);
      }
    }
    expect((await ask('vault.retrieve-card', { key, params })).body).toEqual(stored.body);
  });

  it('a card of the vault needs neither a holder nor a code', async () => {
    const { ask } = vaultInMemory();
    const { cardholder_name: _, service_code: __, ...bare } = card;
    const answer = await ask('vault.store-card', { key, body: { card: bare } });
    expect(answer.body.data.attributes).toMatchObject({
      cardholder_name: null,
      service_code: null,
      service_code_expires_at: null,
    });
  });

  it('a card of the vault is refused with every wrong field, and nothing is stored', async () => {
    const { ask, vault } = vaultInMemory();
    await ask('vault.list-cards', { key });
    const before = vault.ports.cards.items().length;
    const body = { card: { ...card, card_number: '5555555555554445', expiration_month: '13' } };
    const answer = await ask('vault.store-card', { key, body });
    expect([answer.status, withoutHelp(answer.body)]).toEqual([
      422,
      {
        errors: {
          code: 'validation_error',
          title: 'Validation Error',
          details: { card_number: ['is invalid'], expiration_month: ['is invalid'] },
        },
      },
    ]);
    const unknown = await ask('vault.store-card', { key, body: { card: { ...card, cvv: '1' } } });
    expect(unknown.body.errors.details).toEqual({ cvv: ['is not known'] });
    expect((await ask('vault.store-card', { key, body: card })).status).toBe(400);
    expect(vault.ports.cards.items()).toHaveLength(before);
    expect(vault.ports.codes.items()).toEqual([]);
  });

  it('a card of the vault is deleted once, with its code, and leaves its token behind', async () => {
    const { ask, params, vault } = await aShopWithACard();
    const first = await ask('vault.delete-card', { key, params });
    expect([first.status, first.body]).toEqual([200, { success: true }]);
    expect((await ask('vault.delete-card', { key, params })).status).toBe(404);
    expect((await ask('vault.retrieve-card', { key, params })).status).toBe(404);
    expect((await ask('vault.list-cards', { key })).body.data).toEqual([]);
    expect(vault.ports.codes.items().filter(({ sk }) => sk === 'CODE')).toEqual([]);
    const [left] = vault.ports.cards.items();
    expect(Object.keys(left ?? {}).sort()).toEqual([
      ...['createdAt', 'deletedAt', 'deletedBy', 'expiresAtSeconds', 'pk', 'save_id', 'sk'],
      ...['tenant', 'token'],
    ]);
  });

  it('a card of the vault is deleted by one of many', async () => {
    const { ask, params } = await aShopWithACard();
    const all = await Promise.all(
      Array.from({ length: 10 }, () => ask('vault.delete-card', { key, params })),
    );
    expect(all.filter(({ status }) => status === 200)).toHaveLength(1);
  });

  it('a card of the vault is stored under a new token each time, and recognized by its fingerprint', async () => {
    const { ask, stored } = await aShopWithACard();
    const again = await ask('vault.store-card', { key, body: { card } });
    const elsewhere = await ask('vault.store-card', { key: stranger, body: { card } });
    const of = (answer: typeof again) => answer.body.data.attributes;
    expect(of(again).card_token).not.toBe(of(stored).card_token);
    expect(of(again).fingerprint).toBe(of(stored).fingerprint);
    expect(of(elsewhere).fingerprint).not.toBe(of(stored).fingerprint);
  });

  it('a card of the vault is stored as its tenant has configured', async () => {
    const { ask, vault } = vaultInMemory();
    await vault
      .table('credentials')
      .putNew({ ...settingsKey('shop_east'), cvcSeconds: 60, retainDays: 2 });
    const { body } = await ask('vault.store-card', { key, body: { card } });
    expect(body.data.attributes.service_code_expires_at).toBe('2030-01-31T10:01:00.000Z');
    expect(vault.ports.cards.items()[0]?.retainUntil).toBe('2030-02-02T10:00:00.000Z');
  });
});

describe('service_code in answers', () => {
  it('a service_code in answers is *** while it is stored, and null once it has expired', async () => {
    const { clock, seen } = await aShopWithACard();
    seconds(clock, 3_599);
    expect((await seen()).service_code).toBe('***');
    seconds(clock, 1);
    expect(await seen()).toMatchObject({ service_code: null, service_code_expires_at: null });
  });

  it('a service_code in answers is null once the card was authorized, however often that is reported', async () => {
    const { ask, params, seen, stored } = await aShopWithACard();
    const { data } = stored.body;
    const without = { ...data.attributes, service_code: null, service_code_expires_at: null };
    for (let time = 0; time < 2; time++) {
      const answer = await ask('vault.authorize-card', { key, params });
      expect([answer.status, answer.body]).toEqual([
        200,
        { data: { ...data, attributes: without } },
      ]);
    }
    expect(await seen()).toEqual(without);
  });

  it('a service_code in answers is null once it was taken, and *** while it is leased', async () => {
    const { vault, card_token, seen, clock } = await aShopWithACard();
    const request = {
      tenant: 'shop_east',
      cardToken: card_token,
      reason: 'test',
      origin: 'test',
      actor: { kind: 'switch', id: 'shop_east' } as const,
      requestId: 'req',
      now: clock.now,
    };
    const lease = await vault.codes.lease(request);
    expect((await seen()).service_code).toBe('***');
    if (lease.kind === 'leased') await lease.release();
    expect((await vault.codes.take(request))?.toString()).toBe('737');
    expect((await seen()).service_code).toBeNull();
  });
});

describe('a list of cards', () => {
  async function aShopWithCards(count: number) {
    const world = vaultInMemory();
    const tokens: string[] = [];
    for (let at = 0; at < count; at++) {
      // Some of them in the same millisecond.
      if (at % 3 !== 0) seconds(world.clock, 0.001);
      const { body } = await world.ask('vault.store-card', { key, body: { card } });
      tokens.unshift(body.data.id);
    }
    await world.ask('vault.store-card', { key: stranger, body: { card } });
    const page = async (limit?: string, after?: string) =>
      world.ask('vault.list-cards', {
        key,
        query: {
          ...(limit !== undefined && { 'pagination[limit]': limit }),
          ...(after !== undefined && { 'pagination[after]': after }),
        },
      });
    return { ...world, tokens, page };
  }
  const tokensOf = (answer: { body: { data: { id: string }[] } }) =>
    answer.body.data.map(({ id }) => id);

  it('a list of cards is read from the newest to the oldest, each card once', async () => {
    const { page, tokens } = await aShopWithCards(13);
    const first = await page();
    expect(first.body.meta).toEqual({ limit: 10, next: tokensOf(first).at(-1) });
    const second = await page(undefined, first.body.meta.next);
    expect(second.body.meta).toEqual({ limit: 10, next: null });
    const all = [...tokensOf(first), ...tokensOf(second)];
    expect([...all].sort()).toEqual([...tokens].sort());
    const times = [...first.body.data, ...second.body.data].map(
      ({ attributes }) => attributes.created_at,
    );
    expect(times).toEqual([...times].sort().reverse());
    expect(await page('13').then(({ body }) => body.meta.next)).toBeNull();
  });

  it('a list of cards has pages that stay the same when cards come and go', async () => {
    const { page, ask, clock } = await aShopWithCards(6);
    const first = await page('2');
    const second = await page('2', first.body.meta.next);
    seconds(clock, 1);
    await ask('vault.store-card', { key, body: { card } });
    const last = { card_token: first.body.meta.next };
    await ask('vault.delete-card', { key, params: last });
    expect(tokensOf(await page('2', first.body.meta.next))).toEqual(tokensOf(second));
  });

  it('a list of cards shows nothing of a card that its index still names a moment after its deletion', async () => {
    const { page, ask, vault } = await aShopWithCards(3);
    const before = await page('2');
    const entries = await vault.ports.cards.query({
      index: 'by-list',
      pk: 'TENANT#shop_east#CARDS',
      limit: 3,
    });
    const [gone, kept] = tokensOf(before);
    await ask('vault.delete-card', { key, params: { card_token: gone ?? '' } });
    vault.ports.cards.query = async () => entries;
    const after = await page('2');
    expect([after.status, tokensOf(after), after.body.meta]).toEqual([
      ...[200, [kept], before.body.meta],
    ]);
  });

  it('a list of cards refuses invalid limits and cursors', async () => {
    const { page, ask } = await aShopWithCards(1);
    for (const limit of ['0', '101', '-1', '1.5', 'x', '', '010']) {
      const answer = await page(limit);
      expect([answer.status, answer.body.errors.details]).toEqual([
        422,
        { 'pagination[limit]': ['must be from 1 to 100'] },
      ]);
    }
    expect((await page('100')).status).toBe(200);
    const foreign = await ask('vault.list-cards', { key: stranger });
    for (const after of ['0'.repeat(32), 'x', foreign.body.data[0].id]) {
      const answer = await page('2', after);
      expect([answer.status, Object.keys(answer.body.errors.details)]).toEqual([
        422,
        ['pagination[after]'],
      ]);
    }
  });

  it('a list of cards costs one page, wherever it is', async () => {
    const { page, vault } = await aShopWithCards(9);
    const asked: number[] = [];
    const { query } = vault.ports.cards;
    vault.ports.cards.query = async (wanted) => {
      const items = await query(wanted);
      asked.push(items.length);
      return items;
    };
    const first = await page('3');
    const second = await page('3', first.body.meta.next);
    await page('3', second.body.meta.next);
    expect(asked).toEqual([4, 4, 3]);
  });
});

describe('the mask', () => {
  it('the mask shows six and four digits, and less of a short number', () => {
    const masks = Array.from({ length: 8 }, (_, more) =>
      maskOf(Buffer.from('1234567890123456789'.slice(0, 12 + more))),
    );
    expect(masks).toEqual([
      '********9012',
      '123456***0123',
      '123456****1234',
      '123456*****2345',
      '123456******3456',
      '123456*******4567',
      '123456********5678',
      '123456*********6789',
    ]);
  });

  it('the mask is all that any answer or log line has of a number', async () => {
    const world = vaultInMemory();
    const { ask, logged } = world;
    const digits = (length: number) =>
      fc.array(fc.integer({ min: 0, max: 9 }), { minLength: length, maxLength: length });
    // Numbers of every length that end in the right check digit.
    const numbers = fc.integer({ min: 12, max: 19 }).chain((length) =>
      digits(length - 1).map((some) => {
        const text = some.join('');
        const last = '0123456789'.split('').find((one) => hasCheckDigit(text + one));
        return text + (last ?? '0');
      }),
    );
    const texts: string[] = [];
    await fc.assert(
      fc.asyncProperty(numbers, fc.string({ maxLength: 20 }), async (card_number, name) => {
        const body = { card: { ...card, card_number, cardholder_name: name } };
        const stored = await ask('vault.store-card', { key, body });
        const params = { card_token: stored.body.data?.id ?? 'none' };
        const answers = [
          stored,
          await ask('vault.retrieve-card', { key, params }),
          await ask('vault.list-cards', { key }),
          await ask('vault.authorize-card', { key, params }),
          await ask('vault.delete-card', { key, params }),
        ];
        texts.push(...answers.map(({ text }) => text));
        const all = [...answers.map(({ text }) => text), ...logged].join('\n');
        expect(all).not.toContain(card_number);
        expect(answers.flatMap(({ text }) => cardNumbersIn(text))).toEqual([]);
      }),
      { numRuns: 60 },
    );
    expect(cardNumbersIn('x4111111111111111y')).toContain('4111111111111111');
    expect(texts.filter((text) => text.includes('****')).length).toBeGreaterThan(60);
  });
});
