import { roundedNumber } from '#platform/http/request/rounded-number.ts';
import fc from '../../../../support/runner/seeded-fast-check.ts';
import { stepsOf } from '../../../../support/runner/steps.ts';

describe('a number that would become another one', () => {
  it.each([
    '1e-400',
    '-1e-400',
    '0.1e-330',
    '1e400',
    '-1e400',
    '9007199254740993',
    '-9007199254740993',
    '9007199254740992.5',
    '0.99999999999999999999',
    '99.99999999999999999999',
    '12345678901234567890',
    '1000000000000000000000001',
    `1${'0'.repeat(400)}`,
  ])('a number that would be rounded is found: %s', (literal) => {
    for (const json of [
      `{"amount":${literal}}`,
      `[1,${literal}]`,
      literal,
      `{"a":{"b":[${literal}]}}`,
    ])
      expect(roundedNumber(json)).toBe(literal);
  });

  it.each([
    '0',
    '-0',
    '0.0',
    '0e400',
    '0.000e-999999',
    '1',
    '2599',
    '1e3',
    '1.5e1',
    '2599.00',
    '25.99',
    '0.1',
    '1e-7',
    '9007199254740991',
    '9007199254740992',
    '52.520008123456789012345',
    '100000000000000000000',
    '1E+2',
  ])('a number that would not be rounded is accepted: %s', (literal) => {
    expect(roundedNumber(`{"amount":${literal}}`)).toBeUndefined();
  });

  it('a number in a text is never rounded', () => {
    for (const text of ['1e-400', 'a 9007199254740993 b', '\\" 1e400', '\\\\'])
      expect(roundedNumber(`{"${text}":"${text}","b":1}`)).toBeUndefined();
  });

  it('a number written by a program is never rounded', () => {
    fc.assert(
      fc.property(fc.double({ min: -(2 ** 53), max: 2 ** 53, noNaN: true }), (value) => {
        expect(roundedNumber(JSON.stringify({ value }))).toBeUndefined();
      }),
    );
    fc.assert(
      fc.property(fc.maxSafeInteger(), (value) => {
        expect(roundedNumber(`[${value},${value}.0,${value}e0]`)).toBeUndefined();
      }),
    );
  });

  it.each([
    `{"a":${'9'.repeat(30_000)},"b":1e${'9'.repeat(1_000)},"c":"${'1'.repeat(30_000)}`,
    '1.1.1.1-e'.repeat(3_000),
  ])('a rounded number is found in a few steps a character, however long it is', async (text) => {
    expect(await stepsOf(() => roundedNumber(text))).toBeLessThan(text.length * 200);
  });
});
