import { maskResponse, sameNumber } from '#vault/proxy/send/mask-response.ts';
import { stepsOf } from '../../../../support/runner/steps.ts';

/**
 * A body that is read once takes so many; one that is read anew from each place takes thousands.
 */
const stepsPerCharacter = 200;

const number = '4111111111111111';
const echoes = { isNumber: sameNumber(Buffer.from(number)), cvc: Buffer.from('737') };
const seen = (body: string, isJson = false) =>
  maskResponse(Buffer.from(body, 'latin1'), isJson, echoes).toString('latin1');

describe('an echo', () => {
  it('an echo is found in JSON that breaks off behind many quotes, which are read once', async () => {
    const before = `{"a":"${'\\"'.repeat(40_000)}`;
    let masked = '';
    const steps = await stepsOf(() => {
      masked = seen(`${before}${number}\\`, true);
    });
    expect(masked).toBe(`${before}411111******1111\\`);
    expect(steps).toBeLessThan(before.length * stepsPerCharacter);
  });

  it('an echoed code is masked at every place, even a hundred thousand times', () => {
    const body = '737 '.repeat(200_000);
    expect(seen(body)).toBe('*** '.repeat(200_000));
  });

  it.each([
    ['plain', `pan=${number}&`, 'pan=411111******1111&'],
    ['with spaces', '4111 1111 1111 1111', '4111 11** **** 1111'],
    ['with dashes', '4111-1111-1111-1111', '4111-11**-****-1111'],
    ['with encoded spaces', '4111%201111%201111%201111', '4111%2011**%20****%201111'],
    ['with pluses', '4111+1111+1111+1111', '4111+11**+****+1111'],
    ['in a longer number', `99${number}99`, '99411111******111199'],
    ['after a per cent sign', `%${number}^`, '%411111******1111^'],
    ['twice', `${number},${number}`, '411111******1111,411111******1111'],
    ['percent-encoded', number.replaceAll(/\d/g, '%3$&'), '%34%31%31%31%31%31******%31%31%31%31'],
    [
      'escaped as JSON',
      number.replaceAll(/\d/g, '\\u003$&'),
      '\\u0034\\u0031\\u0031\\u0031\\u0031\\u0031******\\u0031\\u0031\\u0031\\u0031',
    ],
    [
      'escaped as XML',
      number.replaceAll(/\d/g, '&#x3$&;'),
      '&#x34;&#x31;&#x31;&#x31;&#x31;&#x31;******&#x31;&#x31;&#x31;&#x31;',
    ],
    [
      'escaped as XML in decimals',
      number.replaceAll(/\d/g, (digit) => `&#${48 + Number(digit)};`),
      '&#52;&#49;&#49;&#49;&#49;&#49;******&#49;&#49;&#49;&#49;',
    ],
    ['in UTF-16', number.replaceAll(/\d/g, '$&\0'), '411111******1111'.replaceAll(/./g, '$&\0')],
    ['among bytes that are no text', `\xff\xfe${number}\x80`, '\xff\xfe411111******1111\x80'],
  ])('an echoed number is masked %s', (_, body, expected) => {
    expect(seen(body)).toBe(expected);
  });

  it.each([
    ['cvv=737&', 'cvv=***&'],
    ['<cvv>737</cvv>', '<cvv>***</cvv>'],
    ['"737"', '"***"'],
    ['the code 737.', 'the code ***.'],
    ['4111111111111111|737', '411111******1111|***'],
    ['4111111111111111737', '411111******1111***'],
    ['7374111 1111 1111 1111', '***4111 11** **** 1111'],
    ['%37%33%37', '***'],
    ['tx_1737', 'tx_1737'],
    ['7370', '7370'],
    ['ch737x', 'ch737x'],
    ['10:00:00.737Z', '10:00:00.737Z'],
    ['12.737', '12.737'],
  ])('an echoed code is masked where it is a separate word: %s', (body, expected) => {
    expect(seen(body)).toBe(expected);
  });

  it("an echo's mask leaves valid JSON", () => {
    const body = `{"pan":${number},"in":"${number}","cvv":737,"amount":737,"codes":["737"],"at":"00.737Z"}`;
    expect(JSON.parse(seen(body, true))).toEqual({
      pan: '411111******1111',
      in: '411111******1111',
      cvv: '***',
      amount: 737,
      codes: ['***'],
      at: '00.737Z',
    });
  });

  it('an echo is not invented: other answers stay unchanged, byte for byte', () => {
    for (const body of ['{"id":"4000056655665556","n":12345678901234567890}', '', '[1,2', '"\\']) {
      expect(seen(body, true)).toBe(body);
      expect(seen(body)).toBe(body);
    }
  });
});
