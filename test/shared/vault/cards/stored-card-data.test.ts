import { openRecord } from '#vault/keys/envelope.ts';
import { vaultInMemory } from '../../../support/vault/vault-in-memory.ts';

const key = 'vk_shop_east';
const number = '378282246310005';
const holder = 'ANA LIMA DE SOUZA';
const code = '8642';
const card = {
  card_number: number,
  cardholder_name: holder,
  service_code: code,
  expiration_month: '08',
  expiration_year: '2031',
};

/** Everything in an item that is text or bytes, with the name it is kept under. */
function* valuesIn(
  value: unknown,
  name: string,
): Generator<readonly [string, string | Uint8Array]> {
  if (typeof value === 'string' || value instanceof Uint8Array) yield [name, value];
  else if (typeof value === 'number' || typeof value === 'boolean') yield [name, String(value)];
  else if (typeof value === 'object' && value !== null) {
    for (const [member, one] of Object.entries(value)) yield* valuesIn(one, `${name}.${member}`);
  }
}

/** The forms of a text that a search of a dump would try. */
const formsOf = (text: string) => {
  const bytes = Buffer.from(text);
  const base64 = [0, 1, 2].map((shift) => {
    // Whatever stands before it, the middle of its base64 is one of three texts.
    const encoded = Buffer.concat([Buffer.alloc(shift), bytes]).toString('base64');
    return encoded.slice(shift === 0 ? 0 : 4, Math.floor((bytes.length + shift) / 3) * 4);
  });
  return [text, [...text].reverse().join(''), bytes.toString('hex'), ...base64];
};

async function everythingKept() {
  const world = vaultInMemory();
  const stored = await world.ask('vault.store-card', {
    key,
    headers: { 'idempotency-key': 'order 1' },
    body: { card },
  });
  expect(stored.status).toBe(200);
  const { ports } = world.vault;
  const tables = [ports.cards, ports.codes, ports.keys, ports.credentials, ports.audit];
  const values = tables.flatMap((port) =>
    port.items().flatMap((item) => [...valuesIn(item, item.sk)]),
  );
  return { ...world, values, token: stored.body.data.id as string };
}

describe('the stored data of a card', () => {
  it("a card's stored data has its number, holder and code in no attribute, however written", async () => {
    const { values } = await everythingKept();
    expect(values.length).toBeGreaterThan(50);
    for (const secret of [number, number.slice(0, 12), number.slice(6), holder, 'DE SOUZA']) {
      for (const form of formsOf(secret).filter(({ length }) => length >= 8)) {
        const found = values.filter(([, value]) =>
          typeof value === 'string'
            ? value.toLowerCase().includes(form.toLowerCase())
            : ['latin1', 'hex', 'base64'].some((encoding) =>
                Buffer.from(value)
                  .toString(encoding as BufferEncoding)
                  .includes(form),
              ),
        );
        expect([secret, form, found.map(([name]) => name)]).toEqual([secret, form, []]);
      }
    }
    // Four digits are found by chance in long texts, so here an attribute has to be the code.
    const codes = formsOf(code).map((form) => form.toLowerCase());
    expect(
      values.filter(([, value]) =>
        codes.includes(
          (typeof value === 'string' ? value : Buffer.from(value).toString('latin1')).toLowerCase(),
        ),
      ),
    ).toEqual([]);
  });

  it("a card's stored number would be found by this search if it were unsealed", async () => {
    const hidden = Buffer.concat([Buffer.from('x'), Buffer.from(number)]).toString('base64');
    expect(formsOf(number).some((form) => hidden.includes(form))).toBe(true);
  });

  it("a card's stored data has its code apart from its number, under a key that opens no number", async () => {
    const { vault, token, clock } = await everythingKept();
    const [item] = vault.ports.codes.items().filter(({ sk }) => sk === 'CODE');
    const sealed = item?.sealed;
    if (!(sealed instanceof Uint8Array)) throw new Error('There is no code.');
    const place = { tenant: 'shop_east', cardToken: token, group: 'code' } as const;
    const pan = await vault.keys.current('shop_east', 'pan', clock.now);
    const csc = await vault.keys.current('shop_east', 'cvc', clock.now);
    const underPan = { version: csc.version, bytes: pan.bytes };
    expect(() => openRecord(underPan, { ...place, keyClass: 'cvc' }, sealed)).toThrow(
      'decrypt_failed',
    );
    expect(() => openRecord(csc, { ...place, keyClass: 'pan' }, sealed)).toThrow('decrypt_failed');
    expect(openRecord(csc, { ...place, keyClass: 'cvc' }, sealed).toString()).toBe(code);
    expect(vault.ports.cards.items().some((one) => 'cvcId' in one)).toBe(false);
  });
});
