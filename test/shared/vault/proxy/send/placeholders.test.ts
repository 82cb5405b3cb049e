import fc from 'fast-check';
import { readXmlTree } from '#vault/proxy/capture/xml-tree.ts';
import {
  encodingOf,
  fillMessage,
  hasPlaceholder,
  placeholdersIn,
} from '#vault/proxy/send/placeholders.ts';
import { stepsOf } from '../../../../support/runner/steps.ts';

const aCard = (holderName?: string) => ({
  card: {
    number: Buffer.from('4111111111111111'),
    expiryMonth: '08',
    expiryYear: '2031',
    cvc: Buffer.from('737'),
    ...(holderName !== undefined && { holderName }),
  },
  brand: 'visa',
});

const written = (type: string, body: string, holderName?: string) =>
  fillMessage(
    { headers: { 'content-type': type }, body: Buffer.from(body) },
    aCard(holderName),
  ).body.toString('utf8');

const everyDropIn =
  '%CARD_NUMBER%|%CARDHOLDER_NAME%|%EXPIRATION_MM%|%EXPIRATION_M%|%EXPIRATION_YYYY%|%EXPIRATION_YY%|%SERVICE_CODE%|%CARD_TYPE%';

describe('placeholders', () => {
  it("placeholders are all replaced by the card's values, and nothing else is", () => {
    expect(written('text/plain', `a${everyDropIn}b %OTHER% 100% %CARD_NUMBER`, 'ANA LIMA')).toBe(
      'a4111111111111111|ANA LIMA|08|8|2031|31|737|visab %OTHER% 100% %CARD_NUMBER',
    );
  });

  it('placeholders leave every other byte unchanged, text or not', () => {
    const around = Buffer.from([0, 255, 128, 37, 13, 10, 195]);
    const body = Buffer.concat([around, Buffer.from('%CARD_NUMBER%'), around]);
    const sent = fillMessage({ headers: {}, body }, aCard()).body;
    expect(sent).toEqual(Buffer.concat([around, Buffer.from('4111111111111111'), around]));
  });

  it('placeholders make no message many times as long: a small one cannot become a flood', () => {
    const holder = '\u{1f600}'.repeat(255);
    const body = '%CARDHOLDER_NAME%'.repeat(10_000);
    expect(() => written('application/json', body, holder)).toThrow('payload_too_large');
    expect(written('application/json', body, 'ANA LIMA')).toBe('ANA LIMA'.repeat(10_000));
  });

  it('placeholders are replaced in header values too', () => {
    const message = {
      headers: {
        'x-card': 'n=%CARD_NUMBER%; e=%EXPIRATION_MM%/%EXPIRATION_YY%',
        '%CARD_TYPE%': 'x',
      },
      body: Buffer.alloc(0),
    };
    expect(fillMessage(message, aCard()).headers).toEqual({
      'x-card': 'n=4111111111111111; e=08/31',
      '%CARD_TYPE%': 'x',
    });
    expect(placeholdersIn(message)).toEqual(
      new Set(['CARD_NUMBER', 'EXPIRATION_MM', 'EXPIRATION_YY']),
    );
  });

  it('placeholders are found in a form whose encoder encoded the per cent sign', () => {
    const body = new URLSearchParams({ pan: '%CARD_NUMBER%', name: '%CARDHOLDER_NAME%' });
    const sent = written('application/x-www-form-urlencoded', body.toString(), 'ANA & LIMA');
    expect(Object.fromEntries(new URLSearchParams(sent))).toEqual({
      pan: '4111111111111111',
      name: 'ANA & LIMA',
    });
    expect(
      placeholdersIn({
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
        body: Buffer.from('c=%25SERVICE_CODE%25'),
      }),
    ).toEqual(new Set(['SERVICE_CODE']));
  });

  it('placeholders in a holder are text of the holder', () => {
    expect(written('text/plain', '[%CARDHOLDER_NAME%]', '%CARD_NUMBER%')).toBe('[%CARD_NUMBER%]');
  });

  it('a message with placeholders for data that is not stored is refused', () => {
    const { card, brand } = aCard();
    const bare = { card: { ...card, cvc: undefined }, brand };
    const body = (text: string) => ({ headers: {}, body: Buffer.from(text) });
    expect(() => fillMessage(body('%SERVICE_CODE%'), bare)).toThrow('service_code_unavailable');
    expect(() => fillMessage(body('%CARDHOLDER_NAME%'), bare)).toThrow('validation_error');
  });

  it.each(['\r\nx-evil: 1', 'José', '\u0000', 'a\u007f'])(
    'placeholders refuse a holder that a header cannot contain: %j',
    (holder) => {
      const message = { headers: { 'x-name': '%CARDHOLDER_NAME%' }, body: Buffer.alloc(0) };
      expect(() => fillMessage(message, aCard(holder))).toThrow('validation_error');
      expect(() => written('text/plain', '%CARDHOLDER_NAME%', holder)).toThrow('validation_error');
    },
  );

  it.each([
    ['application/json', 'json'],
    ['application/JSON; charset=utf-8', 'json'],
    ['application/vnd.api+json', 'json'],
    ['text/json', 'json'],
    ['application/x-www-form-urlencoded;charset=utf-8', 'form'],
    ['text/xml', 'xml'],
    ['application/soap+xml; action=pay', 'xml'],
    ['text/plain', 'raw'],
    ['application/jsonish', 'raw'],
    [undefined, 'raw'],
  ] as const)('placeholders in %s are written as %s', (type, writing) => {
    expect(encodingOf(type)).toBe(writing);
  });

  it.each(['https://x.example/%CARD_NUMBER%', '%service_code%', 'a%CARD_TYPE%b'])(
    'placeholders are recognized in %s',
    (text) => expect(hasPlaceholder(text)).toBe(true),
  );
});

/** Everything that a string of JavaScript can be, with signs that have a meaning somewhere. */
const anyText = fc.oneof(
  fc.string({ unit: 'binary' }),
  fc.string({ unit: 'grapheme' }),
  fc.string({
    unit: fc.constantFrom('"', '\\', '<', '>', '&', "'", ']', '%', '+', '=', '\n', 'é', '😀'),
  }),
);

/** The texts that XML can carry at all. */
const xmlText = anyText.filter((text) =>
  /^[\t\n\r\u{20}-\u{d7ff}\u{e000}-\u{fffd}\u{10000}-\u{10ffff}]*$/u.test(text),
);

describe('a holder of any name', () => {
  it('a holder of any name is one string of JSON', () => {
    fc.assert(
      fc.property(anyText, (holder) => {
        const body = '{"a":{"name":"%CARDHOLDER_NAME%"},"n":"%CARD_NUMBER%"}';
        expect(JSON.parse(written('application/json', body, holder))).toEqual({
          a: { name: holder },
          n: '4111111111111111',
        });
      }),
    );
  });

  it('a holder of any name is one value of a form', () => {
    fc.assert(
      fc.property(anyText, (holder) => {
        const sent = written(
          'application/x-www-form-urlencoded',
          'a=1&n=%CARDHOLDER_NAME%&z=2',
          holder,
        );
        expect([...new URLSearchParams(sent)]).toEqual([
          ['a', '1'],
          ['n', holder.toWellFormed()],
          ['z', '2'],
        ]);
      }),
    );
  });

  it('a holder of any name is one text and one attribute of XML, also in CDATA', () => {
    fc.assert(
      fc.property(xmlText, (holder) => {
        const body =
          '<c n="%CARDHOLDER_NAME%"><t>%CARDHOLDER_NAME%</t><d><![CDATA[%CARDHOLDER_NAME%]]></d></c>';
        const root = readXmlTree(written('text/xml', body, holder)).documentElement;
        expect(root?.attributes?.map(({ value }) => value)).toEqual([holder]);
        // A reader turns every end of line in CDATA into a newline.
        const texts = [holder, holder.replaceAll(/\r\n?/g, '\n')];
        expect(root?.childNodes.map(({ textContent }) => textContent)).toEqual(texts);
      }),
    );
  });

  it('a placeholder is distinguished from character data in a message full of drop-ins, in linear time', async () => {
    const some = '<![CDATA[%CARDHOLDER_NAME%]]>%CARDHOLDER_NAME%'.repeat(5_000);
    let filled = '';
    const steps = await stepsOf(() => {
      filled = written('text/xml', some, '<');
    });
    expect(filled).toBe('<![CDATA[<]]>&#60;'.repeat(5_000));
    // Looking through all that is before each of them takes thousands a character.
    expect(steps).toBeLessThan(some.length * 200);
  });

  it('a holder of any name is refused when XML has no way to write it', () => {
    for (const holder of ['\u0000', '\u001b', '\ud800', '\ufffe']) {
      expect(() => written('text/xml', '%CARDHOLDER_NAME%', holder)).toThrow('validation_error');
    }
  });
});
